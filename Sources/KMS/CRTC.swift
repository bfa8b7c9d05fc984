/// What scans planes out, in the time of a mode.
public final class CRTC {
  /// The KMS object.
  public var id: ObjectID
  /// Its bit in the masks of encoders and planes, counted from 0.
  public var index: Int
  /// What it runs with; nil when it is off.
  public var mode: Mode?
  /// What it scans out, as far as the kernel tells; 0 for nothing.
  public var framebuffer: ObjectID = 0
  /// The entries of its gamma ramp; 0 where it has none.
  public var gammaSize = 0
  /// Its properties.
  public var properties = PropertyTable()

  /// Creates a CRTC.
  public init(id: ObjectID, index: Int, mode: Mode?) {
    (self.id, self.index, self.mode) = (id, index, mode)
  }

  /// Whether a mask of CRTCs holds this one.
  func isIn(_ mask: UInt32) -> Bool { index < 32 && mask & (1 << UInt32(index)) != 0 }
}
