public import Base
import LinuxSystem
public import Pixels

/// A card: the seam between the program and the kernel, with one method for each call of libdrm.
///
/// `LibDRM` implements it on a descriptor; a test's fake in memory. Nothing is decided here. All methods
/// throw `KMSError`s of the kind `call`; each may take as long as a driver likes.
public protocol ModeSetting: AnyObject {
  /// What to poll for page-flip events; valid while the card lives.
  var descriptor: Int32 { get }

  // MARK: The card

  /// Which driver it has. The call is `drmGetVersion`.
  func version() throws(KMSError) -> DriverVersion
  /// What the driver says of itself. The call is `drmGetCap`.
  func capability(_ capability: Capability) throws(KMSError) -> UInt64
  /// Tells the driver what its client understands. The call is `drmSetClientCap`.
  func enable(_ capability: ClientCapability) throws(KMSError)
  /// Whether this descriptor is the master of the card. The call is `drmIsMaster`.
  func isMaster() -> Bool
  /// Becomes the master of the card. The call is `drmSetMaster`.
  func setMaster() throws(KMSError)
  /// Gives up the mastery. The call is `drmDropMaster`.
  func dropMaster() throws(KMSError)

  // MARK: Objects

  /// The connectors, encoders and CRTCs. The call is `drmModeGetResources`.
  func resources() throws(KMSError) -> CardResources
  /// A connector.
  ///
  /// - Parameter probes: whether its display is asked anew, which may take a while. The calls are `drmModeGetConnector` and
  ///   `drmModeGetConnectorCurrent`.
  func connector(_ id: ObjectID, probes: Bool) throws(KMSError) -> Connector
  /// An encoder. The call is `drmModeGetEncoder`.
  func encoder(_ id: ObjectID) throws(KMSError) -> Encoder
  /// A CRTC; `index` is its place among the resources. The call is `drmModeGetCrtc`.
  func crtc(_ id: ObjectID, index: Int) throws(KMSError) -> CRTC
  /// The planes. The call is `drmModeGetPlaneResources`.
  func planes() throws(KMSError) -> [ObjectID]
  /// A plane. The call is `drmModeGetPlane`.
  func plane(_ id: ObjectID) throws(KMSError) -> Plane
  /// An object's properties. The call is `drmModeObjectGetProperties`.
  func properties(of id: ObjectID, _ kind: ObjectKind) throws(KMSError) -> [PropertyValue]
  /// What a property is. The call is `drmModeGetProperty`.
  func property(_ id: ObjectID) throws(KMSError) -> Property
  /// Makes a blob of bytes. The call is `drmModeCreatePropertyBlob`.
  func createBlob(_ bytes: RawSpan) throws(KMSError) -> ObjectID
  /// The bytes of a blob. The call is `drmModeGetPropertyBlob`.
  func blob(_ id: ObjectID) throws(KMSError) -> [UInt8]
  /// Gives a blob up; what still shows with it keeps it. The call is `drmModeDestroyPropertyBlob`.
  func destroyBlob(_ id: ObjectID) throws(KMSError)

  // MARK: Buffers

  /// Makes memory that the card can scan out. The call is `DRM_IOCTL_MODE_CREATE_DUMB`.
  func createDumbBuffer(size: PixelSize, bitsPerPixel: Int) throws(KMSError) -> DumbBufferLayout
  /// Makes a dumb buffer writable. The calls are `DRM_IOCTL_MODE_MAP_DUMB` and `mmap`.
  func map(_ buffer: DumbBufferLayout) throws(KMSError) -> any ScanoutMemory
  /// Gives a dumb buffer up. The call is `DRM_IOCTL_MODE_DESTROY_DUMB`.
  func destroyDumbBuffer(_ handle: UInt32) throws(KMSError)
  /// Makes a framebuffer of a dumb buffer. The call is `drmModeAddFB2`.
  func addFramebuffer(
    _ buffer: DumbBufferLayout, size: PixelSize, fourCC: UInt32
  ) throws(KMSError) -> ObjectID
  /// Gives a framebuffer up; a plane that shows it goes off. The call is `drmModeRmFB`.
  func removeFramebuffer(_ id: ObjectID) throws(KMSError)
  /// Gives a framebuffer up, and leaves it on planes that show it. The call is `DRM_IOCTL_MODE_CLOSEFB`, which
  /// Linux has since 6.8.
  func closeFramebuffer(_ id: ObjectID) throws(KMSError)

  // MARK: Frames

