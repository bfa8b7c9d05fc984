import Base
import Feed
import LinuxSystem
import ProgressModel
import SessionProtocol

// The durations of earlier runs, in the file of the setting `history`.
extension Keeper {
  /// Passes the file's history to the observer once it is read.
  func updateHistory() {
    guard let bytes = historyFile?.update() else { return }
    guard let history = bytes.isEmpty ? RunHistory() : RunHistory(bytes.span) else {
      historyFile?.helper.close()
      let path = settings.history.orEmpty
      Log.write("history: " + path + " is not a history of this version; ignored. Remove it")
      return
    }
    for event in observer?.take(history, state) ?? [] { accept(event, at: sessionTime) }
  }

  /// Learns from an event that the state has accepted, and applies the durations of earlier runs.
  func observe(_ event: ProgressEvent, at time: Duration) {
    guard let advice = observer?.note(event, state, at: time) else {
      if let observer { historyFile?.replace(with: observer.history.text.bytes) }
      return
    }
    for event in advice { accept(event, at: time) }
  }
}
