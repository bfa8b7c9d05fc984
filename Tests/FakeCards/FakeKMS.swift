public import Base
import DeskSupport
public import KMS
public import LinuxSystem
public import Pixels

/// A card in memory: keeps what is in its buffers and on its glass, records what it was asked, fails when
/// told to, and has the quirks of real drivers as switches.
public final class FakeKMS {
  /// The methods that can fail.
  public enum Call: CaseIterable, Sendable {
    case version, capability, enable, setMaster, dropMaster, resources, connector
    case connectorCurrent, encoder, crtc
    case planes, plane, properties, property, createBlob, destroyBlob, createDumbBuffer, map
    case destroyDumbBuffer, addFramebuffer, removeFramebuffer, closeFramebuffer, commit, readEvents
    case blob, setCRTC, pageFlip, markDirty, set, resetGamma, disablePlane, hideCursor
  }

  /// A commit, as it was asked for.
  public struct Commit {
    /// What was to be set.
    public var assignments: [PropertyAssignment]
    /// How.
    public var flags: CommitFlags
    /// What was to come back.
    public var userData: UInt32
    /// The damage told; nil for none.
    public var clips: [PixelRect]?
    /// Whether it was taken.
    public var isTaken = false

    /// The value given to a property of an object; nil for none.
    public func value(_ object: ObjectID, _ name: PropertyName) -> UInt64? {
      assignments.last { $0.object == object && $0.property == FakeKMS.propertyID(name) }?.value
    }
  }

  struct Flip {
    var framebuffer: ObjectID
    var clips: [PixelRect]?
    var userData: UInt32
    var sendsEvent: Bool
    var isAtomic = true
    // When its upload is over, and whether nothing was copied.
    var end = Duration.zero
    var isLost = false
  }

  /// What a CRTC scans out.
  struct Scanout {
    var shown: ObjectID?
    var pending: Flip?
    var glass: [UInt32] = []
    var origin = (x: 0, y: 0)
    var size = PixelSize(width: 0, height: 0)
    var turn: UInt64 = 1
  }

  struct Framebuffer {
    var layout: DumbBufferLayout
    var size: PixelSize
    var fourCC: UInt32
  }

  final class Memory: ScanoutMemory {
    var format = PixelFormat.xrgb8888
    var bytes: [UInt8]
    var onLend: (_ hasChanged: Bool) -> Void = { _ in }
    init(count: Int) { bytes = [UInt8](repeating: 0xEE, count: count) }
    func withSurface(
      stride: Int, size: PixelSize, format: PixelFormat, _ body: (inout PixelSurface) -> Void
    ) {
      precondition(stride * size.height <= bytes.count, "pixels outside the buffer")
      let before = bytes
      self.format = format
      unsafe bytes.withUnsafeMutableBytes { memory in
        guard let base = memory.baseAddress else { return }
        // SAFETY: the array stays for the call, and holds all rows.
        var surface = unsafe PixelSurface(base: base, stride: stride, size: size, format: format)
        body(&surface)
      }
      onLend(bytes != before)
    }
  }

