import Base
import Feed
import Foundation
import LinuxSystem
import ProgressModel
import TestSupport
import Testing

@testable import FeedProcess

@Suite final class StreamSourceTests {
  private let folder: URL
  private var path: String { folder.appending(path: "feed").path }
  private var exists: Bool { FileManager.default.fileExists(atPath: path) }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func open() throws -> StreamSource {
    try StreamSource(try #require(FeedDescription(ByteString("fifo:" + path))))
  }

  // SAFETY: the path is borrowed for the call.
  private func makeFIFO() { #expect(unsafe mkfifo(path, 0o620) == 0) }

  private func openWriter() throws -> Int32 {
    // SAFETY: the path is borrowed for the call.
    let writer = unsafe Foundation.open(path, O_WRONLY | O_NONBLOCK)
    try #require(writer >= 0)
    return writer
  }

  // MARK: - Floods

  /// A writer that is faster than the decoder does not wait: lines are skipped, but no outcome, no
  /// record that adds to others, and not the last state.
  @Test func flood_isSkimmed() throws {
    let source = try open()
    defer { source.close() }
    let writer = try openWriter()
    defer { close(writer) }
    let noise = (0..<1_200).map { "extracting a file with number \($0)\n" }.joined()
    let text =
      noise + "message M\njob a done\nfail No space\n\u{2}title T\n" + noise + "progress 0.7\n"
      + noise
    // SAFETY: the bytes are borrowed for the call.
    #expect(unsafe write(writer, text, text.utf8.count) == text.utf8.count)
    var (events, otherCount) = ([ProgressEvent](), 0)
    source.read(at: .zero) {
      if case .event(let event) = $0 { events.append(event) } else { otherCount += 1 }
    }
    #expect(events.count == 4, "\(events)")
    #expect(events.first == .message(SanitizedText("M")))
    #expect(events.contains(.fail(SanitizedText("No space"))))
    #expect(source.deadline == .microseconds(16_384))
    source.read(at: .milliseconds(17)) {
      if case .event(let event) = $0 { events.append(event) } else { otherCount += 1 }
    }
    #expect(events.last == .fraction(Fraction(billionths: 700_000_000)))
    #expect(otherCount < 10)
    #expect(source.deadline == nil)
  }

  /// Bytes that arrive no faster than one a microsecond are no flood.
  @Test func fastRecords_areAllRead() throws {
    let source = try open()
    defer { source.close() }
    let writer = try openWriter()
    defer { close(writer) }
    var count = 0
    for time in 0..<400 {
      let records = (0..<100).map { "bytes \(time * 100 + $0) 99999\n" }.joined()
      // SAFETY: the bytes are borrowed for the call.
      #expect(unsafe write(writer, records, records.utf8.count) == records.utf8.count)
      source.read(at: .milliseconds(time * 2)) { if case .event = $0 { count += 1 } }
    }
    #expect(count == 40_000)
  }

  // MARK: - Replacement

  /// The kernel limits the watchers of a user. Writers that find no FIFO cannot end the wait.
  @Test func removedFIFO_isMadeAnew_evenWithoutAWatcher() throws {
    let source = try open()
    defer { source.close() }
    source.read(at: .zero) { _ in }
    source.loseWatcher()
    try FileManager.default.removeItem(atPath: path)
    let due = try #require(source.deadline, "the path is never looked at again")
    source.read(at: due) { _ in }
    #expect(exists)
  }

  /// The new watcher tells only of later changes.
  @Test func fifoThatReplacedTheFirst_isRead_afterATimeWithoutAWatcher() throws {
    let source = try open()
    defer { source.close() }
    source.read(at: .zero) { _ in }
    source.loseWatcher()
    try FileManager.default.removeItem(atPath: path)
    makeFIFO()
    source.read(at: try #require(source.deadline)) { _ in }
    // SAFETY: the path is borrowed for the call.
    let writer = unsafe Foundation.open(path, O_WRONLY | O_NONBLOCK)
    try #require(writer >= 0, "the FIFO at the path has no reader")
    defer { close(writer) }
    // SAFETY: the bytes are borrowed for the call.
    #expect(unsafe write(writer, "42\n", 3) == 3)
    var count = 0
    source.read(at: .seconds(5)) {
      if case .event(.fraction) = $0 { count += 1 }
    }
    #expect(count == 1)
  }

  // MARK: - The owner

  @Test func fifoOfAKilledInstance_isRemovedByItsSuccessor() throws {
    do {
      let killed = try open()
      #expect(killed.ownedFIFO != nil)
    }
    try #require(exists)
    let successor = try open()
    #expect(successor.ownedFIFO == ByteString(path))
    successor.close()
    #expect(!exists)
  }

  @Test func fifoOfALiveInstance_isItsOwn() throws {
    let first = try open()
    let second = try open()
    #expect(second.ownedFIFO == nil)
    second.close()
    #expect(exists)
    first.close()
    #expect(!exists)
  }

  @Test func fifoOfAnotherProgram_stays() throws {
    makeFIFO()
    let source = try open()
    #expect(source.ownedFIFO == nil)
    source.close()
    #expect(exists)
  }
}
