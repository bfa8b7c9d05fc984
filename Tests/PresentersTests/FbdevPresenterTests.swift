import Base
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import Presenters

@Suite struct FbdevPresenterTests {
  /// Devices with each kind of pixels, rows and pages.
  static let devices: [@Sendable () -> FakeFramebuffer] = {
    var all: [@Sendable () -> FakeFramebuffer] = []
    for one in FramebufferLayoutTests.cases where one.format != nil {
      // Every kind of pixels in one way, and one of each size in all ways.
      let ways = [(7, 1, 0), (0, 1, 0), (12, 2, 1), (0, 3, 8)]
      let isInTable = ["XRGB8888", "RGB888", "RGB565"].contains(one.format)
      for (padding, pages, step) in ways.prefix(isInTable ? 4 : 1) {
        all.append {
          FakeFramebuffer(
            19, 11, bits: one.bits, red: one.red, green: one.green, blue: one.blue,
            alpha: one.alpha, padding: padding, pages: pages, panStep: step)
        }
      }
    }
    return all
  }()

  @Test(arguments: devices.indices) func partialUpdates_addUpToTheWholeFrame(index: Int) throws {
    let device = Self.devices[index]()
    let session = FbdevSession(device)
    for update in 0..<200 {
      try session.run(frames: 1)
      #expect(session.wrongPixels() == 0, "update \(update)")
    }
    #expect(session.isClean)
    // What is seen is not drawn on where there is another page.
    #expect(device.drawnInSight == (device.mode.panStep > 0 ? 0 : 200))
    #expect(!device.isBlank)
    #expect(session.notes == ["graphics", "showing on /dev/fb0 ()"])
  }

  @Test(arguments: Rotation.allCases, [0, 1]) func turnedPicture_isUprightForWhoTurnsTheirHead(
    rotation: Rotation, step: Int
  ) throws {
    let device = FakeFramebuffer(
      19, 11, bits: 16, red: (11, 5), green: (5, 6), blue: (0, 5), padding: 6, pages: 2,
      panStep: step)
    let session = FbdevSession(device) { $0.rotation = rotation }
    for _ in 0..<50 {
      try session.run(frames: 1)
      #expect(session.wrongPixels(turned: rotation) == 0)
    }
    #expect(session.output?.size == rotation.turned(PixelSize(width: 19, height: 11)))
    #expect(session.isClean)
  }

  @Test func page_liesWhereItWasFound() throws {
    var mode = FakeFramebuffer(32, 40).mode
    (mode.width, mode.height, mode.x, mode.y, mode.memoryOffset) = (19, 11, 3, 20, 36)
    let session = FbdevSession(FakeFramebuffer(mode))
    try session.run(frames: 30)
    #expect(session.wrongPixels() == 0)
    #expect(session.isClean)
  }

  // MARK: - Pages

  @Test func secondPage_isMadeRoomFor_andGivenBack() throws {
    var mode = FakeFramebuffer(19, 11, pages: 2, panStep: 1).mode
    mode.virtualHeight = 11
    let device = FakeFramebuffer(mode)
    device.canGrow = true
    let session = FbdevSession(device)
    try session.run(frames: 21)
    #expect(device.mode.virtualHeight == 22)
    #expect(device.drawnInSight == 0)
    #expect(session.wrongPixels() == 0)
    try session.presenter.finish(.restore)
    #expect(device.mode == mode)
  }

  @Test func secondPage_thatIsRefused_isDoneWithout() throws {
    var mode = FakeFramebuffer(19, 11, pages: 2, panStep: 1).mode
    mode.virtualHeight = 11
    let session = FbdevSession(FakeFramebuffer(mode))
    try session.run(frames: 20)
    #expect(session.wrongPixels() == 0)
    #expect(session.device?.calls.contains { if case .pan = $0 { true } else { false } } == false)
  }

