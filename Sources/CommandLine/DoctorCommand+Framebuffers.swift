import Base
import LinuxSystem
import Presenters
import RenderProcess

extension DoctorCommand {
  /// Notes each framebuffer device, and if one stands in for the card.
  ///
  /// - Parameter areUsed: whether the machine has no card.
  mutating func checkFramebuffers(areUsed: Bool) {
    let used = options.render.framebuffer?.path ?? "/dev/fb0"
    if areUsed {
      isInUse = !users(of: used).text.isEmpty
      let isThere = exists(used)
      note(
        "card", isThere ? "none; " + used + " is used" : "no card in /dev/dri",
        cure: "load the display's driver; an initramfs needs it, too", if: !isThere)
    }
    if !Traits.fbdev { return }
    for path in (try? FileSystem.numbered("fb", in: root + "/dev")) ?? [] {
      var facts = FactSheet(.lines)
      let reason = FramebufferReport.add(path, to: &facts)
      note(
        "framebuffer", reason ?? path + ":" + facts.text,
        cure: facts.text.isEmpty
          ? "run as root, or in the group video" : "or load the display's KMS driver",
        if: reason != nil && areUsed && path == root + used)
    }
  }
}
