import Base
import Configuration
import FeedProcess
import KMS
import LinuxSystem
import PNGCodec
import Presenters
import RenderProcess
import SessionProtocol

/// `fbprogress doctor`: checks the requirements of a screen, a line each, with remedies.
struct DoctorCommand {
  struct Finding {
    let check: StaticBytes
    /// The fact: its subject, and the rest of it.
    let subject: ByteString
    let rest: StaticBytes
    /// The remedy; empty if nothing is wrong.
    let cure: StaticBytes
  }

  let options: Options
  // The folder that stands for `/`, without a final slash.
  let root: ByteString
  var findings: [Finding] = []
  // Whether another program shows, so that it owns the console, too.
  var isInUse = false

  /// Checks the machine.
  ///
  /// - Parameters:
  ///   - options: the configuration; its defaults if that has a mistake.
  ///   - mistake: the mistake in the configuration; nil for none.
  ///   - root: the folder that stands for `/`: its `dev`, `proc`, `sys`, `run`, `boot`, `etc`.
  /// - Returns: the report, JSON with the option `json`, and whether all checks are ok.
  static func report(
    _ options: Options, mistake: ByteString?, root: ByteString = ""
  ) -> (text: ByteString, isWell: Bool) {
    var doctor = DoctorCommand(options: options, root: root)
    doctor.checkSettings(mistake)
    doctor.checkCards()
    doctor.checkConsole()
    doctor.checkFiles()
    doctor.checkFeeds()
    doctor.checkUnits()
    doctor.checkKernel()
    let text = options.settings.flag(.json) ? doctor.json : doctor.lines
    return (text, !doctor.findings.contains { !$0.cure.isEmpty })
  }

  @inline(never)
  mutating func note(
    _ check: StaticBytes, _ subject: ByteString, _ rest: StaticBytes = "",
    cure: StaticBytes = "", if isWrong: Bool = true
  ) {
    findings.append(
      Finding(check: check, subject: subject, rest: rest, cure: isWrong ? cure : ""))
  }

  private var lines: ByteString {
    var text = ByteString()
    for finding in findings {
      text += finding.cure.isEmpty ? "ok   " : "not  "
      text += finding.check + ": " + finding.subject + finding.rest
      if !finding.cure.isEmpty { text += "; " + ByteString(finding.cure) }
      text += "\n"
    }
    return text
  }

  private var json: ByteString {
    var sheet = FactSheet(.json)
    sheet.object("doctor") { sheet in
      sheet.say("version", Version.number)
      sheet.list("checks") { sheet in
        for finding in findings {
          sheet.object("check") { sheet in
            sheet.say("check", ByteString(finding.check))
            sheet.say("ok", finding.cure.isEmpty)
            sheet.say("fact", finding.subject + finding.rest)
            sheet.say("cure", ByteString(finding.cure))
          }
        }
      }
    }
    return sheet.text + "\n"
  }

  private mutating func checkSettings(_ mistake: ByteString?) {
    note(
      "settings", mistake ?? "valid", cure: "correct them; the other checks use the defaults",
      if: mistake != nil)
    do throws(ConfigurationError) {
      let folder = try Theme.folder(options.settings)
      if let folder { _ = try Theme.read(folder) }
      // A configuration with a mistake was not read, and may name a theme.
      if folder != nil || mistake == nil { note("theme", folder ?? "none") }
    } catch {
      if error.message != mistake {
        note("theme", error.message, cure: "correct the setting theme")
      }
    }
    let words = line("/proc/cmdline").split(at: UInt8(ascii: " "))
    let isOff = words.contains("fbprogress=off")
    note(
      "presenter", isOff ? "fbprogress=off" : options.settings.word(.presenter),
      cure: isOff ? "remove that from the kernel's command line" : "set presenter = auto",
      if: isOff || !options.render.presenter.usesDisplay)
  }

