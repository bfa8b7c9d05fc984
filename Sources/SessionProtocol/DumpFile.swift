package import Base
import LinuxSystem

/// A file in the setting `dump-folder` with a process's diagnostics for support.
package enum DumpFile {
  /// Writes a file, replacing an earlier one. Logs an error.
  package static func write(_ bytes: Span<UInt8>, to name: ByteString, in folder: ByteString) {
    do throws(SystemError) {
      try FileWriter.write(bytes, to: folder + "/" + name, as: .archive)
    } catch {
      Log.write("dump: " + error.message)
    }
  }
}
