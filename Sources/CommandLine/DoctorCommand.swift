import Base
import Configuration
import FeedProcess
import KMS
import LinuxSystem
import PNGCodec
import Presenters
import RenderProcess
import SessionProtocol

/// `fbprogress doctor`: checks the requirements of a screen, a line each, with remedies.
struct DoctorCommand {
  let options: Options
  // The folder that stands for `/`, without a final slash.
  let root: ByteString
  // The remedies are empty if nothing is wrong.
  var findings: [(check: StaticBytes, fact: ByteString, cure: StaticBytes)] = []
  // Whether another program shows, so that it owns the console, too.
  var isInUse = false

  /// Checks the machine.
  ///
  /// - Parameters:
  ///   - options: the configuration; its defaults if that has a mistake.
  ///   - mistake: the mistake in the configuration; nil for none.
  ///   - root: the folder that stands for `/`: its `dev`, `proc`, `sys`, `run`, `boot`, `etc`.
  /// - Returns: the report, JSON with the option `json`, and whether all checks are ok.
  static func report(
    _ options: Options, mistake: ByteString?, root: ByteString = ByteString()
  ) -> (text: ByteString, isWell: Bool) {
    var doctor = DoctorCommand(options: options, root: root)
    doctor.checkSettings(mistake)
    doctor.checkCards()
    doctor.checkConsole()
    doctor.checkFiles()
    doctor.checkFeeds()
    doctor.checkUnits()
    doctor.checkKernel()
    let text = options.settings.flag(.json) ? doctor.json : doctor.lines
    return (text, !doctor.findings.contains { !$0.cure.isEmpty })
  }

  @inline(never)
  mutating func add(
    _ check: StaticBytes, _ subject: ByteString?, _ rest: StaticBytes = "",
    cure: StaticBytes = "", if isWrong: Bool = true
  ) {
    findings.append((check, subject.orEmpty + rest, isWrong ? cure : ""))
  }

  private var lines: ByteString {
    var text = ByteString()
    for finding in findings {
      text += finding.cure.isEmpty ? "ok   " : "not  "
      text += finding.check
      text += ": "
      text += finding.fact
      if !finding.cure.isEmpty { text += "; " }
      text += finding.cure
      text += "\n"
    }
    return text
  }

  private var json: ByteString {
    var sheet = FactSheet(.json)
    sheet.object("doctor") { sheet in
      sheet.say("version", Version.number)
      sheet.list("checks") { sheet in
        for finding in findings {
          sheet.object("check") { sheet in
            sheet.say("check", finding.check)
            sheet.say("ok", finding.cure.isEmpty)
            sheet.say("fact", finding.fact)
            sheet.say("cure", finding.cure)
          }
        }
      }
    }
    return sheet.text + "\n"
  }

  private mutating func checkSettings(_ mistake: ByteString?) {
    add(
      "settings", mistake, mistake == nil ? "valid" : "",
      cure: "correct them; the other checks use the defaults",
      if: mistake != nil)
    do throws(ConfigurationError) {
      let folder = try Theme.folder(options.settings)
      if let folder { _ = try Theme.read(folder) }
      // A configuration with a mistake was not read, and may name a theme.
      if folder != nil || mistake == nil { add("theme", folder, folder == nil ? "none" : "") }
    } catch {
      if error.message != mistake {
        add("theme", error.message, cure: "correct the setting theme")
      }
    }
    let words = line(root + "/proc/cmdline").split(at: UInt8(ascii: " "))
    let isOff = words.contains { $0 == "fbprogress=off" }
    add(
      "presenter", isOff ? nil : options.settings.word(.presenter),
      isOff ? "fbprogress=off" : "",
      cure: isOff ? "remove that from the kernel's command line" : "set presenter = auto",
      if: isOff || !options.render.presenter.usesDisplay)
  }

  private mutating func checkCards() {
    let cards = Card.paths(in: root + "/dev/dri")
    if cards.isEmpty {
      return checkFramebuffers(areUsed: true)
    }
    checkFramebuffers(areUsed: false)
    let hasSeatd = exists(root + "/run/seatd.sock")
    let hasBus = exists(root + "/run/dbus/system_bus_socket")
    let hasSeat = hasSeatd || hasBus && Environment.value("XDG_SESSION_ID") != nil
    let folder = root + "/sys/class/drm/"
    let connectors = FileSystem.names(in: folder)
    var displays: [ByteString] = []
    for card in cards {
      let name = FileSystem.name(of: card)
      let driver = try? FileSystem.realPath(folder + name + "/device/driver")
      let text = card + ", driver " + FileSystem.name(of: driver.orEmpty)
      add("card", text, driver == nil ? "unknown" : "")
      for connector in connectors
      where connector.hasPrefix(name + "-")
        && line(folder + connector + "/status") == "connected"
      {
        displays.append(connector[(name.count + 1)..<connector.count])
      }
      do throws(KMSError) {
        // The first program that opens a card becomes its master until it closes the card.
        if try Card.open(card).isMaster() {
          add("master", card, " is free")
          continue
        }
        isInUse = true
        let users = users(of: card)
        add(
          "master", card + " is in use: " + users.text,
          cure: "end that program; fbprogress follows when the card is free", if: !users.haveUs)
      } catch {
        add(
          "permission", error.message, cure: "run as root, in the group video, or with seatd",
          if: !hasSeat)
      }
    }
    if hasSeat { add("seat", nil, hasSeatd ? "seatd" : "logind") }
    add(
      "display", displays.first,
      displays.count > 1 ? ", and others" : displays.isEmpty ? "none is connected" : "",
      cure: "check the cable; video=HDMI-A-1:e on the kernel's command line forces that one on",
      if: displays.isEmpty)
    for name in options.render.displays.selection.names
    where options.render.presenter.usesDisplay && !displays.contains(name) {
      add("output", name, " is not connected", cure: "correct the setting output")
    }
  }

