import Presenters

/// A presenter without outputs, for sessions in text form.
final class TextPresenter: Presenter {
  var outputs: [any PresenterOutput] { [] }
}
