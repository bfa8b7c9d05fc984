import SimulatedLinux

// What happens in a session.
extension Session {
  /// Lives from the program's start to its end. Throws what was found wrong.
  func live() throws {
    if plan.hasSlowDriver {
      try runWithSlowDriver()
      return try end()
    }
    if chance(25) { weather.begin() }
    start()
    let isLate = chance(30)
    if !isLate { cards.plug(tells: false) }
    try startAgainIfEnded()
    try sleep(time(0...(2 * second)))
    if isLate { try sleep(time(0...(10 * second))) }
    cards.plug()
    if weather.isStormy {
      try startAgainIfEnded()
      weather.end()
      try sleep(2 * second)
    }
    let runCount = plan.staysAfterOutcome ? Int.random(in: 1...5, using: &random) : 1
    for index in 0..<runCount {
      if index > 0 { try beginRun() }
      if chance(60) { try rest(time(1...(3 * 3_600)) * second) }
      try run()
      if !isRunning { break }
      if plan.staysAfterOutcome, chance(70) { try rest(time(1...(12 * 3_600)) * second) }
    }
    try end()
  }

  private func beginRun() throws {
    journal.hasGivenUp = journal.hasGivenUpForGood
    journal.isSafe = false
    try outlastBlocks()
    if chance(50) { try write("reset\n") } else { _ = try send("reset") }
    glass.reset()
    try sleep(3 * second)
  }

  // MARK: - A run

  private func run() throws {
    let stormBegins = chance(75) ? Int.random(in: 0..<12, using: &random) : .max
    let stepCount = Int.random(in: 1...20, using: &random)
    let gap = pick([millisecond, 50 * millisecond, second, 10 * second, 60 * second])
    for step in 0..<stepCount {
      if step == stormBegins {
        journal.add("storm")
        weather.begin()
      }
      if weather.isStormy { try disturb() }
      if weather.has(.crashes), chance(10), consoleGuard != nil { try crash() }
      if !isRunning { return try ranOut() }
      let part = Double(step) / Double(stepCount)
      if chance(25) { try write(pick(Self.foreign) + "\n", inPieces: chance(30)) }
      try write(progressRecord(part) + "\n", inPieces: chance(20))
      if chance(10) { connectClient() }
      try sleep(time(0...(weather.isStormy ? min(gap, 5 * second) : gap)))
    }
    if weather.isStormy, chance(50) { try calm() }
    let mayBeHidden =
      weather.has(.hotplug) || weather.has(.switches) || weather.has(.otherMaster)
      || weather.has(.cardLoss) || weather.has(.cardFailures)
    if weather.has(.jams), chance(50) { try jam() }
    let outcome = pick([GlassCheck.Outcome.done, .done, .failed, .failed, .cancelled])
    // The report about an earlier outcome may still be on its way.
    var earlier: GlassCheck.Outcome?
    if chance(plan.staysAfterOutcome ? 25 : 50) {
      let first = pick([GlassCheck.Outcome.done, .failed].filter { $0 != outcome })
      earlier = first
      glass.tell(first)
      try outlastBlocks()
      delaysReport = chance(60)
      try write("\n" + first.record + "\n")
      if delaysReport {
        _ = try wait(atMost: 10 * second) { !delaysReport || !isRunning }
        delaysReport = false
      } else {
        try sleep(time(0...(1_500 * millisecond)))
      }
      if isRunning {
        glass.reset()
        glass.tell(outcome)
        try write("reset\n" + outcome.record + "\n")
      }
    } else {
      try tell(outcome)
    }
    if weather.isStormy {
      for _ in 0..<5 {
        if !isRunning { break }
        try disturb()
        try sleep(time(0...(2 * second)))
      }
      try calm()
    }
    // It may have ended before it read the second outcome.
    if let earlier, !isRunning, journal.exits[keeper] == earlier.status { return }
    try checkOutcome(outcome, mayBeHidden: mayBeHidden)
  }

  /// The first picture takes the driver minutes, less than `wait` says. An outcome comes meanwhile.
  private func runWithSlowDriver() throws {
    let outcome = pick([GlassCheck.Outcome.done, .failed])
    let length = time(70...200) * second
    weather.firstCommitTakes = length
    cards.plug(tells: false)
    start()
    try sleep(second)
    try write("42\n")
    try sleep(time(0...(5 * second)))
    glass.tell(outcome)
    try outlastBlocks()
    try write("\n" + outcome.record + "\n")
    try sleep(length)
    try checkOutcome(outcome, mayBeHidden: false)
  }

  private func ranOut() throws {
    weather.end()
    journal.fail("the keeper ended in the middle of a run: \(journal.exits[keeper] ?? -1)")
    try sleep(millisecond)
  }

