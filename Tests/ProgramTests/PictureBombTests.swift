import Foundation
import Testing

@testable import ProgramSupport

/// PNG files of a few kilobytes that decompress to hundreds of megabytes.
@Suite(.waiting) struct PictureBombTests {
  /// A file of 16x16 pixels with 50 compressed chunks of 8 MB each, as a Python program.
  private static let bomb = """
    import struct, sys, zlib
    def chunk(name, body):
        sum = zlib.crc32(name + body)
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", sum)
    text = zlib.compress(b"0" * 7990000, 9)
    heads = {"zTXt": b"k\\0\\0", "iTXt": b"k\\0\\1\\0\\0\\0"}
    body = b"".join(chunk(sys.argv[1].encode(), heads[sys.argv[1]] + text) for _ in range(50))
    pixels = chunk(b"IDAT", zlib.compress(bytes(17 * 16)))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 16, 16, 8, 0, 0, 0, 0))
    file = b"\\x89PNG\\r\\n\\x1a\\n" + head
    open(sys.argv[2], "wb").write(file + body + pixels + chunk(b"IEND", b""))
    """

  @Test(arguments: ["zTXt", "iTXt"])
  func compressedText_takesNoMemory(kind: String) throws {
    let scratch = try Scratch()
    try scratch.write(Self.bomb, to: "bomb.py")
    try scratch.write("@0 50\n", to: "script")
    try scratch.write(
      """
      import resource, subprocess, sys
      status = subprocess.call(sys.argv[1:])
      print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
      """, to: "measure.py")
    let run = try ProgramRun(
      [
        "render", "--script", scratch.path("script"), "--at", "1", "--size", "64x64",
        "--image", scratch.path("bomb.png"), "--output", scratch.path("x.png"),
      ],
      shell: """
        cd \(scratch.url.path) && python3 bomb.py \(kind) bomb.png && python3 measure.py "$0" "$@"
        """)
    let words = run.output.split(separator: "\n").last?.split(separator: " ") ?? []
    #expect(words.first == "0", "\(run.output) \(run.errors)")
    // KiB; 50 chunks of text would take 400 MB.
    let peak = try #require(words.last.flatMap { Int($0) })
    #expect(peak < 150_000)
  }
}
