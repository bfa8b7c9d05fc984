import Base
import Feed
import LinuxSystem
import ProgressModel
import SessionProtocol

// What the keeper learns from its runs, where the setting `history` names a file.
extension Keeper {
  /// Takes the file's history once it is read.
  func updateHistory() {
    if !Traits.history { return }
    guard let history = historyFile?.update() else { return }
    for event in observer?.take(history, state) ?? [] { accept(event, at: sessionTime) }
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
