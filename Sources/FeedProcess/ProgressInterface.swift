package import Base
import Feed
import SessionProtocol

/// The interface `io.fbprogress.Progress` of Varlink (varlink.org). A call is an object of JSON
/// with a NUL behind it, and so is a reply.
package enum ProgressInterface {
  /// A call of a method.
  struct Call {
    /// The method's name, with its interface.
    let method: ByteString
    /// The parameters, an object of JSON.
    let parameters: ByteString
    /// Whether the client accepts several replies.
    let wantsMore: Bool
    /// Whether the client accepts no reply.
    let isOneWay: Bool

    /// Parses a call without its NUL; nil for anything else.
    init?(_ text: Span<UInt8>) {
      guard let call = JSONFields(text), call.isObject, let method = call.value(of: "method")
      else { return nil }
      self.method = method
      parameters = call.value(of: "parameters") ?? "{}"
      wantsMore = call.value(of: "more") == "true"
      isOneWay = call.value(of: "oneway") == "true"
    }
  }

  /// Returns a client's call for one report, or for one after each change.
  package static func call(follows: Bool) -> ByteString {
    terminated(
      ByteString("{\"method\":\"io.fbprogress.Progress.")
        + (follows ? "Follow\",\"more\":true}" : "Get\"}"))
  }

  /// Returns the report in a reply, an object of JSON, and whether further replies follow; nil in a
  /// reply without a report.
  package static func report(
    in reply: Span<UInt8>
  ) -> (report: ByteString, continues: Bool)? {
    guard let reply = JSONFields(reply), let parameters = reply.value(of: "parameters"),
      let report = JSONFields(parameters.bytes.span)?.value(of: "report")
    else { return nil }
    return (report, reply.value(of: "continues") == "true")
  }

  /// Returns a reply with a report.
  ///
  /// - Parameter continues: whether further replies follow.
  static func reply(report: ByteString, continues: Bool) -> ByteString {
    terminated(
      "{\"parameters\":{\"report\":" + report + (continues ? "},\"continues\":true}" : "}}"))
  }

  /// Returns a reply with parameters, an object of JSON.
  static func reply(_ parameters: ByteString) -> ByteString {
    terminated("{\"parameters\":" + parameters + "}")
  }

  /// Returns a reply with one of Varlink's errors.
  ///
  /// - Parameter parameters: an object of JSON.
  static func error(_ name: StaticBytes, _ parameters: ByteString) -> ByteString {
    terminated(
      "{\"error\":\"org.varlink.service." + ByteString(name) + "\",\"parameters\":" + parameters
        + "}")
  }

  /// Returns an object of JSON with one field.
  static func object(_ name: StaticBytes, _ value: ByteString) -> ByteString {
    var sheet = FactSheet(.json)
    sheet.object("") { $0.say(name, value) }
    return sheet.text
  }

  /// Returns the reply to a call of a method that every service has, or that this one lacks.
  static func serviceReply(to call: Call) -> ByteString {
    if call.method == "org.varlink.service.GetInfo" {
      return reply(
        "{\"vendor\":\"fbprogress\",\"product\":\"fbprogress\",\"version\":\""
          + ByteString(Version.number) + "\",\"url\":\"\",\"interfaces\":[\"org.varlink.service\","
          + "\"io.fbprogress.Progress\"]}")
    }
    if call.method != "org.varlink.service.GetInterfaceDescription" {
      return error("MethodNotFound", object("method", call.method))
    }
    let name = (JSONFields(call.parameters.bytes.span)?.value(of: "interface")).orEmpty
    for description in [serviceDescription, description] {
      let text = ByteString(description)
      if text.hasPrefix("interface " + name + "\n") { return reply(object("description", text)) }
    }
    return error("InterfaceNotFound", object("interface", name))
  }

  private static func terminated(_ object: ByteString) -> ByteString {
    var object = object
    object.append(0)
    return object
  }

  private static let serviceDescription: StaticBytes = """
    interface org.varlink.service
    method GetInfo() -> (vendor: string, product: string, version: string, url: string,
      interfaces: []string)
    method GetInterfaceDescription(interface: string) -> (description: string)
    error InterfaceNotFound (interface: string)
    error MethodNotFound (method: string)
    error InvalidParameter (parameter: string)
    error PermissionDenied ()
    error ExpectedMore ()

    """

  /// docs/status.md describes it.
  private static let description: StaticBytes = """
    interface io.fbprogress.Progress
    # What the screen shows: the fields of `fbprogress status --json`.
    method Get() -> (report: object)
    # The same now and after each change.
    method Follow() -> (report: object)
    # Reports progress to the screen: the fields of the feed `json`.
    method Report(progress: ?float, percent: ?float, bytes: ?int, total: ?int, step: ?int,
      steps: ?int, name: ?string, title: ?string, message: ?string, detail: ?string,
      pause: ?string, resume: ?bool, done: ?bool, fail: ?string, cancel: ?bool, reset: ?bool) -> ()

    """
}
