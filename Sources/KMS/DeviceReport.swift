public import Base
import LinuxSystem
import Pixels

/// The report on a card, for diagnosing a dark display.
public enum DeviceReport {
  /// Describes a card: its objects, the tested configurations, the outputs, and the unused
  /// connectors with reasons. Throws the errors of reading the card.
  ///
  /// - Parameters:
  ///   - path: the card's path.
  ///   - selection: the wanted outputs.
  public static func add(
    _ device: any ModeSetting, path: ByteString, _ selection: OutputSelection = OutputSelection(),
    usesAtomic: Bool = true, to sheet: inout FactSheet
  ) throws(KMSError) {
    let card: DeviceSnapshot
    do throws(KMSError) { card = try DeviceSnapshot(of: device, usesAtomic: usesAtomic) } catch {
      // A GPU without displays is no failure.
      if error.kind != .unsupported { throw error }
      return sheet.object("card") { sheet in
        sheet.say("path", path)
        sheet.say("reason", error.message)
      }
    }
    sheet.object("card") { sheet in
      sheet.say("path", path)
      let driver = card.driver
      sheet.say("driver", driver.name)
      sheet.say(
        "version",
        ByteString(driver.major) + "." + ByteString(driver.minor) + "." + ByteString(driver.patch))
      sheet.say("atomic", card.isAtomic)
      sheet.say("dumb buffers", card.hasDumbBuffers)
      sheet.say("prefers shadow", has(.preferShadow, device))
      sheet.say("preferred depth", card.preferredDepth)
      sheet.say("monotonic timestamps", has(.timestampMonotonic, device))
      sheet.say("master", device.isMaster())
      sheet.list("connectors") { sheet in
        for connector in card.connectors { add(connector, to: &sheet) }
      }
      sheet.list("encoders") { sheet in
        for encoder in card.encoders {
          sheet.object("encoder") { sheet in
            sheet.say("id", encoder.id)
            if let crtc = encoder.crtc { sheet.say("CRTC", crtc) }
            sheet.say("possible CRTCs", names(encoder.possibleCRTCs, of: card))
          }
        }
      }
      sheet.list("CRTCs") { sheet in
        for crtc in card.crtcs {
          sheet.object("CRTC") { sheet in
            sheet.say("id", crtc.id)
            if let mode = crtc.mode { sheet.say("mode", mode.summary) }
          }
        }
      }
      sheet.list("planes") { sheet in
        for plane in card.planes { add(plane, of: card, to: &sheet) }
      }
      addChoice(selection, from: card, device, to: &sheet)
    }
  }

  private static func addChoice(
    _ selection: OutputSelection, from card: DeviceSnapshot, _ device: any ModeSetting,
    to sheet: inout FactSheet
  ) {
    let search = OutputSearch(
      on: device, selection, DriverQuirks(of: card.driver.name), DisplayMemory())
    let plan: OutputPlan
    var candidates: [OutputCommit] = []
    do throws(KMSError) {
      // Only a master may test commits.
      if device.isMaster() {
        (plan, candidates) = try search.run(card) { _ in false }
      } else {
        plan = try search.plan(of: card)
      }
    } catch {
      add(search, to: &sheet)
      return sheet.list("not shown on") { sheet in
        sheet.object("not shown on") { $0.say("reason", error.message) }
      }
    }
    add(search, to: &sheet)
    sheet.list("shown on") { sheet in
      for output in plan.outputs {
        let candidate = candidates.first { $0.output === output }
        for pipe in output.pipes {
          sheet.object("shown on") { sheet in
            sheet.say("connector", pipe.connector.name)
            for clone in pipe.clones { sheet.say("and on", clone.name) }
            sheet.say("CRTC", pipe.crtc.id)
            sheet.say("plane", pipe.plane.id)
            sheet.say("format", ByteString((candidate?.format ?? output.formats[0]).name))
            sheet.say("mode", pipe.mode.summary)
            sheet.say("kept", pipe.crtc.mode == pipe.mode)
            if output.rotation != .none { sheet.say("turned", 90 * output.rotation.rawValue) }
            if pipe.origin.x > 0 || pipe.origin.y > 0 {
              sheet.say("from", ByteString(pipe.origin.x) + "," + ByteString(pipe.origin.y))
            }
            if card.isAtomic, candidate?.isLegacy ?? false {
              sheet.say("calls", "legacy")
            }
          }
        }
      }
    }
    if plan.objections.isEmpty { return }
    sheet.list("not shown on") { sheet in
      sheet.object("not shown on") { $0.say("reason", plan.objections) }
    }
  }

  private static func add(_ search: OutputSearch, to sheet: inout FactSheet) {
    sheet.list("search") { sheet in
      for test in search.tests {
        sheet.object("test") { sheet in
          sheet.say("of", test.of)
          sheet.say("result", test.code?.text ?? "accepted")
          if !test.property.isEmpty { sheet.say("next", "another " + test.property) }
        }
      }
    }
  }

  private static func add(_ connector: Connector, to sheet: inout FactSheet) {
    sheet.object("connector") { sheet in
      sheet.say("name", connector.name)
      sheet.say("id", connector.id)
      sheet.say("status", connector.connection.rawValue)
      let (width, height) = connector.millimetres
      if width > 0 { sheet.say("millimetres", ByteString(width) + "x" + ByteString(height)) }
      if connector.isNonDesktop { sheet.say("non-desktop", true) }
      if connector.isLinkBad { sheet.say("link bad", true) }
      if connector.orientation != .none {
        sheet.say("turned", 90 * connector.orientation.rawValue)
      }
      sheet.list("modes") { sheet in
        for mode in connector.modes {
          sheet.object("mode") { $0.say("is", mode.summary) }
        }
      }
    }
  }

  private static func add(
    _ plane: Plane, of card: DeviceSnapshot, to sheet: inout FactSheet
  ) {
    sheet.object("plane") { sheet in
      sheet.say("id", plane.id)
      sheet.say("type", plane.kind.rawValue)
      if let crtc = plane.crtc { sheet.say("CRTC", crtc) }
      sheet.say("possible CRTCs", names(plane.possibleCRTCs, of: card))
      var formats = ByteString()
      for format in plane.formats { formats.append(Plane.formatName(format), after: " ") }
      sheet.say("formats", formats)
      sheet.say("FB_DAMAGE_CLIPS", plane.properties[.damageClips] != nil)
      sheet.say("rotation", plane.properties[.rotation] != nil)
    }
  }

  private static func names(_ mask: UInt32, of card: DeviceSnapshot) -> ByteString {
    var names = ByteString()
    for crtc in card.crtcs where crtc.isIn(mask) { names.append(ByteString(crtc.id), after: " ") }
    return names
  }

  private static func has(_ capability: Capability, _ device: any ModeSetting) -> Bool {
    (try? device.capability(capability)) ?? 0 != 0
  }
}
