import Base
import LinuxSystem
import Presenters
import RenderProcess

extension DoctorCommand {
  /// Adds each framebuffer device, and if one stands in for the card.
  ///
  /// - Parameter areUsed: whether the machine has no card.
  mutating func checkFramebuffers(areUsed: Bool) {
    let used = options.render.framebuffer?.path ?? "/dev/fb0"
    if areUsed {
      isInUse = !users(of: root + used).text.isEmpty
      let isThere = exists(root + used)
      add(
        "card", isThere ? "none; " + used : nil,
        isThere ? " is used" : "no card in /dev/dri",
        cure: "load the display's driver; an initramfs needs it, too", if: !isThere)
    }
    for path in (try? FileSystem.numbered("fb", in: root + "/dev")) ?? [] {
      var facts = FactSheet(.lines)
      let reason = FramebufferReport.add(path, to: &facts)
      add(
        "framebuffer", reason ?? path + ":" + facts.text,
        cure: facts.text.isEmpty
          ? "run as root, or in the group video" : "or load the display's KMS driver",
        if: reason != nil && areUsed && path == root + used)
    }
  }
}
