import SimulatedLinux

// Writers of records, each as its own process would write them.
extension Session {
  /// Records of other protocols, and no records at all. None of them is an outcome.
  static let foreign = [
    "PROGRESS 10", "# x", "MSG x", "STATUS=x", "dlstatus:1:20.5:Retrieving", " 10% 1.2MB/s",
    "42 50",
    "50,5", "Progress: [ 10%]", "XXX", "\u{1}\u{2}\u{3}", "pmstatus:dpkg:30.1:Installing", "\t",
    "}{",
    "{\"type\":\"ProgressSteps\"}", "1 20 100 /dev/sda1", "message", "progress 7", "step 9/3",
    "bytes 18446744073709551615 1", "-1", "NaN", "1e999", "title \u{1b}[2J", "speed",
    "weights 0 0 0",
  ]

  /// A native record of progress.
  func progressRecord(_ part: Double) -> String {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: "bytes \(Int(part * 1_000_000)) 1000000"
    case 1: "step \(1 + Int(part * 3))/4 Installing"
    case 2: "message Working on \(Int(part * 1_000))"
    case 3: "log line \(Int(part * 1_000))"
    case 4: "title Update \(Int.random(in: 0..<3, using: &random))"
    case 5: "progress \(part)"
    default: "\(Int(part * 99))"
    }
  }

  /// Writes a text to the FIFO, in one piece or in several. The writer waits a bounded time.
  func write(_ text: String, inPieces: Bool = false) throws {
    let bytes = Array(text.utf8)
    var rest = bytes[...]
    var number: Int32?
    defer { if let number { World.close(number) } }
    let began = sim_now()
    while !rest.isEmpty {
      if !isRunning { return }
      number = number ?? World.open(Self.feed)
      var count = rest.count
      if inPieces, count > 1 { count = Int.random(in: 1...count, using: &random) }
      if let number, let written = World.write(rest.prefix(count), to: number) {
        rest = rest.dropFirst(written)
        if inPieces { try sleep(time(0...(20 * millisecond))) }
        continue
      }
      // Without room or a descriptor for a FIFO, the program can make none.
      if number == nil, sim_now() - began > 3 * second {
        sim_faults.is_full = 0
        closeClients()
      }
      if sim_now() - began > 20 * second {
        journal.fail("a writer waits for \((sim_now() - began) / second) s")
      }
      // The text is not split between two FIFOs.
      if rest.count == bytes.count, let old = number {
        World.close(old)
        number = nil
      }
      try sleep(5 * millisecond)
    }
    journal.add("written: \(text.trimmingLine)")
  }

  /// Runs `fbprogress send`, and waits for its end. Returns its exit status.
  func send(_ record: String) throws -> Int32 {
    let words = record.split(separator: " ", maxSplits: 1).map { String($0) }
    let program = Program(["--sandbox=no", "--log=stderr", "--timeout=20", "send"] + words)
    helpers.append(program)
    let pid = program.start()
    journal.add("[\(pid)] sends: \(record)")
    if try !wait(atMost: 40 * second, { sim_is_alive(pid) == 0 }) {
      journal.fail("send does not end")
    }
    return journal.exits[pid] ?? -1
  }

  /// Connects to the socket feed, as root or as another user, and writes something or nothing.
  func connectClient() {
    let isStranger = chance(15)
    guard plan.hasSocket, clients.count < 40,
      let number = World.connect("/run/socket", as: isStranger ? 1_000 : 0)
    else { return }
    clients.append(number)
    if isStranger || chance(50) {
      let device = isStranger ? GlassCheck.stranger : "sda1"
      let part = Int.random(in: 0..<99, using: &random)
      _ = World.write(Array("1 \(part) 100 /dev/\(device)\n".utf8)[...], to: number)
    }
  }

  func closeClients() {
    for number in clients { World.close(number) }
    clients = []
  }
}

extension String {
  fileprivate var trimmingLine: String {
    String(map { $0.isNewline ? "|" : $0 }.prefix(60))
  }
}
