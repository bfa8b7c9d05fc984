import Base
import DeskSupport
public import KMS
import LinuxSystem
import Pixels

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
// The protocol says what the methods do.
extension FakeKMS {
  public func commit(
    _ assignments: [PropertyAssignment], _ flags: CommitFlags, userData: UInt32
  ) throws(KMSError) {
    var commit = Commit(assignments: assignments, flags: flags, userData: userData)
    let blob = assignments.last { $0.property == Self.propertyID(.damageClips) }?.value
    if let blob { commit.clips = rects(blobs[ObjectID(blob)] ?? []) }
    commits.append(commit)
    try note(.commit)
    guard isMaster() else { throw fail(.accessDenied) }
    if let commitFailure { throw fail(commitFailure) }
    guard !refusesAtomic, assignments.allSatisfy({ isKnown($0) }) else { throw fail(.invalid) }
    if refusesUpdates, isUpdate(commit) { throw fail(.invalid) }
    guard isConsistent(commit) else { throw fail(.invalid) }
    if let refusedProperty,
      assignments.contains(where: { $0.property == Self.propertyID(refusedProperty) })
    {
      throw fail(.invalid)
    }
    for one in assignments
    where one.property == Self.propertyID(.framebufferID) && one.value != 0 {
      guard let code = planeFailures[one.object] else { continue }
      if !code.isPassing || !flags.contains(.testOnly) { throw fail(code) }
    }
    if let code = refusal?(running(after: commit)) { throw fail(code) }
    let isModeset = setsMode(commit)
    if isModeset && !flags.contains(.allowModeset) { throw fail(.invalid) }
    let stopped = hardware.crtcs.filter { $0.mode != nil && commit.value($0.id, .active) == 0 }
    if flags.contains(.pageFlipEvent), stopped.contains(where: { isInactive($0) }) {
      throw fail(.invalid)
    }
    if !flags.contains(.testOnly) {
      let shown = assignments.filter { $0.property == Self.propertyID(.framebufferID) }
      try pin(shown.map { $0.value })
      let crtcs = touched(by: commit, isModeset: isModeset)
      if flags.contains(.nonblock) {
        if let flipFailure { throw fail(flipFailure) }
        if isModeset, waitsForModesets { throw fail(.invalid) }
        if crtcs.contains(where: { isPending($0) }) { throw fail(.busy) }
        if isModeset { for crtc in crtcs { modesetEnds[crtc] = now + modesetTime } }
        if refusals > 0 {
          refusals -= 1
          throw fail(.busy)
        }
      } else {
        for crtc in crtcs {
          if let end = modesetEnds.removeValue(forKey: crtc) { now = max(now, end) }
          guard let flip = scanouts[crtc]?.pending else { continue }
          scanouts[crtc]?.pending = nil
          if !flip.isLost { show(flip.framebuffer, on: crtc, clips: flip.clips) }
        }
        if isModeset { now += modesetTime }
      }
      take(commit, isModeset: isModeset)
      // The kernel sends an event for each CRTC of the commit.
      if flags.contains(.pageFlipEvent) {
        for _ in stopped { sendEvent(userData: UInt64(userData), at: now, sequence: blankCount) }
      }
    }
    commits[commits.count - 1].isTaken = true
  }

  private func isInactive(_ crtc: CRTC) -> Bool { hardware.inactive.contains(crtc.id) }

  /// Fails if the buffers that are scanned out and those of these framebuffers exceed the limit.
  private func pin(_ new: [UInt64]) throws(KMSError) {
    let scannedOut = scanouts.values.flatMap { [$0.shown, $0.pending?.framebuffer] }
    let all = scannedOut.compactMap { $0 } + new.map { ObjectID($0) }
    let handles = Set(all.compactMap { framebuffers[$0]?.layout.handle })
    if handles.count > pinLimit { throw fail(.noMemory) }
  }

  /// The bits of a plane's rotation; upside down where nothing set it.
  private func rotation(of plane: ObjectID) -> UInt64 {
    let rotates = hardware.layers.first { $0.plane.id == plane }?.rotates ?? false
    return assigned(plane, .rotation) ?? (rotates ? 4 : 1)
  }

  /// Whether a commit changes what a CRTC is driven with, or what it drives.
  private func setsMode(_ commit: Commit) -> Bool {
    commit.assignments.contains { one in
      switch one.property {
      case Self.propertyID(.modeID):
        alwaysSetsMode
          || hardware.crtcs.first { $0.id == one.object }?.mode?.blob
            != (one.value == 0 ? nil : blobs[ObjectID(one.value)])
      case Self.propertyID(.crtcID):
        hardware.sockets.first { $0.connector.id == one.object }.map {
          UInt64($0.crtc) != one.value
        } ?? false
      case Self.propertyID(.linkStatus), Self.propertyID(.hdrMetadata),
        Self.propertyID(.colorspace):
        true
      case Self.propertyID(.contentType): contentTypeSetsMode
      default: false
      }
    }
  }

