import Feed

/// For each protocol a session of its own, with everything in it that the protocol can say.
enum FeedSamples {
  static let sessions: [String: [UInt8]] = [
    "native": Array(
      """
      42
      7.5%
      progress 0.42
      bytes 1234 5678
      weights 1 2 3
      step 1/3 First things
      expect 90
      speed 1.5MiB
      title A title
      message Grüße
      detail a/b c
      style ring
      image /a/b.png
      nonsense
      reset
      done all well

      """.utf8),
    "gauge": Array(
      "10\nXXX\n42\nCopying\nthe files\nXXX\n50\nXXX\nOnly words\nXXX\n0.5000 60\n4096\njunk\n".utf8
    ),
    "psplash": Array(
      "MSG Hello you\0PROGRESS 10\0PROGRESS -20\0\nMSG step 2 of 3\0PROGRESS 99\nMSG SUCCESS\0QUIT\0"
        .utf8
    ),
    "human": Array(
      ("  1,234,567  42%    1.20MB/s    0:00:01 (xfr#3, to-chk=1/5)\r"
        + "  7 10.0M    7  741k    0     0  1200k      0  0:00:08 --:--:--  0:00:08 1200k\r"
        + "  1350K .......... ..........  42% 1.17M 2s\n"
        + "\u{1b}[1m[#2089b0 1.2MiB/10MiB(12%) CN:1 DL:1.1MiB ETA:8s]\u{1b}[0m\r"
        + "24000000 bytes (24 MB, 23 MiB) copied, 4 s, 6.0 MB/s\r####    42.1%\rwho knows\n").utf8),
  ]
}
