import Base
import Foundation
import LinuxSystem
import PNGCodec
import Pixels
import RenderProcess
import TestSupport
import Testing

/// Pictures that another process decodes.
@Suite struct PictureProcessTests {
  /// A picture of which each pixel differs from its neighbors.
  private func picture(_ size: PixelSize) -> Pixmap {
    var picture = Pixmap(size: size)
    for y in 0..<size.height {
      picture.withMutableRow(y, columns: 0..<size.width) { row in
        for x in row.indices {
          row[x] =
            0xff00_0000 | UInt32(truncatingIfNeeded: (x &* 2_654_435_761) ^ (y &* 40_503)) >> 8
        }
      }
    }
    return picture
  }

  private func failure(_ bytes: [UInt8], patience: Duration? = nil) -> PictureProcess.Failure? {
    do throws(PictureProcess.Failure) {
      _ = try PictureProcess.decode(bytes, patience: patience)
      return nil
    } catch {
      return error
    }
  }

  /// An uncompressed, interlaced or plain file with a header only.
  private func header(width: UInt32, height: UInt32, isInterlaced: Bool) -> [UInt8] {
    func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xff) } }
    func sum(_ bytes: [UInt8]) -> UInt32 {
      var sum = ~UInt32(0)
      for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
      }
      return ~sum
    }
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      let named = Array(name.utf8) + body
      return word(UInt32(body.count)) + named + word(sum(named))
    }
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    file += chunk("IHDR", word(width) + word(height) + [8, 6, 0, 0, isInterlaced ? 1 : 0])
    file += chunk("IDAT", [0x78, 0x9c, 0x01, 0, 0, 0xff, 0xff])
    return file + chunk("IEND", [])
  }

  @Test(arguments: [(1, 1), (3, 2), (300, 200), (16_385, 3), (2, 5_000)])
  func picture_isThatOfTheDecoder(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)
    let file = PNGEncoder.encode(picture(size))
    let one = try PNGDecoder.decode(file.span)
    let other = try PictureProcess.decode(file)
    var differing = one.size == other.size ? 0 : 1
    for y in 0..<height { for x in 0..<width where one[x, y] != other[x, y] { differing += 1 } }
    #expect(differing == 0)
  }

  @Test func brokenFile_hasTheDecodersReason() throws {
    var file = PNGEncoder.encode(picture(PixelSize(width: 300, height: 200)))
    for bytes in [[], Array("no picture".utf8), Array(file[..<500])] as [[UInt8]] {
      var reason = ByteString()
      do throws(PNGDecoder.DecodingError) { _ = try PNGDecoder.decode(bytes.span) } catch {
        reason = error.reason
      }
      let found = try #require(failure(bytes))
      #expect(found.reason == reason)
      #expect(found.isFiles)
    }
    file[file.count / 2] ^= 0xff
    #expect(failure(file)?.reason.isEmpty == false)
  }

  /// A file of 100 bytes whose rows take more than the process has.
  @Test func interlacedBomb_takesNoMemory() {
    let bomb = header(width: 4_096, height: 4_096, isInterlaced: true)
    #expect(failure(bomb)?.reason == "4096x4096 needs more memory than is free")
    let plain = header(width: 4_096, height: 4_096, isInterlaced: false)
    #expect(failure(plain)?.reason.hasPrefix("4096x4096") == false)
  }

  @Test func slowFile_isGivenUp() throws {
    let file = PNGEncoder.encode(picture(PixelSize(width: 3_000, height: 3_000)))
    let start = MonotonicClock.now
    #expect(failure(file, patience: .milliseconds(5))?.reason == "it takes too long")
    #expect(MonotonicClock.now - start < .seconds(5))
  }

  /// Without the limit of processor time it would run for ever.
  @Test func processorTime_isLimited() throws {
    let child = try ChildProcess.fork(named: "test") {
      ProcessMemory.limit(addressSpace: .max, processorSeconds: 1)
      var number: UInt64 = 1
      while number != 0 { number = number &* 6_364_136_223_846_793_005 | 1 }
      return 0
    }
    // Where that signal is blocked, as in threads of tests, the kernel uses SIGKILL 5 s later.
    let ends = [ProcessMemory.signalOfProcessorLimit, SIGKILL].map { ChildProcess.End.killed($0) }
    let end = try #require(child.reap(waiting: true))
    #expect(ends.contains(end))
  }

  @Test func addressSpace_isLimited() throws {
    let known = try #require(ProcessMemory.addressSpace)
    let child = try ChildProcess.fork(named: "test") {
      ProcessMemory.limit(addressSpace: known + 64 << 20, processorSeconds: 10)
      return (SystemMemory.canMap(32 << 20) ? 1 : 0) + (SystemMemory.canMap(128 << 20) ? 2 : 0)
    }
    #expect(child.reap(waiting: true) == .exited(1))
  }

  @Test func statedSize_isThatOfTheHeader() {
    let file = header(width: 4, height: 3, isInterlaced: false)
    #expect(PNGDecoder.statedSize(file.span) == PixelSize(width: 4, height: 3))
    #expect(PNGDecoder.statedSize(Array(file.prefix(23)).span) == nil)
    for (width, height) in [(UInt32.max, UInt32.max), (0, 1), (1, 0), (4_096, 4_097)] {
      let file = header(width: width, height: height, isInterlaced: false)
      #expect(PNGDecoder.statedSize(file.span) == nil)
    }
  }
}