  @Test func panThatIsRefused_isNotTriedAgain() throws {
    // It says that it pans, but not by as much as the rows between two pages.
    let device = FakeFramebuffer(19, 11, pages: 2, panStep: 1)
    device.mode.virtualWidth = 18
    let session = FbdevSession(device)
    try session.run(frames: 20)
    try session.settle()
    #expect(device.calls.filter { $0 == .pan(11) }.count == 1)
    #expect(session.wrongPixels() == 0)
  }

  @Test func secondHalf_thatIsSeenFirst_isDrawnOnLast() throws {
    let device = FakeFramebuffer(19, 11, pages: 2, panStep: 1)
    device.mode.y = 11
    let session = FbdevSession(device)
    try session.run(frames: 1)
    #expect(device.calls.filter { if case .pan = $0 { true } else { false } } == [.pan(0)])
    #expect(device.drawnInSight == 0)
    try session.presenter.finish(.restore)
    #expect(device.mode.y == 11)
  }

  // MARK: - Vertical blanks

  private func waits(_ device: FakeFramebuffer) -> Int { device.calls.count { $0 == .wait } }

  @Test func verticalBlank_isWaitedFor_andIsTheBeat() throws {
    for pages in 1...2 {
      let device = FakeFramebuffer(19, 11, pages: pages, panStep: pages - 1)
      device.waitTime = .milliseconds(16)
      let session = FbdevSession(device)
      try session.run(frames: 10)
      #expect(waits(device) == 10)
      #expect(session.output?.lastVerticalBlank == device.now)
    }
  }

  @Test func panThatWaits_isTheBlank() throws {
    let device = FakeFramebuffer(19, 11, pages: 2, panStep: 1)
    (device.panTime, device.waitTime) = (.milliseconds(15), .milliseconds(16))
    let session = FbdevSession(device)
    try session.run(frames: 10)
    #expect(waits(device) == 0)
    #expect(session.output?.lastVerticalBlank == device.now)
  }

  @Test func waitThatFails_isMadeOnce() throws {
    let session = FbdevSession(FakeFramebuffer(19, 11))
    try session.run(frames: 10)
    #expect(session.device.map(waits) == 1)
    #expect(session.output?.lastVerticalBlank == nil)
  }

  @Test(arguments: [(0, 4), (251, 1)]) func waitThatDoesNotWait_isGivenUp(
    milliseconds: Int, count: Int
  ) throws {
    let device = FakeFramebuffer(19, 11)
    device.waitTime = .milliseconds(milliseconds)
    let session = FbdevSession(device)
    try session.run(frames: 10)
    #expect(waits(device) == count)
    #expect(session.output?.lastVerticalBlank == nil)
  }

  // MARK: - What goes wrong

  static let callCounts = [callCount(pages: 1), callCount(pages: 2)]

  static func device(pages: Int) -> FakeFramebuffer {
    let device = FakeFramebuffer(19, 11, pages: pages, panStep: pages - 1)
    device.waitTime = .milliseconds(16)
    return device
  }

  static func callCount(pages: Int) -> Int {
    let device = device(pages: pages)
    try? FbdevSession(device).run(frames: 6)
    return device.calls.count
  }

  @Test(arguments: [ErrorCode.invalid, .noDevice, .busy, .noMemory, .accessDenied], [1, 2])
  func anyCallFailing_isFollowedByTheRightPicture(code: ErrorCode, pages: Int) throws {
    let count = Self.callCounts[pages - 1]
    #expect(count > 12)
    for nth in 1...count {
      let device = Self.device(pages: pages)
      device.fail(nth: nth, with: code)
      let session = FbdevSession(device) { $0.wait = nil }
      try session.run(frames: 8)
      if device.isGone {
        #expect(session.output == nil, "call \(nth)")
        session.device = Self.device(pages: pages)
      }
      try session.run(frames: 8)
      try session.settle()
      #expect(session.wrongPixels() == 0, "call \(nth)")
      #expect(session.isClean, "call \(nth)")
      #expect(session.openCount < 40, "call \(nth)")
    }
  }

