import Base
import LinuxSystem
import Pixels
import TestSupport

@testable import Presenters

/// A presenter on a framebuffer device in memory, frames for it, and a clock that a test winds.
final class FbdevSession {
  var device: FakeFramebuffer?
  let presenter: FbdevPresenter
  private(set) var notes: [String] = []
  private(set) var openCount = 0
  private(set) var now = Duration.seconds(100)
  private var owners: [(output: any PresenterOutput, frames: TestFrames)] = []
  private var random = SeededGenerator(seed: 0xFB)

  init(
    _ device: FakeFramebuffer?, _ change: (inout FbdevPresenter.Configuration) -> Void = { _ in }
  ) {
    var configuration = FbdevPresenter.Configuration(wait: .seconds(2))
    configuration.listens = false
    change(&configuration)
    self.device = device
    var open: (ByteString) throws(SystemError) -> any Framebuffer = { _ throws(SystemError) in
      throw SystemError("open", .noSuchFile)
    }
    var note: (ByteString) -> Void = { _ in }
    let start = now
    presenter = FbdevPresenter(
      configuration, at: start, open: { (path) throws(SystemError) in try open(path) },
      enterGraphics: { note("graphics") }, note: { note($0) })
    open = { [unowned self] (path) throws(SystemError) in
      openCount += 1
      guard let device = self.device, !device.isGone else {
        throw SystemError("open", .noSuchFile, path: path)
      }
      return device
    }
    note = { [unowned self] in notes.append($0.description) }
  }

  var output: (any PresenterOutput)? { presenter.outputs.first }

  /// The frames of the output that there is now.
  var frames: TestFrames? {
    guard let output else { return nil }
    if let known = owners.first(where: { $0.output === output }) { return known.frames }
    let new = TestFrames(size: output.size)
    owners.append((output, new))
    return new
  }

  /// Lets 5 ms go by; the presenter is called only when it asked to be.
  func step() throws {
    now += .milliseconds(5)
    if let device { device.now = max(device.now, now) }
    if presenter.deadline.map({ now >= $0 }) ?? false { try presenter.handleEvents(at: now) }
  }

  /// Changes some rectangles anywhere, or the whole of a first frame, to words of any colour, and presents.
  func presentAnything() throws {
    guard let output, let frames else { return }
    var damage = DamageRegion()
    let isFirst = frames.frameNumber == 0
    for _ in 0..<(isFirst ? 1 : Int.random(in: 1...3, using: &random)) {
      let left = isFirst ? 0 : Int.random(in: 0..<output.size.width, using: &random)
      let top = isFirst ? 0 : Int.random(in: 0..<output.size.height, using: &random)
      let right =
        isFirst ? output.size.width : Int.random(in: (left + 1)...output.size.width, using: &random)
      let bottom =
        isFirst
        ? output.size.height : Int.random(in: (top + 1)...output.size.height, using: &random)
      damage.insert(PixelRect(left: left, top: top, right: right, bottom: bottom))
      for y in top..<bottom {
        frames.picture.withMutableRow(y, columns: left..<right) { row in
          for x in row.indices {
            row[x] = 0xff00_0000 | UInt32.random(in: 0...0xff_ffff, using: &random)
          }
        }
      }
    }
    frames.add(damage)
    _ = try output.present(frames, for: now)
  }

  /// Goes on until so many frames were presented, the clock as slow as the display.
  func run(frames count: Int) throws {
    for _ in 0..<count {
      try step()
      try presentAnything()
    }
  }

  /// Presents the newest frame until it is shown; at most 5 s.
  func settle() throws {
    for _ in 0..<1_000 {
      try step()
      guard let output, let frames else { continue }
      if frames.frameNumber == 0 { try presentAnything() }
      if try output.present(frames, for: now) { return }
    }
  }

  /// How many visible pixels are not those of the newest frame, turned: further off than cutting off levels makes them.
  func wrongPixels(turned rotation: Rotation = .none) -> Int {
    guard let device, let output, let frames else { return -1 }
    let channels = [device.mode.red, device.mode.green, device.mode.blue]
    var wrong = 0
    for y in 0..<output.size.height {
      for x in 0..<output.size.width {
        let place = rotation.turned(
          PixelRect(left: x, top: y, right: x + 1, bottom: y + 1), of: output.size)
        let (word, found) = (frames.picture[x, y], device.pixel(place.left, place.top))
        for (index, channel) in channels.enumerated() {
          let level = Int(word >> UInt32(16 - 8 * index)) & 255
          let last = (1 << channel.length) - 1
          let shown = Int(found >> UInt32(channel.offset)) & last
          // A byte's level is itself; with other bits it is one of the nearest two, which lie a little beside whole steps.
          let isRight =
            last == 255
            ? shown == level : abs(Double(shown) - Double(level * last) / 255) <= 1.1
          if !isRight { wrong += 1 }
        }
      }
    }
    return wrong
  }

  /// Whether nothing was drawn beside the pages.
  var isClean: Bool {
    guard let device else { return false }
    return device.placesBesidePages.allSatisfy {
      device.memory[$0] == FakeFramebuffer.untouched($0)
    }
  }
}
