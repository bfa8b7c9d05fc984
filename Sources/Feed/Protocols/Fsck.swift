import Base
import ProgressModel

extension FeedProtocol {
  /// The progress of e2fsck, as `e2fsck -C FD` and systemd-fsck report it.
  ///
  /// Source: e2fsprogs, `e2fsck/unix.c`, e2fsck_update_progress: `"%d %lu %lu %s\n"`: pass,
  /// current, maximum, device. systemd-fsck gives e2fsck its connection to the socket.
  public static let fsck = FeedProtocol(
    name: "fsck", summary: "e2fsck -C FD; without a place the socket of systemd-fsck",
    place: .server, usualPath: "/run/systemd/fsck.progress",
    // `wc` prints three numbers and a name, too.
    form: .unrecognizable,
    makeReader: { Fsck() })
}

/// A reader of e2fsck's progress, with passes as steps.
final class Fsck: TableReader {
  private var hasWeights = false

  init() {
    super.init(
      """
      m@0/5 %k %a %A %S
      .@0/5 %k %a %A
      """)
  }

  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    super.read(record, isCut: isCut) { output in
      // The weights of the passes in e2fsck's own percentage: e2fsck_tbl in `e2fsck/unix.c`.
      if case .event(.step) = output, !hasWeights {
        emit(.event(.weights([70, 20, 2, 3, 5])))
        hasWeights = true
      }
      emit(output)
    }
  }

  override func forget() {
    super.forget()
    hasWeights = false
  }
}
