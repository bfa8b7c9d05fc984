import Base
import ConsoleGuard
import LinuxSystem
import SessionProtocol

// Diagnostic files in a folder, written after SIGUSR1. The keeper writes the session's state, and
// the presenter writes the displays and a frame. Each works without the other.
extension Keeper {
  /// Starts a dump. A child process writes the keeper's file, so a slow disk does not delay the
  /// feed.
  func dump() {
    let folder = settings.dumpFolder
    reapDumper()
    if dumper != nil {
      return Log.write(folder + ": the previous dump is not written yet; is the disk stuck?")
    }
    Log.write("writing a dump to " + folder, .info)
    if !first.send(.dump) {
      Log.write("the presenter does not answer; the dump has no frame")
    }
    do throws(SystemError) {
      dumper = try system.startDump(StatusReport.text(of: self))
    } catch {
      Log.write(error.message + "; no dump written")
    }
  }

  /// Reaps the child process that writes the dump, if it has ended.
  func reapDumper() { if let process = dumper, system.reap(process) != nil { dumper = nil } }
}
