import Base
import LinuxSystem
import Testing

@Suite struct DeviceNewsTests {
  static func news(_ lines: String...) -> DeviceNews {
    var news = DeviceNews()
    let bytes: [UInt8] = lines.flatMap { Array($0.utf8) + [UInt8(0)] }
    news.add(bytes.span)
    return news
  }

  @Test func cardThatComesOrGoes_isNewsOfCards() {
    for action in ["add", "remove"] {
      let news = Self.news(
        "\(action)@/devices/card1", "ACTION=\(action)", "SUBSYSTEM=drm", "DEVNAME=dri/card1")
      #expect(news.isOfCards && !news.isOfAllConnectors && news.connectors.isEmpty)
    }
  }

  @Test func hotplug_isNewsOfAllConnectors_orOfTheNamedOne() {
    let all = Self.news("change@/x", "ACTION=change", "SUBSYSTEM=drm", "HOTPLUG=1")
    #expect(all.isOfAllConnectors && !all.isOfCards)
    var one = Self.news(
      "change@/x", "ACTION=change", "SUBSYSTEM=drm", "HOTPLUG=1", "CONNECTOR=33", "PROPERTY=5")
    #expect(one.connectors == [33] && !one.isOfAllConnectors)
    // A repeated event adds nothing.
    one.add(Array("ACTION=change\0SUBSYSTEM=drm\0HOTPLUG=1\0CONNECTOR=33\0".utf8).span)
    #expect(one.connectors == [33])
  }

  @Test(arguments: ["RESET=1", "WEDGED=bus-reset"]) func reset_isNewsOfTheCard(line: String) {
    let bytes = Array("ACTION=change\0SUBSYSTEM=drm\0DEVNAME=dri/card1\0\(line)\0".utf8)
    var (ours, other) = (DeviceNews(), DeviceNews())
    ours.add(bytes.span, of: "/dev/dri/card1")
    other.add(bytes.span, of: "/dev/dri/card0")
    #expect(ours.isAny && ours.isOfReset && !ours.isOfAllConnectors)
    #expect(!other.isOfReset && other.isOfOtherCards)
  }

  /// Cards number their connectors alike.
  @Test func hotplugOfAnotherCard_isNoNewsOfTheConnector() {
    let event = "ACTION=change\0SUBSYSTEM=drm\0HOTPLUG=1\0CONNECTOR=33\0DEVNAME=dri/card1\0"
    let cards: [(ByteString, Bool)] = [
      ("/dev/dri/card0", false), ("/dev/dri/card1", true), ("", true),
    ]
    for (card, isOurs) in cards {
      var news = DeviceNews()
      news.add(Array(event.utf8).span, of: card.isEmpty ? nil : card)
      #expect(news.connectors == (isOurs ? [33] : []))
      #expect(news.isOfOtherCards == !isOurs)
      #expect(news.isAny && !news.isOfAllConnectors)
    }
  }

  @Test func framebuffer_isNoNewsOfCards() {
    for action in ["add", "remove"] {
      let news = Self.news("\(action)@/x", "ACTION=\(action)", "SUBSYSTEM=graphics", "DEVNAME=fb0")
      #expect(news.isOfFramebuffers && !news.isAny)
    }
    #expect(!Self.news("ACTION=change", "SUBSYSTEM=graphics").isOfFramebuffers)
  }

  @Test(arguments: ["", "ACTION=change", "SUBSYSTEM=usb", "CONNECTOR=x", "\u{1}\u{2}"])
  func otherNotes_areNoNews(line: String) {
    #expect(!Self.news(line, "SUBSYSTEM=net").isAny)
  }

  @Test func connector_thatIsNoNumber_meansAll() {
    #expect(
      Self.news("ACTION=change", "SUBSYSTEM=drm", "HOTPLUG=1", "CONNECTOR=").isOfAllConnectors)
  }
}
