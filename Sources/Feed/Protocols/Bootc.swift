import Base

extension FeedProtocol {
  /// The output of bootc to the descriptor of its `--progress-fd`.
  ///
  /// It has three stages. Each counts bytes, or steps if bootc does not know the bytes.
  public static let bootc = FeedProtocol(
    name: "bootc", summary: "bootc --progress-fd",
    jsonRows: """
      type=Start>step 0/3
      type=ProgressBytes|ProgressSteps task=pulling>step 1/3 pulling
      type=ProgressBytes|ProgressSteps task=importing>step 2/3 importing
      type=ProgressBytes|ProgressSteps task!pulling|importing>step 3/3 $task
      type=ProgressBytes bytesTotal!0>bytes $bytes $bytesTotal
      type=ProgressBytes bytesTotal=0>progress (steps/stepsTotal)
      type=ProgressSteps>progress (steps/stepsTotal)
      type=ProgressBytes|ProgressSteps>message $description
      """)
}
