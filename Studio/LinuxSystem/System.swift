public import Base

/// A reason why a file cannot be read. The numbers and words are those of Linux.
public struct ErrorCode: Equatable, Sendable {
  /// The number.
  public let rawValue: Int32

  /// The text, such as "File too large".
  public var text: ByteString {
    self == .noSuchFile ? "No such file or directory" : "File too large"
  }

  /// ENOENT: the file does not exist.
  public static let noSuchFile = ErrorCode(rawValue: 2)
  /// EFBIG: the file is too large.
  public static let fileTooLarge = ErrorCode(rawValue: 27)
}

/// The error of a failed call.
public struct SystemError: Error, Sendable {
  /// The call, and its object if that has a name.
  public let subject: ByteString
  /// The reason.
  public let code: ErrorCode

  /// Creates an error of a call, optionally on a path.
  public init(_ call: StaticBytes, _ code: ErrorCode, path: ByteString? = nil) {
    subject = path.map { ByteString(call) + " " + $0 } ?? ByteString(call)
    self.code = code
  }

  /// The call, its object and the reason.
  public var message: ByteString { subject + ": " + code.text }
}

/// Calls of the C library; `SystemCalls+Expressions.swift` adds regular expressions.
enum SystemCall {}

/// The environment of a process, which has no variables here.
public enum Environment {
  /// Returns nil.
  public static func value(_ name: StaticBytes) -> ByteString? { nil }
  /// Returns nil.
  public static func firstValue(of names: [StaticBytes]) -> ByteString? { nil }
}

/// The memory of the page.
public enum SystemMemory {
  /// Returns whether `count` bytes are few enough for a page.
  public static func hasRoom(for count: Int) -> Bool { count < 1 << 29 }
}

/// What a process gives up: nothing here, where the browser confines the page.
public enum Confinement {
  /// How strict the confinement is; the page knows the words of the setting alone.
  public enum Strictness: Sendable {
    /// The process keeps its rights.
    case off
    /// A call that is not allowed fails.
    case refusing
    /// A call that is not allowed ends the process.
    case killing
  }
}

/// The log, whose lines the page takes.
public enum Log {
  /// The level of a line, numbered as in syslog.
  public enum Level: Int {
    /// The program cannot do its task.
    case error = 3
    /// The program works around a problem.
    case warning = 4
    /// Information.
    case info = 6
  }

  // The most bytes kept; later lines are dropped.
  private static let limit = 1 << 16
  nonisolated(unsafe) private static var lines: ByteString = ""

  /// Adds a line.
  public static func write(_ message: ByteString, _ level: Level = .warning) {
    if unsafe lines.count < limit { unsafe lines += SanitizedText(message).utf8 + "\n" }
  }

  /// Returns the lines since the last call.
  public static func take() -> ByteString {
    defer { unsafe lines = "" }
    return unsafe lines
  }
}
