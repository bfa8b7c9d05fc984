import Foundation
import FuzzSupport
import Graphics
import Text

/// The packs that are shipped.
private let fonts: FontStack = {
  let packs = ["default", "world"].compactMap { name -> FontPack? in
    guard let data = FileManager.default.contents(atPath: "share/fonts/\(name).fbfont") else {
      return nil
    }
    return try? FontPack(Array(data))
  }
  guard packs.count == 2, let fonts = FontStack(packs) else {
    fatalError("run it in the repository's folder")
  }
  return fonts
}()

/// Setting any bytes as a text: what is drawn is finite, stays within its lines, and is the same each time. The first
/// four bytes say how large the box is, how large the text, and how many lines it may have.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzInput(start, count)
  guard bytes.count >= 4 else { return 0 }
  let frame = TextFrame(
    box: Rect(x: 10, y: 20, width: Double(bytes[0]) * 4, height: Double(bytes[1]) * 2),
    size: Double(bytes[2]) / 4, anchor: Point(x: Double(bytes[3] & 2) / 2, y: 0.5),
    lineLimit: Int(bytes[3]) >> 4)
  let text = Array(bytes[4...])
  let typesetter = Typesetter(fonts)
  let width = typesetter.width(of: text.span)
  require(width.isFinite && width >= 0, "a width of \(width)")
  let result = SetText()
  let points = set(text, frame, typesetter, as: result)
  require(points == set(text, frame, typesetter, as: result), "set twice it is another")
  // Some of its words are known then, at other places.
  _ = set(Array(text[(text.count / 2)...]), frame, typesetter, as: result)
  require(points == set(text, frame, typesetter, as: result), "it depends on what is known")
  require(
    points == set(text, frame, Typesetter(fonts), as: SetText()),
    "it depends on what was set before")
  // A line is higher than its em, and no higher than the box.
  let em = min(frame.size, frame.box.height)
  for point in points {
    require(point.x.isFinite && point.y.isFinite, "a point at \(point)")
    // Marks of glyphs reach beyond their line, but not far.
    let (top, bottom) = (frame.box.y - em, frame.box.y + frame.box.height + em)
    require((top...bottom).contains(point.y), "a point at \(point) of \(frame)")
  }
  return 0
}

private func set(
  _ text: [UInt8], _ frame: TextFrame, _ typesetter: Typesetter, as result: SetText
) -> [Point] {
  typesetter.set(text.span, in: frame, as: result)
  var list = DisplayList()
  var points: [Point] = []
  for word in 0..<result.count {
    let path = list.path(result[word])
    points += list.withPen(of: path) { Array($0.points[path.points]) }
  }
  return points
}
