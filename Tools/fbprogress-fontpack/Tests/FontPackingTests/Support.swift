import Foundation

@testable import FontPacking

/// Debian's fonts.
enum Fonts {
  static let inter = "/usr/share/fonts/opentype/inter/Inter-Regular.otf"
  static let noto = "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"
  static let arabic = "/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf"
  static let devanagari = "/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf"
  static let thai = "/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf"
  /// Variable: from thin to black.
  static let variable = "/usr/share/fonts/truetype/inter-vf/Inter-roman.var.ttf"
  static let cjk = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"

  /// In the order of `world.fbfont`.
  static let world = [inter, arabic, devanagari, thai, cjk]
}

/// The repository.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  static let languages = [
    "en", "de", "fr", "es", "pt-BR", "zh-CN", "zh-TW", "ja", "ko", "ru", "ar", "hi", "th",
  ]

  static func catalogue(_ language: String) -> String {
    root + "/share/locale/\(language).conf"
  }

  static func pack(_ name: String) throws -> PackReader {
    try PackReader([UInt8](Data(contentsOf: URL(fileURLWithPath: root + "/share/fonts/" + name))))
  }
}

/// The bytes of a pack made in this process.
func packed(_ arguments: [String]) throws -> [UInt8] {
  guard case .pack(let options) = try Options.parse(["--output", "/nowhere"] + arguments) else {
    throw PackReader.Failure(reason: "nothing to pack")
  }
  var builder = try PackBuilder(options)
  return try PackWriter(try builder.build()).file
}

/// `body` with a folder that is gone afterwards.
func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// Runs the program itself.
func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent("fbprogress-fontpack")
  process.arguments = arguments
  let (output, errors) = (Pipe(), Pipe())
  process.standardOutput = output
  process.standardError = errors
  try process.run()
  let said = output.fileHandleForReading.readDataToEndOfFile()
  let complained = errors.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (
    process.terminationStatus, String(decoding: said, as: UTF8.self),
    String(decoding: complained, as: UTF8.self)
  )
}
