public import Base

/// The answer to a reader of the mirror: the status of HTTP.
public enum MirrorAnswer: StaticBytes, Sendable {
  /// The states follow.
  case states = "200 OK"
  /// The bytes are no request of HTTP/1.0 or 1.1, or a body follows.
  case malformed = "400 Bad Request"
  /// The request names another path than /.
  case notFound = "404 Not Found"
  /// The request is not GET.
  case notAllowed = "405 Method Not Allowed"
  /// The request has more than 4096 bytes.
  case tooLong = "431 Request Header Fields Too Large"
  /// The maximum number of readers is connected.
  case full = "503 Service Unavailable"

  /// The head, and for all but `states` the only line of the body.
  public var text: ByteString {
    let isStream = self == .states
    var text = ByteString("HTTP/1.1 ") + rawValue + "\r\nContent-Type: text/"
    text += isStream ? "event-stream" : "plain"
    // Pages from a disk have the origin null, as all that a browser keeps apart.
    text += "\r\nCache-Control: no-store\r\nAccess-Control-Allow-Origin: *\r\nAllow: GET\r\n"
    text += "Connection: close\r\n\r\n"
    if isStream { return text }
    return text + "fbprogress: " + rawValue
      + (self == .full ? ": 8 others read; close one\n" : ": the state is at /; ask with GET\n")
  }
}

/// A request of a reader, read byte by byte. It keeps no byte, so its memory is constant.
public struct MirrorRequest {
  private enum Part {
    case method, path, version, fields
  }

  // "GET" and "HTTP/1.", from the lowest byte.
  private static let get: UInt64 = 0x54_4547
  private static let version: UInt64 = 0x2e_312f_5054_5448
  /// The most bytes of a request.
  public static let limit = 4_096

  private var part = Part.method
  private var count = 0
  // The bytes of the part, or of the line of `fields`.
  private var length = 0
  private var isGet = true
  private var isRoot = true

  /// Creates a request without bytes.
  public init() {}

  /// Parses the next byte. Returns the answer once it is known; after that, no byte may follow.
  public mutating func take(_ byte: UInt8) -> MirrorAnswer? {
    count += 1
    if count > Self.limit { return .tooLong }
    switch part {
    case .method:
      if byte == UInt8(ascii: " "), length > 0 {
        isGet = isGet && length == 3
        return begin(.path)
      }
      guard UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte else { return .malformed }
      isGet =
        isGet && length < 3 && byte == UInt8(truncatingIfNeeded: Self.get >> UInt64(8 * length))
    case .path:
      if byte == UInt8(ascii: " "), length > 0 { return begin(.version) }
      guard 0x21...0x7e ~= byte else { return .malformed }
      isRoot = isRoot && length == 0 && byte == UInt8(ascii: "/")
    case .version:
      if byte == UInt8(ascii: "\n"), length == 8 { return begin(.fields) }
      if byte == UInt8(ascii: "\r"), length == 8 { return nil }
      let isRight =
        length < 7
        ? byte == UInt8(truncatingIfNeeded: Self.version >> UInt64(8 * length))
        : length == 7 && (byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1"))
      if !isRight { return .malformed }
    case .fields:
      if byte == UInt8(ascii: "\r") { return nil }
      if byte == UInt8(ascii: "\n") {
        if length > 0 { return begin(.fields) }
        return !isGet ? .notAllowed : isRoot ? .states : .notFound
      }
      if byte < 0x20, byte != 0x09 { return .malformed }
    }
    length += 1
    return nil
  }

  private mutating func begin(_ next: Part) -> MirrorAnswer? {
    (part, length) = (next, 0)
    return nil
  }
}