  /// Sets properties, all or none. The call is `drmModeAtomicCommit`.
  ///
  /// - Parameter userData: comes back in the page-flip event.
  func commit(
    _ assignments: [PropertyAssignment], _ flags: CommitFlags, userData: UInt32
  ) throws(KMSError)
  /// Drives connectors with a mode, from a place in a framebuffer on; without a framebuffer turns the CRTC off. The call
  /// is `drmModeSetCrtc`.
  func setCRTC(
    _ crtc: ObjectID, framebuffer: ObjectID, x: Int, y: Int, connectors: [ObjectID], mode: Mode?
  ) throws(KMSError)
  /// Shows another framebuffer at the next vertical blank, and sends an event then. The call is `drmModePageFlip`.
  func pageFlip(_ crtc: ObjectID, to framebuffer: ObjectID, userData: UInt32) throws(KMSError)
  /// Tells a driver that keeps a copy which pixels of a framebuffer are new; waits for it. Without rectangles all are.
  /// The call is `drmModeDirtyFB`.
  func markDirty(_ framebuffer: ObjectID, _ damage: DamageRegion) throws(KMSError)
  /// Sets a property at once. The call is `drmModeObjectSetProperty`.
  func set(_ assignment: PropertyAssignment, of kind: ObjectKind) throws(KMSError)
  /// Gives a CRTC a gamma ramp that changes nothing. The call is `drmModeCrtcSetGamma`.
  func resetGamma(of crtc: ObjectID, size: Int) throws(KMSError)
  /// Takes a plane off its CRTC. The call is `drmModeSetPlane`.
  func disablePlane(_ plane: ObjectID) throws(KMSError)
  /// Takes the pointer off a CRTC. The call is `drmModeSetCursor`.
  func hideCursor(of crtc: ObjectID) throws(KMSError)
  /// Reads whole events into the buffer, as `PageFlipEvent` parses them; never waits.
  ///
  /// - Returns: the number of bytes; 0 when there is nothing now. The call is `read`.
  func readEvents(into buffer: inout [UInt8]) throws(KMSError) -> Int
  /// The time by which transfers are measured.
  var now: Duration { get }
}

extension ModeSetting {
  /// The system's.
  public var now: Duration { MonotonicClock.now }
}

/// Memory that a display shows, for writing only: reading it back may take a hundred times as long.
public protocol ScanoutMemory: AnyObject {
  /// Lends it for drawing. Traps when the pixels do not fit.
  ///
  /// - Parameter stride: bytes from one row to the next.
  func withSurface(
    stride: Int, size: PixelSize, format: PixelFormat, _ body: (inout PixelSurface) -> Void)
}

/// What a driver may say of itself.
public enum Capability: CaseIterable, Sendable {
  /// It makes dumb buffers (`DRM_CAP_DUMB_BUFFER`).
  case dumbBuffer
  /// Dumb buffers are slow to read (`DRM_CAP_DUMB_PREFER_SHADOW`).
  case preferShadow
  /// Events are stamped by `MonotonicClock` (`DRM_CAP_TIMESTAMP_MONOTONIC`).
  case timestampMonotonic
  /// The bits of a pixel that the driver likes best (`DRM_CAP_DUMB_PREFERRED_DEPTH`).
  case preferredDepth
}

/// What a client may understand.
public enum ClientCapability: Sendable {
  /// Planes of all kinds (`DRM_CLIENT_CAP_UNIVERSAL_PLANES`).
  case universalPlanes
  /// Atomic commits (`DRM_CLIENT_CAP_ATOMIC`).
  case atomic
}

/// The kinds of objects that have properties.
public enum ObjectKind: Sendable {
  /// `DRM_MODE_OBJECT_CONNECTOR`
  case connector
  /// `DRM_MODE_OBJECT_CRTC`
  case crtc
  /// `DRM_MODE_OBJECT_PLANE`
  case plane
}

/// The numbers of a card's objects, in the kernel's order.
public struct CardResources: Sendable {
  /// The connectors.
  public var connectors: [ObjectID]
  /// The encoders.
  public var encoders: [ObjectID]
  /// The CRTCs; their place is their bit in masks.
  public var crtcs: [ObjectID]

  /// Creates the list of a card's objects.
  public init(connectors: [ObjectID], encoders: [ObjectID], crtcs: [ObjectID]) {
    (self.connectors, self.encoders, self.crtcs) = (connectors, encoders, crtcs)
  }
}

/// How a commit is made.
public struct CommitFlags: OptionSet, Sendable {
  /// The kernel's bits.
  public let rawValue: UInt32

  /// Creates flags of the kernel's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Send an event when the frame is on the display (`DRM_MODE_PAGE_FLIP_EVENT`).
  public static let pageFlipEvent = CommitFlags(rawValue: 0x001)
  /// Only say whether it would work (`DRM_MODE_ATOMIC_TEST_ONLY`).
  public static let testOnly = CommitFlags(rawValue: 0x100)
  /// Do not wait for it (`DRM_MODE_ATOMIC_NONBLOCK`).
  public static let nonblock = CommitFlags(rawValue: 0x200)
  /// The picture may be lost for a while (`DRM_MODE_ATOMIC_ALLOW_MODESET`).
  public static let allowModeset = CommitFlags(rawValue: 0x400)
}
