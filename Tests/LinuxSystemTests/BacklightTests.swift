import Base
import Foundation
import LinuxSystem
import TestSupport
import Testing

/// `Backlight` on a directory with the layout of the kernel's.
@Suite final class BacklightTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "lamps-\(UUID())")

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func make(_ name: String, _ files: [String: String]) throws {
    let lamp = folder.appending(path: name)
    try FileManager.default.createDirectory(at: lamp, withIntermediateDirectories: true)
    for (file, text) in files { try Data(text.utf8).write(to: lamp.appending(path: file)) }
  }

  private func read(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  @Test(
    arguments: [
      ("0\n", "4\n", 100, "255\n", "0\n"), ("0\n", "0\n", 50, "127\n", "0\n"),
      ("0\n", "1\n", 1, "2\n", "0\n"), ("7\n", "0\n", 100, "7\n", "0\n"),
      ("7\n", "4\n", 100, "7\n", "0\n"),
    ] as [(String, String, Int, String, String)])
  func light_changesOnlyWhatIsDark(
    brightness: String, power: String, percent: Int, bright: String, on: String
  ) throws {
    try make("panel", ["brightness": brightness, "bl_power": power, "max_brightness": "255\n"])
    Backlight.light(to: percent, in: ByteString(folder.path))
    #expect(try read("panel/brightness") == bright)
    #expect(try read("panel/bl_power") == on)
  }

  @Test func light_leavesAloneWhatIsLit() throws {
    try make("panel", ["brightness": "7\n", "bl_power": "0\n", "max_brightness": "255\n"])
    // The modification time shows that no write was attempted.
    let past = Date(timeIntervalSince1970: 1_000)
    for name in ["brightness", "bl_power"] {
      try FileManager.default.setAttributes(
        [.modificationDate: past], ofItemAtPath: folder.appending(path: "panel/\(name)").path)
    }
    Backlight.light(to: 100, in: ByteString(folder.path))
    for name in ["brightness", "bl_power"] {
      let path = folder.appending(path: "panel/\(name)").path
      #expect(
        try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date == past)
    }
  }

  @Test func light_bearsWhatIsNoLamp_andLightsAllOthers() throws {
    try make("broken", ["brightness": "dark\n", "max_brightness": "0\n"])
    try make("empty", [:])
    for name in ["a", "b"] {
      try make(name, ["brightness": "0\n", "bl_power": "4\n", "max_brightness": "10\n"])
    }
    Backlight.light(to: 100, in: ByteString(folder.path))
    for name in ["a", "b"] {
      #expect(try read("\(name)/brightness") == "10\n")
      #expect(try read("\(name)/bl_power") == "0\n")
    }
    #expect(try read("broken/brightness") == "dark\n")
  }

  @Test func light_bearsThatThereAreNone() {
    Backlight.light(to: 100, in: ByteString(folder.appending(path: "none").path))
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }
}
