public import Base
public import LinuxSystem

/// The machine's cards, and how to come by one.
public enum Card {
  /// The paths of all cards in a folder, by number; none if it cannot be read.
  public static func paths(in folder: ByteString = "/dev/dri") -> [ByteString] {
    (try? list(folder)) ?? []
  }

  /// The paths of all cards in a folder, by number. None without a folder.
  ///
  /// - Throws: an error of opendir(3).
  public static func list(_ folder: ByteString = "/dev/dri") throws(SystemError) -> [ByteString] {
    // Connectors' names begin like this, too: card0-HDMI-A-1.
    try FileSystem.numbered("card", in: folder)
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