  @Test func anotherMode_isAnotherOutput() throws {
    let device = FakeFramebuffer(19, 11, pages: 4)
    let session = FbdevSession(device)
    try session.run(frames: 5)
    let before = session.output?.size
    (device.mode.width, device.mode.height, device.mode.virtualWidth) = (12, 20, 19)
    try session.run(frames: 2)
    try session.settle()
    #expect(before == PixelSize(width: 19, height: 11))
    #expect(session.output?.size == PixelSize(width: 12, height: 20))
    #expect(session.wrongPixels() == 0)
  }

  @Test func modeThatCannotBeShown_isTheEnd_andSaysSo() throws {
    let device = FakeFramebuffer(19, 11)
    let session = FbdevSession(device)
    try session.run(frames: 5)
    device.mode.kind = .other
    let error = try #require(throws: PresenterError.self) { try session.run(frames: 3) }
    #expect(error.isFinal)
    #expect(error.message.description.hasPrefix("framebuffer : its pixels are not"))
  }

  @Test func deviceThatComes_isTaken() throws {
    let session = FbdevSession(nil)
    for _ in 0..<200 { try session.step() }
    #expect(session.openCount == 2)
    #expect(session.notes == ["waiting for a display: open /dev/fb0: No such file or directory"])
    session.device = FakeFramebuffer(19, 11)
    for _ in 0..<101 { try session.step() }
    #expect(session.output != nil)
  }

  @Test func wait_ends_withTheReason() throws {
    let session = FbdevSession(nil)
    let error = try #require(throws: PresenterError.self) {
      for _ in 0...400 { try session.step() }
    }
    #expect(
      error.message.description.hasPrefix("no display after 2 s: open /dev/fb0: No such file"))
    #expect(error.isFinal)
    #expect(session.now == .seconds(102))
  }

  @Test func deviceThatGoes_afterAPicture_isWaitedForForEver() throws {
    let device = FakeFramebuffer(19, 11)
    let session = FbdevSession(device)
    try session.run(frames: 3)
    device.isGone = true
    try session.run(frames: 2_000)
    #expect(session.output == nil)
    session.device = FakeFramebuffer(19, 11)
    try session.run(frames: 200)
    #expect(session.wrongPixels() == 0)
  }

  // MARK: - Others

  @Test func pause_leavesTheMemoryAlone_andResume_drawsAllAnew() throws {
    let device = FakeFramebuffer(19, 11)
    let session = FbdevSession(device)
    try session.run(frames: 3)
    session.presenter.pause()
    let count = device.calls.count
    for place in device.memory.indices { device.memory[place] = 0 }
    try session.run(frames: 5)
    #expect(device.calls.count == count)
    #expect(device.memory.allSatisfy { $0 == 0 })
    try session.presenter.resume(at: session.now)
    try session.settle()
    #expect(session.wrongPixels() == 0)
  }

  @Test func directColour_getsARamp() throws {
    let device = FakeFramebuffer(
      19, 11, bits: 16, red: (11, 5), green: (5, 6), blue: (0, 5))
    device.mode.kind = .directColor
    let session = FbdevSession(device)
    try session.run(frames: 1)
    #expect(device.calls.contains(.setRamp(6)))
  }

  @Test func black_isBlack() throws {
    let device = FakeFramebuffer(19, 11, padding: 8)
    let session = FbdevSession(device)
    try session.run(frames: 3)
    try session.presenter.finish(.black)
    #expect(device.isBlank)
    for y in 0..<11 { for x in 0..<19 { #expect(device.levels(x, y) == [0, 0, 0]) } }
    #expect(session.isClean)
  }

  @Test func keep_isTheLastPicture() throws {
    let device = Self.device(pages: 2)
    let session = FbdevSession(device)
    try session.run(frames: 4)
    let count = device.calls.count
    try session.presenter.finish(.keep)
    #expect(device.calls.count == count)
    #expect(session.wrongPixels() == 0)
  }
}
