import Base
import DeskSupport
public import KMS
import LinuxSystem
public import Pixels

// Drivers whose displays show a copy of the framebuffer.
extension FakeKMS {
  /// What a commit copies: `told`, or everything (nil) as drivers do for another framebuffer.
  func copied(_ told: [PixelRect]?, isSame: Bool) -> [PixelRect]? {
    guard uploads else { return told }
    guard isSame, let told, let first = told.first else { return nil }
    return mergesDamage ? [told.reduce(first) { $0.union($1) }] : told
  }

  /// Whether a commit sets a framebuffer that is shown already, and no mode.
  func isUpdate(_ commit: Commit) -> Bool {
    if commit.assignments.contains(where: { $0.property == Self.propertyID(.modeID) }) {
      return false
    }
    return commit.assignments.contains { one in
      one.property == Self.propertyID(.framebufferID)
        && scanouts.values.contains { $0.shown.map { UInt64($0) } == one.value }
    }
  }

  // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
  public func markDirty(_ framebuffer: ObjectID, _ damage: DamageRegion) throws(KMSError) {
    try note(.markDirty)
    guard isMaster() else { throw fail(.accessDenied) }
    if refusesUpdates { throw fail(.noSystemCall) }
    dirtied.append(damage.rects)
    // Of an atomic driver, this is a commit that blocks.
    for (crtc, scanout) in scanouts where !lacksAtomic {
      guard scanout.shown == framebuffer || scanout.pending?.framebuffer == framebuffer else {
        continue
      }
      if let end = modesetEnds.removeValue(forKey: crtc) { now = max(now, end) }
    }
    if !uploads { return }
    for (crtc, scanout) in scanouts.sorted(by: { $0.key < $1.key })
    where scanout.shown == framebuffer {
      if uploadFailure == nil {
        show(framebuffer, on: crtc, clips: damage.isEmpty ? nil : damage.rects)
      }
      now += time(of: damage.isEmpty ? nil : damage.rects, of: scanout)
    }
  }

  /// How long an upload takes.
  func time(of clips: [PixelRect]?, of scanout: Scanout) -> Duration {
    if let uploadFailure { return uploadFailure }
    let area = copied(clips, isSame: true)?.reduce(0) { $0 + $1.area }
    return pixelTime * (area ?? scanout.size.width * scanout.size.height)
  }

  /// The rectangles of a blob of FB_DAMAGE_CLIPS.
  func rects(_ bytes: [UInt8]) -> [PixelRect] {
    let numbers = stride(from: 0, to: bytes.count, by: 4).map { start in
      Int(bytes[start..<(start + 4)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
    return stride(from: 0, to: numbers.count, by: 4).map {
      PixelRect(
        left: numbers[$0], top: numbers[$0 + 1], right: numbers[$0 + 2], bottom: numbers[$0 + 3])
    }
  }
}
