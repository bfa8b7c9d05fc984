public import Base
public import KMS
public import LinuxSystem

/// A message to the presenter's keeper about the card.
public enum DRMReport {
  /// The card in use: hold a copy of the descriptor. Sent right before the first frame. The path is
  /// nil for a card that was inherited without one.
  case card(descriptor: Int32, path: ByteString?)
  /// All cards, if there are several. This presenter works on the first one, which may take any
  /// time; other presenters may show frames on the others.
  case cards([ByteString])
  /// A seat service opens cards for this process, and follows VT switches.
  case seat
  /// The held card is gone: close its descriptor.
  case cardGone
  /// The buffers that exist on the card; all others are freed.
  case buffers([DRMInheritance.Buffer])
  /// A line for the log.
  case note(ByteString)
}

extension DRMPresenter {
  /// The card and output to use, and how to wait for them.
  public struct Configuration: Sendable {
    /// The card's path, or its driver's name; nil for the first card with a display.
    public var device: ByteString?
    /// The time to wait for a display; nil to wait forever.
    public var wait: Duration?
    /// The selection and rotation of the card's outputs.
    public var selection = OutputSelection()
    /// Whether to use atomic commits if the driver supports them.
    public var usesAtomic = true
    /// Whether kernel events announce cards and displays; if not, the presenter polls twice a
    /// second.
    public var listens = true
    /// Whether other presenters use other cards. Then this one needs a native driver with a display
    /// that is certainly connected, and otherwise ends without a message.
    public var isFurther = false

    /// Creates a configuration.
    public init(device: ByteString? = nil, wait: Duration? = nil) {
      (self.device, self.wait) = (device, wait)
    }
  }

  /// The source of cards: the machine, or a simulation in a test.
  public struct Cards {
    /// The paths of all cards, by number.
    public var paths: () throws(SystemError) -> [ByteString]
    /// Opens a card.
    public var open: (ByteString) throws(KMSError) -> any ModeSetting
    /// Takes over the descriptor of an open card, and closes it with the returned object.
    public var adopt: (Int32) -> any ModeSetting
    /// The socket of seatd, for cards that this process may not open; nil to not use seatd.
    public var seatdPath: ByteString?
    /// The socket of the system bus, to use logind for such cards; nil to not use logind.
    public var busPath: ByteString?
    /// The time that the system was suspended since boot.
    public var suspendedTime: () -> Duration = { .zero }

    /// Creates a source of cards.
    public init(
      paths: @escaping () throws(SystemError) -> [ByteString],
      open: @escaping (ByteString) throws(KMSError) -> any ModeSetting,
      adopt: @escaping (Int32) -> any ModeSetting
    ) {
      (self.paths, self.open, self.adopt) = (paths, open, adopt)
    }

    /// The cards of the machine.
    public static var machine: Cards {
      var cards = Cards(
        paths: { () throws(SystemError) in try Card.list() },
        open: { (path) throws(KMSError) in try Card.open(path) },
        adopt: { Card.adopt($0) })
      cards.seatdPath = "/run/seatd.sock"
      // Only logind sessions have this variable.
      if Environment.value("XDG_SESSION_ID") != nil {
        cards.busPath = "/run/dbus/system_bus_socket"
      }
      cards.suspendedTime = { MonotonicClock.suspendedTime }
      return cards
    }
  }
}
