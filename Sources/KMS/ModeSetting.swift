public import Base
import LinuxSystem
public import Pixels

/// A card: the interface between the program and the kernel, with one method for each call of
/// libdrm.
///
/// `LibDRM` implements it on a descriptor, tests implement it in memory. It contains no policy. All
/// methods throw a `KMSError` of the kind `call`, and each may block in the driver for any time.
public protocol ModeSetting: AnyObject {
  /// The descriptor to poll for page-flip events; valid while the card exists.
  var descriptor: Int32 { get }

  // MARK: The card

  /// The driver's name and version. The call is `drmGetVersion`.
  func version() throws(KMSError) -> DriverVersion
  /// The value of a driver capability. The call is `drmGetCap`.
  func capability(_ capability: Capability) throws(KMSError) -> UInt64
  /// Announces a capability of this client to the driver. The call is `drmSetClientCap`.
  func enable(_ capability: ClientCapability) throws(KMSError)
  /// Whether this descriptor is the master of the card. The call is `drmIsMaster`.
  func isMaster() -> Bool
  /// Becomes the master of the card. The call is `drmSetMaster`.
  func setMaster() throws(KMSError)
  /// Drops master. The call is `drmDropMaster`.
  func dropMaster() throws(KMSError)

  // MARK: Objects

  /// The connectors, encoders and CRTCs. The call is `drmModeGetResources`.
  func resources() throws(KMSError) -> CardResources
  /// A connector.
  ///
  /// - Parameter probes: whether to probe the display, which may take a while. The calls are
  ///   `drmModeGetConnector` and `drmModeGetConnectorCurrent`.
  func connector(_ id: ObjectID, probes: Bool) throws(KMSError) -> Connector
  /// An encoder. The call is `drmModeGetEncoder`.
  func encoder(_ id: ObjectID) throws(KMSError) -> Encoder
  /// A CRTC; `index` is its index among the resources. The call is `drmModeGetCrtc`.
  func crtc(_ id: ObjectID, index: Int) throws(KMSError) -> CRTC
  /// The planes. The call is `drmModeGetPlaneResources`.
  func planes() throws(KMSError) -> [ObjectID]
  /// A plane. The call is `drmModeGetPlane`.
  func plane(_ id: ObjectID) throws(KMSError) -> Plane
  /// An object's properties. The call is `drmModeObjectGetProperties`.
  func properties(of id: ObjectID, _ kind: ObjectKind) throws(KMSError) -> [PropertyValue]
  /// The name, range and named values of a property. The call is `drmModeGetProperty`.
  func property(_ id: ObjectID) throws(KMSError) -> Property
  /// Creates a property blob. The call is `drmModeCreatePropertyBlob`.
  func createBlob(_ bytes: RawSpan) throws(KMSError) -> ObjectID
  /// The bytes of a blob. The call is `drmModeGetPropertyBlob`.
  func blob(_ id: ObjectID) throws(KMSError) -> [UInt8]
  /// Destroys a blob; the kernel keeps blobs in use. The call is `drmModeDestroyPropertyBlob`.
  func destroyBlob(_ id: ObjectID) throws(KMSError)

  // MARK: Buffers

  /// Allocates memory that the card can scan out. The call is `DRM_IOCTL_MODE_CREATE_DUMB`.
  func createDumbBuffer(size: PixelSize, bitsPerPixel: Int) throws(KMSError) -> DumbBufferLayout
  /// Maps a dumb buffer. The calls are `DRM_IOCTL_MODE_MAP_DUMB` and `mmap`.
  func map(_ buffer: DumbBufferLayout) throws(KMSError) -> any ScanoutMemory
  /// Destroys a dumb buffer. The call is `DRM_IOCTL_MODE_DESTROY_DUMB`.
  func destroyDumbBuffer(_ handle: UInt32) throws(KMSError)
  /// Creates a framebuffer on a dumb buffer. The call is `drmModeAddFB2`.
  func addFramebuffer(
    _ buffer: DumbBufferLayout, size: PixelSize, fourCC: UInt32
  ) throws(KMSError) -> ObjectID
  /// Removes a framebuffer, and turns off planes that show it. The call is `drmModeRmFB`.
  func removeFramebuffer(_ id: ObjectID) throws(KMSError)
  /// Closes a framebuffer, and leaves it on planes that show it. The call is
  /// `DRM_IOCTL_MODE_CLOSEFB`, since Linux 6.8.
  func closeFramebuffer(_ id: ObjectID) throws(KMSError)

  // MARK: Frames

