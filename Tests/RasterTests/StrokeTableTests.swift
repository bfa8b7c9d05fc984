import Graphics
import Pixels
import TestSupport
import Testing

/// Joins and caps, compared with golden pictures.
@Suite struct StrokeTableTests {
  /// One row of a style: an open corner, a sharp one, a closed triangle, a curve, a point, a line traced back.
  private static func drawRow(_ style: StrokeStyle, top: Double, into list: inout DisplayList) {
    func stroke(_ left: Double, _ draw: (inout PathPen) -> Void) {
      let place = Transform(moving: Point(x: 0, y: 0), to: Point(x: left, y: top))
      let path = list.path(place, draw)
      list.fill(.stroke(path, style: style), with: Color(0x20_4060), alpha: 0.7)
    }
    stroke(4) { pen in
      pen.move(to: Point(x: 4, y: 24))
      pen.line(to: Point(x: 14, y: 6))
      pen.line(to: Point(x: 24, y: 24))
    }
    stroke(38) { pen in
      pen.move(to: Point(x: 2, y: 24))
      pen.line(to: Point(x: 24, y: 18))
      pen.line(to: Point(x: 2, y: 12))
    }
    stroke(74) { pen in
      pen.move(to: Point(x: 4, y: 24))
      pen.line(to: Point(x: 24, y: 24))
      pen.line(to: Point(x: 14, y: 7))
      pen.close()
    }
    stroke(106) { pen in
      pen.move(to: Point(x: 4, y: 24))
      pen.cubic(Point(x: 40, y: -4), Point(x: -12, y: -4), to: Point(x: 26, y: 24))
    }
    stroke(142) { pen in
      pen.move(to: Point(x: 6, y: 16))
      pen.close()
    }
    stroke(156) { pen in
      pen.move(to: Point(x: 6, y: 8))
      pen.line(to: Point(x: 30, y: 20))
      pen.line(to: Point(x: 14, y: 12))
    }
  }

  @Test func joinsAndCaps_areThoseLookedAt() throws {
    var list = DisplayList()
    list.fill(.rectangle(Rect(x: 0, y: 0, width: 200, height: 70)), with: Color(0xff_ffff))
    Self.drawRow(StrokeStyle(width: 7), top: 2, into: &list)
    Self.drawRow(StrokeStyle(width: 7, cap: .butt), top: 34.5, into: &list)
    let frame = Canvas.draw(list, size: PixelSize(width: 200, height: 70))
    #expect(try GoldenImage.compare(frame, with: "raster/strokes") == nil)
  }
}
