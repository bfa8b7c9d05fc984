extension FeedProtocol {
  /// Every protocol, the default first. A new one is a file in `Protocols/` and a line here. Where a record says
  /// something in several, the earlier is recognised.
  public static let all: [FeedProtocol] = [
    .native, .bootc, .varlink, .docker, .backup, .nix, .json, .gauge, .psplash, .swupdate,
    .plymouth,
    .curtin, .debootstrap, .zypper, .ffmpeg, .human, .rauc, .apt, .android, .fbsplash, .notify,
    .zenity, .fsck, .apk,
  ]
}
