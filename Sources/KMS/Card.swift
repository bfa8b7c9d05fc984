public import Base
import LinuxSystem

/// The machine's cards, and how to come by one.
public enum Card {
  /// The paths of all cards in a folder, by number: card2 before card10.
  public static func paths(in folder: ByteString = "/dev/dri") -> [ByteString] {
    // Connectors' names begin like this, too: card0-HDMI-A-1.
    FileSystem.numbered("card", in: folder)
  }

  /// Opens a card, such as "/dev/dri/card0", which is closed when the result goes. Who opens a card
  /// first is its master.
  public static func open(_ path: ByteString) throws(KMSError) -> any ModeSetting {
    #if SIMULATION
      return try openSimulated(path)
    #else
      return try LibDRM(opening: path)
    #endif
  }

  /// Uses a card that is open, and closes its descriptor when the result goes.
  public static func adopt(_ descriptor: Int32) -> any ModeSetting {
    #if SIMULATION
      return adoptSimulated(FileDescriptor(owning: descriptor))
    #else
      return LibDRM(owning: FileDescriptor(owning: descriptor))
    #endif
  }
}
