import FakeCards
import KMS
import TestSupport

/// The settings and the machine of a session.
struct Plan {
  let arguments: [String]
  let staysAfterOutcome: Bool
  let onExit: String
  let descriptorLimit: Int32
  let mostDescriptors: Int32
  let period: Time
  let hasSocket: Bool
  let hasRecord: Bool
  let hasSessionFile: Bool
  let hasSlowDriver: Bool
  private let sizes: [(UInt16, UInt16)]
  private let quirk: Int
  private let driver: String

  init(_ random: inout SeededGenerator) {
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    func pick<Choice>(_ choices: [Choice]) -> Choice {
      choices[Int.random(in: 0..<choices.count, using: &random)]
    }
    staysAfterOutcome = chance(60)
    onExit = chance(70) ? "restore" : pick(["keep", "black"])
    var words = [
      "--sandbox=no", "--log=stderr", "--presenter=drm", "--done.background=#00FF01",
      "--failed.background=#FF0002", "--fonts=none",
      "--after-outcome=\(staysAfterOutcome ? "stay" : "exit")", "--on-exit=\(onExit)",
      "--on-exit-timeout=\(pick([1, 5, 10]))",
      "--style=\(pick(["ring", "rainbow", "spinner", "pencil", "bubble", "wave", "ring"]))",
      "--frame-rate=\(pick([1, 2, 5, 10]))", "--stall-after=\(pick([2, 10, 600]))",
      "--outcome-time=\(pick([0, 1, 3]))",
    ]
    if chance(40) { words.append("--reduced-motion=yes") }
    if chance(30) { words.append("--stall-look=no") }
    hasSessionFile = chance(30)
    if hasSessionFile { words.append("--resume=/run/session") }
    hasRecord = chance(20)
    if hasRecord { words.append("--record=/disk/record") }
    if chance(20) { words.append("--history=/disk/history") }
    if chance(20) { words.append("--monotonic=yes") }
    if chance(10) { words.append("--keyboard=off") }
    if chance(10) { words.append("--atomic=no") }
    words.append("--feed=fifo")
    hasSocket = chance(40)
    if hasSocket { words.append("--feed=fsck:/run/socket") }
    hasSlowDriver = !staysAfterOutcome && chance(10)
    words.append(hasSlowDriver ? "--wait=300" : "--wait=forever")
    arguments = words
    let isScarce = chance(15)
    descriptorLimit = isScarce ? 24 : 256
    mostDescriptors = isScarce ? 24 : 48
    period = pick([16_666_667, 16_666_667, 33_333_333, 100_000_000])
    sizes = chance(80) ? [(32, 24)] : [(32, 24), (24, 32)]
    quirk = Int.random(in: 0..<12, using: &random)
    driver = pick(["fake", "fake", "virtio_gpu", "mi0283qt", "simpledrm", "qxl"])
  }

  /// A card as it comes out of its box.
  func makeCard() -> FakeKMS {
    let fake = FakeKMS(.displays(sizes))
    fake.driver = .init(driver)
    fake.uploads = driver != "fake"
    switch quirk {
    case 0: fake.lacksAtomic = true
    case 1: fake.lacksPageFlip = true
    case 2: fake.lacksVerticalBlank = true
    case 3: fake.refusesUpdates = true
    case 4: fake.mergesDamage = true
    case 5: fake.alwaysSetsMode = true
    default: break
    }
    return fake
  }
}
