import FakeCards
import Pixels
import TestSupport
import Testing

@testable import KMS

/// Dumb buffers of a presenter before this one.
@Suite struct SpareBuffersTests {
  private let card = FakeKMS()
  private let size = PixelSize(width: 64, height: 48)

  private func spares(_ count: Int) throws -> SpareBuffers {
    let handles = try (0..<count).map { _ in
      try card.createDumbBuffer(size: size, bitsPerPixel: 32).handle
    }
    return SpareBuffers(handles, for: size)
  }

  @Test func tooSmall_staysASpare() throws {
    let spares = try spares(2)
    let large = PixelSize(width: 64, height: 480)
    #expect(spares.take(on: card, size: large, format: .xrgb8888) == nil)
    #expect(spares.count == 2)
    #expect(card.leftovers.buffers == 2 && card.leftovers.framebuffers == 0)
  }

  @Test func unused_goesBack() throws {
    let spares = try spares(2)
    var buffer = spares.take(on: card, size: size, format: .xrgb8888)
    let handle = try #require(buffer?.handle)
    #expect(spares.count == 1 && card.leftovers.framebuffers == 1)
    buffer = nil
    #expect(spares.count == 2 && card.leftovers.framebuffers == 0)
    #expect(spares.take(on: card, size: size, format: .xrgb8888)?.handle == handle)
    #expect(card.leftovers.buffers == 2)
  }

  @Test func adopted_isFreedWithItsOwner() throws {
    let spares = try spares(1)
    var buffer = spares.take(on: card, size: size, format: .xrgb8888)
    buffer?.adopt()
    #expect(buffer != nil)
    buffer = nil
    #expect(spares.count == 0 && card.leftovers.buffers == 0)
  }

  @Test func forgotten_isNotTaken() throws {
    let spares = try spares(1)
    let other = try card.createDumbBuffer(size: size, bitsPerPixel: 32)
    spares.forget(other.handle - 1)
    #expect(spares.take(on: card, size: size, format: .xrgb8888) == nil)
  }
}
