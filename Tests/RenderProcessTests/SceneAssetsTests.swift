import Base
import Configuration
import SessionProtocol
import Testing

@testable import CommandLine
@testable import RenderProcess

@Suite struct SceneAssetsTests {
  /// The keeper knows which picture a presenter was reading when it died.
  @Test(arguments: [false, true]) func picture_isReportedWhileItIsRead(isRefused: Bool) throws {
    let path: ByteString = "/nowhere/picture.png"
    var settings = Settings()
    for (key, value) in [("fonts", "none"), ("image", path)] as [(ByteString, ByteString)] {
      try settings.set(key, to: value, scope: .commandLine)
    }
    var reports: [PresenterReport] = []
    let assets = SceneAssets(settings, refused: isRefused ? [path] : []) { reports.append($0) }
    assets.load("")
    #expect(reports == (isRefused ? [] : [.init(.pictureBegun, text: path), .init(.pictureEnded)]))
  }
}
