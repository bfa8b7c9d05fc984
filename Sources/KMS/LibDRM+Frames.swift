import Base
import CDRM
import LinuxSystem
import Pixels

// The rules in LibDRM.swift also apply to this file.
extension LibDRM {
  // MARK: - Buffers

  func createDumbBuffer(
    size: PixelSize, bitsPerPixel: Int
  ) throws(KMSError) -> DumbBufferLayout {
    var dumb = drm_mode_create_dumb()
    dumb.width = UInt32(size.width)
    dumb.height = UInt32(size.height)
    dumb.bpp = UInt32(bitsPerPixel)
    if unsafe cdrm_create_dumb(descriptor, &dumb) < 0 {
      throw .call(
        "DRM_IOCTL_MODE_CREATE_DUMB", on: ByteString(size.width) + "x" + ByteString(size.height),
        ErrorCode(rawValue: cdrm_errno()))
    }
    return DumbBufferLayout(
      handle: dumb.handle, pitch: Int(dumb.pitch), byteCount: Int(clamping: dumb.size))
  }

  func map(_ buffer: DumbBufferLayout) throws(KMSError) -> any ScanoutMemory {
    var map = drm_mode_map_dumb()
    map.handle = buffer.handle
    try check(unsafe cdrm_map_dumb(descriptor, &map), "DRM_IOCTL_MODE_MAP_DUMB")
    do {
      return MappedBuffer(
        try MemoryMapping(of: descriptor, count: buffer.byteCount, offset: map.offset))
    } catch {
      throw .call("mmap", on: "dumb buffer " + ByteString(buffer.handle), error.code)
    }
  }

  func destroyDumbBuffer(_ handle: UInt32) throws(KMSError) {
    try check(
      cdrm_destroy_dumb(descriptor, handle), "DRM_IOCTL_MODE_DESTROY_DUMB",
      "dumb buffer", handle)
  }

  func addFramebuffer(
    _ buffer: DumbBufferLayout, size: PixelSize, fourCC: UInt32
  ) throws(KMSError) -> ObjectID {
    var id: ObjectID = 0
    let handles: [UInt32] = [buffer.handle, 0, 0, 0]
    let pitches: [UInt32] = [UInt32(buffer.pitch), 0, 0, 0]
    let offsets: [UInt32] = [0, 0, 0, 0]
    // SAFETY: the arrays have the four elements that the call reads, and live through it.
    let result = unsafe drmModeAddFB2(
      descriptor, UInt32(size.width), UInt32(size.height), fourCC, handles, pitches, offsets, &id,
      0)
    try check(result, "drmModeAddFB2", "dumb buffer", buffer.handle)
    return id
  }

  func removeFramebuffer(_ id: ObjectID) throws(KMSError) {
    try check(drmModeRmFB(descriptor, id), "drmModeRmFB", "framebuffer", id)
  }

  func closeFramebuffer(_ id: ObjectID) throws(KMSError) {
    try check(cdrm_close_framebuffer(descriptor, id), "DRM_IOCTL_MODE_CLOSEFB", "framebuffer", id)
  }

  // MARK: - Frames

  func commit(
    _ assignments: [PropertyAssignment], _ flags: CommitFlags, userData: UInt32
  ) throws(KMSError) {
    if unsafe request == nil { unsafe request = drmModeAtomicAlloc() }
    guard let request = unsafe request else { throw .call("drmModeAtomicAlloc", .noMemory) }
    unsafe drmModeAtomicSetCursor(request, 0)
    for one in assignments {
      let count = unsafe drmModeAtomicAddProperty(request, one.object, one.property, one.value)
      guard count >= 0 else {
        throw .call("drmModeAtomicAddProperty", ErrorCode(rawValue: -count))
      }
    }
    // SAFETY: the "pointer" is a number that the kernel returns; no code dereferences it.
    let data = unsafe UnsafeMutableRawPointer(bitPattern: UInt(userData))
    try check(
      unsafe drmModeAtomicCommit(descriptor, request, flags.rawValue, data), "drmModeAtomicCommit")
  }

  func setCRTC(
    _ crtc: ObjectID, framebuffer: ObjectID, x: Int, y: Int, connectors: [ObjectID], mode: Mode?
  ) throws(KMSError) {
    var connectors = connectors
    let count = Int32(connectors.count)
    // SAFETY: the array and the structure live through the call.
    let result = unsafe connectors.withUnsafeMutableBufferPointer { connectors in
      guard let mode else {
        return drmModeSetCrtc(descriptor, crtc, 0, 0, 0, nil, 0, nil)
      }
      var info = drmModeModeInfo(mode)
      return unsafe drmModeSetCrtc(
        descriptor, crtc, framebuffer, UInt32(x), UInt32(y), connectors.baseAddress, count, &info)
    }
    try check(result, "drmModeSetCrtc", "CRTC", crtc)
  }