  private mutating func checkConsole() {
    let backlights = root + "/sys/class/backlight"
    for name in FileSystem.names(in: backlights)
    where line(backlights + "/" + name + "/brightness") == "0" {
      add("backlight", name, " is dark", cure: "run fbprogress as root, which lights it")
    }
    let active = line(root + "/sys/class/tty/tty0/active")
    if active.isEmpty { return add("console", nil, "the kernel has no VT") }
    guard let console = VirtualTerminal() else {
      return add(
        "console", active, " cannot be opened",
        cure: "run as root, or in the group tty with CAP_SYS_TTY_CONFIG")
    }
    let isText = console.isDefault
    add(
      "console", active, isText ? " is in text mode" : " is in graphics mode",
      cure: "run fbprogress rescue", if: !isText && !isInUse)
  }

  private mutating func checkFiles() {
    let settings = options.settings
    for key in [TextKey.fonts, .boldFonts, .numeralFonts] {
      let name: StaticBytes =
        key == .fonts ? "fonts" : key == .boldFonts ? "bold-fonts" : "numeral-fonts"
      let isSet = settings.isSet(key)
      for path in settings.text(key).orEmpty.split(at: UInt8(ascii: ":")) {
        if path == "none" {
          add(name, path, cure: "remove the setting, or no text is shown", if: key == .fonts)
          continue
        }
        let found = SharedFiles.find(path)
        // Debian has that one in another package; seven languages need it.
        if found == nil, !isSet, path.hasSuffix("/world.fbfont") { continue }
        checkFile(name, found ?? path, "install the font packs of this version")
      }
    }
    for key in [TextKey.image, .backgroundImage, .logoImage] {
      guard let path = settings.text(key) else { continue }
      checkFile("image", path, "correct the setting, or the picture")
    }
    let (locale, isThere) = LetteringLoader.locale(settings)
    add(
      "locale", locale, isThere ? "" : " has no translation; texts are English",
      cure: "set locale, or install its file in locale-folder", if: !isThere)
  }

  private mutating func checkFile(_ key: StaticBytes, _ path: ByteString, _ cure: StaticBytes) {
    let fault = CheckCommand.checkFile(ByteString(key), path)
    add(key, fault ?? path, cure: cure, if: fault != nil)
  }

  private mutating func checkKernel() {
    for line in text(root + "/proc/meminfo") where line.hasPrefix("MemAvailable:") {
      let words = line.split(at: UInt8(ascii: " "))
      let kilobytes = words.count > 1 ? words[words.count - 2].wholeNumber ?? 0 : 0
      add(
        "memory", ByteString(kilobytes >> 10), " MiB are available",
        cure: "free some: a screen of 1280x720 needs 16 MiB", if: kilobytes < 16 << 10)
    }
    let release = line(root + "/proc/sys/kernel/osrelease")
    let hasFramebuffer = exists(root + "/dev/fb0")
    // Without the others the program runs, too.
    for (feature, path, cure) in [
      ("DRM", "/sys/class/drm", "load the display's driver, or use a kernel with one"),
      ("VT", "/dev/tty0", ""), ("seccomp", "/proc/sys/kernel/seccomp", ""),
    ] as [(StaticBytes, StaticBytes, StaticBytes)] {
      let isOn = exists(root + path)
      let fact = release + (isOn ? " has " : " lacks ") + feature
      add("kernel", fact, cure: cure, if: !isOn && !hasFramebuffer)
    }
  }

  func status(_ path: ByteString) -> FileStatus? {
    (try? FileSystem.status(path)).flatMap { $0 }
  }

  func exists(_ path: ByteString) -> Bool { FileSystem.exists(path) }
  func users(of path: ByteString, readersOnly: Bool = false) -> FileUsers {
    FileUsers(of: status(path), readersOnly: readersOnly, in: root + "/proc")
  }

  /// The lines of a file; none if it cannot be read.
  @inline(never) private func text(_ path: ByteString) -> [ByteString] {
    guard let bytes = try? FileSystem.read(path, limit: 4 << 20) else { return [] }
    return ByteString(bytes).split(at: UInt8(ascii: "\n"))
  }

  @inline(never) private func line(_ path: ByteString) -> ByteString {
    text(path).first.orEmpty
  }
}
