import FakeCards
import Pixels
import TestSupport
import Testing

@testable import KMS

@Suite struct AtomicCommitTests {
  static func commit(_ card: FakeHardware) throws -> AtomicCommit {
    try AtomicCommit(for: OutputSelection().plan(of: DeviceSnapshot(of: FakeKMS(card))).outputs[0])
  }

  /// A list in words: "b0.FB_ID = 7".
  static func words(_ list: [PropertyAssignment]) -> [String] {
    list.map { one in
      let name = PropertyName.allCases.first { FakeKMS.propertyID($0) == one.property }
      return String(one.object, radix: 16) + "." + (name?.text.description ?? "?")
        + " = \(one.value)"
    }
  }

  @Test func modeset_setsAll_andClearsWhatWasThere() throws {
    var card = FakeHardware.oneDisplay()
    card.addPlane(0xB8, .cursor, crtcs: 0b1, on: 0xCC)
    card.addConnector(0xC1, .disconnected, encoders: [], modes: [], crtc: 0xCC)
    card.sockets[0].isLinkBad = true
    card.layers[0].rotates = true
    var list: [PropertyAssignment] = []
    let commit = try Self.commit(card)
    commit.addClearing(.all, to: &list)
    commit.addSetting(0xFB, [0xB10B], .none, .all, setsMode: true, to: &list)
    #expect(
      Self.words(list) == [
        "b8.FB_ID = 0", "b8.CRTC_ID = 0", "c1.CRTC_ID = 0", "c0.CRTC_ID = 204",
        "c0.link-status = 0", "b0.rotation = 1", "cc.MODE_ID = 45323", "cc.ACTIVE = 1",
        "b0.FB_ID = 251",
        "b0.CRTC_ID = 204", "b0.SRC_X = 0", "b0.SRC_Y = 0", "b0.SRC_W = 1048576",
        "b0.SRC_H = 524288", "b0.CRTC_X = 0", "b0.CRTC_Y = 0", "b0.CRTC_W = 16", "b0.CRTC_H = 8",
      ])
  }

  @Test func flip_setsFramebufferAndDamage() throws {
    var list: [PropertyAssignment] = []
    let commit = try Self.commit(.oneDisplay())
    commit.flip(to: 0xFB, damage: 0xDA, into: &list)
    #expect(Self.words(list) == ["b0.FB_ID = 251", "b0.FB_DAMAGE_CLIPS = 218"])
    commit.flip(to: 0xFC, damage: nil, into: &list)
    #expect(Self.words(list) == ["b0.FB_ID = 252"])
  }

  @Test func flip_onAPlaneWithoutDamage_saysNothingOfIt() throws {
    var card = FakeHardware.oneDisplay()
    card.layers[0].takesDamage = false
    let commit = try Self.commit(card)
    var list: [PropertyAssignment] = []
    commit.flip(to: 0xFB, damage: 0xDA, into: &list)
    #expect(!commit.wantsDamage)
    #expect(Self.words(list) == ["b0.FB_ID = 251"])
  }
}
