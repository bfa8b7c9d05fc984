public import Base
public import KMS
public import Pixels

/// The settings of displays. There is no card in a browser.
public enum DRMPresenter {
  /// Which display, format and rotation.
  public struct Configuration: Sendable {
    /// The format and the rotation.
    public var selection = OutputSelection()
    /// Without effect.
    public var usesAtomic = true

    /// Creates settings; the card and the time to wait for it have no effect.
    public init(device: ByteString?, wait: Duration?) {}
  }
}

/// The settings of a framebuffer device. There is none in a browser.
public enum FbdevPresenter {
  /// Which device, and how far pictures are turned.
  public struct Configuration: Sendable {
    /// Without effect.
    public var rotation = Rotation.none
    /// Without effect.
    public var isFallback = false

    /// Creates settings without effect.
    public init(path: ByteString, wait: Duration?) {}
  }
}
