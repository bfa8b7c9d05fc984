import Base
import Feed
import ProgressModel
import TestSupport
import Testing

/// Only records that the next one replaces are left out.
@Suite struct RepeatedRecordsTests {
  private func thinned(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var kept: [UInt8] = []
    RepeatedRecords.withoutReplaced(bytes.span) { piece in
      for index in piece.indices { kept.append(piece[index]) }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("", ""), ("\n", "\n"), ("12", "12"), ("\n\n\n", "\n\n"),
      // The first bytes may belong to a record that began earlier.
      ("1\n2\n3\n4\n", "1\n4\n"), ("\n10\n20\n30\n40", "\n30\n40"),
      ("\n10\n20\n5\n6\n30\n", "\n20\n6\n30\n"),
      // Records with other words are kept, and so are those with another end.
      ("\nmessage 1\nmessage 2\nmessage a\n", "\nmessage 2\nmessage a\n"),
      ("\n10\r20\n30\n", "\n10\r30\n"), ("\n-1\n+1\n11\n", "\n-1\n+1\n11\n"),
      ("\nstep 1/3 a\nstep 2/3 a\n", "\nstep 1/3 a\nstep 2/3 a\n"),
      // Numbers of bytes and decimals of native records may become longer or shorter.
      ("\nbytes 9 200\nbytes 10 200\nbytes 8\nbytes 7 2\n", "\nbytes 10 200\nbytes 8\nbytes 7 2\n"),
      ("\nprogress 0.9\nprogress 0.10\nprogress 1\n", "\nprogress 0.10\nprogress 1\n"),
      ("\nprogress 9.5\nprogress 10.5\n", "\nprogress 9.5\nprogress 10.5\n"),
      ("\nbytes 9\u{1b}8bytes 22\u{1b}8b\n", "\nbytes 22\u{1b}8b\n"),
      ("\nbytes 9\nbytes 22", "\nbytes 9\nbytes 22"),
      ("\nbytes", "\nbytes"), ("\nbytes ", "\nbytes "), ("\nprogress", "\nprogress"),
      ("\nbytes -1\nbytes +11\n", "\nbytes -1\nbytes +11\n"),
      ("\nmessage 9\nmessage 10\n", "\nmessage 9\nmessage 10\n"),
      // Each names another thing, or is a line of its own.
      ("\nlog 1\nlog 2\n", "\nlog 1\nlog 2\n"),
      ("\n \u{2}log 1\n \u{2}log 2\n", "\n \u{2}log 1\n \u{2}log 2\n"),
      ("\nidentity k1 v\nidentity k2 v\n", "\nidentity k1 v\nidentity k2 v\n"),
      ("\njob 1 done\njob 2 done\n", "\njob 1 done\njob 2 done\n"),
      ("\n0.1234567\n0.7654321\n0.765432:\n0.765432/\n", "\n0.7654321\n0.765432:\n0.765432/\n"),
    ])
  func onlyReplacedRecords_goAway(text: String, kept: String) {
    #expect(thinned(text) == kept)
  }

  @Test func flood_becomesOneRecord() {
    var flood = ""
    for number in 0..<5_000 { flood += "progress 0.\(number + 10_000)\n" }
    #expect(thinned("\n" + flood) == "\nprogress 0.14999\n")
  }

