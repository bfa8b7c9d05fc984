/// The first and the last one of some cells.
@frozen @usableFromInline struct CellExtent: BitwiseCopyable {
  @usableFromInline var first = Int32.max
  @usableFromInline var last: Int32 = -1

  @inlinable
  init() {}

  @inlinable
  var isEmpty: Bool { last < 0 }

  /// Adds a cell, and so many behind it.
  @inlinable @inline(__always)
  mutating func insert(_ cell: Int32, reach: Int32) {
    first = min(first, cell)
    last = max(last, cell &+ reach)
  }
}

/// A row of cells that are taken out.
@unsafe @frozen public struct CellRow {
  @usableFromInline let areas: UnsafeMutableRawPointer
  @usableFromInline let sections: UnsafeMutableRawPointer

  @inlinable @inline(__always)
  init(areas: UnsafeMutablePointer<Float>, sections: UnsafeMutablePointer<Int32>) {
    unsafe self.areas = UnsafeMutableRawPointer(areas)
    unsafe self.sections = UnsafeMutableRawPointer(sections)
  }

  /// Takes eight cells out. Whoever finds no area in them need not do so again.
  @inlinable @inline(__always)
  public func take(_ group: Int) -> SIMD8<Float> {
    unsafe sections.storeBytes(
      of: SIMD8<Int32>(repeating: AreaRows.none), toByteOffset: group &* 32, as: SIMD8<Int32>.self)
    return unsafe areas.loadUnaligned(fromByteOffset: group &* 32, as: SIMD8<Float>.self)
  }

  /// Takes groups out that nobody needs.
  @inline(never)
  public func drop(_ groups: ClosedRange<Int>) {
    for group in groups {
      _ = unsafe take(group)
      unsafe clear(group)
    }
  }

  /// Leaves no area in eight cells.
  @inlinable @inline(__always)
  public func clear(_ group: Int) {
    unsafe areas.storeBytes(
      of: SIMD8<Float>(repeating: 0), toByteOffset: group &* 32, as: SIMD8<Float>.self)
  }
}
