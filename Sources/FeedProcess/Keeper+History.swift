import Base
import Feed
import LinuxSystem
import ProgressModel
import SessionProtocol

// What the keeper learns from its runs, where the setting `history` names a file.
extension Keeper {
  /// Starts the process that reads and writes the file; nil if that fails.
  static func history(at path: ByteString) -> HistoryFile? {
    do throws(SystemError) {
      return try HistoryFile(path)
    } catch {
      Log.write("history: " + error.message + "; nothing is learned")
      return nil
    }
  }

  /// Creates an observer of runs. A run without a title has the name of the command, if any.
  static func observer(command words: [ByteString]) -> RunObserver {
    var name = ByteString()
    for word in words { name.append(word, after: " ") }
    return RunObserver(fallbackName: RunHistory.key(of: SanitizedText(name)))
  }

  /// Takes the file's history once it is read.
  func updateHistory() {
    if !Traits.history { return }
    guard let history = historyFile?.update() else { return }
    for event in observer?.take(history, state) ?? [] { accept(event, at: clock.now) }
  }

  /// Notes an event that the state has accepted, and applies what earlier runs tell.
  func observe(_ event: ProgressEvent, at time: Duration) {
    if !Traits.history { return }
    guard let advice = observer?.note(event, state, at: time) else {
      if let observer { historyFile?.save(observer.history) }
      return
    }
    for event in advice { accept(event, at: time) }
  }
}
