import Base
import CLinux

// Wrappers of the C shim's calls that take pointers. Each is the libc call of its name and returns
// its result or throws a `SystemError`.
enum SystemCall {
  /// Returns the result of a call, or throws its error.
  @inline(never) @discardableResult static func check(
    _ result: Int, _ call: StaticBytes, _ path: ByteString? = nil
  ) throws(SystemError) -> Int {
    if result >= 0 { return result }
    throw SystemError(call, ErrorCode(rawValue: Int32(truncatingIfNeeded: -result)), path: path)
  }

  /// Returns the result of a call, or throws its error; nil if the call would block. EAGAIN occurs
  /// in each frame, so it creates no error text.
  static func checkUnlessBlocked(
    _ result: Int, _ call: StaticBytes
  ) throws(SystemError) -> Int? {
    result == -Int(linux_eagain) ? nil : try check(result, call)
  }

  /// Returns the result of a call on a path, or throws its error. A path that contains NUL is
  /// invalid, since C would read a shorter one.
  static func check(
    _ call: StaticBytes, _ path: ByteString, _ body: (UnsafePointer<CChar>) -> Int
  ) throws(SystemError) -> Int {
    // SAFETY: the path's bytes are valid during the call.
    try check(unsafe path.withCString(body) ?? -Int(linux_einval), call, path)
  }

  static func errorText(_ number: Int32) -> ByteString {
    // SAFETY: strerror's text lives until the next call, and is copied at once.
    unsafe ByteString(cString: linux_error_text(number))
  }

  // MARK: - Files

  static func open(
    _ path: ByteString, _ flags: Int32, mode: UInt32 = 0
  ) throws(SystemError) -> Int32 {
    let flags = flags | linux_o_cloexec
    return Int32(try unsafe check("open", path) { unsafe linux_open($0, flags, mode) })
  }

  static func close(_ descriptor: Int32) { _ = linux_close(descriptor) }

