import Base
import Configuration
import FeedProcess
import LinuxSystem
import Presenters
import ProgressModel
import RenderProcess
import Scenes

/// The settings, and each process's settings parsed from it.
package final class Options: Sendable {
  let settings: Settings
  let feed: FeedSettings
  let render: RenderSettings
  /// The times to render, in the given order.
  let times: [Duration]

  /// Parses every row.
  ///
  /// - Throws: a message about the first wrong setting.
  convenience init(_ settings: Settings) throws(ConfigurationError) {
    let render = try RenderSettings(settings)
    let feed = try FeedSettings(
      settings, usesDisplay: render.presenter.usesDisplay,
      styles: StyleCatalog(
        Screen.intros(settings).map { .init(name: ByteString($0.name), intro: $0.intro) },
        configured: settings.text(.style).orEmpty))
    var times: [Duration] = []
    if let text = settings.text(.at) {
      for part in text.split(at: UInt8(ascii: ",")) {
        guard let time = Duration(secondsIn: part) else {
          throw settings.wrongText(
            of: .at, choices: "a time in seconds, or several with commas between them")
        }
        times.append(time)
      }
    }
    self.init(settings, feed, render, times)
  }

  private init(
    _ settings: Settings, _ feed: FeedSettings, _ render: RenderSettings, _ times: [Duration]
  ) {
    (self.settings, self.feed, self.render, self.times) = (settings, feed, render, times)
  }
}