  func pageFlip(_ crtc: ObjectID, to framebuffer: ObjectID, userData: UInt32) throws(KMSError) {
    // SAFETY: the "pointer" is a number that the kernel returns; no code dereferences it.
    let data = unsafe UnsafeMutableRawPointer(bitPattern: UInt(userData))
    try check(
      unsafe drmModePageFlip(
        descriptor, crtc, framebuffer, CommitFlags.pageFlipEvent.rawValue, data),
      "drmModePageFlip", "CRTC", crtc)
  }

  func markDirty(_ framebuffer: ObjectID, _ damage: DamageRegion) throws(KMSError) {
    clips.removeAll(keepingCapacity: true)
    for rect in damage.rects {
      clips.append(
        drmModeClip(
          x1: UInt16(clamping: rect.left), y1: UInt16(clamping: rect.top),
          x2: UInt16(clamping: rect.right), y2: UInt16(clamping: rect.bottom)))
    }
    let count = UInt32(clips.count)
    // SAFETY: the array lives through the call.
    let result = unsafe clips.withUnsafeMutableBufferPointer {
      unsafe drmModeDirtyFB(descriptor, framebuffer, $0.baseAddress, count)
    }
    try check(result, "drmModeDirtyFB", "framebuffer", framebuffer)
  }

  func set(_ assignment: PropertyAssignment, of kind: ObjectKind) throws(KMSError) {
    try check(
      drmModeObjectSetProperty(
        descriptor, assignment.object, kind.rawValue, assignment.property, assignment.value),
      "drmModeObjectSetProperty", "object", assignment.object)
  }

  func resetGamma(of crtc: ObjectID, size: Int) throws(KMSError) {
    var ramp: [UInt16] = []
    for index in 0..<size { ramp.append(UInt16(index * 0xFFFF / max(size - 1, 1))) }
    // SAFETY: the array lives through the call, which only reads it.
    let result = unsafe ramp.withUnsafeMutableBufferPointer {
      unsafe drmModeCrtcSetGamma(
        descriptor, crtc, UInt32(size), $0.baseAddress, $0.baseAddress, $0.baseAddress)
    }
    try check(result, "drmModeCrtcSetGamma", "CRTC", crtc)
  }

  func disablePlane(_ plane: ObjectID) throws(KMSError) {
    try check(
      drmModeSetPlane(descriptor, plane, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), "drmModeSetPlane",
      "plane", plane)
  }

  func hideCursor(of crtc: ObjectID) throws(KMSError) {
    try check(drmModeSetCursor(descriptor, crtc, 0, 0, 0), "drmModeSetCursor", "CRTC", crtc)
  }

  func readEvents(into buffer: inout [UInt8]) throws(KMSError) -> Int {
    // SAFETY: the array lives through the call.
    let result = unsafe buffer.withUnsafeMutableBytes {
      unsafe cdrm_read(descriptor, $0.baseAddress, $0.count)
    }
    if result >= 0 { return result }
    let code = ErrorCode(rawValue: Int32(truncatingIfNeeded: -result))
    if code == .again { return 0 }
    throw .call("read", on: "page-flip events", code)
  }
}

/// The mapped memory of a dumb buffer.
private final class MappedBuffer: ScanoutMemory {
  private var mapping: MemoryMapping

  init(_ mapping: consuming MemoryMapping) { self.mapping = mapping }

  func withSurface(
    stride: Int, size: PixelSize, format: PixelFormat, _ body: (inout PixelSurface) -> Void
  ) {
    unsafe mapping.withBytes { bytes in
      precondition(stride * size.height <= bytes.count, "pixels outside the mapping")
      guard let base = bytes.baseAddress else { return }
      // SAFETY: the mapping lives through the call, and contains all rows.
      var surface = unsafe PixelSurface(base: base, stride: stride, size: size, format: format)
      body(&surface)
    }
  }
}

extension drmModeModeInfo {
  fileprivate init(_ mode: Mode) {
    self.init()
    clock = mode.clock
    (hdisplay, hsync_start, hsync_end) = (mode.hdisplay, mode.hsyncStart, mode.hsyncEnd)
    (htotal, hskew) = (mode.htotal, mode.hskew)
    (vdisplay, vsync_start, vsync_end) = (mode.vdisplay, mode.vsyncStart, mode.vsyncEnd)
    (vtotal, vscan, vrefresh) = (mode.vtotal, mode.vscan, mode.vrefresh)
    (flags, type) = (mode.flags, mode.type)
    // SAFETY: the tuple's own bytes, within the closure.
    unsafe withUnsafeMutableBytes(of: &name) { name in
      for (index, byte) in mode.name.bytes.prefix(31).enumerated() { unsafe name[index] = byte }
    }
  }
}
