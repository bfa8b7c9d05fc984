import Base
import LinuxSystem
import SessionProtocol

// switch_root from an initramfs to the root file system. It deletes the initramfs's files, and
// absolute paths then lead to other files.
extension Keeper {
  /// Changes the root directory to the setting `new-root`, and makes the feeds' files anew there.
  /// Only the first call has an effect.
  func enterNewRoot() {
    guard let root = settings.newRoot else {
      return logFeed("newroot: the setting new-root names no folder; ignored")
    }
    if hasNewRoot { return }
    hasNewRoot = true
    do throws(SystemError) {
      let old = try FileSystem.status("/")
      try system.changeRoot(root)
      Log.write("the root is now " + root, .info)
      if let old { feeds?.enterNewRoot(leaving: old.device) }
      for one in presenters { one.send(.enterNewRoot) }
      outcomeCommand?.channel?.send([UInt8(0)].span)
    } catch {
      Log.write("new-root: " + error.message)
    }
  }
}
