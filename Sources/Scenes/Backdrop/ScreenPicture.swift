public import Base
public import Graphics
import ProgressModel

/// A picture of the screen at its place.
public final class ScreenPicture {
  /// The picture; replaced when the frames of an animated picture are read.
  public private(set) var reference: ImageReference
  /// The canvas column of its first column.
  public let x: Int
  /// The canvas row of its first row.
  public let y: Int
  // The times of the frames; nil for a single frame.
  private var frames: FrameTimes?

  /// Creates a picture with its first pixel at (x, y).
  public init(_ reference: ImageReference, x: Int, y: Int) {
    (self.reference, self.x, self.y) = (reference, x, y)
  }

  /// Replaces the picture by frames.
  public func set(_ reference: ImageReference, _ frames: FrameTimes) {
    (self.reference, self.frames) = (reference, frames)
  }

  /// The pixels that it covers.
  var rect: Rect {
    Rect(
      x: Double(x), y: Double(y), width: Double(reference.width), height: Double(reference.height))
  }

  // MARK: - Frames

  /// The number of the current frame, and the time of the next one; nil for none.
  private func frame(
    of frames: FrameTimes, _ input: SceneInput, _ state: PictureState
  ) -> (index: Int, next: Duration?) {
    guard let elapsed = input.elapsed(in: state) else { return (frames.still, nil) }
    let (index, left) = frames.frame(after: elapsed, isEndless: !state.isOutcome)
    let isHeld = state.isProgress && input.holdsPictures
    // A run that slows down delays frames: then it is too early, and asked again.
    return (index, isHeld ? nil : left.map { input.time + max($0, FrameTimes.shortest) })
  }

  /// The picture's image in a frame of the screen.
  ///
  /// - Parameter moves: whether an animated picture moves.
  func image(_ input: SceneInput, in state: PictureState, moves: Bool) -> Paint {
    var reference = reference
    if Traits.pictures, let frames {
      reference.frame = moves ? frame(of: frames, input, state).index : frames.still
    }
    return .image(reference, x: x, y: y)
  }

  /// The session time at which it shows another frame, and the most frames a second that it shows;
  /// nil if it does not move.
  func motion(
    _ input: SceneInput, in state: PictureState
  ) -> (next: Duration, mostFrames: Double)? {
    guard Traits.pictures, let frames, let next = frame(of: frames, input, state).next
    else { return nil }
    return (next, 1 / frames.shortestDelay.seconds)
  }
}

/// The times of an animated picture's frames. Which one shows depends on the elapsed time alone.
public struct FrameTimes {
  // The end of each frame, from the beginning of a play on.
  private let ends: [Duration]
  // The number of plays; 0 for endless repetition.
  private let plays: Int
  /// The shortest time that a frame shows.
  let shortestDelay: Duration

  /// The least time from one look to the next: a period of fast displays.
  static var shortest: Duration { .milliseconds(4) }

  /// Creates the times of frames.
  ///
  /// - Parameters:
  ///   - delays: how long each frame shows; one or more, each above zero.
  ///   - plays: how often they are played; 0 for ever.
  public init(_ delays: [Duration], plays: Int) {
    var (ends, end) = ([Duration](), Duration.zero)
    for delay in delays {
      end = end + delay
      ends.append(end)
    }
    (self.ends, self.plays) = (ends, plays)
    shortestDelay = delays.min() ?? .seconds(1)
  }

  /// The frame of a still image: the last one of a sequence that ends, otherwise the first one.
  var still: Int { plays == 0 ? 0 : ends.count - 1 }

  /// The number of the current frame, and the time until the next one; nil after the last one.
  ///
  /// - Parameter isEndless: whether frames may repeat endlessly; otherwise they are played once.
  func frame(after elapsed: Duration, isEndless: Bool) -> (index: Int, left: Duration?) {
    guard let length = ends.last, ends.count > 1 else { return (0, nil) }
    let plays = plays == 0 && !isEndless ? 1 : plays
    let played = elapsed.nanoseconds / length.nanoseconds
    if plays > 0, played >= plays { return (ends.count - 1, nil) }
    let within = elapsed - .nanoseconds(played * length.nanoseconds)
    var index = 0
    while ends[index] <= within { index += 1 }
    let isLast = plays > 0 && played + 1 == plays && index == ends.count - 1
    return (index, isLast ? nil : ends[index] - within)
  }
}

extension PictureState {
  /// Whether it is an outcome.
  var isOutcome: Bool { [.done, .failed, .cancelled, .interrupted].contains(self) }

  /// Whether frames follow the run: they stop with it.
  var isProgress: Bool { [.always, .starting, .running].contains(self) }
}

extension SceneInput {
  /// The time since a picture of a state began to move; nil if it does not move in that state.
  fileprivate func elapsed(in picture: PictureState) -> Duration? {
    if picture.isOutcome { return max(.zero, time - state.outcomeBegan) }
    if !picture.isProgress { return nil }
    let now = state.phase.isOutcome ? min(time, state.outcomeBegan) : time
    return max(.zero, now - state.began - state.standstill(at: now))
  }

  /// Whether pictures that follow the run stand still.
  fileprivate var holdsPictures: Bool {
    if state.phase.isOutcome { return time >= state.outcomeBegan }
    guard let rest = state.restTime(at: time) else { return false }
    return time >= rest
  }
}
