import LinuxSystem

/// The machine's cards, and how to come by one.
public enum Card {
  /// The paths of all cards in a folder, by number: card2 before card10.
  public static func paths(in folder: String = "/dev/dri") -> [String] {
    var cards: [(number: Int, path: String)] = []
    for name in FileSystem.names(in: folder, prefix: "card") {
      let digits = name.utf8.dropFirst(4)
      // Connectors' names begin like this, too: card0-HDMI-A-1.
      guard (1...6).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) })
      else { continue }
      cards.append((digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }, folder + "/" + name))
    }
    cards.sort { $0.number < $1.number }
    return cards.map { $0.path }
  }

  /// Opens a card, such as "/dev/dri/card0", which is closed when the result goes. Who opens a card
  /// first is its master.
  public static func open(_ path: String) throws(KMSError) -> any ModeSetting {
    try LibDRM(opening: path)
  }

  /// Uses a card that is open. The descriptor stays its owner's, and must be valid as long as the result.
  public static func borrow(_ descriptor: Int32) -> any ModeSetting {
    LibDRM(borrowing: descriptor)
  }
}
