public import Base
public import KMS
public import LinuxSystem

/// What a presenter's keeper must know of its card.
public enum DRMReport {
  /// This is the card: a copy of the descriptor is to be held. Comes right before the first picture.
  /// The path is nil for a card that was inherited without one.
  case card(descriptor: Int32, path: ByteString?)
  /// There are several cards. This presenter works on the first one, which may take any time; other
  /// presenters may show on the others.
  case cards([ByteString])
  /// A service opens cards for this process, and follows the switches of VTs.
  case seat
  /// The card that was held is gone, and its descriptor to be closed.
  case cardGone
  /// These buffers stand on the card, and all others are freed.
  case buffers([DRMInheritance.Buffer])
  /// A line for the log.
  case note(ByteString)
}

extension DRMPresenter {
  /// Where to show, and how long to wait for it.
  public struct Configuration: Sendable {
    /// The card's path, or its driver's name; nil for the first card with a display.
    public var device: ByteString?
    /// How long to wait for a display; nil for ever.
    public var wait: Duration?
    /// Which of the card's outputs, and how far turned.
    public var selection = OutputSelection()
    /// Whether atomic commits are made where the driver has them.
    public var usesAtomic = true
    /// Whether to listen to the kernel for cards and displays that come. Without, looks twice a second.
    public var listens = true
    /// Whether other presenters show on other cards. Then it shows only where a driver of its own
    /// has a display for certain, and otherwise ends without a message.
    public var isFurther = false

    /// Creates a configuration.
    public init(device: ByteString? = nil, wait: Duration? = nil) {
      (self.device, self.wait) = (device, wait)
    }
  }

  /// Where cards come from: the machine, or a test's imagination.
  public struct Cards {
    /// The paths of all cards, by number.
    public var paths: () throws(SystemError) -> [ByteString]
    /// Opens one.
    public var open: (ByteString) throws(KMSError) -> any ModeSetting
    /// Uses one that is open, and closes its descriptor when it goes.
    public var adopt: (Int32) -> any ModeSetting
    /// The socket of seatd, for cards that this process may not open; nil to ask no seatd.
    public var seatdPath: ByteString?
    /// The socket of the system bus, to ask logind for such cards; nil to ask no logind.
    public var busPath: ByteString?
    /// How long the system was suspended since its start.
    public var suspendedTime: () -> Duration = { .zero }

    /// Creates a source of cards.
    public init(
      paths: @escaping () throws(SystemError) -> [ByteString],
      open: @escaping (ByteString) throws(KMSError) -> any ModeSetting,
      adopt: @escaping (Int32) -> any ModeSetting
    ) {
      (self.paths, self.open, self.adopt) = (paths, open, adopt)
    }

    /// The machine's.
    public static var machine: Cards {
      var cards = Cards(
        paths: { () throws(SystemError) in try Card.list() },
        open: { (path) throws(KMSError) in try Card.open(path) },
        adopt: { Card.adopt($0) })
      cards.seatdPath = "/run/seatd.sock"
      // Only sessions of logind have the variable. Others do not ask.
      if Environment.value("XDG_SESSION_ID") != nil {
        cards.busPath = "/run/dbus/system_bus_socket"
      }
      cards.suspendedTime = { MonotonicClock.suspendedTime }
      return cards
    }
  }

  /// What a card shares with its presenter.
  struct Hooks {
    /// The configurations that worked.
    var memory: DisplayMemory
    /// Puts the text console aside.
    var enterGraphics: () -> Void
    /// Tells the keeper.
    var report: (DRMReport) -> Void
    /// Deals with a failure that is not one display's.
    var failed: (KMSError, Duration) throws(PresenterError) -> Void
  }
}
