import Base
import Configuration
import LinuxSystem
import SessionProtocol

/// `fbprogress plymouth …`, or the program called by the name `plymouth`: stands in for plymouth's client, so that whoever runs that
/// writes into the feed's FIFO; see `docs/feeds/plymouth.md`.
enum PlymouthCommand {
  /// Does what plymouth's arguments say: options of its own, and commands with theirs.
  ///
  /// - Returns: 0 when all was told, or says nothing here, and somebody listens; 1 when nobody does, or when it is a question.
  static func run(_ options: Options, words: [ByteString]) -> ExitStatus {
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
      // At least whether somebody listens.
      if records.isEmpty { try SendCommand.send("", options) }
      for record in records {
        let whole = record[0..<min(record.count, SendCommand.recordLimit - 2)]
        try SendCommand.send(
          SendCommand.record(of: whole), options, waitsForReader: false)
      }
      return .success
    } catch {
      if !SendCommand.hasNoReader(error) { Log.write(error.message) }
      return .failed
    }
  }

  /// What an option of a command becomes, either of which may be missing; nil for nothing. What ends with `=` has a value: behind a
  /// blank it is part of the record, behind `%` it is all of it, otherwise it says nothing. `?` asks somebody something.
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
