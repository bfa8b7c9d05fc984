import Base
import Feed
import LinuxSystem
import ProgressModel

// Feeds with weights.
extension FeedSet {
  /// Emits the effect of one feed's event on the whole.
  func mix(_ event: ProgressEvent, of member: Member, _ emit: (FeedOutput) -> Void) {
    if event == .reset {
      for member in members {
        (member.steps, member.part, member.isDone) = (StepPlan(), .zero, false)
      }
    }
    if member.weight == nil, Self.isProgress(event) { return }
    // The jobs of several feeds would be one list, with weights of its own.
    if case .job = event { return refuseJobs(of: member) }
    if case .step(let number, let count, let name) = event, member.weight != nil {
      // Some feeds repeat the step with each number.
      if (member.steps.number, member.steps.count) == (number, count) { return }
      if !name.isEmpty { emit(.event(.detail(name))) }
    }
    guard member.weight != nil, member.take(event) else { return emit(.event(event)) }
    var (sum, all, isDone) = (UInt64(0), UInt64(0), true)
    for member in members {
      guard let weight = member.weight else { continue }
      sum += weight * UInt64(member.part.billionths)
      all += weight
      if !member.isDone { isDone = false }
    }
    if isDone { return emit(.event(event)) }
    if all > 0 { emit(.event(.fraction(Fraction(billionths: Int64(sum / all))))) }
  }

  private func refuseJobs(of member: Member) {
    if hasRefusedJobs { return }
    hasRefusedJobs = true
    Log.write(
      member.source.logPrefix + "jobs are ignored: feeds with weights have none")
  }
}
