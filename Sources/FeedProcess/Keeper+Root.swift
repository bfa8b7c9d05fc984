import Base
import LinuxSystem
import SessionProtocol

// An initramfs gives way to the root file system: what was made there is deleted, and other paths are meant.
extension Keeper {
  /// Takes the folder that the settings name for the root from now on, and has what the old one takes with it made anew there: when a
  /// feed asks for it, and once.
  func enterNewRoot() {
    guard let root = settings.newRoot else {
      return Log.write("feed: newroot: the setting new-root names no folder; ignored")
    }
    if hasNewRoot { return }
    hasNewRoot = true
    do throws(SystemError) {
      let old = try FileSystem.status("/")
      try Environment.changeRoot(root)
      Log.write("the root is now " + root, .info)
      if let old { feeds?.enterNewRoot(leaving: old.device) }
      channel?.send(PresenterOrder.enterNewRoot.bytes.span)
    } catch {
      Log.write("new-root: " + error.message)
    }
  }
}
