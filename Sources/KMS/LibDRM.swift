import Base
import CDRM
import LinuxSystem
import Pixels

// Only this file and LibDRM+Frames.swift call libdrm. Each method wraps the call named in
// `ModeSetting`: it copies C structures into Swift values, frees them, and throws failures.
// drmIoctl restarts interrupted calls.

/// A card of the kernel, accessed through a descriptor.
@safe final class LibDRM: ModeSetting {
  let descriptor: Int32

  private let owned: FileDescriptor
  // SAFETY: created by the first commit, owned by this object, freed in its deinit. Each commit
  // refills it, so that frames allocate no request.
  var request: drmModeAtomicReqPtr?
  // Reused by each `markDirty`.
  var clips: [drmModeClip] = []

  /// Opens a card, such as "/dev/dri/card0". The first process that opens it becomes its master.
  init(opening path: ByteString) throws(KMSError) {
    do {
      let file = try FileDescriptor.open(path, for: .readingAndWriting)
      descriptor = file.rawValue
      owned = consume file
    } catch {
      throw .call("open", on: path, error.code)
    }
  }

  /// Takes over an open card.
  init(owning file: consuming FileDescriptor) {
    descriptor = file.rawValue
    owned = consume file
  }

  deinit {
    if let request = unsafe request { unsafe drmModeAtomicFree(request) }
  }

  /// The error of a failed call, on an object, or on the card itself without a number.
  ///
  /// - Parameter code: its number of errno; nil for errno itself.
  func fail(
    _ call: StaticBytes, _ sort: StaticBytes = "", _ number: UInt32? = nil, code: Int32? = nil
  ) -> KMSError {
    // Before any allocation, which may change errno.
    let code = ErrorCode(rawValue: code ?? cdrm_errno())
    return .call(call, on: ByteString(sort) + number.map { " " + ByteString($0) }.orEmpty, code)
  }

  /// Throws if a call failed, by its result −errno, or −1 with errno set.
  func check(
    _ result: Int32, _ call: StaticBytes, _ sort: StaticBytes = "", _ number: UInt32? = nil
  ) throws(KMSError) {
    // A result below −1 is the error itself; errno may have changed since.
    if result < 0 { throw fail(call, sort, number, code: result < -1 ? -result : nil) }
  }

  // MARK: - The card

  func version() throws(KMSError) -> DriverVersion {
    // SAFETY: here and below, a result of drm…Get… is owned until its drm…Free….
    guard let version = unsafe drmGetVersion(descriptor) else { throw fail("drmGetVersion") }
    defer { unsafe drmFreeVersion(version) }
    return unsafe (
      name: version.pointee.name.map { unsafe ByteString(cString: $0) } ?? "?",
      major: Int(version.pointee.version_major), minor: Int(version.pointee.version_minor),
      patch: Int(version.pointee.version_patchlevel)
    )
  }

  func capability(_ capability: Capability) throws(KMSError) -> UInt64 {
    var value: UInt64 = 0
    try check(unsafe drmGetCap(descriptor, capability.rawValue, &value), "drmGetCap")
    return value
  }

  func enable(_ capability: ClientCapability) throws(KMSError) {
    try check(drmSetClientCap(descriptor, capability.rawValue, 1), "drmSetClientCap")
  }

  func isMaster() -> Bool { drmIsMaster(descriptor) != 0 }

  func setMaster() throws(KMSError) { try check(drmSetMaster(descriptor), "drmSetMaster") }

  func dropMaster() throws(KMSError) {
    try check(drmDropMaster(descriptor), "drmDropMaster")
  }

  // MARK: - Objects

  func resources() throws(KMSError) -> CardResources {
    guard let list = unsafe drmModeGetResources(descriptor) else {
      throw fail("drmModeGetResources")
    }
    defer { unsafe drmModeFreeResources(list) }
    let all = unsafe list.pointee
    return unsafe (
      connectors: copy(all.connectors, all.count_connectors),
      encoders: copy(all.encoders, all.count_encoders), crtcs: copy(all.crtcs, all.count_crtcs)
    )
  }

  func connector(_ id: ObjectID, probes: Bool) throws(KMSError) -> Connector {
    let asked =
      unsafe probes
      ? drmModeGetConnector(descriptor, id) : drmModeGetConnectorCurrent(descriptor, id)
    guard let pointer = unsafe asked else { throw fail("drmModeGetConnector", "connector", id) }
    defer { unsafe drmModeFreeConnector(pointer) }
    let found = unsafe pointer.pointee
    let connection: Connector.Connection =
      switch unsafe found.connection {
      case DRM_MODE_CONNECTED: .connected
      case DRM_MODE_DISCONNECTED: .disconnected
      default: .unknown
      }
    let modes = unsafe copy(found.modes, found.count_modes)
    let encoders = unsafe copy(found.encoders, found.count_encoders)
    let connector = unsafe Connector(
      id: id, type: found.connector_type, typeIndex: found.connector_type_id,
      connection: connection, modes: modes.map { Mode($0) }, encoders: encoders,
      encoder: found.encoder_id == 0 ? nil : found.encoder_id)
    unsafe connector.millimetres = (Int(found.mmWidth), Int(found.mmHeight))
    return connector
  }

  func encoder(_ id: ObjectID) throws(KMSError) -> Encoder {
    guard let pointer = unsafe drmModeGetEncoder(descriptor, id) else {
      throw fail("drmModeGetEncoder", "encoder", id)
    }
    defer { unsafe drmModeFreeEncoder(pointer) }
    let found = unsafe pointer.pointee
    return Encoder(
      id: id, crtc: found.crtc_id == 0 ? nil : found.crtc_id, possibleCRTCs: found.possible_crtcs)
  }

