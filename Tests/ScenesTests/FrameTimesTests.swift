import Base
import Testing

@testable import Scenes

/// Which frame of an animated picture shows.
@Suite struct FrameTimesTests {
  private let delays: [Duration] = [.milliseconds(100), .milliseconds(30), .milliseconds(70)]

  private func frame(_ times: FrameTimes, _ milliseconds: Int) -> (Int, Int?) {
    let (index, left) = times.frame(after: .milliseconds(milliseconds), isEndless: true)
    return (index, left.map { Int($0.nanoseconds / 1_000_000) })
  }

  @Test func endlessFrames_repeat() {
    let times = FrameTimes(delays, plays: 0)
    for play in [0, 1, 7, 40_000_000] {
      #expect(frame(times, 200 * play) == (0, 100))
      #expect(frame(times, 200 * play + 99) == (0, 1))
      #expect(frame(times, 200 * play + 100) == (1, 30))
      #expect(frame(times, 200 * play + 130) == (2, 70))
      #expect(frame(times, 200 * play + 199) == (2, 1))
    }
    #expect(times.still == 0)
  }

  @Test func countedPlays_endWithTheLastFrame() {
    let times = FrameTimes(delays, plays: 2)
    #expect(frame(times, 150) == (2, 50))
    #expect(frame(times, 200) == (0, 100))
    #expect(frame(times, 310) == (1, 20))
    #expect(frame(times, 330) == (2, nil))
    #expect(frame(times, 400) == (2, nil))
    #expect(frame(times, 1_000_000) == (2, nil))
    #expect(times.still == 2)
  }

  @Test func endlessFrames_playOnceWhereTheyMustEnd() {
    let times = FrameTimes(delays, plays: 0)
    #expect(times.frame(after: .milliseconds(120), isEndless: false).index == 1)
    let last = times.frame(after: .milliseconds(500), isEndless: false)
    #expect(last.index == 2 && last.left == nil)
  }

  @Test func oneFrame_doesNotMove() {
    let times = FrameTimes([.milliseconds(10)], plays: 0)
    #expect(frame(times, 0) == (0, nil))
    #expect(frame(times, 5_000) == (0, nil))
  }
}
