import FuzzSupport
import Graphics
import Text

/// Font packs: what is taken can be drawn and looked up to its last byte, and texts be set with it.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var bytes = unsafe fuzzInput(start, count)
  // As it came it is hardly ever taken; with its checksum it may be.
  _ = try? FontPack(bytes)
  guard bytes.count >= 40 else { return 0 }
  bytes.replaceSubrange(0..<6, with: [0x46, 0x42, 0x46, 0x4e, 1, 0])
  write(UInt32(bytes.count), at: 8, in: &bytes)
  write(checksum(bytes[16...]), at: 12, in: &bytes)
  guard let pack = try? FontPack(bytes) else { return 0 }

  for glyph in 0..<min(pack.glyphCount, 200) { checkOutline(pack, glyph) }
  require(!pack.forEachStep(of: pack.glyphCount) { _ in }, "a glyph beyond the last")
  for character in 0..<0x180 as Range<UInt32> {
    guard let glyph = pack.glyph(of: character) else { continue }
    require((0..<pack.glyphCount).contains(glyph), "a character of glyph \(glyph)")
    require(abs(pack.kerning(glyph, 0)) <= 32_768, "kerning without bounds")
  }
  // Wherever the record of a word could be.
  for place in 40..<bytes.count {
    let text = place + 3..<place + 3 + Int(bytes[place])
    guard text.upperBound <= bytes.count, let word = pack.word(bytes.span.extracting(text)) else {
      continue
    }
    var glyphs = 0
    word.forEachGlyph {
      glyphs += 1
      require((0..<pack.glyphCount).contains($0.number), "a word with glyph \($0.number)")
    }
    require(glyphs <= word.glyphCount, "\(glyphs) glyphs of \(word.glyphCount)")
  }
  if let fonts = FontStack([pack]) {
    let box = Rect(x: 0, y: 0, width: 300, height: 100)
    Typesetter(fonts).set(
      bytes.span, in: TextFrame(box: box, size: 20, anchor: Point(x: 0.5, y: 0.5), lineLimit: 3),
      as: SetText())
  }
  return 0
}

/// An outline is contours that begin, go on and end; drawn again it is the same.
private func checkOutline(_ pack: FontPack, _ glyph: Int) {
  var (isOpen, steps) = (false, 0)
  let isWhole = pack.forEachStep(of: glyph) { step in
    steps += 1
    switch step {
    case .move:
      require(!isOpen, "a contour within another")
      isOpen = true
    case .line, .quad, .cubic: require(isOpen, "a line outside a contour")
    case .close:
      require(isOpen, "an end without a begin")
      isOpen = false
    }
  }
  require(steps <= 3 * 4_096, "\(steps) steps")
  require(!isWhole || !isOpen, "a whole outline with an open contour")
  var again = 0
  let isWholeAgain = pack.forEachStep(of: glyph) { _ in again += 1 }
  require(again == steps && isWholeAgain == isWhole, "drawn twice it is another")
}

private func write(_ number: UInt32, at place: Int, in bytes: inout [UInt8]) {
  for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
}

/// CRC-32, as docs/formats/fbfont.md has it.
private func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  var sum = UInt32.max
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xedb8_8320 }
  }
  return ~sum
}
