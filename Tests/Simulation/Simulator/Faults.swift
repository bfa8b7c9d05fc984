import SimulatedLinux

// What happens to the machine in a session.
extension Session {
  /// Something that happens to the machine.
  func disturb() throws {
    if weather.has(.kills), chance(30), let presenter {
      journal.add("kill \(presenter)")
      _ = sim_kill(presenter, 9)
    }
    if weather.has(.stops), chance(20) {
      for pid in [presenter, keeper].compactMap({ $0 }) where chance(50) {
        sim_stop(pid, sim_now() + time(0...(3 * second)))
      }
    }
    if weather.has(.lostFlips), chance(40) { cards.current?.fake.eventsToLose = 1 }
    if weather.has(.cardFailures), chance(20) { cards.current?.fake.refusals = 3 }
    if weather.has(.hotplug), chance(30) { cards.connect(0, chance(50)) }
    if weather.has(.cardLoss), chance(25) {
      if cards.current == nil { cards.plug() } else { cards.unplug() }
      journal.add("card: \(cards.current != nil)")
    }
    if weather.has(.otherMaster), chance(25), let fake = cards.current?.fake {
      // Nothing takes the card from its master, which drops it when it leaves the VT.
      fake.hasOtherMaster = !fake.hasOtherMaster && cards.current?.master == nil
      if fake.hasOtherMaster { fake.wipe() }
    }
    if weather.has(.switches), !hasCrashed, chance(30) {
      sim_switch_console(sim_console_front() == 1 ? 2 : 1)
      journal.add("VT \(sim_console_front())")
    }
    if weather.has(.fullDisk), chance(30) { sim_faults.is_full = 1 - sim_faults.is_full }
    if weather.has(.frozenDisk), chance(30) {
      sim_faults.frozen_until = sim_now() + time(0...(40 * second))
      if plan.hasRecord, chance(50) { try flood() }
    }
    if weather.has(.removedFIFO), chance(40) {
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        _ = sim_unlink(Self.feed)
        try sleep(time(0...(300 * millisecond)))
      }
    }
    if weather.has(.scarcity), plan.hasSocket, chance(40) {
      for _ in 0..<20 { connectClient() }
    }
    if weather.has(.scarcity), plan.hasSocket, chance(20) { try exhaust() }
    if weather.has(.floods), chance(20) { try flood() }
    if chance(5) { closeClients() }
    if chance(20), let pid = isRunning ? keeper : nil { _ = sim_kill(pid, 10) }
  }

  /// Clients come while the keeper has no free descriptor, and none to give up.
  private func exhaust() throws {
    closeClients()
    try sleep(second)
    sim_exhaust_descriptors(keeper)
    for _ in 0..<3 { connectClient() }
    try sleep(2 * second)
    sim_limit_descriptors(keeper, plan.descriptorLimit)
  }

  /// Many records, at once or one after the other, while the presenter may not run.
  private func flood() throws {
    if let presenter, chance(50) { sim_stop(presenter, sim_now() + time(0...(3 * second))) }
    if chance(50) {
      let line = "log line " + String(repeating: "x", count: Int.random(in: 0...90, using: &random))
      for _ in 0..<4 { try write(String(repeating: line + "\n", count: 400)) }
    } else {
      for number in 0..<200 {
        try write("message \(number)\n")
        try sleep(time(0...(5 * millisecond)))
      }
    }
  }

  /// The presenter does not run while its queue fills up. An outcome follows.
  func jam() throws {
    guard let presenter else { return }
    sim_faults.queue_limit = 4_096
    journal.add("jam of \(presenter)")
    // It may be at work.
    for _ in 0..<200 where sim_stop(presenter, sim_now() + 8 * second) == 0 {
      try sleep(millisecond)
    }
    for number in 0..<12 {
      try write("message \(number)\n")
      try sleep(5 * millisecond)
    }
  }

  /// SIGKILL of the keeper. The guard restores the console; then the program is started again.
  func crash() throws {
    journal.add("kill \(keeper)")
    _ = sim_kill(keeper, 9)
    // A process that hangs in a call dies later, and nothing starts another one before.
    _ = try wait(atMost: 60 * second, step: millisecond) { !isRunning }
    try sleep(time(0...(3 * second)))
    hasCrashed = true
    // The program starts on the VT in front.
    if sim_console_front() != 1 {
      sim_switch_console(1)
      try sleep(2 * second)
    }
    startKeeper()
    try startAgainIfEnded()
    try sleep(2 * second)
  }

  /// Starts the program again while it cannot start, as a service manager does.
  func startAgainIfEnded() throws {
    for _ in 0..<50 {
      try sleep(100 * millisecond)
      if isRunning { return }
      startKeeper()
    }
  }

  /// Ends all faults, and lets the program recover.
  func calm() throws {
    journal.add("calm")
    weather.end()
    closeClients()
    if let fake = cards.current?.fake {
      (fake.hasOtherMaster, fake.refusals, fake.eventsToLose) = (false, 0, 0)
      // An event about a display that is there would wake a presenter that waits for a lost flip.
      for place in fake.hardware.sockets.indices
      where fake.hardware.sockets[place].connector.connection != .connected {
        cards.connect(place, true)
      }
    } else {
      cards.plug()
    }
    // A program that began to show itself after a switch has VT 2.
    for duration in [8 * second, 2 * second] {
      let own = max(1, sim_console_owned())
      if sim_console_front() != own { sim_switch_console(own) }
      try sleep(duration)
    }
  }
}
