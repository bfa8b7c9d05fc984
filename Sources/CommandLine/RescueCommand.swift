import Base
import Configuration
import ConsoleGuard
import FeedProcess
import KMS
import LinuxSystem
import SessionProtocol

/// `fbprogress rescue`: cleans up after instances that SIGKILL ended. It restores the console, and
/// releases writers that block on a FIFO.
enum RescueCommand {
  static func run(_ options: Options) throws(CommandError) -> ExitStatus {
    // Each step is tried even if an earlier one fails.
    var failure: CommandError?
    do throws(CommandError) { try restoreConsole() } catch { failure = error }
    for feed in options.feed.feeds where feed.kind == .fifo {
      do throws(CommandError) { try removeFIFO(feed.path) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    return .success
  }

  private static func removeFIFO(_ path: ByteString) throws(CommandError) {
    do throws(SystemError) {
      if try AbandonedFIFO.remove(path) { Log.write("removed " + path + ", which had no reader") }
    } catch {
      throw CommandError(.cannotPresent, error.message + "; run as root")
    }
  }

  private static func restoreConsole() throws(CommandError) {
    guard let console = VirtualTerminal(), !console.isDefault else { return }
    if let path = cardInUse() {
      return Log.write("console not restored: another program uses " + path)
    }
    console.restore()
    guard console.isDefault else {
      throw CommandError(
        .cannotPresent,
        "cannot restore the console tty" + ByteString(Int(console.number)) + "; run as root")
    }
    Log.write("restored the console tty" + ByteString(Int(console.number)))
  }

  /// The path of a card with another program as master; nil for none.
  private static func cardInUse() -> ByteString? {
    for path in Card.paths() {
      // The first program that opens a card becomes its master until it closes the card.
      if let card = try? Card.open(path), !card.isMaster() { return path }
    }
    return nil
  }
}
