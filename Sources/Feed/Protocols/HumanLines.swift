import ByteStrings

extension FeedProtocol {
  /// What tools print for people.
  public static let human = FeedProtocol(
    name: "human",
    summary: "what rsync, curl, wget, aria2, dd, pv, ostree, rpi-imager, apt print for people",
    manner: .chatty,
    makeReader: {
      TableReader(
        """
        . %p%%
        . #%*# %p%%
        . %p %t %p %b %w %w %w %w %w %w %w %v
        . %B %p%% %V/s %*
        . %b %w [%*%v/s] [%*] %p%%%*
        . %b %w [%*%v/s] [%*<=>%*]
        . %b%*. %p%% %v %*
        . %b%*. %p%% %v=%*
        . %w %p%%[%*] %b %v/s%*
        . %w %p%%[%*] %b --.-%*
        . [#%w %b/%t(%p%%)%*DL:%v%*
        . [#%w %b/%t(%p%%)%*
        . %b bytes (%*) copied, %w s, %v/s
        . %b byte%*copied, %w s, %v/s
        m@1/2 %<Writing%>: [%*] %p %%
        m@2/2 %<Verifying%>: [%*] %p %%
        d Write successful.
        f Error: %S
        m %<Receiving objects%>: %p%% (%w) %v/s %*
        m %<Receiving metadata objects%>: %w/(estimating) %v/s %*
        m %<Receiving%*%>: %p%% %*
        . Progress: [%*%p%%]%*
        . %p%% [%*
        . bmaptool: info: %p%% %*
        x %<Unpacking %w%> %*
        x %<Setting up %w%> %*
        x %<Preparing to unpack %w%> %*
        x %<Processing triggers for %w%> %*
        x Get:%w %s
        - (Reading database ...%*
        m [%*%p%%] %S
        m %<%*%>: %p%%
        m %<%*%>... %p%%
        """, isChatty: true)
    })
}
