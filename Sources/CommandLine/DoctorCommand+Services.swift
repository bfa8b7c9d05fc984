import Base
import FeedProcess
import LinuxSystem

extension DoctorCommand {
  mutating func checkFeeds() {
    for feed in options.feed.feeds where feed.kind == .fifo {
      let path = root + feed.path
      guard let file = status(path), file.isFIFO else {
        let isThere = exists(path)
        add(
          "feed", feed.path, isThere ? " is no FIFO" : ": fbprogress creates it at its start",
          cure: "remove it", if: isThere)
        continue
      }
      let readers = users(of: path, readersOnly: true)
      let isUnread = readers.text.isEmpty
      add(
        "feed", isUnread ? feed.path : feed.path + " has readers: " + readers.text,
        isUnread ? " has no reader" : "",
        cure: isUnread
          ? "start fbprogress, or run fbprogress rescue: writers block"
          : "end all but one fbprogress: each record reaches one reader only",
        if: isUnread || readers.haveOthers)
    }
  }

  mutating func checkUnits() {
    if !exists(root + "/run/systemd/system") { return add("units", nil, "systemd does not run") }
    let hasFeed = isEnabled("sockets.target.wants/fbprogress.socket")
    add(
      "units", nil, hasFeed ? "fbprogress.socket is enabled" : "fbprogress.socket is not enabled",
      cure: "systemctl enable --now fbprogress.socket", if: !hasFeed)
    let hasEnd =
      isEnabled("multi-user.target.wants/fbprogress-handover.service")
      || isEnabled("graphical.target.wants/fbprogress-handover.service")
    add(
      "units", nil,
      hasEnd
        ? "fbprogress-handover.service is enabled" : "fbprogress-handover.service is not enabled",
      cure: "systemctl enable fbprogress-handover.service, or the screen of the boot never ends",
      if: !hasEnd && isEnabled("sysinit.target.wants/fbprogress-boot.service"))
  }

  private func isEnabled(_ link: StaticBytes) -> Bool {
    for folder in ["/etc", "/run", "/usr/lib", "/lib"] as [StaticBytes]
    where exists(root + folder + "/systemd/system/" + link) {
      return true
    }
    return false
  }
}