  private mutating func checkCards() {
    let cards = Card.paths(in: root + "/dev/dri")
    if cards.isEmpty {
      return checkFramebuffers(areUsed: true)
    }
    checkFramebuffers(areUsed: false)
    let (hasSeatd, session) = (exists("/run/seatd.sock"), Environment.value("XDG_SESSION_ID"))
    let hasSeat = hasSeatd || session != nil && exists("/run/dbus/system_bus_socket")
    let folder = root + "/sys/class/drm/"
    let connectors = FileSystem.names(in: folder)
    var displays: [ByteString] = []
    for card in cards {
      let name = last(card)
      let driver = try? FileSystem.realPath(folder + name + "/device/driver")
      note("card", card + ", driver " + last(driver ?? "unknown"))
      for connector in connectors
      where connector.hasPrefix(name + "-")
        && line("/sys/class/drm/" + connector + "/status") == "connected"
      {
        displays.append(connector[(name.count + 1)..<connector.count])
      }
      do throws(KMSError) {
        // The first program that opens a card becomes its master until it closes the card.
        if try Card.open(card).isMaster() {
          note("master", card, " is free")
          continue
        }
        isInUse = true
        let users = users(of: "/dev/dri/" + name)
        note(
          "master", card + " is in use: " + users.text,
          cure: "end that program; fbprogress follows when the card is free", if: !users.haveUs)
      } catch {
        note(
          "permission", error.message, cure: "run as root, in the group video, or with seatd",
          if: !hasSeat)
      }
    }
    if hasSeat { note("seat", "", hasSeatd ? "seatd" : "logind") }
    note(
      "display", displays.first ?? "",
      displays.count > 1 ? ", and others" : displays.isEmpty ? "none is connected" : "",
      cure: "check the cable; video=HDMI-A-1:e on the kernel's command line forces that one on",
      if: displays.isEmpty)
    for name in options.render.displays.selection.names
    where options.render.presenter.usesDisplay && !displays.contains(name) {
      note("output", name, " is not connected", cure: "correct the setting output")
    }
  }

  private mutating func checkConsole() {
    for name in FileSystem.names(in: root + "/sys/class/backlight")
    where line("/sys/class/backlight/" + name + "/brightness") == "0" {
      note("backlight", name, " is dark", cure: "run fbprogress as root, which lights it")
    }
    let active = line("/sys/class/tty/tty0/active")
    if active.isEmpty { return note("console", "", "the kernel has no VT") }
    guard let console = VirtualTerminal() else {
      return note(
        "console", active, " cannot be opened",
        cure: "run as root, or in the group tty with CAP_SYS_TTY_CONFIG")
    }
    let isText = console.isDefault
    note(
      "console", active, isText ? " is in text mode" : " is in graphics mode",
      cure: "run fbprogress rescue", if: !isText && !isInUse)
  }

  private mutating func checkFiles() {
    let settings = options.settings
    let names: [StaticBytes] = ["fonts", "bold-fonts", "numeral-fonts"]
    for (name, key) in zip(names, [TextKey.fonts, .boldFonts, .numeralFonts]) {
      let isSet = settings.isSet(key)
      for path in (settings.text(key) ?? "").split(at: UInt8(ascii: ":")) {
        if path == "none" {
          note(name, path, cure: "remove the setting, or no text is shown", if: key == .fonts)
          continue
        }
        let found = SharedFiles.find(path)
        // Debian has that one in another package; seven languages need it.
        if found == nil, !isSet, path.hasSuffix("/world.fbfont") { continue }
        checkFile(name, found ?? path, "install the font packs of this version")
      }
    }
    for key in [TextKey.image, .backgroundImage, .logoImage] {
      guard let path = settings.text(key) else { continue }
      checkFile("image", path, "correct the setting, or the picture")
    }
    let (locale, isThere) = LetteringLoader.locale(settings)
    note(
      "locale", locale, isThere ? "" : " has no translation; texts are English",
      cure: "set locale, or install its file in locale-folder", if: !isThere)
  }

  private mutating func checkFile(_ key: StaticBytes, _ path: ByteString, _ cure: StaticBytes) {
    let fault = CheckCommand.checkFile(ByteString(key), path)
    note(key, fault ?? path, cure: cure, if: fault != nil)
  }

