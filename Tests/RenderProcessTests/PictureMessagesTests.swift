import Base
import LinuxSystem
import Pixels
import Testing

@testable import RenderProcess

/// Messages of a decoder that a malicious file controls.
@Suite struct PictureMessagesTests {
  private typealias Message = PictureProcess.Message
  private static let size = PixelSize(width: 4, height: 2)
  private static let row = [Message.row] + [UInt8](repeating: 0xff, count: 16)

  private static func header(
    left: Int = 0, top: Int = 0, right: Int = 4, bottom: Int = 2,
    _ delay: Duration = .seconds(1), plays: Int = 3
  ) -> [UInt8] {
    let part = PixelRect(left: left, top: top, right: right, bottom: bottom)
    return [Message.frame] + FrameHeader(part, delay, plays: plays).bytes
  }

  /// Reads messages to their end: the number of plays, and of frames.
  private func read(_ bytes: [UInt8]) throws -> (plays: Int?, frames: Int, reason: ByteString?) {
    let (from, to) = try FileDescriptor.makePipe()
    try FileDescriptor.writeAll(bytes.span, to: to)
    FileDescriptor.close(to)
    var reader = MessageReader(
      FileDescriptor(owning: from), until: MonotonicClock.now + .seconds(60))
    var picture = Pixmap(size: PixelSize(width: 0, height: 0))
    var frames = 0
    let plays = reader.readFrames(of: &picture, Self.size) { _, part, picture in
      #expect(picture.size == Self.size && part.right <= 4 && part.bottom <= 2)
      frames += 1
      return true
    }
    return (plays, frames, plays == nil ? reader.readReason() : nil)
  }

  @Test func rows_areThoseOfThePicture() throws {
    let end = [Message.end]
    #expect(try read(Self.row + Self.row + end) == (0, 1, nil))
    #expect(try read(Self.header() + Self.row + Self.row + end) == (3, 1, nil))
    let part = Self.header(left: 1, top: 1, right: 3, bottom: 2)
    let frames = Self.header() + Self.row + Self.row + part + Self.row[..<9]
    #expect(try read(frames + end) == (3, 2, nil))
    // A frame without rows is a pause.
    #expect(try read(Self.header(right: 0, bottom: 0) + end) == (3, 1, nil))
  }

  /// Rows that are missing or too many, and numbers that no file has.
  private static var impossible: [[UInt8]] {
    let end = [Message.end]
    let cut = [row + row, row + Array(row[..<16]), Array(header()[..<48]), [], [9], end]
    let rows = [row + end, row + row + row + end, header() + row + end, header() + row + header()]
    let parts = [
      header(right: 5), header(bottom: 3), header(left: -1), header(top: -1), header(left: .max),
      header(right: .max), header(top: .min, bottom: .max),
    ]
    let numbers = [
      header(.zero), header(.seconds(-1)), header(.seconds(65_536)), header(plays: -1),
      header(plays: .max),
    ]
    return cut + rows + (parts + numbers).map { $0 + row + row + end }
  }

  @Test(arguments: impossible) func impossibleMessages_areRefused(bytes: [UInt8]) throws {
    let (plays, _, reason) = try read(bytes)
    #expect(plays == nil && reason == nil)
  }

  @Test func frames_haveALimit() throws {
    let frame = Self.header(right: 0, bottom: 0)
    let frames = (0..<1_000).flatMap { _ in frame }
    #expect(try read(frames + [Message.end]).plays == 3)
    #expect(try read(frames + frame + [Message.end]).plays == nil)
  }

  @Test func reason_isShortAndSafe() throws {
    let reason = try read(Self.row + [Message.failure] + Array("bad\u{1b}[2J".utf8)).reason
    #expect(reason == "bad [2J")
    let long = [UInt8](repeating: 65, count: 9_000)
    #expect(try read([Message.failure] + long).reason?.count == 256)
  }
}
