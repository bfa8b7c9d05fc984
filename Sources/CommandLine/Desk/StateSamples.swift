import Base
import Feed
import FeedProcess
import ProgressModel
import RenderProcess

/// A session for each state of a run, to show and to check themes.
enum StateSamples {
  // The words of the sessions.
  private static let title: StaticBytes = "@0 title System update\n"
  private static let message: StaticBytes = "@0 message Installing firmware 4.2\n"
  private static let step: StaticBytes =
    "@0 plan Downloading; Installing; Verifying\n@0 step 2/3 Installing\n"
  private static let identity: StaticBytes =
    "@0 identity serial A1B2-C3D4\n@0 identity version 4.1\n"
  private static let log: StaticBytes =
    "@10 log unpacking rootfs.tar.zst\n@10 log writing 412 of 1024 MiB\n"
  private static let lastStep: StaticBytes = "@10.5 step 3/3 Verifying\n"

  /// The states, in the order of the documentation.
  static func all(_ options: Options) -> [ThemeInspection.Sample] {
    let start = ByteString(title)
    let run = identity + start + message + step + bytes(of: " 105000000") + log
    let done = run + lastStep + "@10.5 done Firmware 4.2 is installed\n"
    return [
      sample("starting", start, at: 3, options),
      sample("running", run, at: 10.5, options),
      sample("unknown extent", start + message + bytes(of: ""), at: 10.5, options),
      sample("stalled", run, at: 42, options),
      sample("paused", run + "@10.5 paused Waiting for network\n", at: 19, options),
      sample(
        "finishing", run + lastStep + "@10.5 message Verifying\n@10.5 progress 1\n", at: 19,
        options),
      sample("done", done, at: 19, options),
      sample("restarting", done + "@10.5 restart 17\n", at: 19, options),
      sample(
        "failed",
        run + "@10.5 log write error at block 8221\n"
          + "@10.5 fail No space left on device: /data\n@10.5 code 28\n", at: 19, options),
      sample("cancelled", run + "@10.5 cancel\n", at: 19, options),
      sample("interrupted", run + "@10.5 end\n", at: 19, options),
    ]
  }

  /// Twenty-one records in ten seconds, up to 55 %.
  private static func bytes(of total: StaticBytes) -> ByteString {
    var text = ByteString()
    for half in 0...20 {
      text += "@" + ByteString(half / 2) + (half % 2 == 0 ? " bytes " : ".5 bytes ")
      text += ByteString(half * 2_900_000) + total + "\n"
    }
    return text
  }

  @inline(never)
  private static func sample(
    _ name: StaticBytes, _ text: ByteString, at seconds: Double, _ options: Options
  ) -> ThemeInspection.Sample {
    let time = Duration.seconds(seconds)
    guard let script = try? Script(text.bytes.span) else { preconditionFailure("a wrong sample") }
    return ThemeInspection.Sample(
      name: ByteString(name), state: Replay(script, options).state(at: time), time: time)
  }
}
