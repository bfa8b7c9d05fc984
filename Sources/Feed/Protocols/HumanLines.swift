import Base

extension FeedProtocol {
  /// The output of tools for people.
  public static let human = FeedProtocol(
    name: "human",
    summary: "what rsync, curl, wget, dd, pv, apt, flashcp, fwupdmgr and others print for people",
    form: .chatty,
    rows: """
      . %p%%
      . #%*# %p%%
      - %% Total %% Received %% Xferd %*
      - Dload Upload Total %*
      - Saving to: %*
      . %p %t %p %b %w %w %w %w %w %w %w %v
      . %B %p%% %V/s %*
      . %b %w [%*%v/s] [%*] %p%%%*
      . %b %w [%*%v/s] [%*<=>%*]
      . %b%*. %p%% %*
      . %w %p%%[%*] %b %v/s%*
      . %w %p%%[%*] %b --.-%*
      . [#%w %b/%t(%p%%)%*DL:%v%*
      . [#%w %b/%t(%p%%)%*
      . %b bytes (%*) copied, %w s, %v/s
      . %b byte%*copied, %w s, %v/s
      m@1/2 %<Writing%>: [%*] %p%%
      m@2/2 %<Verifying%>: [%*] %p%%
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
      m@1/3 %<Erasing blocks%>: %a/%A (%w)
      m@2/3 %<Writing data%>: %b/%t (%w)
      m@3/3 %<Verifying data%>: %b/%t (%w)
      m@1/3 libscan: %<scanning eraseblock %w%> -- %p%% complete%*
      m@2/3 ubiformat: %<flashing eraseblock %w%> -- %p%% complete%*
      m@3/3 ubiformat: %<formatting eraseblock %w%> -- %p%% complete%*
      m %<Erasing%> %w Kibyte @ %w -- %p%% complete%*
      m Attempt %w: %<%w%> %p%% %*
      . Elapsed: %w Remaining: %w Completed: %p%%, %*
      - Elapsed: %w Remaining: %w Completed: %w
      - %*urrent block: %*
      s Sending sparse %<'%w'%> %k/%n (%*
      . %*[%w: %p%%]...
      m %<%*%>: |%=%p%%%*
      m %<%*%>: |%=|%=%p%%%*
      m %<%w%> |%=| %p%% %*
      m %<%*%>: %p%%|%=| %w [%*
      . %p%%|%=| %w [%*
      m %<%*%>... (%p%%)
      m@1/3 %<resolving dependencies%>...
      m@1/3 %<checking dependencies%>...
      m@1/3 :: %<Retrieving packages%>...
      .@1/3 Total (%*/%*) %*/s %w [%=] %p%%
      x %<%w%> %w %w %*/s %w [%=]%*
      m (%*/%w) %<checking %*%> [%*
      m (%*/%w) %<loading package files%> [%*
      m@2/3 :: %<Processing package changes%>...
      m@2/3 (1/1) %<%*ing %w%> [%=] %p%%
      m@2/3 (%*%a/%A) %<%*ing %w%> [%=]%*
      m@3/3 :: %<Running post-transaction hooks%>...
      .@1/2 Total download size: %*
      C (%*/%w): %*%p%% [%=] %*
      C (%k/%n): %<%w%> %* | %*
      m %<%w.rpm%> %p%% [%=] %*
      m@2/2 %<%wing%> : %*1/1
      m %<Verifying%> : %*
      m %<Running scriptlet%>: %*
      m@2/2 %<%wing%> : %w %*%a/%A
      m@2/2 %<Cleanup%> : %w %*%a/%A
      m %<%*%> [%=] %p%% %*
      x %=%a/%A [%<%w%>]
      - avrdude done.%*
      x %p%% + %S
      x %p%% - %S
      x %p%% %w + %S
      x %p%% %w - %S
      . %p%% █%*
      . %=%a/%A %wB %v/s%*
      . Progress %b of %t
      s %<%*%> %k/%n…%=%p%%%*
      m [%*%p%%] %S
      m %<%*%>: %p%%
      m %<%*%>... %p%%
      m %<%*%>…%=%p%%%*
      s %~step %k%/%n%:%s
      A %~progress%:%c
      . %~progress%:%p%%, %*
      . %~percent%:%c
      . %p %~percent
      . %p%~pct
      . bytes %b%/%t
      . %*Read: %b%/%t ==> %*
      - (%*Consumed:%*
      . [%*] %w %p%%
      . %p%% %w %w / %*
      . (%p/100%%)
      . %*pct rescued: %p%%,%*
      . %p%% done, %*
      - Transferred: %w / %w %w
      . Transferred: %b%/%t, %*
      . [download] %p%% of %*
      m %<%*%> %=%p%% %h
      . [%=] %p%%%*
      . |%=| %p%%%*
      C (%p%%)
      C (%k%/%n)%:%s
      C [%k%/%n] %s
      C %<%*%> [%=] %k%/%n: %*
      C %<%*%>%:%k%/%n
      - %k/%n %w:%w:%w %*
      C %k%/%n %s
      C %b%/%t
      C %<%*%> (%p%%)
      C %<%*%> [%p%%]
      C %<%*%> %p%%
      m msg %s
      m text %s
      m %~status: %s
      m %~message%:%S
      t %~title%:%S
      """)
}
