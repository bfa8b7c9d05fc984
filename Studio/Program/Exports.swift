import Base
import Configuration
import Feed
import FeedProcess
import LinuxSystem
import Pixels
import ProgressModel
import RenderProcess
import SessionProtocol

// The functions that the page calls. Addresses and counts are the page's; it calls `malloc` and
// `free` for what it lends. A text or a file that is returned stays until the next call.

nonisolated(unsafe) private var panels = [Panel?](repeating: nil, count: 16)
nonisolated(unsafe) private var animation: Animation?
nonisolated(unsafe) private var reader: LogReader?
nonisolated(unsafe) private var answer: [UInt8] = []

private func panel(_ number: Int32) -> Panel? {
  unsafe panels.indices.contains(Int(number)) ? panels[Int(number)] : nil
}

private func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int32) -> [UInt8] {
  unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
}

private func text(_ start: UnsafePointer<UInt8>?, _ count: Int32) -> ByteString {
  unsafe ByteString(bytes(start, count))
}

/// A session time of the page's: from 0 to a thousand hours.
private func time(_ seconds: Double) -> Duration {
  .nanoseconds(seconds > 0 ? Int64((min(seconds, 3.6e6) * 1e9).rounded()) : 0)
}

/// Keeps bytes for the page, and returns their number.
private func give(_ bytes: [UInt8]) -> Int32 {
  unsafe answer = bytes
  return Int32(bytes.count)
}

/// Returns where the last answer lies.
@_expose(wasm, "studio_answer") @c(studio_answer)
public func studioAnswer() -> UnsafeRawPointer? {
  unsafe answer.withUnsafeBytes { $0.baseAddress }
}

/// Answers with the log's lines since the last call.
@_expose(wasm, "studio_log") @c(studio_log)
public func studioLog() -> Int32 { give(Log.take().bytes) }

/// Answers with the table that controls are made from.
@_expose(wasm, "studio_table") @c(studio_table)
public func studioTable() -> Int32 { give(TableSheet.text.bytes) }

// MARK: - Files

/// Adds or replaces a file.
@_expose(wasm, "studio_put") @c(studio_put)
public func studioPut(
  _ path: UnsafePointer<UInt8>?, _ pathCount: Int32, _ start: UnsafePointer<UInt8>?, _ count: Int32
) {
  unsafe FileSystem.put(text(path, pathCount), bytes(start, count))
}

/// Removes a file.
@_expose(wasm, "studio_remove") @c(studio_remove)
public func studioRemove(_ path: UnsafePointer<UInt8>?, _ pathCount: Int32) {
  unsafe FileSystem.remove(text(path, pathCount))
}

/// Checks a theme's folder as `fbprogress check` does; the log has its words.
@_expose(wasm, "studio_check") @c(studio_check)
public func studioCheck(_ path: UnsafePointer<UInt8>?, _ count: Int32) -> Bool {
  do throws(CommandError) {
    return unsafe try CheckCommand.run(words: [text(path, count)]) == .success
  } catch {
    Log.write(error.message, .error)
    return false
  }
}

// MARK: - Panels

/// Opens a panel in place of the one with its number.
///
/// - Parameters:
///   - arguments: the command line, with a NUL behind each word.
///   - density: pixels per millimeter; 0 for unknown.
/// - Returns: whether it is open. If not, the old one stays, and the log has the reason.
@_expose(wasm, "studio_open") @c(studio_open)
public func studioOpen(
  _ number: Int32, _ arguments: UnsafePointer<UInt8>?, _ argumentCount: Int32,
  _ script: UnsafePointer<UInt8>?, _ scriptCount: Int32, _ density: Double
) -> Bool {
  guard unsafe panels.indices.contains(Int(number)) else { return false }
  do throws(CommandError) {
    var words = unsafe text(arguments, argumentCount).split(at: 0)
    if words.last?.isEmpty == true { words.removeLast() }
    let options = try Options(words: words)
    let script = try ScriptFile.parse(unsafe bytes(script, scriptCount), "script")
    unsafe panels[Int(number)] = nil
    unsafe panels[Int(number)] = Panel(options, script, density: density > 0 ? density : nil)
    return true
  } catch {
    Log.write(error.message, .error)
    return false
  }
}

/// Has a panel show a board's state in place of its script: the bytes of a mirror. Returns whether
/// they are one.
@_expose(wasm, "studio_mirror") @c(studio_mirror)
public func studioMirror(
  _ number: Int32, _ start: UnsafePointer<UInt8>?, _ count: Int32
) -> Bool {
  unsafe panel(number)?.mirror(bytes(start, count).span) ?? false
}

/// Closes a panel.
@_expose(wasm, "studio_close") @c(studio_close)
public func studioClose(_ number: Int32) {
  if panel(number) != nil { unsafe panels[Int(number)] = nil }
}

/// Returns a panel's width, pixels.
@_expose(wasm, "studio_width") @c(studio_width)
public func studioWidth(_ number: Int32) -> Int32 { Int32(panel(number)?.size.width ?? 0) }

