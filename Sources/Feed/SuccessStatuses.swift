public import Base

/// The exit statuses with which tools report success.
public enum SuccessStatuses {
  /// A row has tools, and their statuses besides 0, by their manual pages: fsck has corrected
  /// errors, files of rsync vanished, grep found none and diff differences, unzip and borg warned,
  /// zypper asks for a restart, dnf lists updates, fwupdmgr had nothing to do.
  private static let table: StaticBytes = """
    fsck e2fsck fsck.ext2 fsck.ext3 fsck.ext4 fsck.fat fsck.vfat fsck.exfat fsck.f2fs 1 2 3
    rsync 24
    grep egrep fgrep zgrep diff cmp unzip borg 1
    zypper 102 103
    dnf dnf5 yum 100
    fwupdmgr 2
    """

  /// Returns whether a status of a command means success.
  ///
  /// - Parameter command: the command's name, perhaps with its folder.
  public static func contain(_ status: Int32, of command: ByteString) -> Bool {
    if status == 0 { return true }
    let start = command.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let (name, number) = (command[start..<command.count], ByteString(status))
    return ByteString(table).split(at: 0x0a).contains { row in
      let words = row.split(at: 0x20)
      return words.contains { $0 == name } && words.contains { $0 == number }
    }
  }
}