  static func read(
    _ descriptor: Int32, into buffer: inout [UInt8], from start: Int = 0
  ) throws(SystemError) -> Int? {
    // SAFETY: the array keeps its bytes valid during the call, and the slice is checked.
    let result = unsafe buffer.withUnsafeMutableBytes {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: $0[start...])
      return unsafe linux_read(descriptor, rest.baseAddress, rest.count)
    }
    return try checkUnlessBlocked(result, "read")
  }

  static func write(_ descriptor: Int32, _ bytes: Span<UInt8>) throws(SystemError) -> Int? {
    // SAFETY: the span keeps its bytes valid during the call.
    let result = unsafe bytes.withUnsafeBytes {
      unsafe linux_write(descriptor, $0.baseAddress, $0.count)
    }
    return try checkUnlessBlocked(result, "write")
  }

  /// Returns the ends to read from and to write to.
  static func pipe() throws(SystemError) -> (Int32, Int32) {
    try unsafe pair("pipe") { unsafe linux_pipe($0) }
  }

  static func makeFIFO(_ path: ByteString, mode: UInt32) throws(SystemError) {
    _ = try unsafe check("mkfifo", path) { unsafe linux_mkfifo($0, mode) }
  }

  static func makeDirectory(_ path: ByteString, mode: UInt32) throws(SystemError) {
    _ = try unsafe check("mkdir", path) { unsafe linux_mkdir($0, mode) }
  }

  static func unlink(_ path: ByteString) throws(SystemError) {
    _ = try unsafe check("unlink", path) { unsafe linux_unlink($0) }
  }

  static func removeDirectory(_ path: ByteString) throws(SystemError) {
    _ = try unsafe check("rmdir", path) { unsafe linux_rmdir($0) }
  }

  static func status(_ descriptor: Int32) throws(SystemError) -> FileStatus {
    var status = linux_status()
    // SAFETY: the call fills the structure and keeps no pointer to it.
    try check(unsafe linux_fstat(descriptor, &status), "fstat")
    return FileStatus(status: status)
  }

  static func realPath(_ path: ByteString) throws(SystemError) -> ByteString {
    var room = [UInt8](repeating: 0, count: 4_096)
    let length = try unsafe check("realpath", path) { path in
      // SAFETY: the call writes at most the size of the array.
      unsafe room.withUnsafeMutableBytes {
        unsafe linux_realpath(path, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
      }
    }
    return ByteString(room.span.extracting(first: length))
  }

  /// Returns the names in a directory, unordered, each followed by NUL; at most 16 KiB of them.
  static func names(in path: ByteString) throws(SystemError) -> ByteString {
    var room = [UInt8](repeating: 0, count: 16_384)
    let used = try unsafe check("opendir", path) { path in
      // SAFETY: the call writes at most the size of the array.
      unsafe room.withUnsafeMutableBytes {
        unsafe linux_list(path, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
      }
    }
    return ByteString(room.span.extracting(first: used))
  }

  // MARK: - Memory

  static func mapShared(
    _ descriptor: Int32, count: Int, offset: UInt64
  ) throws(SystemError) -> UnsafeMutableRawPointer {
    guard let memory = unsafe linux_map_shared(descriptor, count, Int64(offset)) else {
      throw SystemError("mmap", ErrorCode(rawValue: linux_errno()))
    }
    return unsafe memory
  }

  // MARK: - Waiting and time

  /// Waits until an entry is ready or a signal arrives, for at most `nanoseconds`; without limit if
  /// negative.
  static func poll(_ entries: inout [linux_poll_entry], nanoseconds: Int64) {
    // SAFETY: the array keeps its entries valid during the call.
    _ = unsafe entries.withUnsafeMutableBufferPointer {
      unsafe linux_poll($0.baseAddress, $0.count, nanoseconds)
    }
  }

  // MARK: - Signals and processes

  static func signalDescriptor(_ signals: [Int32]) throws(SystemError) -> Int32 {
    // SAFETY: the array keeps its numbers valid during the call.
    let result = unsafe signals.withUnsafeBufferPointer {
      unsafe linux_signal_descriptor($0.baseAddress, $0.count)
    }
    return Int32(try check(result, "signalfd"))
  }

  /// Returns the next signal's number, and whether the kernel sent it; nil if none is pending.
  static func nextSignal(_ descriptor: Int32) -> (number: Int32, isKernels: Bool)? {
    let result = linux_signal_read(descriptor)
    return result > 0 ? (Int32(result & 255), result > 255) : nil
  }

  static func fork() throws(SystemError) -> Int32 { Int32(try check(linux_fork(), "fork")) }

  static func reap(_ process: Int32, waiting: Bool) throws(SystemError) -> Int {
    try check(linux_reap(process, waiting ? 1 : 0), "waitpid")
  }

  /// Returns the value of an environment variable; nil if not set.
  static func environment(_ name: StaticBytes) -> ByteString? {
    var value: ByteString?
    // SAFETY: the program never changes its environment; the value is copied.
    _ = unsafe ByteString(name).withCString { name in
      if let text = unsafe linux_environment(name) { value = unsafe ByteString(cString: text) }
      return 0
    }
    return value
  }

  static func changeRoot(_ path: ByteString) throws(SystemError) {
    _ = try unsafe check("chroot", path) { unsafe linux_change_root($0) }
  }

  static func lockMemory() throws(SystemError) { _ = try check(linux_lock_memory(), "mlockall") }

  static func setProcessName(_ name: StaticBytes) {
    // SAFETY: the kernel copies the name.
    _ = unsafe ByteString(name).withCString { unsafe linux_set_process_name($0) }
  }

  static func setProcessTitle(_ title: ByteString) {
    // SAFETY: the call copies the title over argv[0], which lives as long as the process.
    _ = unsafe title.withCString {
      unsafe linux_set_process_title($0)
      return 0
    }
  }

  // MARK: - Messages

  static func messagePair() throws(SystemError) -> (Int32, Int32) {
    try unsafe pair("socketpair") { unsafe linux_message_pair($0) }
  }

  /// Returns the two descriptors that a call makes.
  private static func pair(
    _ call: StaticBytes, _ body: (UnsafeMutablePointer<Int32>?) -> Int
  ) throws(SystemError) -> (Int32, Int32) {
    var both: [Int32] = [-1, -1]
    // SAFETY: the call fills both elements.
    try check(unsafe both.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress) }, call)
    return (both[0], both[1])
  }

  /// Runs another program in this process, and returns only if it cannot.
  static func exec(_ arguments: Span<UInt8>) throws(SystemError) {
    // SAFETY: the span keeps its bytes valid during the call.
    let result = unsafe arguments.withUnsafeBytes {
      unsafe linux_exec($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
    }
    _ = try check(result, "exec")
  }

  /// Runs a program. Returns its process ID, and the read ends of its outputs or -1.
  static func spawn(
    _ arguments: Span<UInt8>, onTerminal: Bool, extra: Int32, isOwn: Bool
  ) throws(SystemError) -> (process: Int32, ours: [Int32]) {
    var ours: [Int32] = [-1, -1, -1]
    // SAFETY: the span and the array keep their memory valid during the call.
    let result = unsafe ours.withUnsafeMutableBufferPointer { ours in
      unsafe arguments.withUnsafeBytes {
        unsafe linux_spawn(
          $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, onTerminal ? 1 : 0, extra,
          isOwn ? 1 : 0, ours.baseAddress)
      }
    }
    return (Int32(try check(result, "fork")), ours)
  }

  /// Sends a message; false if the socket has no room.
  static func send(
    _ socket: Int32, _ bytes: Span<UInt8>, descriptor: Int32
  ) throws(SystemError) -> Bool {
    // SAFETY: the span keeps its bytes valid during the call.
    let result = unsafe bytes.withUnsafeBytes {
      unsafe linux_message_send(socket, $0.baseAddress, $0.count, descriptor)
    }
    return try checkUnlessBlocked(result, "sendmsg") != nil
  }

  static func receive(
    _ socket: Int32, into buffer: inout [UInt8]
  ) throws(SystemError) -> (count: Int?, descriptor: Int32) {
    var descriptor: Int32 = -1
    // SAFETY: the array keeps its bytes valid during the call, which stores no pointer.
    let result = unsafe buffer.withUnsafeMutableBytes {
      unsafe linux_message_receive(socket, $0.baseAddress, $0.count, &descriptor)
    }
    return (try checkUnlessBlocked(result, "recvmsg"), descriptor)
  }

  // MARK: - Sockets

  /// Connects to a socket; with a mode, makes one.
  static func unixSocket(
    _ path: ByteString, datagrams: Bool, mode: UInt32 = 0
  ) throws(SystemError) -> Int32 {
    Int32(
      try unsafe check("socket", path) {
        unsafe linux_unix_socket($0, datagrams ? 1 : 0, mode)
      })
  }

  /// Returns the descriptor of the next connection; nil if none is pending.
  static func accept(_ socket: Int32, checksUser: Bool) throws(SystemError) -> Int32? {
    try checkUnlessBlocked(linux_accept(socket, checksUser ? 1 : 0), "accept").map { Int32($0) }
  }

  // MARK: - File watches

  static func inotifyOpen() throws(SystemError) -> Int32 {
    Int32(try check(linux_inotify_open(), "inotify_init"))
  }

  static func watch(
    _ descriptor: Int32, _ path: ByteString, _ events: UInt32
  ) throws(SystemError) {
    _ = try unsafe check("inotify_add_watch", path) {
      unsafe linux_inotify_watch(descriptor, $0, events)
    }
  }
}