/// Returns a panel's height, pixels.
@_expose(wasm, "studio_height") @c(studio_height)
public func studioHeight(_ number: Int32) -> Int32 { Int32(panel(number)?.size.height ?? 0) }

/// Returns the number of bytes of a panel's memory.
@_expose(wasm, "studio_byte_count") @c(studio_byte_count)
public func studioByteCount(_ number: Int32) -> Int32 { Int32(panel(number)?.byteCount ?? 0) }

/// Returns when a panel's script has ended, seconds.
@_expose(wasm, "studio_end") @c(studio_end)
public func studioEnd(_ number: Int32) -> Double { panel(number)?.end.seconds ?? 0 }

/// Shows the frame of a session time, seconds. Returns where the panel's memory lies.
@_expose(wasm, "studio_show") @c(studio_show)
public func studioShow(_ number: Int32, _ seconds: Double) -> UnsafeRawPointer? {
  guard let panel = panel(number) else { return nil }
  panel.show(time(seconds))
  return unsafe panel.bytes
}

/// Returns what the last frame changed: left, top, width, height, 16 bits each from the lowest.
@_expose(wasm, "studio_changed") @c(studio_changed)
public func studioChanged(_ number: Int32) -> UInt64 {
  guard let bounds = panel(number)?.changed, !bounds.isEmpty else { return 0 }
  return UInt64(bounds.left) | UInt64(bounds.top) << 16 | UInt64(bounds.width) << 32
    | UInt64(bounds.height) << 48
}

/// Returns where a panel's pixels lie as a canvas takes them.
@_expose(wasm, "studio_canvas") @c(studio_canvas)
public func studioCanvas(_ number: Int32, _ isMonochrome: Bool) -> UnsafeRawPointer? {
  unsafe panel(number)?.makeCanvas(isMonochrome: isMonochrome)
}

/// Returns when the next frame may differ from that of a time, seconds; negative for never.
@_expose(wasm, "studio_next") @c(studio_next)
public func studioNext(_ number: Int32, _ seconds: Double) -> Double {
  panel(number)?.painter.nextMotion(at: time(seconds))?.seconds ?? -1
}

/// Answers with the state at a time.
@_expose(wasm, "studio_state") @c(studio_state)
public func studioState(_ number: Int32, _ seconds: Double) -> Int32 {
  give(panel(number)?.facts(at: time(seconds)).bytes ?? [])
}

/// Answers with a PNG of the newest frame, upright; with nothing before the first.
@_expose(wasm, "studio_picture") @c(studio_picture)
public func studioPicture(_ number: Int32) -> Int32 {
  give(panel(number)?.painter.encoded() ?? [])
}

// MARK: - Animation

/// Begins an animation of a panel's script. Returns the number of its frames.
@_expose(wasm, "studio_animation_begin") @c(studio_animation_begin)
public func studioAnimationBegin(_ number: Int32, _ framesPerSecond: Int32) -> Int32 {
  guard let panel = panel(number), (1...1_000).contains(framesPerSecond) else { return 0 }
  let begun = Animation(panel, framesPerSecond: Int(framesPerSecond))
  unsafe animation = begun
  return Int32(clamping: begun.frameCount)
}

/// Adds the next frame.
@_expose(wasm, "studio_animation_append") @c(studio_animation_append)
public func studioAnimationAppend() { unsafe animation?.append() }

/// Answers with the file, and ends the animation.
@_expose(wasm, "studio_animation_end") @c(studio_animation_end)
public func studioAnimationEnd() -> Int32 {
  defer { unsafe animation = nil }
  return give(unsafe animation?.bytes ?? [])
}

// MARK: - Logs

/// Begins to read a log, with the patterns of panel 0. Returns whether there is such a protocol.
@_expose(wasm, "studio_log_begin") @c(studio_log_begin)
public func studioLogBegin(_ name: UnsafePointer<UInt8>?, _ count: Int32) -> Bool {
  let matchers = panel(0)?.options.feed.matchers ?? []
  unsafe reader = LogReader(text(name, count), matchers: matchers)
  return unsafe reader != nil
}

/// Reads bytes of the log that arrive at a session time, seconds.
@_expose(wasm, "studio_log_read") @c(studio_log_read)
public func studioLogRead(_ seconds: Double, _ start: UnsafePointer<UInt8>?, _ count: Int32) {
  unsafe reader?.read(bytes(start, count).span, at: time(seconds))
}

/// Answers with JSON: what the log says, as a script, and what was not understood.
@_expose(wasm, "studio_log_end") @c(studio_log_end)
public func studioLogEnd(_ seconds: Double) -> Int32 {
  guard let log = unsafe reader else { return give([]) }
  unsafe reader = nil
  log.finish(at: time(seconds))
  var sheet = FactSheet(.json)
  sheet.object("log") { sheet in
    sheet.say("protocol", log.feed)
    sheet.say("events", log.eventCount)
    sheet.say("unknown", log.unknownCount)
    sheet.say("example", log.firstUnknown)
    sheet.say("script", log.script)
  }
  return give(sheet.text.bytes)
}
