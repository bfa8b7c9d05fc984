import Base

extension FeedProtocol {
  /// All protocols, the default first. A new one is a file in `Protocols/` and an entry here. If
  /// several know a record, the earlier one is recognized.
  public static let all: [FeedProtocol] = [
    .native,
    Traits.updaters ? .bootc : nil,
    Traits.services ? .varlink : nil,
    Traits.tools ? .docker : nil,
    Traits.tools ? .backup : nil,
    Traits.packages ? .nix : nil,
    Traits.json ? .json : nil,
    Traits.dialogs ? .gauge : nil,
    Traits.splashes ? .psplash : nil,
    Traits.updaters ? .swupdate : nil,
    Traits.splashes ? .plymouth : nil,
    Traits.packages ? .curtin : nil,
    Traits.packages ? .debootstrap : nil,
    Traits.packages ? .zypper : nil,
    Traits.tools ? .ffmpeg : nil,
    Traits.tools ? .human : nil,
    Traits.updaters ? .rauc : nil,
    Traits.packages ? .apt : nil,
    Traits.updaters ? .android : nil,
    Traits.splashes ? .fbsplash : nil,
    Traits.services ? .notify : nil,
    Traits.dialogs ? .zenity : nil,
    Traits.services ? .fsck : nil,
    Traits.packages ? .apk : nil,
  ].compactMap { $0 }
}
