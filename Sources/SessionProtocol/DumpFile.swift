package import Base
import LinuxSystem

/// A file of the folder `dump-folder`: what a process knows, for support.
package enum DumpFile {
  /// Writes a file. An error is logged.
  package static func write(_ bytes: Span<UInt8>, to name: ByteString, in folder: ByteString) {
    do throws(SystemError) {
      try PrivateFolder(folder).write(bytes, to: name)
    } catch {
      Log.write("dump: " + error.message)
    }
  }
}
