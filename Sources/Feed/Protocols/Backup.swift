import Base

extension FeedProtocol {
  /// The output of `restic --json` and `borg --log-json --progress`.
  ///
  /// Sources: restic, "Scripting", section JSON output; borg, "Internals", section All about JSON.
  public static let backup = FeedProtocol(
    name: "backup", summary: "restic --json, borg --log-json --progress",
    form: .chatty,
    jsonRows: """
      message_type=status>bytes $bytes_done $total_bytes
      message_type=status>bytes $bytes_restored $total_bytes
      message_type=status bytes_done- bytes_restored->progress $percent_done
      message_type=summary>bytes $total_bytes_processed $total_bytes_processed
      message_type=exit_error>fail $message
      type=archive_progress>bytes $original_size
      type=archive_progress>detail $path
      type=progress_percent>progress (current/total)
      type=progress_percent|progress_message>message $message
      """)
}
