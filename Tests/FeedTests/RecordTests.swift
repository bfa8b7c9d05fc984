import ByteStrings
import Feed
import ProgressModel
import TestSupport
import Testing

/// What one record of each protocol says, as the programs print it.
@Suite struct RecordTests {
  static func decode(_ name: String, _ text: String) throws -> [FeedOutput] {
    let feed = try #require(FeedProtocol.all.first { "\($0.name)" == name })
    let decoder = feed.makeDecoder()
    var outputs: [FeedOutput] = []
    decoder.decode(Array(text.utf8).span) { outputs.append($0) }
    decoder.finish { outputs.append($0) }
    return outputs
  }

  static func percent(_ number: Double) -> FeedOutput {
    .event(.fraction(Fraction(billionths: Int64((number * 1e7).rounded()))))
  }
  static func message(_ text: String) -> FeedOutput {
    .event(.message(ProgressText(ByteString(text))))
  }
  static func detail(_ text: String) -> FeedOutput {
    .event(.detail(ProgressText(ByteString(text))))
  }
  static func bytes(_ completed: UInt64, _ total: UInt64?) -> FeedOutput {
    .event(.bytes(completed: completed, total: total))
  }
  static func step(_ number: UInt32, _ count: UInt32, _ name: String = "") -> FeedOutput {
    .event(.step(number: number, count: count, name: ProgressText(ByteString(name))))
  }
  static func junk(_ text: String) -> FeedOutput { .malformed(ProgressText(ByteString(text))) }

  static let cases: [(String, String, [FeedOutput])] = [
    ("gauge", "42\n", [percent(42)]), ("gauge", "1.0042 7\n", [percent(7)]),
    ("gauge", "1048576\n", [bytes(1_048_576, nil)]),
    ("gauge", "XXX\n50\nTwo\nlines\nXXX\n60\n", [percent(50), message("Two lines"), percent(60)]),
    ("gauge", "XXX\nNo number\nXXX\n", [message("No number")]),
    ("gauge", "XXX\n50\n2\nXXX\n", [percent(50), message("2")]),
    ("psplash", "PROGRESS 30\0", [percent(30)]), ("psplash", "PROGRESS -30\n", [percent(30)]),
    ("psplash", "MSG step 2 of 4\0PROGRESS 1\0", [step(2, 4), percent(1)]),
    ("psplash", "MSG SUCCESS\0", [.event(.done(.empty))]),
    ("psplash", "MSG FAILURE\0\n", [.event(.fail(.empty))]), ("psplash", "QUIT\n", [.end]),
    ("psplash", "MSG \0", [message("")]), ("psplash", "FIFO /sysroot/run\n", []),
    ("psplash", "PROGRESS\0", [junk("PROGRESS")]),
    // rsync 3.2 --info=progress2
    (
      "human", "\r     32,768,000  31%   10.42MB/s    0:00:06  ",
      [percent(31), .event(.speed(10_926_161))]
    ),
    (
      "human", "\r    104,857,600 100%   99.81MB/s    0:00:01 (xfr#1, to-chk=0/1)\n",
      [percent(100), .event(.speed(104_658_370))]
    ),
    // curl 7.88
    (
      "human",
      "\r 45 10.0M   45 4608k    0     0  1536k      0  0:00:06  0:00:03  0:00:03 1536k",
      [bytes(4_718_592, 10_485_760), .event(.speed(1_572_864))]
    ),
    ("human", "\r##########                42.1%", [percent(42.1)]),
    ("human", "\r  0.0%", [percent(0)]),
    // wget 1.21 dot, bar
    (
      "human", "   50K .......... .......... .......... .......... ..........  9% 52.1M 0s\n",
      [percent(9), .event(.speed(54_630_809))]
    ),
    (
      "human", "  950K .......... .......... ....                             100%  128M=0.01s\n",
      [percent(100), .event(.speed(134_217_728))]
    ),
    (
      "human", "\rfile.bin             42%[=======>            ]   4.20M  1.17MB/s    eta 5s     ",
      [percent(42), .event(.speed(1_170_000))]
    ),
    // aria2 1.36
    (
      "human", "\r\u{1b}[1;35m[#2089b0 400.0KiB/33.2MiB(1%) CN:1 DL:115.7KiB ETA:4m51s]\u{1b}[0m",
      [bytes(409_600, 34_812_723), .event(.speed(118_476))]
    ),
    ("human", "[#5d1b4c 1.0MiB/2.0MiB(50%) CN:1]\n", [bytes(1_048_576, 2_097_152)]),
    // dd of coreutils 9.1
    (
      "human", "\r24117248 bytes (24 MB, 23 MiB) copied, 4 s, 6.0 MB/s",
      [bytes(24_117_248, nil), .event(.speed(6_000_000))]
    ),
    (
      "human", "\r512 bytes copied, 0.5 s, 1.0 kB/s", [bytes(512, nil), .event(.speed(1_000))]
    ),
    // rpi-imager --cli
    (
      "human", "  Writing: [----->          ] 23 %\r",
      [step(1, 2), percent(23), message("Writing")]
    ),
    ("human", "Write successful.\n", [.event(.done(.empty))]),
    ("human", "Error: Write failed\n", [.event(.fail(ProgressText("Write failed")))]),
    (
      "human", "Receiving objects: 42% (120/285) 1.2 MB/s 12.0 MB\n",
      [percent(42), .event(.speed(1_200_000)), message("Receiving objects")]
    ),
    ("human", "Progress: [ 42%]\n", [percent(42)]),
    ("human", "bmaptool: info: 42% copied\r", [percent(42)]),
    ("human", "Setting up libc6:amd64 (2.36-9) ...\n", [detail("Setting up libc6:amd64")]),
    ("human", "Cloning into 'x'...\n", [junk("Cloning into 'x'...")]),
  ]

  @Test(arguments: cases) func record_saysThis(name: String, text: String, said: [FeedOutput])
    throws
  {
    #expect(try Self.decode(name, text) == said)
  }
}