  /// The remaining records lead to the same state as all of them.
  @Test(arguments: FeedProtocol.all) func rest_saysTheSame(feed: FeedProtocol) throws {
    guard feed.makeDecoder().recordsStandAlone else { return }
    var random = SeededGenerator(seed: 73)
    let session = try #require(FeedSamples.sessions["\(feed.name)"])
    // Without outcomes, since the first of two counts.
    let records = session.split { $0 == 0x0a || $0 == 0x0d || $0 == 0 }.map { Array($0) }
    var left = 0
    for round in 0..<300 {
      var bytes: [UInt8] = [0x0a]
      var place = 0
      for _ in 0..<20 {
        let before = shape(records[place])
        repeat {
          place = Int.random(in: 0..<records.count, using: &random)
        } while shape(
          records[place]) == before
        let record = records[place]
        // Growing numbers, like those of progress.
        let first = UInt8.random(in: 0x31...0x35, using: &random)
        for digit in first...(first + UInt8.random(in: 0...4, using: &random)) {
          bytes += record.map { (0x31...0x39).contains($0) ? digit : $0 }
          bytes.append(0x0a)
        }
      }
      let (one, other) = (feed.makeDecoder(), feed.makeDecoder())
      var (whole, thin) = (ProgressState(), ProgressState())
      one.decode(bytes.span) { self.apply($0, to: &whole) }
      RepeatedRecords.withoutReplaced(bytes.span) { piece in
        left += piece.count
        other.decode(piece) { self.apply($0, to: &thin) }
      }
      left -= bytes.count
      #expect(whole.fraction == thin.fraction, "\(feed.name) seed 73, round \(round)")
      #expect(whole.message == thin.message && whole.detail == thin.detail, "seed 73, \(round)")
      #expect(whole.title == thin.title, "seed 73, round \(round)")
      // The list may lack a step that began and ended within one read.
      let (steps, fewer) = (whole.steps, thin.steps)
      #expect(steps.number == fewer.number && steps.count == fewer.count, "seed 73, \(round)")
      #expect(steps.name == fewer.name && steps.weights == fewer.weights, "seed 73, \(round)")
      #expect(whole.totalBytes == thin.totalBytes, "seed 73, round \(round)")
      #expect(whole.style == thin.style && whole.picture == thin.picture, "seed 73, \(round)")
    }
    #expect(left < 0, "nothing was left out")
  }

  /// The same for native numbers that become longer.
  @Test func restOfLongerNumbers_saysTheSame() {
    var random = SeededGenerator(seed: 74)
    for round in 0..<200 {
      let total = Int.random(in: 1..<1_000_000_000, using: &random)
      var (text, done, count) = ("\n", 0, 0)
      while done < total {
        done += Int.random(in: 1...(1 + max(total / 300, done)), using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: text += "bytes \(min(done, total))\n"
        case 1: text += "message \(done)\n"
        case 2: text += "progress 0.\(1_000_000_000 + min(done, total))\n"
        default: text += "bytes \(min(done, total)) \(total)\n"
        }
        count += 1
      }
      let (one, other) = (FeedProtocol.native.makeDecoder(), FeedProtocol.native.makeDecoder())
      var (whole, thin) = (ProgressState(), ProgressState())
      let bytes = Array(text.utf8)
      one.decode(bytes.span) { self.apply($0, to: &whole) }
      RepeatedRecords.withoutReplaced(bytes.span) { piece in
        other.decode(piece) { self.apply($0, to: &thin) }
      }
      #expect(whole.fraction == thin.fraction, "seed 74, round \(round)")
      #expect(whole.message == thin.message, "seed 74, round \(round)")
      #expect(whole.totalBytes == thin.totalBytes, "seed 74, round \(round)")
      if count > 200 { #expect(thinned(text).utf8.count < bytes.count) }
    }
  }

  private func shape(_ record: [UInt8]) -> [UInt8] {
    record.map { (0x30...0x39).contains($0) ? 0x30 : $0 }
  }

  private func apply(_ output: FeedOutput, to state: inout ProgressState) {
    guard case .event(let event) = output else { return }
    switch event {
    case .done, .fail, .cancel, .interruption: break
    default: state.apply(event, at: .seconds(1))
    }
  }

  @Test func whatIsMoreThanARecord_isReadWhole() {
    for feed in FeedProtocol.all {
      let isWhole = [
        "gauge", "android", "swupdate", "plymouth", "json", "bootc", "varlink", "docker", "backup",
        "fsck", "debootstrap", "nix",
      ].contains("\(feed.name)")
      #expect(feed.makeDecoder().recordsStandAlone != isWhole, "\(feed.name)")
    }
    // Nothing is left out before the protocol is recognized.
    let decoder = FeedRecognizer()
    #expect(!decoder.recordsStandAlone)
    decoder.decode(Array("10\n".utf8).span) { _ in }
    #expect(decoder.recordsStandAlone)
    decoder.decode(Array("XXX\n20\nx\nXXX\n".utf8).span) { _ in }
    #expect(!decoder.recordsStandAlone)
  }
}
