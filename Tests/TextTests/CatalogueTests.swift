import Base
import Configuration
import TestSupport
import Testing

@testable import Text

@Suite struct CatalogueTests {
  static func say(_ utterance: Utterance, in catalogue: Catalogue = Catalogue()) -> String {
    var bytes: [UInt8] = []
    catalogue.write(utterance, to: &bytes)
    return String(decoding: bytes, as: UTF8.self).replacing("\u{a0}", with: "~")
      .replacing("\u{2060}", with: "")
  }

  @Test(arguments: [
    (Utterance.nothing, ""), (.text("{n}"), "{n}"), (.phrase(.warning), "Do not turn off"),
    (.percent(7, hasSteps: false), "7%"), (.left(0), "0~s left"), (.left(59), "59~s left"),
    (.left(60), "1~min left"), (.left(61), "2~min left"), (.left(3_600), "1~h 0~min left"),
    (.left(3_601), "1~h 1~min left"), (.left(400_000), "111~h 7~min left"),
    (.usual(240), "Usually 4~min"), (.stalled(12), "No response for 12~s"),
    (.step(2, of: 5, ""), "Step 2 of 5"),
    (.step(2, of: 5, "Verifying"), "2 of 5 · Verifying"),
    (.speed(1_250_000, units: .decimal), "1.3~MB/s"),
    (.speed(1_572_864, units: .binary), "1.5~MiB/s"),
    (.bytes(0, of: nil, units: .decimal, ofStep: false), "0~B"),
    (.bytes(83_886_080, of: 104_857_600, units: .binary, ofStep: false), "80.0~MiB of 100~MiB"),
    (.bytes(1_023, of: 1_025, units: .binary, ofStep: false), "1~KiB of 1~KiB"),
    (.bytes(1_000, of: nil, units: .binary, ofStep: true), "This step: 1~KiB"),
    (.bytes(.max, of: nil, units: .binary, ofStep: false), "16777216~TiB"),
    (.paused(""), "Paused"), (.paused("battery low"), "Paused: battery low"),
    (.restart(8), "Restarting in 8~s"), (.restart(61), "Restarting in 2~min"),
    (.code("28"), "Error code 28"), (.percent(45, hasSteps: true), "45% overall"),
  ])
  func english(utterance: Utterance, text: String) {
    #expect(Self.say(utterance) == text)
  }

  @Test(
    arguments: [
      (0, "0~B"), (999, "999~B"), (1_000, "1~kB"), (1_499, "1~kB"), (1_500, "2~kB"),
      (999_499, "999~kB"), (999_500, "1.0~MB"), (12_340_000, "12.3~MB"), (99_940_000, "99.9~MB"),
      (99_960_000, "100~MB"), (123_456_789, "123~MB"), (999_499_999, "999~MB"),
      (999_500_000, "1.0~GB"), (1_500_000_000_000, "1.5~TB"), (UInt64.max, "18446744~TB"),
    ] as [(UInt64, String)])
  func sizes(bytes: UInt64, text: String) {
    #expect(Self.say(.bytes(bytes, of: nil, units: .decimal, ofStep: false)) == text)
    #expect(Self.say(.bytes(0, of: bytes, units: .decimal, ofStep: false)) == "0~B of " + text)
  }

  @Test func aCatalogueTakesTheirPlace() {
    let file: ByteString = """
      # de
      decimal = ,
      left = Noch {time}
      bytes = {done} von {total}

      """
    var german = Catalogue()
    german.read(file, path: "de.conf") { Issue.record("\($0.message)") }
    #expect(Self.say(.left(5), in: german) == "Noch 5~s")
    #expect(
      Self.say(.bytes(1_200_000, of: 3_400_000, units: .decimal, ofStep: false), in: german)
        == "1,2~MB von 3,4~MB")
    #expect(Self.say(.phrase(.done), in: german) == "Done")
  }

  @Test(
    arguments: [
      ("lefft = x\n", "de.conf:1: a catalogue has no 'lefft'"),
      ("# x\nleft\n", "de.conf:2: 'left' has no '='; write key = value"),
      (
        "left = bald",
        "de.conf:1: left needs the same names in braces as '{time} left', and no others"
      ),
      (
        "bytes = {doen} von {total}",
        "de.conf:1: bytes needs the same names in braces as '{done} of {total}', and no others"
      ),
      (
        "waiting = {x}",
        "de.conf:1: waiting needs the same names in braces as 'Waiting', and no others"
      ),
    ] as [(ByteString, ByteString)])
  func mistakesAreToldOf(file: ByteString, message: ByteString) {
    var (catalogue, mistakes) = (Catalogue(), [ByteString]())
    catalogue.read(file + "\ndone = Fertig\n", path: "de.conf") { mistakes.append($0.message) }
    #expect(mistakes == [message])
    // The others count, and what is wrong stays English.
    #expect(Self.say(.phrase(.done), in: catalogue) == "Fertig")
    #expect(Self.say(.left(5), in: catalogue) == "5~s left")
  }

  @Test(arguments: [
    ("de_AT.UTF-8", "de-AT de"), ("C", "en"), ("POSIX", "en"), ("", "en"), ("C.UTF-8", "en"),
    ("pt", "pt pt-BR"), ("pt_PT", "pt-PT pt pt-BR"), ("pt-br", "pt-BR pt pt-BR"),
    ("zh", "zh zh-CN"), ("zh_HK.UTF-8", "zh-HK zh zh-TW"),
    ("zh-Hant-TW", "zh-Hant-TW zh-TW zh zh-TW"), ("zh-hans", "zh-Hans zh zh-CN"),
    ("ca@valencia", "ca"), ("../../etc/passwd", "en"), ("a/../b", "ax"),
  ])
  func languagesHaveFiles(name: String, files: String) {
    let names = LocaleName(ByteString(Array(name.utf8))).fileNames
    #expect(names.map(\.description).joined(separator: " ") == files)
  }

  @Test func noNewsAreRoundedDown_andWhatIsLeftUp() {
    #expect(Self.say(.stalled(61)) == "No response for 1~min")
    #expect(Self.say(.stalled(7_199)) == "No response for 1~h 59~min")
    #expect(Self.say(.left(61)) == "2~min left")
  }
}