  private func tell(_ outcome: GlassCheck.Outcome) throws {
    // From here on, since the record may be read before the writer goes on.
    glass.tell(outcome)
    if chance(50) {
      try outlastBlocks()
      try write("\n" + outcome.record + "\n")
    } else {
      let status = try send(outcome.record)
      if status != 0 {
        // The writer knows that it was not taken.
        journal.add("send failed: \(status)")
        try outlastBlocks()
        if isRunning { try write("\n" + outcome.record + "\n") }
      }
    }
  }

  /// Waits until a record is no text of a block of gauge that is still open. A keeper that was
  /// stopped reads the records of that time at once.
  private func outlastBlocks() throws {
    try sleep(weather.has(.stops) ? 3_500 * millisecond : 300 * millisecond)
  }

  private func checkOutcome(_ outcome: GlassCheck.Outcome, mayBeHidden: Bool) throws {
    if !plan.staysAfterOutcome {
      if try !wait(atMost: 100 * second, { !isRunning }) {
        return journal.fail("the program does not end after \(outcome)")
      }
      let status = journal.exits[keeper] ?? -1
      let mayBeUnseen = journal.hasGivenUp || mayBeHidden && journal.outcomeWasUnseen
      if status != outcome.status, !(mayBeUnseen && status == 3) {
        journal.fail("the exit status is \(status) after \(outcome)")
      }
      if !journal.hasGivenUp, !journal.isSafe, !mayBeHidden, outcome.color != nil,
        !glass.wasSeen || journal.outcomeWasUnseen
      {
        journal.fail("\(outcome) was not shown")
      }
      return try sleep(millisecond)
    }
    if journal.hasGivenUp || journal.isSafe { return }
    if try !wait(atMost: 30 * second, { glass.showsOutcome(self) && isShown }) {
      journal.fail(
        "\(outcome) is not shown: corners \(glass.corners(self).map { String($0, radix: 16) })")
    }
    try sleep(millisecond)
  }

  /// Whether each display is lit.
  var isShown: Bool {
    guard let fake = cards.current?.fake else { return false }
    return fake.litCRTCs.count == fake.hardware.sockets.count
  }

  // MARK: - Rest

  /// Lets a calm machine stand, and checks that nothing wakes.
  private func rest(_ duration: Time) throws {
    if !isRunning { return }
    if try !wait(atMost: 10 * second, { isShown || journal.hasGivenUp }) {
      journal.fail("no picture within 10 s of a card")
    }
    try sleep(10 * second)
    let processes = [keeper, presenter, consoleGuard].compactMap { $0 }
    let before = processes.map { sim_wakeups($0) }
    try sleep(duration)
    let wakeups = zip(processes, before).map { max(sim_wakeups($0), $1) - $1 }
    // A state's rest is a picture at rest.
    if wakeups.reduce(0, +) > 8 {
      journal.fail("\(wakeups) wakeups of \(processes) in \(duration / second) s of rest")
    }
  }

  // MARK: - The end

  private func end() throws {
    let isKilled = isRunning && chance(20) && consoleGuard != nil
    let isHandedOver = isRunning && (isKilled || plan.onExit == "keep")
    if isKilled {
      // The console guard cleans up.
      journal.add("SIGKILL")
      _ = sim_kill(keeper, 9)
      try sleep(2 * second)
    } else if isRunning {
      journal.add("SIGTERM")
      _ = sim_kill(keeper, 15)
      if try !wait(atMost: 10 * second, { !isRunning }) { journal.fail("SIGTERM does not end it") }
    }
    // A successor reads the session's file.
    let isKept = sim_exists("/run/session") != 0
    if plan.hasSessionFile, isKept != isHandedOver, !weather.includes(.fullDisk),
      !weather.includes(.scarcity)
    {
      journal.fail("the session's file is \(isKept ? "left" : "gone")")
    }
    closeClients()
    // A guard may hold the picture for the time of `on-exit-timeout`.
    if try !wait(atMost: 45 * second, step: 100 * millisecond, { sim_processes() == 0 }) {
      journal.fail("a process is left: \(sim_processes())")
    }
    for number: Int32 in 1...2 where !journal.lacksGuard {
      if let fault = sim_console_fault(number) {
        journal.fail("console \(number) does not come back: \(String(cString: fault))")
      }
    }
    if cards.openCount > 0 { journal.fail("\(cards.openCount) files of the card are left") }
    if sim_exists(Self.feed) != 0 { journal.fail("the FIFO is left") }
    // The world has the socket of the service manager.
    if sim_open_files() > 1 { journal.fail("\(sim_open_files()) files are left open") }
    try sleep(millisecond)
  }
}