  /// The card's objects; may change under way, as with a plug.
  public var hardware: FakeHardware
  /// The driver's name.
  public var driver: ByteString = "fake"
  /// Whether it drives no displays.
  public var isRenderOnly = false
  /// How the driver refuses a state; nil for not at all. The argument is the CRTCs that would run.
  public var refusal: (([RunningCRTC]) -> ErrorCode?)?
  /// How commits fail that show a framebuffer on a plane. Tests succeed where the failure passes.
  public var planeFailures: [ObjectID: ErrorCode] = [:]
  /// A property that no commit may set.
  public var refusedProperty: PropertyName?
  /// Whether nonblocking commits succeed and change nothing: their events all have one number.
  public var ignoresFlips = false
  /// Whether there is no vertical blank: flips are done at once, events have the number 0.
  public var lacksVerticalBlank = false
  /// Whether there are no atomic commits.
  public var lacksAtomic = false
  /// Whether every atomic commit is refused, rehearsals too.
  public var refusesAtomic = false
  /// How every atomic commit fails, tests included; nil for not at all.
  public var commitFailure: ErrorCode?
  /// How many dumb buffers of more than one row fit into the card's memory.
  public var bufferLimit = Int.max
  /// How many bytes of dumb buffers fit into the card's memory.
  public var memorySize = Int.max
  /// How many dumb buffers can be scanned out at a time, as in video memory. A modeset or flip
  /// needs both its former buffer and the new one.
  public var pinLimit = Int.max
  /// How every commit fails that is not waited for; nil for not at all.
  public var flipFailure: ErrorCode?
  /// Whether the calls of old can't flip.
  public var lacksPageFlip = false
  /// Whether displays show a copy: a commit copies its damage, or everything of another framebuffer.
  public var uploads = false
  /// Whether the device has a copy of each framebuffer, to which a commit uploads its damage only:
  /// virtio-gpu of Linux 6.4 to 6.7, vmwgfx of 6.1.
  public var uploadsEachFramebuffer = false
  /// The time by which transfers are measured; a test winds it.
  public var now = Duration.zero
  /// Whether modesets are refused unless the caller waits.
  public var waitsForModesets = false
  /// Whether a modeset concerns all CRTCs that run, as with drivers whose CRTCs share a clock.
  public var joinsModesets = false
  /// Whether the CRTCs have their vertical blanks in turn, not all at a time.
  public var blanksInTurn = false
  /// How long a modeset takes. One that is waited for winds the time.
  public var modesetTime = Duration.zero
  /// How long the link takes for a pixel.
  public var pixelTime = Duration.zero
  /// How long the driver waits for a device that takes nothing; nil while it takes uploads.
  public var uploadFailure: Duration?
  /// Whether an upload copies one box around all damage.
  public var mergesDamage = false
  /// Whether the framebuffer that is shown can't be updated, by commits and by `markDirty`.
  public var refusesUpdates = false
  /// Whether modes can't be kept: each commit of one needs a modeset.
  public var alwaysSetsMode = false
  /// Whether another content type needs a modeset.
  public var contentTypeSetsMode = false
  /// Whether the card was unplugged: every call fails.
  public var isGone = false
  /// How many flips will come to the glass without an event.
  public var eventsToLose = 0
  /// How many non-blocking commits will be refused with EBUSY.
  public var refusals = 0
  /// Whether another program sets modes.
  public var hasOtherMaster = false
  /// What the descriptor is said to be.
  public let descriptor: Int32

  /// All calls, in order.
  public internal(set) var calls: [Call] = []
  /// All commits, in order.
  public internal(set) var commits: [Commit] = []
  /// The pixels that are seen at the first CRTC, row by row; empty while dark.
  public var glass: [UInt32] { glass(of: 0xCC) }
  /// The rectangles that were told to be new by the calls of old, a list for each call.
  public internal(set) var dirtied: [[PixelRect]] = []
  /// How many pixels came to the glass of all CRTCs.
  public internal(set) var copiedPixels = 0
  /// What was turned off or made plain by the calls of old, in words.
  public internal(set) var resets: [String] = []
  /// Framebuffers that were closed, and may still be on the glass.
  public internal(set) var closed: [ObjectID] = []
  /// Frames drawn into a buffer that was scanned out, or on its way to the glass.
  public internal(set) var tornFrames = 0
  /// Whether an event is to be read.
  public var hasEvents: Bool { !queue.isEmpty }
  /// The blobs, dumb buffers and framebuffers that exist.
  public var leftovers: (blobs: Int, buffers: Int, framebuffers: Int) {
    (blobs.count, memories.count, framebuffers.count)
  }