  /// As the kernel has it: a CRTC runs if and only if it feeds a connector, and planes are on CRTCs that run.
  private func isConsistent(_ commit: Commit) -> Bool {
    for crtc in hardware.crtcs {
      let told = commit.value(crtc.id, .modeID)
      let runs = told.map { $0 != 0 } ?? (crtc.mode != nil)
      let isFed = hardware.sockets.contains { socket in
        commit.value(socket.connector.id, .crtcID) ?? UInt64(socket.crtc) == UInt64(crtc.id)
      }
      // Inherited routes of a test may be half of one.
      if told != nil, runs != isFed { return false }
      if !runs, told == nil,
        hardware.sockets.contains(where: {
          commit.value($0.connector.id, .crtcID) == UInt64(crtc.id)
        })
      {
        return false
      }
    }
    // Whoever is fed by another CRTC from now on leaves none that runs for nothing.
    for socket in hardware.sockets {
      guard let told = commit.value(socket.connector.id, .crtcID), socket.crtc != 0,
        told != UInt64(socket.crtc), commit.value(socket.crtc, .modeID) == nil,
        hardware.crtcs.contains(where: { $0.id == socket.crtc && $0.mode != nil })
      else { continue }
      let others = hardware.sockets.filter {
        commit.value($0.connector.id, .crtcID) ?? UInt64($0.crtc) == UInt64(socket.crtc)
      }
      if others.isEmpty { return false }
    }
    return true
  }

  /// The CRTCs whose planes a commit concerns.
  private func crtcs(of commit: Commit) -> [ObjectID] {
    commit.assignments.filter { $0.property == Self.propertyID(.framebufferID) }.flatMap { one in
      let told = commit.value(one.object, .crtcID).map { ObjectID($0) }
      return [told, hardware.layers.first { $0.plane.id == one.object }?.plane.crtc]
    }.compactMap { $0 }.filter { $0 != 0 }
  }

  /// The CRTCs whose state a commit has. Like the kernel, the driver is busy with a nonblocking
  /// commit as long as an earlier one of the same CRTC is pending.
  private func touched(by commit: Commit, isModeset: Bool) -> [ObjectID] {
    let connectors = hardware.sockets.flatMap { socket -> [ObjectID] in
      commit.value(socket.connector.id, .crtcID).map { [ObjectID($0), socket.crtc] } ?? []
    }
    let planes = crtcs(of: commit)
    return hardware.crtcs.filter { crtc in
      planes.contains(crtc.id) || connectors.contains(crtc.id)
        || commit.assignments.contains { $0.object == crtc.id }
        || isModeset && joinsModesets && crtc.mode != nil
    }.map { $0.id }
  }

  private func isPending(_ crtc: ObjectID) -> Bool {
    scanouts[crtc]?.pending != nil || modesetEnds[crtc] != nil
  }

  private func take(_ commit: Commit, isModeset: Bool) {
    for one in commit.assignments {
      assigned[one.object, default: [:]][one.property] = one.value
      let value = ObjectID(truncatingIfNeeded: one.value)
      if let place = hardware.sockets.firstIndex(where: { $0.connector.id == one.object }) {
        if one.property == Self.propertyID(.crtcID) { hardware.sockets[place].crtc = value }
        if one.property == Self.propertyID(.linkStatus) {
          hardware.sockets[place].isLinkBad = false
        }
      }
      if let place = hardware.crtcs.firstIndex(where: { $0.id == one.object }),
        one.property == Self.propertyID(.modeID)
      {
        hardware.crtcs[place].mode =
          value == 0 ? nil : modes.first { $0.blob == blobs[value] }
        if value == 0 { scanouts[one.object] = nil }
      }
      if let place = hardware.layers.firstIndex(where: { $0.plane.id == one.object }),
        one.property == Self.propertyID(.crtcID)
      {
        if value == 0, let crtc = hardware.layers[place].plane.crtc,
          hardware.layers[place].kind == .primary
        {
          scanouts[crtc] = nil
        }
        hardware.layers[place].plane.crtc = value == 0 ? nil : value
      }
    }
    for one in commit.assignments where one.property == Self.propertyID(.framebufferID) {
      guard one.value != 0,
        let crtc = hardware.layers.first(where: { $0.plane.id == one.object })?.plane.crtc
      else { continue }
      place(commit, plane: one.object, on: crtc)
      let flip = Flip(
        framebuffer: ObjectID(one.value), clips: isModeset ? nil : commit.clips,
        userData: commit.userData, sendsEvent: commit.flags.contains(.pageFlipEvent),
        // The kernel makes a modeset in the same way whether the caller waits or not.
        isAtomic: !isModeset, end: isModeset ? now + modesetTime : .zero)
      apply(flip, on: crtc, waits: !commit.flags.contains(.nonblock))
    }
  }

