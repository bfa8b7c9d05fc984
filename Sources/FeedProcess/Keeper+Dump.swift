import Base
import ConsoleGuard
import LinuxSystem
import SessionProtocol

// What there is to know for somebody who wonders, in files of a folder: asked for by a signal. The state is the keeper's to tell, what can be
// seen the presenter's. Each writes by itself, whatever becomes of the other.
extension Keeper {
  /// Has all written that is known. Whatever disk that goes to, the feed does not wait for it: a process of its own does.
  func dump() {
    let folder = settings.dumpFolder
    reapDumper()
    if dumper != nil {
      return Log.write("the previous dump is not written yet; is " + folder + " stuck?")
    }
    Log.write("writing a dump to " + folder, .info)
    // Made now: the presenter finds it there.
    if case .taken? = channel?.send(PresenterOrder.dump.bytes.span) {
    } else {
      Log.write("the presenter does not answer; the dump has no frame")
    }
    let foreign =
      [channel?.rawValue, consoleGuard?.descriptor, card?.rawValue, recorder?.rawValue]
      .compactMap { $0 } + (feeds?.descriptors ?? [])
    let text = StateReport.text(of: self)
    do throws(SystemError) {
      dumper = try ChildProcess.fork(named: "fbprogress-dump", closing: foreign) {
        DumpFile.write(text.bytes.span, to: "state.txt", in: folder)
        return ExitStatus.success.code
      }
    } catch {
      Log.write(error.message + "; no dump written")
    }
  }

  /// Forgets the process that wrote, if it has.
  func reapDumper() { if dumper?.reap(waiting: false) != nil { dumper = nil } }
}
