import Foundation
import SettingsDocs

// Usage: settings-docs FOLDER. Writes manual pages and completions below FOLDER.

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(
    Data("settings-docs writes below a folder: settings-docs FOLDER\n".utf8))
  exit(2)
}
let root = URL(filePath: CommandLine.arguments[1])
for (path, text) in SettingsDocuments.all {
  let file = root.appending(path: path)
  try FileManager.default.createDirectory(
    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(text.utf8).write(to: file)
  print("\(path): \(text.utf8.count) bytes")
}
