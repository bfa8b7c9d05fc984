// The simulator: lives sessions of the program, each from a seed, until enough hours have passed.
//
// Arguments: --hours N; --seed N, a session with its journal; --from N, the first seed; --most N,
// the failures after which it ends; --trace PID, a process whose calls are told.
import Glibc
import KMS
import SimulatedLinux

setvbuf(stdout, nil, _IOLBF, 0)

// Swift orders sets by a random number; each run shall be the same.
if getenv("SWIFT_DETERMINISTIC_HASHING") == nil {
  setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
  var words = Swift.CommandLine.arguments.map { strdup($0) } + [nil]
  execv("/proc/self/exe", &words)
}

var (hours, first, only, most) = (1.0, UInt64(1), UInt64?.none, 5)
var words = Array(Swift.CommandLine.arguments.dropFirst())
while words.count >= 2 {
  let (name, value) = (words.removeFirst(), words.removeFirst())
  switch name {
  case "--hours": hours = Double(value) ?? hours
  case "--from": first = UInt64(value) ?? first
  case "--most": most = Int(value) ?? most
  case "--trace": sim_traced = Int32(value) ?? 0
  case "--seed": only = UInt64(value)
  default: break
  }
}

sim_hooks.log = { pid, bytes, count in
  guard let bytes else { return }
  let text = UnsafeRawBufferPointer(start: bytes, count: count)
  session?.journal.say(pid, String(decoding: text.dropLast(), as: UTF8.self))
}
sim_hooks.message = { pid, _, bytes, count in
  session?.received(pid, UnsafeBufferPointer(start: bytes, count: count))
}
sim_hooks.sent = { pid, bytes, count in
  session?.sent(pid, UnsafeBufferPointer(start: bytes, count: count))
}
sim_hooks.ended = { pid, _, name, status in
  session?.ended(pid, name.map { String(cString: $0) } ?? "", status)
}
sim_hooks.is_card_ready = { _, file in session?.cards.isReady(file) == true ? 1 : 0 }
sim_hooks.card_closed = { _, file in session?.cards.closed(file) }
Card.simulator = { file in
  guard let session else { fatalError("no session") }
  return SimulatedCard(file, session.cards, session.weather)
}

func tellOfCrash(_ signal: Int32) {
  let seed = session?.seed ?? 0
  fputs("simulate: seed \(seed): the program trapped (signal \(signal))\n", stderr)
  for line in session?.journal.lines.suffix(30) ?? [] { fputs("  " + line + "\n", stderr) }
  _exit(1)
}
for number in [SIGILL, SIGSEGV, SIGBUS, SIGABRT, SIGTRAP, SIGFPE] { signal(number, tellOfCrash) }

/// Lives a session; prints what was found. Returns whether nothing was.
func live(_ seed: UInt64, isVerbose: Bool) -> Bool {
  let one = Session(seed: seed)
  session = one
  var isWell = true
  do { try one.live() } catch {
    isWell = false
    let text = (error as? Journal.Violation)?.text ?? "\(error)"
    fputs("simulate: seed \(seed): \(text)\n", stderr)
  }
  if isVerbose || !isWell {
    for line in one.journal.lines.suffix(isVerbose ? 4_000 : 40) {
      fputs("  " + line + "\n", stderr)
    }
  }
  return isWell
}

if let only { exit(live(only, isVerbose: true) ? 0 : 1) }

var (total, seed, failures) = (Time(0), first, 0)
while Double(total) < hours * 3_600 * Double(second) {
  if !live(seed, isVerbose: false) { failures += 1 }
  total += sim_now() - 10 * second
  seed += 1
  if failures >= most { break }
}
let seconds = total / second
let time = "\(seconds / 3_600) h \(seconds / 60 % 60) min"
print("simulated \(time): \(seed - first) sessions, \(failures) failed")
if sim_abandoned() > 0 { print("not unwound: \(sim_abandoned()) processes") }
if failures > 0 { print("replay with: make simulate SEED=N") }
exit(failures > 0 ? 1 : 0)
