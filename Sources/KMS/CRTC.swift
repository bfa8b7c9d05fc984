/// A KMS CRTC, which scans out planes with the timing of a mode.
public final class CRTC {
  /// The KMS object.
  public var id: ObjectID
  /// The bit of this CRTC in the masks of encoders and planes, counted from 0.
  public var index: Int
  /// The current mode; nil if it is off.
  public var mode: Mode?
  /// The framebuffer that it scans out, as far as the kernel reports it; 0 for none.
  public var framebuffer: ObjectID = 0
  /// The number of entries in its gamma ramp; 0 if it has none.
  public var gammaSize = 0
  /// Its properties.
  public var properties = PropertyTable()

  /// Creates a CRTC.
  public init(id: ObjectID, index: Int, mode: Mode?) {
    (self.id, self.index, self.mode) = (id, index, mode)
  }

  /// Whether a mask of CRTCs contains this one.
  func isIn(_ mask: UInt32) -> Bool { index < 32 && mask & (1 << UInt32(index)) != 0 }
}
