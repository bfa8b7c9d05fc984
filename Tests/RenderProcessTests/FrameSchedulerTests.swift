import Base
import Testing

@testable import RenderProcess

@Suite struct FrameSchedulerTests {
  private let period = Duration.nanoseconds(16_666_667)

  @Test func firstFrame_isForNow() {
    #expect(
      FrameScheduler().target(at: .seconds(3), period: period, verticalBlank: nil) == .seconds(3))
  }

  @Test func withoutVerticalBlank_theClockIsTheBeat() {
    var scheduler = FrameScheduler()
    scheduler.drew(for: .seconds(1))
    #expect(scheduler.earliest(verticalBlank: nil) == .seconds(1))
    #expect(
      scheduler.target(at: .seconds(1), period: period, verticalBlank: nil) == .seconds(1) + period)
    // A late frame skips to the next time; the animation does not slow down.
    #expect(
      scheduler.target(at: .seconds(1) + period * 2.5, period: period, verticalBlank: nil)
        == .seconds(1) + period * 3)
  }

  @Test func withVerticalBlank_framesAreForTheComingOne() {
    var scheduler = FrameScheduler()
    var blank = Duration.seconds(5)
    for _ in 0..<600 {
      let target = scheduler.target(
        at: blank + .microseconds(300), period: period, verticalBlank: blank)
      #expect(target == blank + period)
      #expect(scheduler.earliest(verticalBlank: blank) == nil)
      scheduler.drew(for: target)
      blank = target
    }
  }

  /// After a suspend, or in a debugger: time continues from now, and missed frames are not drawn.
  @Test(arguments: [nil, Duration.seconds(1)]) func longPause_isFollowedByOneFrameAPeriod(
    blank: Duration?
  ) {
    var scheduler = FrameScheduler()
    scheduler.drew(for: .seconds(1))
    let now = Duration.seconds(3_600) + .milliseconds(3)
    var target = scheduler.target(at: now, period: period, verticalBlank: blank)
    #expect(target > now && target <= now + period)
    for _ in 0..<10 {
      scheduler.drew(for: target)
      let next = scheduler.target(at: target, period: period, verticalBlank: blank)
      #expect(next == target + period)
      target = next
    }
  }

  @Test func blankReportedLate_drawsNoMomentTwice() {
    var scheduler = FrameScheduler()
    scheduler.drew(for: .seconds(1) + period)
    let target = scheduler.target(
      at: .seconds(1) + period * 0.9, period: period, verticalBlank: .seconds(1))
    #expect(target == .seconds(1) + period * 2)
  }
}
