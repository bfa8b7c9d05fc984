public import Base
public import LinuxSystem

/// Access to the machine's cards.
public enum Card {
  /// The paths of all cards in a folder, by number; none if it cannot be read.
  public static func paths(in folder: ByteString = "/dev/dri") -> [ByteString] {
    (try? list(folder)) ?? []
  }

  /// The paths of all cards in a folder, by number. None without a folder.
  ///
  /// - Throws: an error of opendir(3).
  public static func list(_ folder: ByteString = "/dev/dri") throws(SystemError) -> [ByteString] {
    // Names of connectors have the same prefix: card0-HDMI-A-1.
    try FileSystem.numbered("card", in: folder)
  }

  /// Opens a card, such as "/dev/dri/card0"; the returned object closes it. The first process that
  /// opens a card becomes its master.
  public static func open(_ path: ByteString) throws(KMSError) -> any ModeSetting {
    #if SIMULATION
      return try openSimulated(path)
    #else
      return try LibDRM(opening: path)
    #endif
  }

  /// Takes over the descriptor of an open card; the returned object closes it.
  public static func adopt(_ descriptor: Int32) -> any ModeSetting {
    #if SIMULATION
      return adoptSimulated(FileDescriptor(owning: descriptor))
    #else
      return LibDRM(owning: FileDescriptor(owning: descriptor))
    #endif
  }
}
