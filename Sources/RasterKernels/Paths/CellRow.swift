/// A row of cells that are taken out, in groups of eight.
@unsafe @frozen public struct CellRow {
  @usableFromInline let areas: UnsafeMutableRawPointer
  @usableFromInline let sections: UnsafeMutableRawPointer
  @usableFromInline let marks: UnsafeMutableRawPointer

  @inlinable @inline(__always)
  init(
    areas: UnsafeMutablePointer<Float>, sections: UnsafeMutablePointer<Int32>,
    marks: UnsafeMutablePointer<UInt8>
  ) {
    unsafe self.areas = UnsafeMutableRawPointer(areas)
    unsafe self.sections = UnsafeMutableRawPointer(sections)
    unsafe self.marks = UnsafeMutableRawPointer(marks)
  }

  /// Of 64 groups, from one on, a bit for each that something may have been added to, and that lies before an end.
  ///
  /// - Parameters:
  ///   - base: which one is the first, before that end.
  @inlinable @inline(__always)
  public func marked(from base: Int, before end: Int) -> UInt64 {
    // Behind the row are others.
    let bits = Lanes.highBits(
      unsafe marks.loadUnaligned(fromByteOffset: base, as: SIMD64<UInt8>.self))
    let room = end &- base
    return room >= 64 ? bits : bits & ~(.max &<< UInt64(truncatingIfNeeded: room))
  }

  /// Takes eight cells out, but leaves their group's mark.
  @inlinable @inline(__always)
  public func take(_ group: Int) -> SIMD8<Float> {
    let place = group &* 32
    unsafe sections.storeBytes(
      of: SIMD8<Int32>(repeating: AreaRows.none), toByteOffset: place, as: SIMD8<Int32>.self)
    let eight = unsafe areas.loadUnaligned(fromByteOffset: place, as: SIMD8<Float>.self)
    unsafe areas.storeBytes(
      of: SIMD8<Float>(repeating: 0), toByteOffset: place, as: SIMD8<Float>.self)
    return eight
  }

  /// Takes a group out that nobody needs.
  @inline(never)
  public func drop(_ group: Int) { _ = unsafe take(group) }

  /// Whether something may have been added to a group.
  @inlinable @inline(__always)
  public func isMarked(_ group: Int) -> Bool {
    unsafe marks.load(fromByteOffset: group, as: UInt8.self) != 0
  }
}
