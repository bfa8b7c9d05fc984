import Base

extension FeedProtocol {
  /// All protocols, the default first. A new one is a file in `Protocols/` and an entry here. If
  /// several know a record, the earlier one is recognized.
  public static let all: [FeedProtocol] =
    [.native]
    + (Traits.feeds
      ? [
        .bootc, .varlink, .docker, .backup, .nix, .json, .gauge, .psplash, .swupdate, .plymouth,
        .curtin, .debootstrap, .zypper, .ffmpeg, .human, .rauc, .apt, .android, .fbsplash,
        .notify, .zenity, .fsck, .apk,
      ] : [])
}
