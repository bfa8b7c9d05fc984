import Base
import Foundation
import PNGCodec
import Pixels
import Testing

@testable import ProgramSupport

/// Presenters that die again and again: of a picture, of a theme, of anything.
@Suite(.waiting) struct SafeScreenTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func text(_ name: String) -> String {
    (try? scratch.read(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private func start(_ arguments: [String]) throws -> ChildProgram {
    try ChildProgram(
      "/bin/sh",
      [
        "-c", "exec \"$0\" \"$@\" 2>\(scratch.path("log"))", ProgramRun.executable.path,
        "--presenter", "null", "--log", "stderr", "--feed", "fifo:\(scratch.path("f"))",
        "--dump-folder", scratch.path("d"),
      ] + arguments)
  }

  /// Kills the presenter, and waits for the next one.
  private func killPresenter(_ program: ChildProgram) throws {
    #expect(eventually { program.child("fbprogress-show") != nil })
    let first = try #require(program.child("fbprogress-show"))
    kill(first, SIGKILL)
    #expect(eventually { program.child("fbprogress-show").map { $0 != first } ?? false })
  }

  /// The first pixel of the newest frame.
  private func corner(_ program: ChildProgram) throws -> UInt32 {
    try? FileManager.default.removeItem(atPath: scratch.path("d/frame.png"))
    #expect(
      eventually {
        program.signal(SIGUSR1)
        Thread.sleep(forTimeInterval: 0.05)
        return FileManager.default.fileExists(atPath: scratch.path("d/frame.png"))
      })
    let png = try [UInt8](scratch.read("d/frame.png"))
    let picture = try PNGDecoder.decode(png.span)
    return picture[0, 0] & 0xff_ffff
  }

  @Test func fourthDeath_leadsToTheSafeScreen_andAResetBack() throws {
    let program = try start(["--size", "64x48", "--background.color", "#2040c0"])
    defer { program.terminate() }
    #expect(eventually { program.child("fbprogress-show") != nil })
    #expect(try corner(program) == 0x2040c0)
    for _ in 0..<3 { try killPresenter(program) }
    #expect(try corner(program) == 0x2040c0)
    try killPresenter(program)
    #expect(eventually { text("log").contains("with the safe screen") }, "\(text("log"))")
    #expect(try corner(program) != 0x2040c0)
    let safe = try #require(program.child("fbprogress-show"))
    let fifo = try FileHandle(forWritingTo: URL(filePath: scratch.path("f")))
    try fifo.write(contentsOf: Data("reset\n".utf8))
    #expect(eventually { program.child("fbprogress-show").map { $0 != safe } ?? false })
    #expect(try corner(program) == 0x2040c0)
  }

  /// The process that decodes a picture for a presenter; nil for none.
  private func decoder(of presenter: Int32) -> Int32? {
    let path = "/proc/\(presenter)/task/\(presenter)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").first.flatMap { Int32($0) }
  }

  private func lines(with word: String) -> Int {
    text("log").split(separator: "\n").count { $0.contains(word) }
  }

  @Test func deathOfADecoder_costsALine_andIsRememberedUntilAReset() throws {
    var picture = Pixmap(size: PixelSize(width: 4_000, height: 4_000))
    picture.withMutableRow(0, columns: 0..<1) { $0[0] = 0xff00_0000 }
    let file = PNGEncoder.encode(picture)
    try Data(file).write(to: scratch.url.appending(path: "large.png"))
    let program = try start(["--size", "64x48", "--image", scratch.path("large.png")])
    defer { program.terminate() }
    #expect(eventually { program.child("fbprogress-show") != nil })
    let presenter = try #require(program.child("fbprogress-show"))
    #expect(eventually { decoder(of: presenter).map { kill($0, SIGKILL) == 0 } ?? false })
    #expect(eventually { lines(with: "large.png") == 1 }, "\(text("log"))")
    #expect(text("log").contains("its decoder was ended by signal 9"), "\(text("log"))")
    // The presenter still shows frames.
    _ = try corner(program)
    #expect(program.child("fbprogress-show") == presenter)
    try killPresenter(program)
    _ = try corner(program)
    let second = try #require(program.child("fbprogress-show"))
    #expect(decoder(of: second) == nil)
    #expect(lines(with: "large.png") == 1, "\(text("log"))")
    let fifo = try FileHandle(forWritingTo: URL(filePath: scratch.path("f")))
    try fifo.write(contentsOf: Data("reset\n".utf8))
    #expect(eventually { decoder(of: second) != nil })
  }
}
