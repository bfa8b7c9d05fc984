// For the string descriptions of texts.
import DeskSupport

/// The documents that are generated from the settings table.
public enum SettingsDocuments {
  /// Every file: its path in the repository, and its text.
  public static var all: [(path: String, text: String)] {
    [
      ("deploy/man/fbprogress.1", ProgramPage.text),
      ("deploy/man/fbprogress.conf.5", SettingsPage.text),
      ("deploy/completions/fbprogress.bash", BashCompletion.text),
      ("deploy/completions/_fbprogress", ZshCompletion.text),
      ("deploy/completions/fbprogress.fish", FishCompletion.text),
    ]
  }

  /// Every setting's key.
  public static var keys: [String] { Tables.all.map { $0.name } }

  /// Every command's name.
  public static var commands: [String] { Tables.commands.map { $0.name } }
}
