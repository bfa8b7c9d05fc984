package import Base
import Feed
import LinuxSystem
import ProgressModel
import SessionProtocol

/// A session's status: an object of JSON for other programs, and text with more facts for support.
/// docs/status.md describes the fields.
package enum StatusReport {
  /// The version of the fields' names and meanings.
  static let version = 1
  /// The field from which on fields are for programs alone.
  private static let firstHidden: StaticBytes = "settings"

  /// Returns the status as a JSON object. Times are seconds of the session.
  static func object(of keeper: Keeper) -> ByteString {
    let (state, time) = (keeper.state, keeper.sessionTime)
    let stalled = state.stall(at: time) == nil ? nil : state.stallsAt
    let outcome = state.phase.isOutcome ? state.phase.name : ""
    let steps = state.steps.count > 0 ? state.steps : nil
    var wire: [UInt8] = []
    state.write(to: &wire)
    var sheet = FactSheet(.json)
    sheet.object("status") { sheet in
      sheet.say("status", version)
      sheet.say("version", Version.number)
      sheet.say("process", Environment.processIdentifier)
      sheet.say("time", seconds(time))
      sheet.say(
        "state", state.pausedAt != nil ? "paused" : stalled != nil ? "stalled" : state.phase.name)
      sheet.say("since", seconds(state.pausedAt ?? stalled ?? state.phaseBegan))
      sheet.say("began", state.activeBegan.map { seconds($0) })
      sheet.say("outcome", outcome)
      sheet.say("stays", keeper.settings.staysAfterOutcome)
      sheet.say("percent", state.fraction.map { percent($0.billionths) })
      sheet.say("shown", percent(Int64((state.shown.value(at: time) * 1e9).rounded())))
      sheet.say("bytes", count(state.completedBytes))
      sheet.say("total", count(state.totalBytes))
      sheet.say("speed", count(state.speed(at: time).map { UInt64(min($0, 1e18)) }))
      sheet.say("left", state.timeLeft(at: time).map { seconds($0) })
      sheet.say("step", count(steps.map { UInt64($0.number) }))
      sheet.say("steps", count(steps.map { UInt64($0.count) }))
      sheet.say("step-name", state.steps.name)
      sheet.say("title", state.title)
      sheet.say("message", state.message)
      sheet.say("detail", state.detail)
      sheet.say("pause", state.pauseReason)
      sheet.say("next", state.next)
      sheet.say("restart", state.restartsAt.map { seconds($0) })
      sheet.say("code", state.code)
      sheet.say("style", state.style)
      sheet.say("picture", state.picture)
      var displays = ByteString()
      for one in keeper.presenters where !one.displays.isEmpty {
        displays.append(one.displays, after: ", ")
      }
      sheet.say("displays", displays)
      sheet.list("jobs") { sheet in
        for job in state.jobs {
          sheet.object("job") { sheet in
            sheet.say("name", job.id)
            sheet.say("state", job.isPaused ? "paused" : job.phase.name)
            sheet.say("percent", job.fraction.map { percent($0.billionths) })
            sheet.say("message", job.message)
          }
        }
      }
      sheet.list("identity") { sheet in
        for fact in state.identity {
          sheet.object("fact") { sheet in
            sheet.say("name", fact.key)
            sheet.say("value", fact.value)
          }
        }
      }
      sheet.say(firstHidden, ByteString(base64: keeper.settings.pictureSettings.bytes))
      sheet.say("wire", ByteString(base64: wire))
    }
    return sheet.text
  }

  /// Returns a line `NAME VALUE` for each known field of a JSON object, or the line `VALUE` of one
  /// field, empty if its value is unknown; nil without that field, and for other text.
  package static func facts(
    in object: Span<UInt8>, only field: ByteString? = nil
  ) -> ByteString? {
    guard let fields = JSONFields(object) else { return nil }
    var text = ByteString()
    for index in 0..<fields.count {
      let name = fields.name(index)
      let value = fields.isAbsent(index) ? "" : fields.value(index) + "\n"
      if let field {
        if name == field { return value.isEmpty ? "\n" : value }
      } else {
        if name == firstHidden { break }
        if !value.isEmpty { text += name + " " + value }
      }
    }
    return field == nil ? text : nil
  }

  /// Returns the status as lines `NAME VALUE`, with facts about the processes and the feeds.
  static func text(of keeper: Keeper) -> ByteString {
    var text = facts(in: object(of: keeper).bytes.span).orEmpty
    @inline(never) func add(_ name: StaticBytes, _ value: ByteString) {
      text += name
      text += " "
      text += value + "\n"
    }
    let isRunning = keeper.first.helper != nil
    add(
      "presenter",
      ByteString(isRunning ? "running" : keeper.presenterGaveUp ? "given up" : "none"))
    text += keeper.first.card == nil ? "card not held\n" : "card held\n"
    text += keeper.first.owesState ? "newest-state not sent yet\n" : "newest-state sent\n"
    add("buffers", ByteString(keeper.first.buffers.count))
    for line in keeper.feeds?.report ?? [] { add("feed", line) }
    add("dropped-records", ByteString(keeper.droppedCount))
    if let seenAt = keeper.first.outcome.seenAt {
      add("outcome-seen", seconds(keeper.clock.time(at: seenAt)).text)
    }
    for line in keeper.log.lines { add("log", seconds(line.time).text + " " + line.text.utf8) }
    return text
  }

  @inline(never) private static func count(_ number: UInt64?) -> DecimalNumber? {
    number.map { DecimalNumber(significand: $0) }
  }

  @inline(never) private static func percent(_ billionths: Int64) -> DecimalNumber {
    DecimalNumber(significand: UInt64(max(billionths, 0)), exponent: -7)
  }

  @inline(never) private static func seconds(_ time: Duration) -> DecimalNumber {
    DecimalNumber(significand: UInt64(max(time, .zero) / .milliseconds(1)), exponent: -3)
  }
}
