import Feed

/// A session of each protocol that contains every kind of record.
enum FeedSamples {
  static let sessions: [String: [UInt8]] = [
    "native": Array(
      """
      42
      7.5%
      progress 0.42
      bytes 1234 5678
      plan First; Second; Third
      weights 1 2 3
      step 1/3 First things
      expect 90
      speed 1.5MiB
      title A title
      message Grüße
      detail a/b c
      style ring
      image /a/b.png
      usual 240
      job sda1 weight 3
      job sda1 42
      job sdb2 message Writing
      job sdb2 fail no space
      log Unpacking a/b
      identity Serial 1 234
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
        + "24000000 bytes (24 MB, 23 MiB) copied, 4 s, 6.0 MB/s\r####    42.1%\rwho knows\n"
        + "\u{1b}7\u{1b}8Receiving objects: 41% (127/305) 1.2\u{a0}MB/s 2.5\u{a0}MB     \u{1b}8Receiving objects: 56% (173/305) -/s\u{1b}8\n"
        + "  0%\u{8}\u{8}\u{8}\u{8}    \u{8}\u{8}\u{8}\u{8}  3% 2 + a/b\u{8}\u{8} \u{8}\u{8}\n"
        + "Copying:  42%|████▏     | 30/100 [00:01<00:02, 49.9it/s]\rInstalling 1/2… ████▌      42%  1 MB/s\r")
        .utf8),
    "json": Array(
      #"""
      {"progress": 0.42, "message": "Gr\u00fc\u00dfe \ud83d\ude00 \"x\" \ud800"}
      {"percent":7,"title":"T","detail":null,"speed":1000}
      {"step":1,"steps":3,"name":"First","weights":[60,30,10],"expect":90}
      {"bytes": 5, "total": 10, "later": {"a":[1,{"b":"}"}]}}
      {"progress":"42%"}
      {"style":"ring","image":"/a.png"}
      {"job":"sda1","percent":42,"message":"Writing"}
      {"job":"sdb2","done":true}
      {"log":"Unpacking","identity":"Serial 1 234"}
      {"progress":42}
      {"unknown":1}
      not json
      {"reset":true}
      {"done":"all well"}

      """#.utf8),
    "bootc": Array(
      #"""
      {"type":"Start","version":"0.1.0"}
      {"type":"ProgressBytes","task":"pulling","description":"Pulling Image: quay.io/x","id":"quay.io/x","bytesCached":0,"bytes":100,"bytesTotal":400,"stepsCached":0,"steps":1,"stepsTotal":4,"subtasks":[{"subtask":"layer","description":"OSTree Chunk: a","id":"d","bytesCached":0,"bytes":5,"bytesTotal":6}]}
      {"type":"ProgressBytes","task":"pulling","description":"Pulling","id":"x","bytesCached":0,"bytes":0,"bytesTotal":0,"stepsCached":0,"steps":2,"stepsTotal":4,"subtasks":[]}
      {"type":"ProgressSteps","task":"staging","description":"Deploying Image","id":"staging","stepsCached":0,"steps":1,"stepsTotal":5,"subtasks":[]}
      {"type":"other"}

      """#.utf8),
    "fsck": Array(
      "1 0 8 /dev/sda1\n1 8 8 /dev/sda1\n3 1 3 /dev/sda1\n5 4 4\n9 1 2 x\nfsck.ext4\n".utf8),
    "apk": Array("0/400\n100/400 Installing musl (1.2.5-r0)\n400/400 \n500/400\njunk\n".utf8),
    // A sequence of RFC 7464: RS precedes each object.
    "varlink": Array(
      ("\u{1e}{\"phase\":\"loading_table\",\"object\":null,\"progress\":null}\n"
        + "\u{1e}{\"phase\":\"copying_partition\",\"object\":\"root\",\"progress\":1}\n"
        + "\u{1e}{\"phase\":\"copying_partition\",\"object\":\"root\",\"progress\":42}\n"
        + "\u{1e}{\"phase\":\"writing_table\",\"progress\":101}\n{\"id\":7}\n").utf8),
    "docker": Array(
      #"""
      {"status":"Pulling from library/x","id":"latest"}
      {"status":"Pulling fs layer","progressDetail":{},"id":"a"}
      {"status":"Pulling fs layer","progressDetail":{},"id":"b"}
      {"status":"Already exists","progressDetail":{},"id":"c"}
      {"status":"Downloading","progressDetail":{"current":10,"total":100},"progress":"[=>  ]","id":"a"}
      {"status":"Downloading","progressDetail":{"current":150,"total":300},"progress":"[=> ]","id":"b"}
      {"status":"Download complete","progressDetail":{},"id":"a"}
      {"status":"Extracting","progressDetail":{"current":50,"total":100},"progress":"[=> ]","id":"a"}
      {"status":"Verifying Checksum","progressDetail":{},"id":"b"}
      {"status":"Extracting","progressDetail":{"current":3,"units":"s"},"progress":"3 s","id":"b"}
      {"status":"Pull complete","progressDetail":{},"id":"a"}
      {"status":"Pull complete","progressDetail":{},"id":"b"}
      {"status":"Digest: sha256:0"}
      {"status":"Downloading","progressDetail":{"current":1,"total":4},"id":"Total"}
      {"status":"up","id":1}
      {"errorDetail":{"message":"no space"},"error":"no space"}

      """#.utf8),
    "backup": Array(
      #"""
      {"message_type":"status","percent_done":0,"total_files":1,"total_bytes":400}
      {"message_type":"status","percent_done":0.25,"total_files":1,"total_bytes":400,"bytes_done":100,"current_files":["/a"]}
      {"message_type":"status","percent_done":0.5,"total_bytes":400,"bytes_restored":200}
      {"message_type":"summary","files_new":1}
      {"message_type":"exit_error","code":1,"message":"Fatal: no repository"}
      {"original_size": 7, "nfiles": 0, "path": "src/a", "type": "archive_progress", "finished": false}
      {"message": "Checking segments 50.0%", "current": 3, "total": 6, "info": null, "type": "progress_percent", "finished": false}
      {"operation": 1, "type": "progress_percent", "finished": true}
      {"message": "Saving files cache", "type": "progress_message", "finished": false}

      """#.utf8),
    "curtin": Array(
      ("start: cmd-install/stage-early: preparing for installation\n"
        + "finish: cmd-install/stage-early: SUCCESS: preparing for installation\n"
        + "start: cmd-install/stage-partitioning/builtin/cmd-block-meta: curtin command block-meta\n"
        + "start: cmd-install/stage-extract: writing install sources to disk\n"
        + "finish: cmd-install/stage-extract: FAIL: writing install sources to disk\n"
        + "Running command ['udevadm', 'settle']\nfinish: x: WARN: odd\n"
        + "finish: cmd-install: FAIL: curtin command install\n").utf8),
    "debootstrap": Array(
      ("P: 0 100 DOWNREL\nPF: Downloading Release file\nI: RETRIEVING\nIA: Release\nIA: \nIF: Retrieving %s %s\n"
        + "P: 50 100 DOWNREL\nP: 7 20 DOWNDEBS\nPA: 100%\nPF: Downloading %s %% %d\nP: 1 2 EXTRACTPKGS\n"
        + "P: 3 9 CONFREQ\nI: Retrieving Release \nW: odd one\nWA: x\nWF: No %s\nE: NOGETREL\nEA: x\n"
        + "EF: Failed getting release file %s\n").utf8),
    "zypper": Array(
      #"""
      <?xml version='1.0'?>
      <stream>
      <message type="info">Loading &quot;repository&quot; data &amp; more...</message>
      <progress id="raw-refresh" name="Retrieving repository &apos;x&apos; metadata"/>
      <progress id="raw-refresh" name="Retrieving" value="42"/>
      <progress id="raw-refresh" name="Retrieving" done="0"/>
      <download url="http://x/a.rpm" percent="-1" rate="-1"/>
      <download url="http://x/a.rpm" percent="50" rate="1000"/>
      <download url="http://x/a.rpm" percent="60" rate="-1"/>
      <download url="http://x/a.rpm" rate="1000" done="0"/>
      <progress id="install-resolvable" name="(1/2) Installing: a-1.noarch"/>
      <progress id="install-resolvable" name="(1/2) Installing: a-1.noarch" value="12"/>
      <message type="error">no &lt;package&gt;</message>
      </stream>

      """#.utf8),
    "ffmpeg": Array(
      ("Input #0, matroska,webm, from 'a.mkv':\n  Duration: 00:00:20.50, start: 0.000000, bitrate: 8 kb/s\n"
        + "frame=  150 fps=0.0 q=-0.0 size=N/A time=00:00:05.12 bitrate=N/A speed=  96x    \r"
        + "frame=300\nout_time_us=10250000\nout_time=00:00:10.250000\nprogress=continue\n"
        + "out_time=N/A\nout_time=00:00:20.500000\nprogress=end\n").utf8),
    "nix": Array(
      #"""
      @nix {"action":"msg","level":3,"msg":"these 3 derivations will be built:"}
      @nix {"action":"start","id":1,"level":0,"text":"","type":102}
      @nix {"action":"start","id":2,"level":0,"text":"","type":104}
      @nix {"action":"start","id":3,"level":0,"text":"","type":103}
      @nix {"action":"result","fields":[0,3,0,0],"id":2,"type":105}
      @nix {"action":"result","fields":[0,1,0,0],"id":3,"type":105}
      @nix {"action":"result","fields":[101,0],"id":1,"type":106}
      @nix {"action":"start","fields":["a.drv","",1,1],"id":4,"level":3,"text":"building 'a.drv'","type":105}
      @nix {"action":"result","fields":["hello"],"id":4,"type":101}
      @nix {"action":"result","fields":[1,3,0,0],"id":2,"type":105}
      @nix {"action":"stop","id":4}
      building

      """#.utf8),
    "zenity": Array(
      "10\n# Copying 50% of it\n12,5\n30.5%\npulsate:true\npulsate:false\njunk\n".utf8),
    "swupdate": swupdate(shift: 0, greets: true),
    "plymouth": [0x50, 0] + request("C", "updates") + request("M", "Installing")
      + request("u", "42")
      + request("U", "busy") + [0x24, 0] + request("*", "Password") + [
        0x56, 0, 0x7a, 0, 0x7a, 0x7a,
      ]
      + request("u", "no") + request("Q", "0"),
    "rauc": Array(
      ("installing\n  0% Installing\n 20% Checking bundle done.\n100% Installing done.\nidle\n"
        + "LastError: nothing there\nInstalling `/a b.raucb` succeeded\nInstalling `x` failed\nwho knows\n"
        + rauc(
          #""PropertiesChanged","payload":{"type":"sa{sv}as","data":["x",{"Operation":{"type":"s","data":"installing"}},[]]}"#
        )
        + rauc(
          #""PropertiesChanged","payload":{"data":["x",{"Progress":{"type":"(isi)","data":[20,"Checking bundle",2]},"LastError":{"type":"s","data":""}},[]]}"#
        )
        + rauc(
          #""PropertiesChanged","payload":{"data":["x",{"LastError":{"type":"s","data":"no (such) thing"}},[]]}"#
        )
        + rauc(#""Completed","payload":{"type":"i","data":[1]}"#)
        + rauc(#""Completed","payload":{"type":"i","data":[0]}"#))
        .utf8),
    "apt": Array(
      ("dlstatus:1:20.0000:Retrieving file 1 of 4\npmstatus:dpkg-exec:0.0000:Running dpkg\n"
        + "pmstatus:libc6:42.5000:Unpacking libc6: it\npmerror:x:50.0000:trouble\n"
        + "pmconffile:/etc/x:50.0000:'a' 'b' 1 1\nmedia-change: Disc 2:/media/cd:please\n"
        + "status: libc6: half-installed\nstatus: libc6 : error : disk full\nprocessing: install: libc6\njunk\n")
        .utf8),
    "android": Array(
      ("progress 0.5 0\nset_progress 0.5\nui_print Patching system\nprogress 0.25 10\nset_progress 1\n"
        + "wipe_cache\nlog x\nprogress 0.5 0\nprogress 0.5 0\nset_progress 1.0\nset_progress 2\nui_print\n")
        .utf8),
    "fbsplash": Array("10\n20\nwhat\n100\nexit\n".utf8),
    "notify": Array(
      ("X_SYSUPDATE_PROGRESS=42\nX_SYSUPDATE_TRANSFERS_LEFT=2\nSTATUS=Updating to '7' (43% complete).\n"
        + "STATUS=Cleaning up\nX_IMPORT_PROGRESS=44%\nX_IMPORT_PROGRESS=45\nREADY=1\nERRNO=0\nERRNO=28\njunk\n")
        .utf8),
  ]

  private static func rauc(_ member: String) -> String {
    #"{"type":"signal","endian":"l","sender":":1.0","path":"/","interface":"y","member":\#(member)}"#
      + "\n"
  }

  private static func request(_ type: String, _ argument: String) -> [UInt8] {
    Array(type.utf8) + [2, UInt8(argument.utf8.count + 1)] + Array(argument.utf8) + [0]
  }

  /// The bytes of a number, little-endian.
  private static func bytes(_ word: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
  }

  /// A message of SWUpdate.
  static func swupdateMessage(
    _ status: UInt32, _ steps: UInt32, _ step: UInt32, _ percent: UInt32, _ image: String,
    _ info: String, shift: Int = 0, version: UInt32 = 0x2_0000
  ) -> [UInt8] {
    func field(_ text: String, _ size: Int) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: size - text.utf8.count)
    }
    var message = bytes(version) + bytes(status) + bytes(status == 5 ? 30 : 0)
    message += [UInt8](repeating: 0, count: shift) + bytes(4_000_000) + bytes(0)
    message += bytes(steps) + bytes(step) + bytes(percent) + field(image, 256) + field("raw", 64)
    message += bytes(1) + bytes(UInt32(info.utf8.count)) + field(info, 2_048)
    return message + [UInt8](repeating: 0, count: shift)
  }

  /// Messages of SWUpdate, as its C structures lie in memory.
  ///
  /// - Parameter shift: 0 for the packed layout, 4 for natural alignment.
  static func swupdate(shift: Int, greets: Bool, version: UInt32 = 0x2_0000) -> [UInt8] {
    func message(
      _ status: UInt32, _ steps: UInt32, _ step: UInt32, _ percent: UInt32, _ image: String,
      _ info: String
    ) -> [UInt8] {
      swupdateMessage(status, steps, step, percent, image, info, shift: shift, version: version)
    }
    return (greets ? bytes(version) + Array("ACK\0".utf8) : []) + message(0, 0, 0, 0, "", "")
      + message(1, 0, 0, 0, "", "") + message(5, 0, 0, 0, "", "")
      + message(2, 3, 1, 0, "root.ext4", "")
      + message(8, 3, 1, 50, "root.ext4", "") + message(8, 3, 3, 100, "boot.bin", "note")
      + message(2, 3, 3, 100, "boot.bin", #"{"3": { "reboot-mode" : "no-reboot"}}"#)
      + message(2, 3, 4, 0, "", "") + message(4, 3, 3, 0, "", "no space")
      + message(1, 0, 0, 0, "", "") + message(3, 3, 3, 0, "", "") + message(6, 0, 0, 0, "", "")
  }
}
