public import Base
public import LinuxSystem

/// Searches for a configuration that the driver accepts.
///
/// All outputs are tested in one commit. If the driver refuses it, each output is tested alone. An
/// output that fails tries other formats, no cloning, other CRTCs, other primary planes, a whole
/// mode in place of tiles, and smaller modes, in this order; after a lack of memory only those that
/// need less. If outputs work alone but not together, the one with the most pixels takes its next
/// mode. The search ends after 64 tests or 2 s; without memory for the only display, after 20 s. An
/// output without a working configuration uses legacy calls, or is left out if it works alone, or
/// others are lit.
public final class OutputSearch {
  private let device: any ModeSetting
  private let selection: OutputSelection
  private let quirks: DriverQuirks
  private let memory: DisplayMemory
  private let now: () -> Duration
  private var start = Duration.zero
  private var testCount = 0
  /// The number of modesets that failed after a successful test, since the last success.
  public private(set) var refusalCount = 0
  private var failures = PassingFailures()
  // Whether the driver ever accepted a test, and whether some outputs are lit.
  private var (hasAccepted, hasKept) = (false, false)
  private var options: [ConnectorOption] = []
  /// Dumb buffers to use if memory for others does not suffice.
  public var spares: SpareBuffers?
  /// The tests of the last run, for reports: the configuration, the driver's error (nil if it
  /// accepted the configuration), and the property that the search changed next; empty for none.
  public private(set) var tests: [(of: ByteString, code: ErrorCode?, property: ByteString)] = []

  static let maximumTests = 64
  private static let maximumTime = Duration.seconds(2)

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - memory: stores the working configurations.
  ///   - now: the clock that limits the search.
  public init(
    on device: any ModeSetting, _ selection: OutputSelection, _ quirks: DriverQuirks,
    _ memory: DisplayMemory, now: @escaping () -> Duration = { MonotonicClock.now }
  ) {
    (self.device, self.selection, self.quirks) = (device, selection, quirks)
    (self.memory, self.now) = (memory, now)
  }

  /// Plans without tests, from the remembered configurations.
  public func plan(of card: DeviceSnapshot) throws(KMSError) -> OutputPlan {
    options = card.connectors.map { memory.option(of: $0, among: card.connectors, on: device) }
    return try selection.plan(of: card, options)
  }

  /// Finds a plan, and the commits of each of its new outputs.
  ///
  /// Throws the errors of `OutputSelection.plan`, and the loss of the card or of master.
  ///
  /// - Parameter isKept: whether an output is already lit. It is not tested again.
  public func run(
    _ card: DeviceSnapshot, keeping isKept: (Output) -> Bool
  ) throws(KMSError) -> (plan: OutputPlan, candidates: [OutputCommit]) {
    (start, testCount, tests) = (now(), 0, [])
    var plan = try plan(of: card)
    var candidates: [OutputCommit] = []
    hasKept = plan.outputs.contains { isKept($0) }
    while true {
      let former = candidates
      candidates = []
      for output in plan.outputs where !isKept(output) {
        let option = option(of: output)
        if let same = former.first(where: { $0.isSame(output, option) }) {
          same.follow(output)
          candidates.append(same)
        } else {
          candidates.append(
            OutputCommit(
              for: output, option, on: device, isAtomic: card.isAtomic, quirks: quirks))
        }
      }
      guard let refused = try firstRefused(candidates) else { break }
      if isOver(refused) || !advances(refused, card) { giveUp(refused, candidates) }
      // Free memory for the next buffer.
      refused.buffer = nil
      plan = try selection.plan(of: card, options)
    }
    if !failures.areGuesses {
      for candidate in candidates {
        memory.remember(
          option(of: candidate.output), of: candidate.output.pipes[0].connector,
          among: card.connectors, on: device)
      }
    }
    failures = PassingFailures()
    return (plan, candidates)
  }

  /// The pause before the next search; nil after an error that a pause does not cure.
  public func pause(after error: KMSError) -> Duration? { failures.pause(after: error) }

  /// A display without memory for any mode tried so far would stay dark, so it gets more time if
  /// no other one is lit.
  private func isOver(_ refused: OutputCommit) -> Bool {
    let time = refused.lacksMemory && !hasKept ? Self.maximumTime * 10 : Self.maximumTime
    return testCount >= Self.maximumTests || now() - start >= time
  }

  private func index(of output: Output) -> Int {
    options.firstIndex { $0.connector == output.pipes[0].connector.id } ?? 0
  }

  private func option(of output: Output) -> ConnectorOption { options[index(of: output)] }

  // MARK: - The next option