  func crtc(_ id: ObjectID, index: Int) throws(KMSError) -> CRTC {
    guard let pointer = unsafe drmModeGetCrtc(descriptor, id) else {
      throw fail("drmModeGetCrtc", "CRTC", id)
    }
    defer { unsafe drmModeFreeCrtc(pointer) }
    let found = unsafe pointer.pointee
    let crtc = CRTC(id: id, index: index, mode: found.mode_valid == 0 ? nil : Mode(found.mode))
    (crtc.framebuffer, crtc.gammaSize) = (found.buffer_id, Int(found.gamma_size))
    return crtc
  }

  func planes() throws(KMSError) -> [ObjectID] {
    guard let list = unsafe drmModeGetPlaneResources(descriptor) else {
      throw fail("drmModeGetPlaneResources")
    }
    defer { unsafe drmModeFreePlaneResources(list) }
    return unsafe copy(list.pointee.planes, Int32(list.pointee.count_planes))
  }

  func plane(_ id: ObjectID) throws(KMSError) -> Plane {
    guard let pointer = unsafe drmModeGetPlane(descriptor, id) else {
      throw fail("drmModeGetPlane", "plane", id)
    }
    defer { unsafe drmModeFreePlane(pointer) }
    let found = unsafe pointer.pointee
    let plane = unsafe Plane(
      id: id, crtc: found.crtc_id == 0 ? nil : found.crtc_id,
      possibleCRTCs: found.possible_crtcs,
      formats: copy(found.formats, Int32(found.count_formats)))
    plane.framebuffer = unsafe found.fb_id
    return plane
  }

  func properties(
    of id: ObjectID, _ kind: ObjectKind
  ) throws(KMSError) -> [PropertyValue] {
    guard let list = unsafe drmModeObjectGetProperties(descriptor, id, kind.rawValue) else {
      throw fail("drmModeObjectGetProperties", "object", id)
    }
    defer { unsafe drmModeFreeObjectProperties(list) }
    let count = Int32(unsafe list.pointee.count_props)
    let properties = unsafe copy(list.pointee.props, count)
    let values = unsafe copy(list.pointee.prop_values, count)
    return properties.indices.map { (properties[$0], values[$0]) }
  }

  func property(_ id: ObjectID) throws(KMSError) -> Property {
    guard let pointer = unsafe drmModeGetProperty(descriptor, id) else {
      throw fail("drmModeGetProperty", "property", id)
    }
    defer { unsafe drmModeFreeProperty(pointer) }
    let found = unsafe pointer.pointee
    let choices = unsafe copy(found.enums, found.count_enums).map {
      (name: text($0.name), value: $0.value)
    }
    let limits = unsafe copy(found.values, found.count_values)
    // DRM_MODE_PROP_RANGE without DRM_MODE_PROP_IMMUTABLE.
    let isRange = unsafe found.flags & 0b110 == 0b010
    return unsafe Property(
      id: id, name: text(found.name), choices: choices,
      range: isRange && limits.count == 2 && limits[0] <= limits[1] ? limits[0]...limits[1] : nil)
  }

  func createBlob(_ bytes: RawSpan) throws(KMSError) -> ObjectID {
    var id: ObjectID = 0
    // SAFETY: the kernel copies the bytes within the call.
    let result = unsafe bytes.withUnsafeBytes {
      unsafe drmModeCreatePropertyBlob(descriptor, $0.baseAddress, $0.count, &id)
    }
    try check(result, "drmModeCreatePropertyBlob")
    return id
  }

  func blob(_ id: ObjectID) throws(KMSError) -> [UInt8] {
    guard let pointer = unsafe drmModeGetPropertyBlob(descriptor, id) else {
      throw fail("drmModeGetPropertyBlob", "blob", id)
    }
    defer { unsafe drmModeFreePropertyBlob(pointer) }
    let bytes = unsafe pointer.pointee.data?.assumingMemoryBound(to: UInt8.self)
    return unsafe copy(bytes, Int32(pointer.pointee.length))
  }

  func destroyBlob(_ id: ObjectID) throws(KMSError) {
    try check(
      drmModeDestroyPropertyBlob(descriptor, id), "drmModeDestroyPropertyBlob",
      "blob", id)
  }

  // MARK: - From C

  /// The elements of a C array; none for a null pointer.
  // SAFETY: each caller passes a pointer and the count that libdrm returned together.
  @unsafe func copy<Element>(
    _ elements: UnsafeMutablePointer<Element>?, _ count: Int32
  ) -> [Element] {
    guard let elements = unsafe elements, count > 0 else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: elements, count: Int(count)))
  }
}

/// The bytes of a C array of 32 characters before the first NUL.
private func text<Characters>(_ characters: Characters) -> ByteString {
  // SAFETY: the tuple's own bytes, for the length of the closure.
  unsafe withUnsafeBytes(of: characters) { unsafe ByteString(Array($0.prefix { $0 != 0 })) }
}

extension Mode {
  convenience init(_ mode: drmModeModeInfo) {
    self.init(width: mode.hdisplay, height: mode.vdisplay)
    clock = mode.clock
    (hsyncStart, hsyncEnd, htotal) = (mode.hsync_start, mode.hsync_end, mode.htotal)
    (vsyncStart, vsyncEnd, vtotal) = (mode.vsync_start, mode.vsync_end, mode.vtotal)
    (hskew, vscan, vrefresh) = (mode.hskew, mode.vscan, mode.vrefresh)
    (flags, type, name) = (mode.flags, mode.type, text(mode.name))
  }
}