  /// The values that properties of objects were given.
  var assigned: [ObjectID: [ObjectID: UInt64]] = [:]
  var isOurs = true
  var failures: [(call: Call?, nth: Int, code: ErrorCode)] = []
  var blobs: [ObjectID: [UInt8]] = [:]
  var memories: [UInt32: Memory] = [:]
  var framebuffers: [ObjectID: Framebuffer] = [:]
  var deviceCopies: [ObjectID: [UInt8]] = [:]
  var scanouts: [ObjectID: Scanout] = [:]
  /// When the modesets under way end, by CRTC.
  var modesetEnds: [ObjectID: Duration] = [:]
  var queue: [UInt8] = []
  var blankCount: UInt32 = 0

  /// Creates a card.
  public init(_ hardware: FakeHardware = .oneDisplay(), descriptor: Int32 = 77) {
    (self.hardware, self.descriptor) = (hardware, descriptor)
  }

  // MARK: - What a test does

  /// The value that a property of an object was given last; nil for none.
  public func assigned(_ object: ObjectID, _ name: PropertyName) -> UInt64? {
    assigned[object]?[Self.propertyID(name)]
  }

  /// Lets the nth call of a method, or of any, counted from 1 and from now, fail once.
  public func failing(_ call: Call? = nil, nth: Int = 1, with code: ErrorCode) {
    let before = call.map { call in calls.count { $0 == call } } ?? calls.count
    failures.append((call, before + nth, code))
  }

  /// The pixels that are seen at a CRTC, row by row; empty while dark.
  public func glass(of crtc: ObjectID) -> [UInt32] { scanouts[crtc]?.glass ?? [] }

  /// A vertical blank of all CRTCs: the flips under way come to the glass.
  public func verticalBlank(at time: Duration) {
    blankCount += 1
    modesetEnds = modesetEnds.filter { time < $0.value }
    for (index, (crtc, scanout)) in scanouts.sorted(by: { $0.key < $1.key }).enumerated() {
      if blanksInTurn, Int(blankCount) % scanouts.count != index { continue }
      guard let flip = scanout.pending, time >= flip.end else { continue }
      scanouts[crtc]?.pending = nil
      if ignoresFlips && flip.isAtomic {
        sendEvent(userData: UInt64(flip.userData), at: time, sequence: 1)
        continue
      }
      if !flip.isLost { show(flip.framebuffer, on: crtc, clips: flip.clips) }
      if !flip.sendsEvent { continue }
      if eventsToLose > 0 {
        eventsToLose -= 1
      } else {
        sendEvent(userData: UInt64(flip.userData), at: time, sequence: blankCount)
      }
    }
  }

  /// Another program shows something else on all displays.
  public func wipe() {
    for crtc in scanouts.keys {
      let count = scanouts[crtc]?.glass.count ?? 0
      scanouts[crtc]?.glass = [UInt32](repeating: 0xBAD, count: count)
    }
  }

  /// The device is reset: all buffers have other content, and the displays show noise.
  public func loseMemory() {
    for memory in memories.values {
      for index in memory.bytes.indices { memory.bytes[index] = 0x3C }
    }
    wipe()
  }

  /// Queues a page-flip event.
  public func sendEvent(userData: UInt64, at time: Duration, sequence: UInt32) {
    let (seconds, nanoseconds) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    queue += Self.event(
      type: 2, userData: userData, seconds: UInt32(seconds),
      microseconds: UInt32(nanoseconds / 1_000), sequence: sequence)
  }

  /// The bytes of a `drm_event_vblank` of the CRTC 0xCC.
  public static func event(
    type: UInt32, userData: UInt64, seconds: UInt32, microseconds: UInt32, sequence: UInt32
  ) -> [UInt8] {
    func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      // SAFETY: an integer's own bytes.
      unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
    }
    return bytes(type) + bytes(UInt32(32)) + bytes(userData) + bytes(seconds) + bytes(microseconds)
      + bytes(sequence) + bytes(UInt32(0xCC))
  }

  /// The property's number: 0x9000 and its place among all names.
  public static func propertyID(_ name: PropertyName) -> ObjectID {
    0x9000 + ObjectID(PropertyName.allCases.firstIndex { $0 == name } ?? 0)
  }
}