  /// Changes the option of a refused output to the next one; false after the last one.
  private func advances(_ refused: OutputCommit, _ card: DeviceSnapshot) -> Bool {
    let output = refused.output
    let pipe = output.pipes[0]
    let index = index(of: output)
    if refused.lacksMemory { options[index].lacksMemory = true }
    if !refused.passes, let next = refused.nextWay {
      options[index].wayIndex = next
      name(refused.rotation(of: next) == refused.rotation ? "FB_ID" : "rotation")
      return true
    }
    options[index].wayIndex = 0
    // Without clones, or on another CRTC, a picture needs as much memory.
    if !pipe.clones.isEmpty, !refused.lacksMemory {
      for clone in pipe.clones {
        for place in options.indices where options[place].connector == clone.id {
          options[place].allowsClone = false
        }
      }
      name("CRTC_ID")
      return true
    }
    let hasRoutes = output.pipes.count == 1 && !refused.lacksMemory
    let routes = hasRoutes ? CRTCAllocator(card).routes(of: pipe.connector) : []
    let place = routes.firstIndex { $0 == options[index].route }.map { $0 + 1 } ?? 0
    for route in routes[place...] where !refused.passes && route != pipe.route {
      options[index].route = route
      // Another route must not take the CRTC or the plane of another display.
      if keepsDisplays(card) {
        name(route.crtc == pipe.crtc.index ? "plane" : "CRTC_ID")
        return true
      }
    }
    options[index].route = nil
    name("MODE_ID")
    let modes = pipe.connector.candidates
    while options[index].modeIndex < modes.count {
      options[index].modeIndex += 1
      let mode = modes[options[index].modeIndex - 1]
      if refused.lacksMemory ? mode.area < refused.area : mode != pipe.mode { return true }
    }
    return false
  }

  private func keepsDisplays(_ card: DeviceSnapshot) -> Bool {
    var unpinned = options
    for place in unpinned.indices { unpinned[place].route = nil }
    let all = (try? selection.plan(of: card, unpinned))?.outputs.count ?? 0
    return (try? selection.plan(of: card, options))?.outputs.count ?? 0 >= all
  }

  private func name(_ property: StaticBytes) {
    if !tests.isEmpty { tests[tests.count - 1].property = ByteString(property) }
  }

  /// Makes an output use legacy calls, or leaves it out if it works alone.
  private func giveUp(_ refused: OutputCommit, _ candidates: [OutputCommit]) {
    let index = index(of: refused.output)
    options[index] = ConnectorOption(refused.output.pipes[0].connector.id)
    if refused.buffer == nil {
      options[index].isUntested = true
    } else if refused.passes && candidates.count > 1 || hasKept && hasAccepted {
      options[index].isExcluded = true
    } else {
      options[index].usesLegacy = true
    }
  }

  /// Takes the next option of an output whose modeset failed after its test.
  ///
  /// - Returns: false if there is none; then the default choice is next.
  public func refuse(
    _ candidate: OutputCommit, after error: KMSError, _ card: DeviceSnapshot
  ) -> Bool {
    guard (try? plan(of: card)) != nil else { return false }
    let connector = candidate.output.pipes[0].connector
    refusalCount += 1
    (candidate.passes, candidate.lacksMemory) = (false, error.code == .noMemory)
    let hasNext = refusalCount < Self.maximumTests && advances(candidate, card)
    if !hasNext { refusalCount = 0 }
    let index = index(of: candidate.output)
    memory.remember(
      hasNext ? options[index] : ConnectorOption(connector.id), of: connector,
      among: card.connectors, on: device)
    return hasNext
  }

  /// Replaces the buffer of a candidate by a spare one; false if none fits.
  public func takeSpare(for candidate: OutputCommit) -> Bool {
    guard let old = candidate.buffer, let spares, spares.size == candidate.output.size,
      let buffer = spares.take(on: device, size: old.size, format: old.format)
    else { return false }
    candidate.buffer = buffer
    return true
  }

  // MARK: - Tests

  /// Tests all outputs together, then each alone; nil if the driver accepts all.
  private func firstRefused(_ candidates: [OutputCommit]) throws(KMSError) -> OutputCommit? {
    let tested = candidates.filter { !$0.isLegacy && !$0.option.isUntested }
    for candidate in candidates where !candidate.option.isUntested {
      do throws(KMSError) { try candidate.allocate(spares) } catch {
        note([candidate], try failures.refusal(error))
        return candidate
      }
    }
    if tested.isEmpty { return nil }
    if try accepts(tested) { return nil }
    if tested.count == 1 { return tested[0] }
    for candidate in tested where !candidate.passes {
      if isOver(candidate) { return candidate }
      candidate.passes = try accepts([candidate])
      if !candidate.passes { return candidate }
    }
    var largest = tested[0]
    for candidate in tested where candidate.area > largest.area { largest = candidate }
    return largest
  }

  /// Tests a commit of some outputs, with fewer resets if the driver refuses it.
  private func accepts(_ candidates: [OutputCommit]) throws(KMSError) -> Bool {
    let all = candidates.map { (commit: $0, framebuffer: $0.buffer?.framebuffer ?? 0) }
    var (failure, former) = (ErrorCode.invalid, 0)
    for scope in ModesetScope.allCases {
      // An output that is lit in the right mode may need no modeset; only the first test of a run
      // checks.
      for needsModeset in testCount == 0 ? [false, true] : [true] {
        for one in all { (one.commit.scope, one.commit.needsModeset) = (scope, needsModeset) }
        let list = OutputCommit.assignments(of: all, setsMode: needsModeset)
        if needsModeset, list.count == former { continue }
        if needsModeset { former = list.count }
        testCount += 1
        do throws(KMSError) {
          try device.commit(
            list, needsModeset ? [.testOnly, .allowModeset] : .testOnly, userData: 0)
          note(candidates, nil)
          hasAccepted = true
          return true
        } catch {
          failure = try failures.refusal(error)
        }
      }
    }
    for candidate in candidates { candidate.lacksMemory = failure == .noMemory }
    note(candidates, failure)
    return false
  }

  private func note(_ candidates: [OutputCommit], _ code: ErrorCode?) {
    var text = ByteString()
    for candidate in candidates { text.append(candidate.text, after: " + ") }
    tests.append((text, code, ByteString()))
  }
}
