import Base
import Feed
import Foundation
import ProgressModel
import TestSupport
import Testing

/// The outputs of single records of each protocol, as the programs print them.
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
    .event(.message(SanitizedText(ByteString(text))))
  }
  static func detail(_ text: String) -> FeedOutput {
    .event(.detail(SanitizedText(ByteString(text))))
  }
  static func bytes(_ completed: UInt64, _ total: UInt64?) -> FeedOutput {
    .event(.bytes(completed: completed, total: total))
  }
  static let binary = FeedOutput.event(.units(.binary))
  static let decimal = FeedOutput.event(.units(.decimal))
  static func step(_ number: UInt32, _ count: UInt32, _ name: String = "") -> FeedOutput {
    .event(.step(number: number, count: count, name: SanitizedText(ByteString(name))))
  }
  /// The weights of e2fsck's passes.
  static let weights = FeedOutput.event(.weights([70, 20, 2, 3, 5]))
  static func junk(_ text: String) -> FeedOutput { .malformed(SanitizedText(ByteString(text))) }

  static let cases: [(String, String, [FeedOutput])] = [
    ("gauge", "42\n", [percent(42)]), ("gauge", "1.0042 7\n", [percent(7)]),
    ("gauge", "1048576\n", [bytes(1_048_576, nil)]),
    ("gauge", "0.1806 524288\n", [bytes(524_288, nil)]), ("gauge", "0.2 101\n", [bytes(101, nil)]),
    ("gauge", "XXX\n50\nTwo\nlines\nXXX\n60\n", [percent(50), message("Two lines"), percent(60)]),
    ("gauge", "XXX\nNo number\nXXX\n", [message("No number")]),
    ("gauge", "XXX\n50\n2\nXXX\n", [percent(50), message("2")]),
    ("psplash", "PROGRESS 30\0", [percent(30)]), ("psplash", "PROGRESS -30\n", [percent(30)]),
    ("psplash", "MSG step 2 of 4\0PROGRESS 1\0", [step(2, 4), percent(1)]),
    ("psplash", "MSG SUCCESS\0", [.event(.done(.empty))]),
    ("psplash", "MSG FAILURE\0\n", [.event(.fail(.empty))]), ("psplash", "QUIT\n", [.end]),
    ("psplash", "MSG \0", [message("")]), ("psplash", "FIFO /sysroot/run\n", [.newRoot]),
    ("psplash", "PROGRESS\0", [junk("PROGRESS")]), ("psplash", "PROGRESS 42%\0", [percent(42)]),
    ("android", "ui_print a b\nui_print\n", [message("a b")]),
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
      [binary, bytes(4_718_592, 10_485_760), .event(.speed(1_572_864))]
    ),
    ("human", "\r##########                42.1%", [percent(42.1)]),
    ("human", "\r  0.0%", [percent(0)]),
    // wget 1.21 dot, bar
    (
      "human", "   50K .......... .......... .......... .......... ..........  9% 52.1M 0s\n",
      [binary, percent(9)]
    ),
    (
      "human", "  950K .......... .......... ....                             100%  128M=0.01s\n",
      [binary, percent(100)]
    ),
    (
      "human", "\rfile.bin             42%[=======>            ]   4.20M  1.17MB/s    eta 5s     ",
      [decimal, percent(42), .event(.speed(1_170_000))]
    ),
    // aria2 1.36
    (
      "human", "\r\u{1b}[1;35m[#2089b0 400.0KiB/33.2MiB(1%) CN:1 DL:115.7KiB ETA:4m51s]\u{1b}[0m",
      [binary, bytes(409_600, 34_812_723), .event(.speed(118_476))]
    ),
    ("human", "[#5d1b4c 1.0MiB/2.0MiB(50%) CN:1]\n", [binary, bytes(1_048_576, 2_097_152)]),
    // dd of coreutils 9.1
    (
      "human", "\r24117248 bytes (24 MB, 23 MiB) copied, 4 s, 6.0 MB/s",
      [decimal, bytes(24_117_248, nil), .event(.speed(6_000_000))]
    ),
    (
      "human", "\r512 bytes copied, 0.5 s, 1.0 kB/s",
      [decimal, bytes(512, nil), .event(.speed(1_000))]
    ),
    // rpi-imager --cli
    (
      "human", "  Writing: [----->          ] 23 %\r",
      [step(1, 2), percent(23), message("Writing")]
    ),
    ("human", "Write successful.\n", [.event(.done(.empty))]),
    ("human", "Error: Write failed\n", [.event(.fail(SanitizedText("Write failed")))]),
    (
      "human", "Receiving objects: 42% (120/285) 1.2 MB/s 12.0 MB\n",
      [decimal, percent(42), .event(.speed(1_200_000)), message("Receiving objects")]
    ),
    // ostree 2022.7 on a terminal
    (
      "human",
      "\u{1b}7\u{1b}8Receiving objects: 41% (127/305) 1.2\u{a0}MB/s 2.5\u{a0}MB    \u{1b}8Receiving objects: 56% (173/305) -/s\u{1b}8",
      [
        decimal, percent(41), .event(.speed(1_200_000)), message("Receiving objects"), percent(56),
        message("Receiving objects"),
      ]
    ),
    ("human", "Progress: [ 42%]\n", [percent(42)]),
    // pv 1.6.20, with and without a total
    (
      "human", "\r 100MiB 0:00:01 [99.5MiB/s] [=====>             ] 40% ETA 0:00:02",
      [binary, percent(40), .event(.speed(104_333_312))]
    ),
    (
      "human", "\r 100MiB 0:00:01 [ 102MiB/s] [      <=>        ]\n",
      [binary, bytes(104_857_600, nil), .event(.speed(106_954_752))]
    ),
    // rsync 3.2 with thousands separated by blanks or U+202F
    (
      "human", "\r     32 768 000  31%   10.42MB/s    0:00:06  ",
      [percent(31), .event(.speed(10_926_161))]
    ),
    (
      "human", "\r     32\u{202f}768\u{202f}000  31%   10.42MB/s    0:00:06  ",
      [percent(31), .event(.speed(10_926_161))]
    ),
    (
      "human", "\r            100 100%    0.10kB/s    0:00:00 \n",
      [percent(100), .event(.speed(102))]
    ),
    ("human", "Writing: 40%\n", [percent(40), message("Writing")]),
    ("human", "Erasing... 7.5%\r", [percent(7.5), message("Erasing")]),
    ("human", "[ 42%] Building C object a.o\n", [percent(42), message("Building C object a.o")]),
    // Progress reports to terminals, between lines and within a line.
    ("human", "a\u{1b}]9;4;1;42\u{7}b\n", [percent(42), junk("ab")]),
    ("native", "\u{1b}]9;4;3\u{1b}\\\u{1b}]9;4;1;100\u{1b}\\", [bytes(0, nil), percent(100)]),
    ("native", "\u{1b}]9;4;0\u{7}\u{1b}]0;title\u{7}\u{1b}]9;4;1;101\u{7}42\n", [percent(42)]),
    ("psplash", "PROGRESS 4\u{1b}]9;4;2;50\u{7}2\n", [percent(50), percent(42)]),
    ("human", "bmaptool: info: 42% copied\r", [percent(42)]),
    ("human", "Setting up libc6:amd64 (2.36-9) ...\n", [detail("Setting up libc6:amd64")]),
    ("human", "Cloning into 'x'...\n", [junk("Cloning into 'x'...")]),
    (
      "json", #"{"progress": 0.5, "message": "a\u00fc\n\"b\""}"# + "\n",
      [percent(50), message("aü \"b\"")]
    ),
    ("json", #"{"bytes":5,"total":0}"# + "\n", [bytes(5, nil)]),
    ("json", #"{"progress":42}"#, [percent(42)]),
    // Programs that write percentages (systemd over Varlink, Home Assistant), and fractions.
    (
      "json", #"{"progress":0}{"progress":1}{"progress":2}{"progress":100}"#.lines,
      [percent(0), percent(1), percent(2), percent(100)]
    ),
    (
      "json", #"{"progress":1.3}{"progress":0.9}{"progress":97.9}{"progress":1}"#.lines,
      [percent(1.3), percent(0.9), percent(97.9), percent(1)]
    ),
    (
      "json", #"{"progress":0}{"progress":0.25}{"progress":1}{"progress":1.0}"#.lines,
      [percent(0), percent(25), percent(100), percent(100)]
    ),
    (
      "json", #"{"progress":0.5}{"progress":0.5}{"reset":true}{"progress":1}"#.lines,
      [percent(50), percent(50), .event(.reset), percent(1)]
    ),
    (
      "json", #"{"progress":-1}{"progress":101}{"progress":1e99}{"percentage":7}"#.lines,
      [
        junk(#"{"progress":-1}"#), junk(#"{"progress":101}"#), junk(#"{"progress":1e99}"#),
        percent(7),
      ]
    ),
    // Home Assistant's job event, and a layer of docker with a text bar.
    (
      "json",
      #"{"name":"home_assistant_core_update","reference":null,"uuid":"5f","progress":97.9,"stage":null,"done":false}"#,
      [percent(97.9)]
    ),
    (
      "json",
      #"{"status":"Downloading","progressDetail":{"current":1,"total":9},"progress":"[=>  ] 1B/9B","id":"a"}"#,
      [message("Downloading")]
    ),
    ("json", #"{"message":"a\u000adone","percent":"5\u000dfail"}"#, [message("a done")]),
    ("json", #"{"done":true}"#, [.event(.done(.empty))]),
    ("json", #"{ "done": true }"#, [.event(.done(.empty))]),
    (
      "json", #"{"job":"a","percent":5,"message":"x"}{"job":"b"}{"job":"a","fail":"y"}"#.lines,
      [
        .event(.job(SanitizedText("a"), .fraction(Fraction(billionths: 50_000_000)))),
        .event(.job(SanitizedText("a"), .message(SanitizedText("x")))),
        .event(.job(SanitizedText("b"), .resumed)),
        .event(.job(SanitizedText("a"), .fail(SanitizedText("y")))),
      ]
    ),
    ("json", #"{"job":{"id":1},"percent":7}"#, [percent(7)]),
    ("json", #"{"job":"a b","percent":7}"#, [junk(#"{"job":"a b","percent":7}"#)]),
    // Fields with the name of an outcome but another kind of value.
    ("json", #"{"done":0,"total":10}"#, [junk(#"{"done":0,"total":10}"#)]),
    ("json", #"{"fail":0,"progress":0.5}"#, [percent(50)]),
    ("json", #"{"reset":false,"percent":7}"#, [percent(7)]),
    ("json", #"{"fail":"","cancel":null,"done":[],"percent":7}"#, [percent(7)]),
    ("json", #"{"done":{"at":null},"message":{"a":1},"percent":7}"#, [percent(7)]),
    ("json", #"{"reset":true,"percent":7}"#, [.event(.reset), percent(7)]),
    ("json", #"{"done":"x"} y"#, [junk(#"{"done":"x"} y"#)]),
    ("json", #"{"weights":[1, 2],"step":2,"steps":2}"#, [step(2, 2), .event(.weights([1, 2]))]),
    ("json", #"{"detail":"x"#, [junk(#"{"detail":"x"#)]), ("json", "{}", [junk("{}")]),
    (
      "json", #"{"percent":7,"x":"\ud83d\ude00","detail":"\ud83d\ude00\ud800"}"#,
      [percent(7), detail("😀\u{fffd}\u{fffd}\u{fffd}")]
    ),
    (
      "bootc",
      #"{"type":"ProgressBytes","task":"pulling","description":"P","bytes":5,"bytesTotal":10,"subtasks":[{"bytes":1}]}"#,
      [step(1, 3, "pulling"), bytes(5, 10), message("P")]
    ),
    (
      "bootc",
      #"{"type":"ProgressSteps","task":"staging","description":"D","steps":1,"stepsTotal":4}"#,
      [step(3, 3, "staging"), percent(25), message("D")]
    ),
    (
      "bootc",
      #"{"type":"ProgressSteps","task":"pulling","steps":1000000000000000000,"stepsTotal":2000000000000000000}"#,
      [step(1, 3, "pulling"), percent(50)]
    ),
    (
      "bootc",
      #"{"type":"ProgressSteps","task":"pulling","steps":18446744073709551615,"stepsTotal":18446744073709551615}"#,
      [step(1, 3, "pulling"), percent(100)]
    ),
    (
      "bootc",
      #"{"type":"ProgressBytes","task":"pulling","description":"P","bytes":5,"bytesTotal":0,"steps":1,"stepsTotal":2}"#,
      [step(1, 3, "pulling"), percent(50), message("P")]
    ),
    // e2fsck 1.47 -C 0
    (
      "human", "\u{1}fs: |======                     /  8.8%   \r\u{2}",
      [percent(8.8), message(" fs")]
    ),
    ("human", "\u{1}fs: |=====| 100.0%   \r", [percent(100), message(" fs")]),
    (
      "human", "fs: 11/16384 files (0.0% non-contiguous), 5412/65536 blocks\n",
      [junk("fs: 11/16384 files (0.0% non-contiguous), 5412/65536 blocks")]
    ),
    // mtd-utils 2.1: flashcp.c, ubiformat.c, flash_erase.c
    (
      "human",
      "\rErasing blocks: 1/16 (6%)\rWriting data: 64k/1024k (6%)\rVerifying data: 128k/1024k (12%)",
      [
        step(1, 3), percent(6.25), message("Erasing blocks"), step(2, 3), binary,
        bytes(65_536, 1_048_576), message("Writing data"), step(3, 3), binary,
        bytes(131_072, 1_048_576), message("Verifying data"),
      ]
    ),
    (
      "human", "\rWriting data: 64k/64k (100%)\rVerifying data: 64k/64k (100%)",
      [
        binary, bytes(65_536, 65_536), message("Writing data"), binary, bytes(65_536, 65_536),
        message("Verifying data"),
      ]
    ),
    (
      "human",
      "\rlibscan: scanning eraseblock 12 --  9 % complete  \rubiformat: flashing eraseblock 3 -- 42 % complete  ",
      [
        step(1, 3), percent(9), message("scanning eraseblock 12"), step(2, 3), percent(42),
        message("flashing eraseblock 3"),
      ]
    ),
    ("human", "\rErasing 64 Kibyte @ 10000 -- 12 % complete ", [percent(12), message("Erasing")]),
    // fwupdmgr: fu-console.c
    ("human", "Writing…: 42.0%\n", [percent(42), message("Writing…")]),
    // mender-update: progress_reader.cpp
    ("human", "\r42%", [percent(42)]),
    // desync: progressbar.go, extract's prefix "Attempt %d: Assembling "
    ("human", "Attempt 1: Assembling   42.00% 1m05s\n", [percent(42), message("Assembling")]),
    // partclone 0.3.23: it reads the bitmap first.
    (
      "human",
      "\rElapsed: 00:00:01, Remaining: 00:00:00, Completed: 100.00%\nElapsed: 00:00:01, Remaining: 00:01:39, Completed:   1.00%,   0.00byte/min,\n",
      [percent(1)]
    ),
    (
      "human", "\rcurrent block:          0, total block:      65536, Complete:   1.50%\u{1b}[A\r",
      []
    ),
    // fastboot: fastboot.cpp
    (
      "human", "Sending sparse 'system' 2/5 (65536 KB)   OKAY [  1.2s]\n",
      [step(2, 5, "'system'")]
    ),
    // flatpak 1.14: flatpak-cli-transaction.c
    (
      "human", "\rInstalling 1/2… ████▌                42%  1.2 MB/s  00:03\r",
      [step(1, 2, "Installing"), percent(42)]
    ),
    ("human", "Updating 2/2…                        0%\n", [step(2, 2, "Updating"), percent(0)]),
    ("human", "\rInstalling…                       0%\r", [percent(0), message("Installing")]),
    // flashrom 1.4: it erases each number with "\b \b".
    (
      "human",
      "Reading flash... [READ: 41%]...\u{8} \u{8}\u{8} \u{8}[READ: 42%]...\u{8} \u{8}done.\n",
      [percent(41), percent(42), junk("done.")]
    ),
    // avrdude 7, esptool 4 and 5, dfu-util 0.11
    ("human", "\rWriting | ###########           | 42% 0.35 s", [percent(42), message("Writing")]),
    ("human", "\rWriting |                       | 0% 0.00 s", [percent(0), message("Writing")]),
    ("human", "avrdude done.  Thank you.\n", []),
    (
      "human", "\rWriting at 0x00010000... (42 %)", [percent(42), message("Writing at 0x00010000")]
    ),
    (
      "human", "\rWriting at 0x00010000 [====>     ]  42.0% 123/456 bytes...",
      [percent(42), message("Writing at 0x00010000")]
    ),
    (
      "human", "\rDownload\t[===========         ]  42%     123456 bytes",
      [percent(42), message("Download")]
    ),
    // 7z -bsp1
    (
      "human", "  0%\u{8}\u{8}\u{8}\u{8}    \u{8}\u{8}\u{8}\u{8}  3% 2 + a b\u{8}\u{8}",
      [percent(0), percent(3), detail("a b")]
    ),
    // tqdm 4.64, pip 23 on a terminal and with --progress-bar raw, apk on a terminal
    (
      "human", "\rCopying:  42%|████▏     | 30/100 [00:01<00:02, 49.9it/s]",
      [percent(42), message("Copying")]
    ),
    ("human", "\r 42%|████▏     | 1.76M/4.19M [00:00<00:00, 9.09MB/s]", [percent(42)]),
    (
      "human",
      "\r   \u{1b}[38;5;197m━━━━━━━━━━\u{1b}[0m \u{1b}[32m1.2/4.8 MB\u{1b}[0m \u{1b}[31m5.6 MB/s\u{1b}[0m eta \u{1b}[36m0:00:01\u{1b}[0m",
      [decimal, percent(25), .event(.speed(5_600_000))]
    ),
    ("human", "\r   ━━━━━━━━━━━━━━━━ 1/2 [probe]\r", [percent(50), detail("probe")]),
    ("human", "Progress 1234 of 5678\n", [bytes(1234, 5678)]),
    ("human", "\u{1b}7 42% ██████   \u{1b}8\u{1b}[0K", [percent(42)]),
    (
      "curtin", "start: cmd-install/stage-early: preparing for installation\n",
      [step(1, 7, "preparing for installation")]
    ),
    (
      "curtin",
      "start: subiquity/Install/install: installing system\nfinish: cmd-install: FAIL: x\n",
      [message("installing system"), .event(.fail(SanitizedText("x")))]
    ),
    // debootstrap 1.0.128
    (
      "debootstrap",
      "P: 0 100 DOWNREL\nPF: Downloading Release file\nI: RETRIEVING\nIA: InRelease\nIF: Retrieving %s %s\n",
      [
        step(1, 4), percent(0), message("Downloading Release file"),
        message("Retrieving InRelease "),
      ]
    ),
    (
      "debootstrap", "E: NOGETREL\nEA: file:///x\nEF: Failed getting release file %s\n",
      [.event(.fail(SanitizedText("Failed getting release file file:///x")))]
    ),
    (
      "debootstrap", "P: 3 12 CONFREQ\nI: Retrieving Release\n",
      [percent(25), message("Retrieving Release")]
    ),
    (
      "zypper", #"<progress id="r" name="Retrieving &apos;x&apos; &amp;lt; &b" value="42"/>"#,
      [percent(42), message("Retrieving 'x' &lt; &b")]
    ),
    (
      "zypper",
      #"<progress id="install-resolvable" name="(2/5) Installing: a-1.noarch" value="12"/>"#,
      [step(2, 5, "Installing: a-1.noarch"), percent(12)]
    ),
    (
      "zypper", #"<download url="http://x/a?b&amp;c" percent="50" rate="1000"/>"#,
      [percent(50), .event(.speed(1000)), detail("http://x/a?b&c")]
    ),
    // nix 2.8: 103 counts copied paths, 104 builds.
    (
      "nix",
      #"@nix {"action":"start","id":7,"level":0,"text":"","type":104}@nix {"action":"result","fields":[1,4,1,0],"id":7,"type":105}"#
        .replacingOccurrences(of: "}@", with: "}\n@"), [percent(25)]
    ),
    (
      "nix", #"@nix {"action":"start","id":8,"level":3,"text":"building 'a.drv'","type":105}"#,
      [message("building 'a.drv'")]
    ),
    // ffmpeg 5.1
    (
      "ffmpeg",
      "  Duration: 00:00:20.00, start: 0.000000, bitrate: 8 kb/s\nframe=  150 fps=0.0 q=-0.0 size=N/A time=00:00:05.00 bitrate=N/A speed=  96x    \rprogress=end\n",
      [percent(25)]
    ),
    ("ffmpeg", "video:180kB audio:0kB other streams:0kB muxing overhead: 0.271267%\n", []),
    ("ffmpeg", "out_time=00:00:05.000000\nout_time=00:00:06.000000\n", [bytes(0, nil)]),
    // e2fsck 1.47 -C 1
    ("fsck", "1 2 8 fs\n", [weights, step(1, 5), percent(25), message("fs")]),
    (
      "fsck", "5 3 4 /dev/sda 1\n3 0 0 x\n",
      [
        weights, step(5, 5), percent(75), message("/dev/sda 1"),
        step(3, 5), message("x"),
      ]
    ),
    ("fsck", "1 9 8 fs\n", [junk("1 9 8 fs")]), ("fsck", "6 1 8 fs\n", [junk("6 1 8 fs")]),
    ("apk", "1024/4096\n", [percent(25)]), ("apk", "0/0\n3/2\n", [junk("3/2")]),
    ("apk", "3/4 Installing a b\n", [percent(75), message("Installing a b")]),
    (
      "varlink", "\u{1e}" + #"{"phase":"copying_partition","object":"root","progress":1}"# + "\n",
      [message("copying partition"), detail("root"), percent(1)]
    ),
    (
      "docker",
      #"{"status":"Downloading","progressDetail":{"current":1,"total":9},"progress":"[=>  ] 1B/9B","id":"a"}"#,
      [bytes(1, 9), message("Downloading")]
    ),
    (
      "docker", #"{"status":"ok","id":"a"}{"status":"ok","at":1}"#.lines,
      [junk(#"{"status":"ok","id":"a"}"#), junk(#"{"status":"ok","at":1}"#)]
    ),
    (
      "docker", #"{"errorDetail":{"message":"x"},"error":"no such image"}"#,
      [.event(.fail(SanitizedText("no such image")))]
    ),
    ("backup", #"{"message_type":"status","percent_done":0.25}"#, [percent(25)]),
    (
      "backup", #"{"message_type":"status","percent_done":0.25,"total_bytes":40,"bytes_done":10}"#,
      [bytes(10, 40)]
    ),
    (
      "backup",
      #"{"message":" 50.0% Extracting: a","current":5,"total":10,"type":"progress_percent","finished":false}"#,
      [percent(50), message(" 50.0% Extracting: a")]
    ),
    ("zenity", "12,5\n", [percent(12.5)]), ("zenity", "30% of it\n", [percent(30)]),
    ("zenity", #"# a\nb \"c\" d\\e\"#, [message(#"a b "c" d\e\"#)]),
    ("zenity", "24+0 records in\n", [junk("24+0 records in")]),
    ("zenity", "# Copying\npulsate:true\n", [message("Copying"), bytes(0, nil)]),
    ("rauc", " 20% Checking bundle done.\n", [percent(20), message("Checking bundle done.")]),
    ("rauc", "Installing `/a b.raucb` succeeded\n", [.event(.done(.empty))]),
    ("rauc", "LastError: x\n", [.event(.fail(SanitizedText("x")))]), ("rauc", "idle\n", []),
    // A second installation.
    (
      "rauc", "installing\nLastError: x\nInstalling `a` failed\ninstalling\n  0% Installing\n",
      [
        .event(.fail(SanitizedText("x"))), .event(.fail(.empty)), .event(.reset), percent(0),
        message("Installing"),
      ]
    ),
    // busctl of systemd 252, rauc 1.8. The first line is in the feed if both outputs of busctl are.
    ("rauc", "Monitoring bus message stream.\n", []),
    (
      "rauc",
      #"{"type":"signal","endian":"l","flags":1,"version":1,"cookie":21,"timestamp-realtime":1795299954916483,"sender":":1.0","path":"/","interface":"org.freedesktop.DBus.Properties","member":"PropertiesChanged","payload":{"type":"sa{sv}as","data":["de.pengutronix.rauc.Installer",{"Progress":{"type":"(isi)","data":[90,"Copying image to rootfs.1",3]}},[]]}}"#
        + "\n", [percent(90), message("Copying image to rootfs.1")]
    ),
    (
      "rauc",
      #"{"type":"signal","path":"/","interface":"de.pengutronix.rauc.Installer","member":"Completed","payload":{"type":"i","data":[0]}}"#
        + "\n", [.event(.done(.empty))]
    ),
    ("native", "deactivate\nreactivate\n", [.displays(areOurs: false), .displays(areOurs: true)]),
    ("native", "end\nnewroot\n", [.end, .newRoot]), ("json", "{\"end\":true}\n", [.end]),

    (
      "apt", "dlstatus:1:20.5000:File 1: x\npmstatus:a:b:1.0000:y\n",
      [step(1, 2), percent(20.5), message("File 1: x"), step(2, 2), percent(1), message("y")]
    ),
    ("apt", "pmstatus:libc6:42.5000:Unpacking\n", [percent(42.5), message("Unpacking")]),
    (
      "apt", "processing: install: x\nstatus: x: installed\n",
      [bytes(0, nil), detail("install: x")]
    ),
    (
      "apt", "pmstatus:x:1.0000:U\nprocessing: install: x\n",
      [percent(1), message("U"), detail("install: x")]
    ),
    (
      "android", "progress 0.5 0\nset_progress 0.5\nprogress 0.5 7\nset_progress 1\n",
      [
        percent(0), .event(.expect(.zero)), percent(25), percent(50), .event(.expect(.seconds(7))),
        percent(100),
      ]
    ),
    ("fbsplash", "42\nexit\n", [percent(42), .end]),
    ("fbsplash", "message=Load; a kernel; percent=7\n", [percent(7), message("Load; a kernel")]),
    (
      "notify", "STATUS=Updating to '7' (43% complete).\n",
      [percent(43), message("Updating to '7' (43% complete).")]
    ),
    ("notify", "X_IMPORT_PROGRESS=44%\nREADY=1\n", [percent(44)]),
    ("notify", "ERRNO=5", [.event(.fail(SanitizedText("5")))]),
  ]

  @Test(arguments: cases) func record_saysThis(name: String, text: String, said: [FeedOutput])
    throws
  {
    #expect(try Self.decode(name, text) == said)
  }

  /// Lines of programs without progress. None of them moves a bar in a feed without a named
  /// protocol.
  @Test(
    arguments: [
      "   1   2  34 notes.txt", "3/10 tests passed", "11/25/2026", "1/2 cup of flour",
      "2026-11-25 12% of the disk", "/dev/sda1  12% used", "Elapsed: 5", "Attempt 3: failed",
      "Duration: unknown", "time=5", "start: 50% more", "E: Unable to locate package x",
      "warning: [deprecated] 30% slower", "note: |a| 12% b", "P: 0 100",
      "<progress/>", "{\"status\":\"ok\",\"current\":1,\"total\":2}",
      "{\"type\":\"job\",\"task\":\"compile\",\"steps\":1,\"stepsTotal\":2}",
      "Progress of work", "total 12% of 5", "(Reading database ... 5%", "50 MB/s", "CPU: 12",
      "fs: 11/16384 files (0.0% non-contiguous), 5412/65536 blocks", "Filesystem Use% Mounted",
      "Total Time: 00:00:01, 100.00% completed!", "tmpfs 100M 1.2M 99M 2% /run",
    ])
  func otherLine_movesNoBar(line: String) {
    for isOutput in [false, true] {
      FeedRecognizer(isOutput: isOutput).decode(Array((line + "\n").utf8).span) {
        switch $0 {
        case .event(.fraction), .event(.bytes), .event(.step), .event(.fail), .event(.done):
          Issue.record("\(line): \($0)")
        default: break
        }
      }
    }
  }

  /// Objects of bootc's schema with random numbers give their fraction of the whole and nothing
  /// else.
  @Test(arguments: UInt64(1)...200) func bootc_tellsItsPart(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func number() -> UInt64 {
      .random(in: 0...(UInt64.max >> UInt64.random(in: 0...63, using: &random)), using: &random)
    }
    let isBytes = Bool.random(using: &random)
    let task = try #require(["pulling", "importing", "staging"].randomElement(using: &random))
    let (bytes, total, steps, all) = (number(), number(), number(), number())
    let subtasks = (0..<Int.random(in: 0...3, using: &random)).map { index in
      isBytes
        ? #"{"subtask":"s","description":"\#(index)","id":"l","bytesCached":0,"bytes":1,"bytesTotal":2}"#
        : #"{"subtask":"s","description":"\#(index)","id":"l","completed":true}"#
    }
    var fields = [
      #""task":"\#(task)""#, #""description":"d""#, #""id":"i""#, #""stepsCached":0"#,
      #""steps":\#(steps)"#,
      #""stepsTotal":\#(all)"#, #""subtasks":[\#(subtasks.joined(separator: ","))]"#,
    ]
    if isBytes {
      fields += [#""bytesCached":0"#, #""bytes":\#(bytes)"#, #""bytesTotal":\#(total)"#]
    }
    fields.shuffle(using: &random)
    let record =
      #"{"type":"\#(isBytes ? "ProgressBytes" : "ProgressSteps")",\#(fields.joined(separator: ","))}"#
    let step = Self.step(task == "pulling" ? 1 : task == "importing" ? 2 : 3, 3, task)
    var expected = [step]
    if isBytes, total > 0 {
      expected.append(Self.bytes(bytes, total))
    } else if all > 0, steps <= all {
      expected.append(.event(.fraction(try #require(Fraction(steps, of: all)))))
    }
    #expect(
      try Self.decode("bootc", record + "\n") == expected + [Self.message("d")],
      "seed \(seed): \(record)")
  }

  /// A vendor's status, or an occasional implausible message, does not affect the next ones.
  @Test(arguments: [(9, 50), (8, 101)] as [(UInt32, UInt32)])
  func swupdate_goesOnBehindAnOddMessage(status: UInt32, percent: UInt32) throws {
    let message = FeedSamples.swupdateMessage
    let bytes =
      message(1, 0, 0, 0, "", "", 0, 0x2_0000) + message(8, 2, 1, 50, "a", "", 0, 0x2_0000)
      + message(status, 2, 1, percent, "a", "", 0, 0x2_0000)
      + message(8, 2, 2, 70, "b", "", 0, 0x2_0000) + message(3, 2, 2, 0, "", "", 0, 0x2_0000)
    let decoder = FeedProtocol.swupdate.makeDecoder()
    var said: [FeedOutput] = []
    decoder.decode(bytes.span) { said.append($0) }
    let isOdd = said.contains(.malformed(SanitizedText("a message that cannot be")))
    #expect(isOdd == (percent > 100))
    #expect(said.suffix(3) == [Self.step(2, 2, "b"), Self.percent(70), .event(.done(.empty))])
  }

  /// Layers are known by their names, and their bytes are added.
  @Test func docker_addsLayers() throws {
    func line(_ id: String, _ current: Int, _ total: Int) -> String {
      #"{"status":"Downloading","progressDetail":{"current":"#
        + "\(current),\"total\":\(total)},\"id\":\"\(id)\"}\n"
    }
    let outputs = try Self.decode(
      "docker", line("a", 1, 9) + line("b", 2, 20) + line("a", 5, 9) + line("b", 4, 20))
    let counts = outputs.filter { if case .event(.bytes) = $0 { true } else { false } }
    #expect(
      counts == [
        Self.bytes(1, 9), Self.bytes(3, 29), Self.bytes(7, 29), Self.bytes(9, 29),
      ])
  }

  /// Plymouth's client waits for the answer: yes, no, or an empty list.
  @Test(
    arguments: [
      ("P", [], 6), ("M", [message("x")], 6), ("U", [message("x")], 6), ("Q", [.end], 6),
      ("R", [.newRoot], 6), ("D", [.displays(areOurs: false)], 6),
      ("r", [.displays(areOurs: true)], 6), ("V", [], 0x15), ("*", [], 5), ("c", [], 5),
      ("W", [], 5),
      ("K", [], 5), ("L", [], 6), ("!", [], 6),
      ("?", [.malformed(SanitizedText("? x"))], 0x15),
      ("u", [.malformed(SanitizedText("u x"))], 0x15),
    ] as [(String, [FeedOutput], UInt8)])
  func plymouth_isAnswered(letter: String, said: [FeedOutput], answer: UInt8) throws {
    let outputs = try Self.decode("plymouth", "\(letter)\u{2}\u{2}x\u{0}")
    #expect(outputs.last == .answer(answer))
    #expect(outputs.count == said.count + 1)
    if said.first.map({ if case .malformed = $0 { false } else { true } }) ?? true {
      #expect(Array(outputs.dropLast()) == said)
    }
    // The next request is read.
    let again = try Self.decode("plymouth", "\(letter)\u{2}\u{2}x\u{0}P\u{0}")
    #expect(again == outputs + [.answer(6)])
  }

  /// A first byte that is followed by neither 0 nor 2 begins no request.
  @Test func plymouth_refusesOtherBytes() throws {
    let outputs = try Self.decode("plymouth", "M\u{3}")
    #expect(outputs.last == .answer(0x15) && outputs.count == 2)
  }

  @Test(arguments: [(10_000, true), (10_001, false)] as [(UInt32, Bool)])
  func swupdate_hasAtMost10000Steps(steps: UInt32, isOne: Bool) {
    let message = FeedSamples.swupdateMessage
    let bytes =
      message(1, 0, 0, 0, "", "", 0, 0x2_0000) + message(8, 2, 1, 50, "a", "", 0, 0x2_0000)
      + message(8, steps, 2, 70, "b", "", 0, 0x2_0000)
    let decoder = FeedProtocol.swupdate.makeDecoder()
    var said: [FeedOutput] = []
    decoder.decode(bytes.span) { said.append($0) }
    #expect(said.contains(Self.step(2, steps, "b")) == isOne)
  }

  /// SWUpdate reports that it is idle between two runs.
  @Test func swupdate_beginsAnewBehindAnOutcome() throws {
    let message = FeedSamples.swupdateMessage
    var bytes: [UInt8] = []
    for status: UInt32 in [1, 3, 0, 1, 4, 6, 0, 1] {
      bytes += message(status, 0, 0, 0, "", "", 0, 0x2_0000)
    }
    let decoder = FeedProtocol.swupdate.makeDecoder()
    var said: [FeedOutput] = []
    decoder.decode(bytes.span) { said.append($0) }
    let runs = said.filter { $0 != Self.percent(0) }
    #expect(
      runs == [
        .event(.done(.empty)), .event(.reset), .event(.fail(.empty)), .event(.reset),
      ])
  }

  @Test(arguments: [(0, true), (4, true), (0, false), (4, false)] as [(Int, Bool)])
  func swupdate_isReadInEachLayout(shift: Int, greets: Bool) {
    // Only the newest version was packed.
    for version: UInt32 in shift == 0 ? [0x2_0000] : [0, 0x1_0000, 0x2_0000] {
      let bytes = FeedSamples.swupdate(shift: shift, greets: greets, version: version)
      let decoder = FeedProtocol.swupdate.makeDecoder()
      var said: [FeedOutput] = []
      decoder.decode(bytes.span) { said.append($0) }
      decoder.finish { said.append($0) }
      let expected: [FeedOutput] = [
        Self.percent(0), Self.percent(30), Self.step(1, 3, "root.ext4"), Self.percent(0),
        Self.step(1, 3, "root.ext4"), Self.percent(50), Self.step(3, 3, "boot.bin"),
        Self.percent(100),
        Self.message("note"), Self.step(3, 3, "boot.bin"), Self.percent(100),
        Self.step(3, 3), Self.percent(100), .event(.fail(SanitizedText("no space"))),
        .event(.reset),
        Self.percent(0),
        .event(.done(.empty)),
      ]
      #expect(said == expected)
    }
  }
}

extension String {
  /// The JSON objects, one per line.
  fileprivate var lines: String { replacingOccurrences(of: "}{", with: "}\n{") }
}
