import Base
import LinuxSystem
import Presenters

/// A presenter without outputs, for sessions in text form.
final class TextPresenter: Presenter {
  var outputs: [any PresenterOutput] { [] }
  var deadline: Duration? { nil }
  func addDescriptors(to poller: inout Poller) {}
  func handleEvents(at now: Duration) throws(PresenterError) {}
  func pause() {}
  func resume(at now: Duration) throws(PresenterError) {}
  func finish(_ ending: PresenterEnding) throws(PresenterError) {}
}
