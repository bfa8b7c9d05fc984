package import Base
package import Configuration
import KMS
package import Pixels
package import Presenters

/// The parsed settings of the render process.
package struct RenderSettings: Sendable {
  /// The destination of frames.
  package let presenter: PresenterChoice
  /// The size of files' frames, and of displayed frames without a display, pixels.
  package let size: PixelSize
  /// The frame rate of an animation and of the presenter `null`, frames per second.
  package let framesPerSecond: Int
  /// The files to write, or the connectors to use; nil for none.
  package let output: ByteString?
  /// The choice of card, connectors, format and rotation.
  package internal(set) var displays: DRMPresenter.Configuration
  /// The framebuffer device to use; nil for none.
  package internal(set) var framebuffer: FbdevPresenter.Configuration?
  /// Whether keyboard input is discarded while frames show; nil to decide by the caller's terminal.
  let discardsKeyboard: Bool?
  /// The brightness of a dark panel at the first picture, percent.
  let brightness: Int
  let locksMemory: Bool
  /// Whether a serial console shows a session without a display.
  package var usesSerialConsole = true
  /// Whether the keys of the terminal are a feed's bytes, and so cannot be read for answers.
  package var keysAreFeed = false
  /// Whether the time of the first commit is logged.
  let isVerbose: Bool
  /// The folder that becomes the root directory when the initramfs ends; nil for none.
  let newRoot: ByteString?
  let dumpFolder: ByteString
  /// The whole table, for scenes, texts and pictures.
  package private(set) var table: Settings

  /// These settings with another table for the screen, and the same destination of frames.
  package func replacingTable(with other: Settings) -> RenderSettings {
    var settings = self
    settings.table = other
    return settings
  }

  /// Parses settings.
  ///
  /// - Throws: a message about the first wrong setting.
  package init(_ settings: Settings) throws(ConfigurationError) {
    table = settings
    presenter = settings.choice(.presenter)
    let word = settings.word(.presenter)
    if Traits.lacks(word) { throw ConfigurationError(Traits.refusal(of: "presenter ", word)) }
    guard let size = Self.size(settings.text(.size).orEmpty) else {
      throw settings.wrongText(of: .size, choices: "WIDTHxHEIGHT, each from 1 to 16384")
    }
    self.size = size
    framesPerSecond = Int(settings.givenNumber(.fps) ?? (presenter == .null ? 60 : 30))
    output = settings.text(.output)
    discardsKeyboard = settings.has("auto", .keyboard) ? nil : settings.has("off", .keyboard)
    brightness = Int(settings.number(.brightness).rounded())
    locksMemory = settings.flag(.mlock)
    isVerbose = settings.flag(.verbose)
    newRoot = settings.text(.newRoot)
    dumpFolder = settings.text(.dumpFolder).orEmpty
    let wait = try settings.timeout(.wait)
    displays = Self.displays(settings, wait)
    framebuffer = Self.framebuffer(settings, wait, displays.selection.rotation ?? .none, presenter)
  }

  private static func displays(
    _ settings: Settings, _ wait: Duration?
  ) -> DRMPresenter.Configuration {
    var displays = DRMPresenter.Configuration(device: settings.text(.device), wait: wait)
    displays.usesAtomic = settings.flag(.atomic)
    let format = settings.word(.format)
    displays.selection.format = PixelFormat.all.first {
      format == StaticBytes(stringLiteral: $0.name)
    }
    displays.selection.names =
      settings.text(.output).map { $0.split(at: UInt8(ascii: ",")) } ?? []
    if !settings.has("auto", .rotate), let degrees = settings.word(.rotate).wholeNumber {
      displays.selection.rotation = Rotation(rawValue: Int(degrees / 90))
    }
    return displays
  }

  /// The framebuffer device: used if it is selected, or until a card appears. A named card excludes
  /// it.
  private static func framebuffer(
    _ settings: Settings, _ wait: Duration?, _ rotation: Rotation, _ presenter: PresenterChoice
  ) -> FbdevPresenter.Configuration? {
    let device = settings.text(.device)
    let path = device ?? "/dev/fb0"
    guard presenter == .fbdev || presenter == .auto && path.hasPrefix("/dev/fb") else { return nil }
    var framebuffer = FbdevPresenter.Configuration(path: path, wait: wait)
    framebuffer.rotation = rotation
    framebuffer.isFallback = presenter == .auto && device == nil
    return framebuffer
  }

  private static func size(_ text: ByteString) -> PixelSize? {
    let sides = text.split(at: UInt8(ascii: "x"))
    guard sides.count == 2, let width = sides[0].wholeNumber, let height = sides[1].wholeNumber,
      (1...16_384).contains(width), (1...16_384).contains(height)
    else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }
}
