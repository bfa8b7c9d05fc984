import Base
import FakeCards
import KMS
import Pixels
import TestSupport
import Testing

/// Monitors of two tiles, which also show a picture that comes through one cable.
@Suite struct TileTests {
  /// Two connectors of one monitor, 16×8 in all: modes of a tile, of the monitor, and a small one.
  static var monitor: FakeHardware {
    var card = FakeHardware.displays([(8, 8), (8, 8)])
    for index in 0...1 {
      card.sockets[index].tile = ByteString("7:1:2:1:\(index):0:8:8")
      card.sockets[index].connector.modes = [
        FakeHardware.mode(8, 8, type: 8), FakeHardware.mode(16, 8), FakeHardware.mode(4, 4),
      ]
    }
    return card
  }

  /// Widths of the modes, for each output.
  private func widths(
    _ card: FakeHardware, _ selection: OutputSelection = OutputSelection(), atomic: Bool = true
  ) throws -> [[Int]] {
    try OutputSelectionTests.outputs(card, selection, atomic: atomic).map {
      $0.pipes.map { $0.size.width }
    }
  }

  @Test func tiles_haveTheirModes_onlyTogether() throws {
    let card = Self.monitor
    #expect(try widths(card) == [[8, 8]])
    #expect(try OutputSelectionTests.outputs(card)[0].size == PixelSize(width: 16, height: 8))
    var selection = OutputSelection()
    selection.names = ["HDMI-A-2"]
    #expect(try widths(card, selection) == [[16]])
    #expect(try widths(card, atomic: false) == [[16], [16]])
    card.layers[0].plane.formats = [PixelFormat.rgb565.fourCC]
    #expect(try widths(card) == [[16], [16]])
    card.sockets[1].connector.connection = .disconnected
    #expect(try widths(card) == [[16]])
  }

  @Test func tile_withoutAWholeMode_hasItsOwn() throws {
    let card = Self.monitor
    card.sockets[0].connector.modes.removeLast(2)
    card.sockets[1].connector.connection = .disconnected
    #expect(try widths(card) == [[8]])
  }

  /// `video=` names a mode of one tile, or one tile has no mode of its size.
  @Test func tiles_ofOtherModes_areDisplays() throws {
    let card = Self.monitor
    card.sockets[0].connector.modes[2] = FakeHardware.mode(4, 4, type: 0x20)
    #expect(try widths(card) == [[4], [16]])
    card.sockets[0].connector.modes[2] = FakeHardware.mode(4, 4)
    card.sockets[1].connector.modes.removeFirst()
    #expect(try widths(card) == [[16], [16]])
  }

  @Test func tiles_beyondAllDisplays_areNone() {
    #expect(Tile("7:1:2:1:0:0:8192:8") != nil && Tile("7:1:2:1:0:0:8193:8") == nil)
    #expect(Tile("7:1:1:2:0:0:8:8192") != nil && Tile("7:1:1:2:0:0:8:8193") == nil)
    #expect(Tile("7:1:2147483647:2147483647:0:0:16384:16384") == nil)
  }
}