  private var modes: [Mode] { hardware.sockets.flatMap { $0.connector.modes } }

  /// Notes which part of its framebuffer a plane shows.
  private func place(_ commit: Commit, plane: ObjectID, on crtc: ObjectID) {
    guard let width = commit.value(plane, .crtcWidth),
      let height = commit.value(plane, .crtcHeight),
      let x = commit.value(plane, .sourceX), let y = commit.value(plane, .sourceY)
    else { return }
    var scanout = scanouts[crtc] ?? Scanout()
    scanout.origin = (Int(x >> 16), Int(y >> 16))
    scanout.size = PixelSize(width: Int(width), height: Int(height))
    scanout.turn = rotation(of: plane)
    scanouts[crtc] = scanout
  }

  private func apply(_ flip: Flip, on crtc: ObjectID, waits: Bool) {
    if !waits && !lacksVerticalBlank {
      var flip = flip
      let scanout = scanouts[crtc] ?? Scanout()
      if uploads {
        flip.isLost = uploadFailure != nil
        flip.end =
          max(flip.end, now)
          + time(of: scanout.shown == flip.framebuffer ? flip.clips : nil, of: scanout)
      }
      scanouts[crtc, default: Scanout()].pending = flip
      return
    }
    show(flip.framebuffer, on: crtc, clips: flip.clips)
    if flip.sendsEvent { sendEvent(userData: UInt64(flip.userData), at: .zero, sequence: 0) }
  }

  private func isKnown(_ one: PropertyAssignment) -> Bool {
    let objects =
      hardware.sockets.map { $0.connector.id } + hardware.crtcs.map { $0.id }
      + hardware.layers.map { $0.plane.id }
    guard objects.contains(one.object) else { return false }
    let value = ObjectID(truncatingIfNeeded: one.value)
    switch one.property {
    case Self.propertyID(.framebufferID): return value == 0 || framebuffers[value] != nil
    case Self.propertyID(.modeID): return value == 0 || blobs[value]?.count == 68
    case Self.propertyID(.damageClips): return blobs[value] != nil
    case Self.propertyID(.rotation):
      let bits = hardware.layers.first { $0.plane.id == one.object }?.rotations ?? []
      return bits.contains { one.value == 1 << $0 }
    default: return true
    }
  }

