import Base
import Configuration
import FeedProcess
import LinuxSystem
import SessionProtocol

/// `fbprogress plymouth …`, or the program under the name `plymouth`: replaces plymouth's client.
/// Its commands become records in the feed's FIFO; see `docs/feeds/plymouth.md`.
enum PlymouthCommand {
  /// Sends the records for plymouth's options and commands.
  ///
  /// - Returns: `success` if all records were sent and the FIFO has a reader. Commands without a
  ///   record are ignored. `failed` without a reader, or for a command that queries the user.
  static func run(
    _ settings: Settings, words: [ByteString]
  ) throws(CommandError) -> ExitStatus {
    let path = try SendCommand.feed(settings).path
    var records: [ByteString] = []
    var command = ByteString()
    var index = 0
    while index < words.count {
      var (word, value) = (words[index], ByteString())
      index += 1
      if word.hasPrefix("--") {
        let equals = word.firstIndex(of: UInt8(ascii: "="))
        if let equals { value = word[(equals + 1)..<word.count] }
        word = word[2..<(equals ?? word.count)]
        // "--text WORDS" is "--text=WORDS".
        if equals == nil, index < words.count, row(command, word)?.hasSuffix("=") == true {
          value = words[index]
          index += 1
        }
      } else {
        (command, word) = (word, "")
      }
      guard let row = row(command, word) else { continue }
      if row == "?" { return .failed }
      if row == "%=" {
        guard let percent = value.wholeNumber, percent <= 100 else { return .failed }
        records.append(value)
      } else if row.hasSuffix(" =") {
        records.append(row[0..<(row.count - 1)] + value)
      } else {
        records.append(row.hasSuffix("=") ? row[0..<(row.count - 1)] : row)
      }
    }
    do throws(SystemError) {
      // Tests for a reader, as `plymouth --ping` does.
      if records.isEmpty { try SendCommand.send("", to: path, settings) }
      for record in records {
        try SendCommand.send(record, to: path, settings, waitsForReader: false)
      }
      return .success
    } catch {
      if !SendCommand.hasNoReader(error) { Log.write(error.message) }
      return .failed
    }
  }

  /// The record of an option of a command, either of which may be empty; nil for none.
  ///
  /// A row with a final `=` takes a value. After a blank the value is part of the record, after `%`
  /// it is the record, otherwise it is dropped. `?` marks a question to the user.
  private static func row(_ command: ByteString, _ option: ByteString) -> ByteString? {
    let key = command + "/" + option + ":"
    for row in rows.split(at: 0x0a) where row.hasPrefix(key) { return row[key.count..<row.count] }
    return nil
  }

  private static var rows: ByteString {
    """
    system-update/progress:%=
    display-message/text:message =
    message/text:message =
    update/status:message =
    /update:message =
    hide-message/text:message=
    update-root-fs/new-root-dir:newroot=
    /newroot:newroot=
    deactivate/:deactivate
    reactivate/:reactivate
    quit/:end
    /quit:end
    ask-for-password/:?
    ask-question/:?
    watch-keystroke/:?
    /ask-for-password:?
    /has-active-vt:?
    """
  }
}