  /// Sets properties atomically. The call is `drmModeAtomicCommit`.
  ///
  /// - Parameter userData: the user data of the page-flip event.
  func commit(
    _ assignments: [PropertyAssignment], _ flags: CommitFlags, userData: UInt32
  ) throws(KMSError)
  /// Sets the mode of a CRTC and its connectors, with a framebuffer from a position on; without a
  /// framebuffer turns the CRTC off. The call is `drmModeSetCrtc`.
  func setCRTC(
    _ crtc: ObjectID, framebuffer: ObjectID, x: Int, y: Int, connectors: [ObjectID], mode: Mode?
  ) throws(KMSError)
  /// Shows another framebuffer at the next vertical blank, and requests an event. The call is
  /// `drmModePageFlip`.
  func pageFlip(_ crtc: ObjectID, to framebuffer: ObjectID, userData: UInt32) throws(KMSError)
  /// Reports damage of a framebuffer to a driver that keeps a copy, and waits for the copy. No
  /// rectangles mean the whole framebuffer. The call is `drmModeDirtyFB`.
  func markDirty(_ framebuffer: ObjectID, _ damage: DamageRegion) throws(KMSError)
  /// Sets a property immediately. The call is `drmModeObjectSetProperty`.
  func set(_ assignment: PropertyAssignment, of kind: ObjectKind) throws(KMSError)
  /// Sets a linear gamma ramp. The call is `drmModeCrtcSetGamma`.
  func resetGamma(of crtc: ObjectID, size: Int) throws(KMSError)
  /// Turns a plane off. The call is `drmModeSetPlane`.
  func disablePlane(_ plane: ObjectID) throws(KMSError)
  /// Hides the cursor of a CRTC. The call is `drmModeSetCursor`.
  func hideCursor(of crtc: ObjectID) throws(KMSError)
  /// Reads complete events into the buffer, for `PageFlipEvent` to parse; never blocks.
  ///
  /// - Returns: the number of bytes; 0 if no event is pending. The call is `read`.
  func readEvents(into buffer: inout [UInt8]) throws(KMSError) -> Int
  /// The current time, by which transfers are measured.
  var now: Duration { get }
}

extension ModeSetting {
  /// The system's monotonic clock.
  public var now: Duration { MonotonicClock.now }
}

/// Scan-out memory, for writing only: reading may take a hundred times as long.
public protocol ScanoutMemory: AnyObject {
  /// Calls `body` with the pixels for drawing. Traps if they exceed the memory.
  ///
  /// - Parameter stride: bytes from one row to the next.
  func withSurface(
    stride: Int, size: PixelSize, format: PixelFormat, _ body: (inout PixelSurface) -> Void)
}

/// Driver capabilities (`DRM_CAP_…`).
public enum Capability: UInt64, CaseIterable, Sendable {
  /// The driver supports dumb buffers (`DRM_CAP_DUMB_BUFFER`).
  case dumbBuffer = 1
  /// The driver's preferred bits per pixel (`DRM_CAP_DUMB_PREFERRED_DEPTH`).
  case preferredDepth = 3
  /// Dumb buffers are slow to read (`DRM_CAP_DUMB_PREFER_SHADOW`).
  case preferShadow = 4
  /// Events have timestamps of `MonotonicClock` (`DRM_CAP_TIMESTAMP_MONOTONIC`).
  case timestampMonotonic = 6
}

/// Client capabilities (`DRM_CLIENT_CAP_…`).
public enum ClientCapability: UInt64, Sendable {
  /// Planes of all kinds (`DRM_CLIENT_CAP_UNIVERSAL_PLANES`).
  case universalPlanes = 2
  /// Atomic commits (`DRM_CLIENT_CAP_ATOMIC`).
  case atomic = 3
}

/// The kinds of objects that have properties.
public enum ObjectKind: UInt32, Sendable {
  /// `DRM_MODE_OBJECT_CONNECTOR`
  case connector = 0xC0C0_C0C0
  /// `DRM_MODE_OBJECT_CRTC`
  case crtc = 0xCCCC_CCCC
  /// `DRM_MODE_OBJECT_PLANE`
  case plane = 0xEEEE_EEEE
}

/// A driver's name and version, such as "vc4 0.0.0".
public typealias DriverVersion = (name: ByteString, major: Int, minor: Int, patch: Int)

/// The numbers of a card's objects, in the kernel's order. The index of a CRTC is its bit in masks.
public typealias CardResources = (connectors: [ObjectID], encoders: [ObjectID], crtcs: [ObjectID])

/// The options of a commit.
public struct CommitFlags: OptionSet, Sendable {
  /// The kernel's bits.
  public let rawValue: UInt32

  /// Creates flags from the kernel's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Send an event when the frame is visible (`DRM_MODE_PAGE_FLIP_EVENT`).
  public static let pageFlipEvent = CommitFlags(rawValue: 0x001)
  /// Only test the commit (`DRM_MODE_ATOMIC_TEST_ONLY`).
  public static let testOnly = CommitFlags(rawValue: 0x100)
  /// Do not block (`DRM_MODE_ATOMIC_NONBLOCK`).
  public static let nonblock = CommitFlags(rawValue: 0x200)
  /// Allow a modeset, which may blank the display (`DRM_MODE_ATOMIC_ALLOW_MODESET`).
  public static let allowModeset = CommitFlags(rawValue: 0x400)
}