  private mutating func checkFeeds() {
    for feed in options.feed.feeds where feed.kind == .fifo {
      guard let file = status(feed.path), file.isFIFO else {
        let isThere = exists(feed.path)
        note(
          "feed", feed.path, isThere ? " is no FIFO" : ": fbprogress creates it at its start",
          cure: "remove it", if: isThere)
        continue
      }
      let readers = users(of: feed.path, readersOnly: true)
      let isUnread = readers.text.isEmpty
      note(
        "feed", isUnread ? feed.path : feed.path + " has readers: " + readers.text,
        isUnread ? " has no reader" : "",
        cure: isUnread
          ? "start fbprogress, or run fbprogress rescue: writers block"
          : "end all but one fbprogress: each record reaches one reader only",
        if: isUnread || readers.haveOthers)
    }
  }

  private mutating func checkUnits() {
    if !exists("/run/systemd/system") { return note("units", "", "systemd does not run") }
    let hasFeed = isEnabled("sockets.target.wants/fbprogress.socket")
    note(
      "units", "fbprogress.socket", hasFeed ? " is enabled" : " is not enabled",
      cure: "systemctl enable --now fbprogress.socket", if: !hasFeed)
    let hasEnd =
      isEnabled("multi-user.target.wants/fbprogress-handover.service")
      || isEnabled("graphical.target.wants/fbprogress-handover.service")
    note(
      "units", "fbprogress-handover.service", hasEnd ? " is enabled" : " is not enabled",
      cure: "systemctl enable fbprogress-handover.service, or the screen of the boot never ends",
      if: !hasEnd && isEnabled("sysinit.target.wants/fbprogress-boot.service"))
  }

  private func isEnabled(_ link: ByteString) -> Bool {
    for folder in ["/etc", "/run", "/usr/lib", "/lib"] as [StaticBytes]
    where exists(folder + "/systemd/system/" + link) {
      return true
    }
    return false
  }

  private mutating func checkKernel() {
    for line in text("/proc/meminfo") where line.hasPrefix("MemAvailable:") {
      let words = line.split(at: UInt8(ascii: " "))
      let kilobytes = words.count > 1 ? words[words.count - 2].wholeNumber ?? 0 : 0
      note(
        "memory", ByteString(kilobytes >> 10), " MiB are available",
        cure: "free some: a screen of 1280x720 needs 16 MiB", if: kilobytes < 16 << 10)
    }
    let release = line("/proc/sys/kernel/osrelease")
    let packed = try? FileSystem.read(root + "/proc/config.gz", limit: 1 << 20)
    let options =
      packed.flatMap { GzipFile.unpack($0.span, limit: 4 << 20) }
      .map { ByteString($0).split(at: UInt8(ascii: "\n")) } ?? text("/boot/config-" + release)
    if options.isEmpty { return note("kernel", release, ", of unknown options") }
    // Without the others the program runs, too.
    for (option, cure) in [
      ("DRM", "use a kernel with it, and with the driver of the display"), ("VT", ""),
      ("SECCOMP_FILTER", ""), ("SECURITY_LANDLOCK", ""),
    ] as [(StaticBytes, StaticBytes)] {
      let isOn = options.contains { $0.hasPrefix(ByteString("CONFIG_") + option + "=") }
      let fact = release + (isOn ? " has CONFIG_" : " lacks CONFIG_") + option
      note("kernel", fact, cure: cure, if: !isOn && !exists("/dev/fb0"))
    }
  }

  // MARK: - Files below the root

  private func status(_ path: ByteString) -> FileStatus? {
    (try? FileSystem.status(root + path)).flatMap { $0 }
  }

  @inline(never) func exists(_ path: ByteString) -> Bool { status(path) != nil }
  func users(of path: ByteString, readersOnly: Bool = false) -> FileUsers {
    FileUsers(of: status(path), readersOnly: readersOnly, in: root + "/proc")
  }

  /// The lines of a file; none if it cannot be read.
  @inline(never) private func text(_ path: ByteString) -> [ByteString] {
    guard let bytes = try? FileSystem.read(root + path, limit: 4 << 20) else { return [] }
    return ByteString(bytes).split(at: UInt8(ascii: "\n"))
  }

  @inline(never) private func line(_ path: ByteString) -> ByteString { text(path).first ?? "" }
  @inline(never) private func last(_ path: ByteString) -> ByteString {
    path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)..<path.count]
  }
}
