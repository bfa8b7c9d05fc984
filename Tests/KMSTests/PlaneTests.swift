import Base
import FakeCards
import KMS
import Pixels
import TestSupport
import Testing

/// The primary plane of a pipe.
@Suite struct PlaneTests {
  private static let compressed: UInt64 = 0x0800_0000_0000_0001
  private static let (xr24, rgb565) = (PixelFormat.xrgb8888.fourCC, PixelFormat.rgb565.fourCC)

  private func pipe(_ card: FakeHardware) throws -> (plane: ObjectID, formats: [UInt32]) {
    let output = try OutputSelectionTests.outputs(card)[0]
    return (output.pipes[0].plane.id, output.formats.map { $0.fourCC })
  }

  @Test func planeWithCompressedFormatsOnly_isLeftOut() throws {
    var card = FakeHardware.oneDisplay()
    card.layers[0].modifiers = [(Self.compressed, [Self.xr24])]
    card.addPlane(0xB1, crtcs: 0b1, formats: [Self.rgb565])
    #expect(try pipe(card) == (0xB1, [Self.rgb565]))
    card.layers.removeLast()
    #expect(throws: KMSError.self) { try pipe(card) }
  }

  @Test func formats_areThoseThatTheDriverReadsRowByRow() throws {
    var card = FakeHardware.oneDisplay()
    // More than 64 formats take two entries.
    let others = (0..<64).map { UInt32(0x3030_3030 + $0) }
    card.layers[0].plane.formats = [Self.xr24, Self.rgb565]
    card.layers[0].modifiers = [
      (Self.compressed, [Self.xr24, Self.rgb565]), (0, [Self.rgb565]),
    ]
    #expect(try pipe(card) == (0xB0, [Self.rgb565]))
    card.layers[0].modifiers = [(0, [Self.xr24]), (0, [Self.rgb565])]
    #expect(try pipe(card) == (0xB0, [Self.xr24, Self.rgb565]))
    card.layers[0].plane.formats += others
    #expect(try pipe(card) == (0xB0, [Self.xr24, Self.rgb565]))
  }

  @Test(arguments: 0..<80) func formatsOfABrokenBlob_areThoseOfThePlane(count: Int) throws {
    var layer = FakeHardware.oneDisplay().layers[0]
    layer.plane.formats = [Self.xr24, Self.rgb565]
    layer.modifiers = [(0, [Self.rgb565]), (Self.compressed, [Self.xr24])]
    #expect(layer.formatBlob.count == 80)
    #expect(Plane.linearFormats(layer.formatBlob) == [Self.rgb565])
    #expect(Plane.linearFormats(Array(layer.formatBlob.prefix(count))) == nil)
  }
}
