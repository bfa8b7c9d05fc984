import Graphics

/// Where the parts of a screen go.
enum Layout {
  /// The box of each part, a pure function of the screen's size and what room the parts need.
  ///
  /// One part alone has the whole screen. Otherwise strips lie at the bottom, the last lowest, each a fifth of the
  /// short side high, or, if there are only strips, in equal bands; blocks share what is left in equal parts along its
  /// longer side. All keep a fortieth of the short side between them.
  static func boxes(_ canvas: Size, _ extents: [SceneExtent]) -> [Rect] {
    if extents.count <= 1 { return extents.map { _ in Rect(canvas) } }
    let stripCount = extents.reduce(0) { $0 + ($1 == .strip ? 1 : 0) }
    let blockCount = extents.count - stripCount
    let margin = canvas.shortSide / 40
    let band =
      blockCount == 0
      ? canvas.height / Double(stripCount)
      : min(canvas.shortSide / 5, canvas.height / Double(2 * max(stripCount, 1)))
    let room = canvas.height - band * Double(stripCount)
    let isAcross = canvas.width >= room
    let length = (isAcross ? canvas.width : room) / Double(max(blockCount, 1))
    var (boxes, strip, block) = ([Rect](), 0.0, 0.0)
    for extent in extents {
      if extent == .strip {
        boxes.append(Rect(x: 0, y: room + band * strip, width: canvas.width, height: band))
        strip += 1
        continue
      }
      boxes.append(
        Rect(
          x: (isAcross ? length * block : 0) + margin, y: (isAcross ? 0 : length * block) + margin,
          width: (isAcross ? length : canvas.width) - 2 * margin,
          height: (isAcross ? room : length) - 2 * margin))
      block += 1
    }
    return boxes
  }

  /// Pixels of a design point for a part in its box.
  static func scale(_ extent: SceneExtent, in box: Rect, of canvas: Size) -> Double {
    switch extent {
    case .strip: canvas.shortSide / 272
    case .block(let design): min(box.width / design.width, box.height / design.height)
    }
  }
}
