import Animation
import Base
import LinuxSystem
import ProgressModel
import SessionProtocol

/// A session's state as text, for support.
enum StateReport {
  /// A line for each known fact. Times are in seconds of the session.
  static func text(of keeper: Keeper) -> ByteString {
    var lines = Lines()
    lines.add("version", ByteString(Version.number))
    lines.add("process", UInt64(Environment.processIdentifier))
    let time = keeper.sessionTime
    lines.add("session", time)
    add(keeper.state, at: time, to: &lines)
    if let presenter = keeper.first.helper?.process {
      lines.add("presenter", "process " + ByteString(presenter.identifier))
    } else {
      lines.add("presenter", keeper.presenterGaveUp ? "given up" : "none")
    }
    lines.add("card", keeper.first.card == nil ? "not held" : "held")
    for one in keeper.presenters where !one.hasConsole { lines.add("further card", one.path) }
    lines.add("buffers", UInt64(keeper.first.buffers.count))
    lines.add("newest state", keeper.first.owesState ? "not sent yet" : "sent")
    if let feeds = keeper.feeds {
      for line in feeds.report { lines.add("feed", line) }
      lines.add("partial records dropped", UInt64(keeper.droppedCount))
    }
    lines.add("outcome seen at", keeper.first.outcome.seenAt.map { keeper.clock.time(at: $0) })
    for line in keeper.log.lines {
      lines.add("log", seconds(line.time) + " " + line.text.utf8)
    }
    return lines.text
  }

  private static func seconds(_ time: Duration) -> ByteString {
    DecimalNumber(significand: UInt64(time / .milliseconds(1)), exponent: -3).text
  }

  private static func add(_ state: ProgressState, at time: Duration, to lines: inout Lines) {
    lines.add("phase", state.phase.name)
    lines.add("phase began", state.phaseBegan)
    lines.add("run began", state.began)
    lines.add("run active since", state.activeBegan)
    lines.add("fraction", state.fraction?.value)
    lines.add("shown", state.shown.value(at: time))
    lines.add("indeterminate", state.indeterminacy.value(at: time))
    lines.add("indeterminate since", state.indeterminateSince)
    lines.add("bytes", state.completedBytes)
    lines.add("bytes in all", state.totalBytes)
    lines.add("bytes a second", state.speed(at: time))
    lines.add("of the whole a second", state.pace(at: time))
    lines.add("left", state.timeLeft(at: time))
    lines.add("usual duration", state.usual)
    lines.add("stalls at", state.stallsAt)
    lines.add("stalled for", state.stall(at: time))
    if state.steps.count > 0 {
      lines.add("step", ByteString(state.steps.number) + " of " + ByteString(state.steps.count))
    }
    var weights = ByteString()
    for weight in state.steps.weights { weights.append(ByteString(weight), after: " ") }
    lines.add("weights", weights)
    lines.add("step's name", state.steps.name.utf8)
    for step in state.steps.list where step.seconds != nil || !step.name.isEmpty {
      let took = step.seconds.map { " took " + ByteString($0) + " s" }.orEmpty
      lines.add("of the plan", step.name.utf8 + took)
    }
    lines.add("title", state.title.utf8)
    lines.add("detail", state.detail.utf8)
    lines.add("message", state.message.utf8)
    for job in state.jobs {
      let part = job.fraction.map { ", " + ByteString($0.billionths / 10_000_000) + " %" }.orEmpty
      lines.add("job", job.id.utf8 + ": " + job.phase.name + part + ", " + job.message.utf8)
    }
    for fact in state.identity { lines.add("identity", fact.key.utf8 + " " + fact.value.utf8) }
    lines.add("paused at", state.pausedAt)
    lines.add("reason of the pause", state.pauseReason.utf8)
    lines.add("next", state.next.utf8)
    lines.add("restarts at", state.restartsAt)
    lines.add("code", state.code.utf8)
    lines.add("style", state.style.utf8)
    lines.add("picture", state.picture.utf8)
  }

  private struct Lines {
    var text = ByteString()

    /// Adds a line, unless the value is nil or empty.
    @inline(never) mutating func add(_ name: StaticBytes, _ value: ByteString?) {
      guard let value, !value.isEmpty else { return }
      text += name
      text += ": "
      text += value + "\n"
    }

    /// Adds a number, rounded to a millionth.
    @inline(never) mutating func add(_ name: StaticBytes, _ number: Double?) {
      guard let number else { return }
      let millionths = UInt64(min((abs(number) * 1e6).rounded(), 1e18))
      add(
        name,
        DecimalNumber(isNegative: number < 0, significand: millionths, exponent: -6).text)
    }

    /// Adds a duration or a session time, in seconds.
    @inline(never) mutating func add(_ name: StaticBytes, _ time: Duration?) {
      add(name, time?.seconds)
    }

    /// Adds a count.
    @inline(never) mutating func add(_ name: StaticBytes, _ count: UInt64?) {
      if let count { add(name, ByteString(count)) }
    }
  }
}
