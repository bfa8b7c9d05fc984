import Base
import ProgressModel
import Testing

@testable import FeedProcess

@Suite struct LogArchiveTests {
  @Test func newestLines_areKeptInOrder() {
    var archive = LogArchive()
    #expect(archive.lines.isEmpty)
    for number in 0..<555 {
      archive.append(SanitizedText(ByteString(number)), at: .seconds(number))
      let first = max(0, number + 1 - LogArchive.capacity)
      #expect(archive.lines.first?.time == .seconds(first))
      #expect(archive.lines.last?.text.utf8 == ByteString(number))
      #expect(archive.lines.count == number + 1 - first)
    }
    #expect(archive.lines.map { $0.time } == (355..<555).map { .seconds($0) })
  }

  @Test func longLine_isCut() {
    var archive = LogArchive()
    archive.append(SanitizedText(ByteString([UInt8](repeating: 0x61, count: 4_000))), at: .zero)
    archive.append(.empty, at: .zero)
    #expect(archive.lines.count == 1 && archive.lines[0].text.utf8.count == RunLog.lineCapacity)
  }
}