  /// Copies the damage of a framebuffer to the glass, so that a test sees wrong damage.
  func show(_ id: ObjectID, on crtc: ObjectID, clips told: [PixelRect]?) {
    guard let framebuffer = framebuffers[id], let memory = memories[framebuffer.layout.handle]
    else { return }
    var scanout = scanouts[crtc] ?? Scanout()
    let clips = copied(told, isSame: scanout.shown == id)
    if scanout.size.width == 0 { scanout.size = framebuffer.size }
    let size = scanout.size
    if scanout.glass.count != size.width * size.height {
      scanout.glass = [UInt32](repeating: 0, count: size.width * size.height)
    }
    let bytesPerPixel = memory.format.bytesPerPixel
    // The device's own copy of this framebuffer, where it has one; noise before the first upload.
    var copy =
      uploadsEachFramebuffer
      ? deviceCopies[id] ?? [UInt8](repeating: 0x5A, count: memory.bytes.count) : []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (column, row) = source(x, y, of: scanout)
        let place = memory.format.bits == nil ? column : column / 8
        let offset = row * framebuffer.layout.pitch + bytesPerPixel * place
        let range = offset..<(offset + bytesPerPixel)
        let isNew =
          clips?.contains(where: {
            $0.left <= column && column < $0.right && $0.top <= row && row < $0.bottom
          }) ?? true
        if isNew { copiedPixels += 1 }
        if uploadsEachFramebuffer {
          if isNew { copy.replaceSubrange(range, with: memory.bytes[range]) }
          scanout.glass[y * size.width + x] = word(copy[range])
        } else if isNew {
          scanout.glass[y * size.width + x] =
            memory.format.bits == nil
            ? word(memory.bytes[range])
            : memory.bytes[offset] << UInt8(column & 7) & 0x80 == 0 ? 0 : 0xff_ffff
        }
      }
    }
    if uploadsEachFramebuffer { deviceCopies[id] = copy }
    scanout.shown = id
    scanouts[crtc] = scanout
  }

  private func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The pixel of the framebuffer that a pixel of the glass shows.
  private func source(_ x: Int, _ y: Int, of scanout: Scanout) -> (column: Int, row: Int) {
    let size = scanout.size
    var (column, row) = (x, y)
    switch scanout.turn {
    case 2: (column, row) = (size.height - 1 - y, x)
    case 4: (column, row) = (size.width - 1 - x, size.height - 1 - y)
    case 8: (column, row) = (y, size.width - 1 - x)
    default: break
    }
    return (column + scanout.origin.x, row + scanout.origin.y)
  }

  // MARK: - The calls of old

  public func setCRTC(
    _ crtc: ObjectID, framebuffer: ObjectID, x: Int, y: Int, connectors: [ObjectID], mode: Mode?
  ) throws(KMSError) {
    try note(.setCRTC)
    guard isMaster() else { throw fail(.accessDenied) }
    guard let place = hardware.crtcs.firstIndex(where: { $0.id == crtc }) else {
      throw fail(.noSuchFile)
    }
    if let mode, let code = refusal?(running(after: crtc, framebuffer, connectors, mode)) {
      throw fail(code)
    }
    hardware.crtcs[place].mode = mode
    for index in hardware.sockets.indices {
      if connectors.contains(hardware.sockets[index].connector.id) {
        hardware.sockets[index].crtc = crtc
      } else if hardware.sockets[index].crtc == crtc {
        hardware.sockets[index].crtc = 0
      }
    }
    guard let mode else {
      scanouts[crtc] = nil
      return
    }
    _ = try found(framebuffers[framebuffer])
    try pin([UInt64(framebuffer)])
    var scanout = scanouts[crtc] ?? Scanout()
    // Of several primary planes, only the driver knows the one that it uses.
    let bit: UInt32 = 1 << UInt32(hardware.crtcs[place].index)
    let planes = hardware.layers.filter {
      $0.kind == .primary && $0.plane.possibleCRTCs & bit != 0
    }
    let isKnown = planes.count == 1 && !planes[0].lacks.contains(.type)
    let turn = isKnown ? rotation(of: planes[0].plane.id) : 1
    (scanout.origin, scanout.turn, scanout.pending) = ((x, y), turn, nil)
    scanout.size = PixelSize(width: Int(mode.hdisplay), height: Int(mode.vdisplay))
    scanouts[crtc] = scanout
    show(framebuffer, on: crtc, clips: nil)
  }
  public func pageFlip(
    _ crtc: ObjectID, to framebuffer: ObjectID, userData: UInt32
  ) throws(KMSError) {
    try note(.pageFlip)
    guard isMaster() else { throw fail(.accessDenied) }
    if lacksPageFlip { throw fail(.invalid) }
    if isPending(crtc) { throw fail(.busy) }
    let (size, scanout) = (try found(framebuffers[framebuffer]).size, scanouts[crtc] ?? Scanout())
    guard size.width >= scanout.origin.x + scanout.size.width,
      size.height >= scanout.origin.y + scanout.size.height
    else { throw fail(ErrorCode(rawValue: 28)) }
    try pin([UInt64(framebuffer)])
    let flip = Flip(
      framebuffer: framebuffer, clips: nil, userData: userData, sendsEvent: true,
      isAtomic: false)
    apply(flip, on: crtc, waits: false)
  }
  public func set(_ assignment: PropertyAssignment, of kind: ObjectKind) throws(KMSError) {
    try note(.set)
    if let refusedProperty, assignment.property == Self.propertyID(refusedProperty) {
      throw fail(.invalid)
    }
    assigned[assignment.object, default: [:]][assignment.property] = assignment.value
    let name = PropertyName.allCases.first { Self.propertyID($0) == assignment.property }
    resets.append("\(name?.text.description ?? "?") = \(assignment.value)")
  }
  public func resetGamma(of crtc: ObjectID, size: Int) throws(KMSError) {
    try note(.resetGamma)
    resets.append("gamma")
  }
  public func disablePlane(_ plane: ObjectID) throws(KMSError) {
    try note(.disablePlane)
    resets.append("plane " + String(plane, radix: 16))
  }
  public func hideCursor(of crtc: ObjectID) throws(KMSError) {
    try note(.hideCursor)
    resets.append("cursor")
  }

  public func readEvents(into buffer: inout [UInt8]) throws(KMSError) -> Int {
    try note(.readEvents)
    let count = min(buffer.count, queue.count) / 32 * 32
    buffer.replaceSubrange(..<count, with: queue[..<count])
    queue.removeFirst(count)
    return count
  }
}
