/// Generates the manual page fbprogress(1).
enum ProgramPage {
  static var text: String {
    var page = ManualPage("FBPROGRESS", section: 1)
    page.macro("Sh NAME")
    page.macro("Nm fbprogress")
    page.macro("Nd show the progress of an update on the whole screen")
    page.macro("Sh SYNOPSIS")
    page.macro("Nm")
    page.macro("Op Ar options")
    for command in Tables.commands {
      page.macro("Nm")
      page.macro("Op Ar options")
      page.macro("Cm \(command.name)")
      if !command.operands.isEmpty { page.macro("Ar \(command.operands)") }
    }
    page.macro("Sh DESCRIPTION")
    page.macro("Nm")
    page.sentences(
      "reads what an updater tells, and shows it on every display of a card until the outcome has been seen. It needs no window system and no server: it draws by itself, through DRM and KMS, or into a framebuffer device until there is a card."
    )
    page.macro("Pp")
    page.sentences("Without a command it shows a feed. The commands are:")
    page.macro("Bl -tag -width Ds")
    for command in Tables.commands {
      page.macro(
        "It Cm \(command.name)" + (command.operands.isEmpty ? "" : " Ar \(command.operands)"))
      page.sentences(command.help + ".")
    }
    page.macro("El")
    addFeeds(to: &page)
    page.macro("Sh OPTIONS")
    page.sentences(
      "A value follows its option as the next word, or behind an equals sign. Every setting of")
    page.macro("Xr fbprogress.conf 5")
    page.sentences(
      "is an option, those of styles and texts too. These are the options that belong to none of them:"
    )
    page.rows(Tables.common, asOptions: true)
    addRest(to: &page)
    return page.text
  }

  private static func addFeeds(to page: inout ManualPage) {
    page.macro("Sh FEEDS")
    page.sentences(
      "A feed is lines. A number alone is percent; other records begin with one of these words:")
    page.display(
      """
      progress 0.42          a fraction, or 42%
      bytes 1234 5678        completed and total bytes
      step 2/5 NAME          step 2 of 5 begins
      weights 60 30 10       weights of the steps
      expect 90              silence up to 90 seconds is no stall in this step
      usual 240              usual duration of the run, seconds
      speed 1.5MiB           bytes a second
      units binary           show bytes in KiB, MiB, GiB
      title TEXT             title
      message TEXT           current activity
      detail TEXT            details
      paused [REASON]        the run is paused
      resume                 it goes on
      next TEXT              the step after the outcome
      restart 10             the system restarts in 10 seconds
      code TEXT              error code for support
      log TEXT               line of the log
      identity NAME VALUE    fact about the machine, such as its serial number
      job ID RECORD          a record of one target of several
      done [TEXT]            outcome: success
      fail [TEXT]            outcome: failure
      cancel                 outcome: cancelled
      reset                  a new run begins
      end                    end of the feed without an outcome
      newroot                use the folder new-root as root
      deactivate             leave the displays to another program
      reactivate             take the displays again
      style NAME             show another style
      image PATH             PNG to reveal when done
      """)
    page.sentences(
      "Feeds may speak other protocols. The program recognizes them by their records, or takes the name in front of the feed's place:"
    )
    page.macro("Bl -tag -width Ds")
    for feed in Tables.protocols {
      page.macro("It Cm \(feed.name)")
      page.sentences(feed.summary + ".")
    }
    page.macro("El")
  }

  private static func addRest(to page: inout ManualPage) {
    page.macro("Sh ENVIRONMENT")
    page.macro("Bl -tag -width Ds")
    page.macro("It Ev LC_ALL , LC_MESSAGES , LANG")
    page.sentences("The language of what the program says by itself, unless a locale is set.")
    page.macro("El")
    page.macro("Sh FILES")
    page.macro("Bl -tag -width Ds")
    for (path, what) in [
      ("/etc/fbprogress.conf", "The settings file."),
      ("/run/fbprogress/feed", "The FIFO that is read unless a feed is named."),
      ("/etc/fbprogress/themes", "Themes of this machine's own, a folder each."),
      ("/usr/share/fbprogress/themes", "Themes that are shipped."),
      ("/usr/share/fbprogress/locale", "What the program says, in other languages."),
      ("/usr/share/fbprogress/fonts", "Font packs."),
    ] {
      page.macro("It Pa \(path)")
      page.sentences(what)
    }
    page.macro("El")
    page.macro("Sh EXIT STATUS")
    page.macro("Bl -tag -width Ds")
    for (status, what) in [
      ("0", "The run is done; for doctor, all checks are ok."),
      ("1", "The run failed or was interrupted; for doctor, a check is not ok."),
      ("2", "The options, the settings or the theme are wrong."),
      ("3", "The run could not be shown, or the record not be sent."),
      ("4", "The run was cancelled."),
      ("128 + N", "Signal N ended the program."),
    ] {
      page.macro("It \(status)")
      page.sentences(what)
    }
    page.macro("El")
    page.macro("Pp")
    page.sentences("After wrap it is the command's own status.")
    page.macro("Sh SIGNALS")
    page.sentences(
      "At SIGUSR1 the program writes its state, what it finds of displays, and the newest frames to its dump folder."
    )
    page.macro("Sh EXAMPLES")
    page.sentences("Show what a copy tells, with the theme of the night:")
    page.display("fbprogress --theme night wrap rsync -a --info=progress2 /src/ /dst/")
    page.sentences("Feed it from a script:")
    page.display(
      """
      fbprogress --title.size 7 &
      echo 'message Unpacking' >/run/fbprogress/feed
      echo 42 >/run/fbprogress/feed
      fbprogress send done
      """)
    page.sentences("Draw one frame into a file:")
    page.display("fbprogress render --script session --at 1.5 --size 800x480 --output frame.png")
    page.macro("Sh DIAGNOSTICS")
    page.sentences(
      "A message is one line: the component, what failed, on what, why, and what to do. "
        + "It goes to standard error, to the journal, or in an initramfs to the kernel's log. "
        + "The command doctor checks what a screen needs, "
        + "and ends each line that is not ok with the cure. "
        + "In these messages dots stand for a name, a number or a text of the machine."
    )
    Diagnostics.add(to: &page)
    page.macro("Sh SEE ALSO")
    page.macro("Xr fbprogress.conf 5")
  }
}
