extension FeedProtocol {
  /// What is written to `zenity --progress` and `yad --progress`.
  public static let zenity = FeedProtocol(
    name: "zenity", summary: "zenity and yad --progress: a percentage a line, # and a text",
    makeDecoder: {
      TableDecoder(
        """
        m #%s
        u pulsate:true
        - pulsate:false
        . %P
        . %P%%%*
        """)
    })
}
