/* vtmode: what the console on the screen does with keys, and who decides on leaving it. Prints the
 * keyboard's mode (raw, xlate, mediumraw, unicode, off) and the switching (auto, process). */
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <stdio.h>
#include <sys/ioctl.h>

int main(void)
{
    static const char *const keyboards[] = {"raw", "xlate", "mediumraw", "unicode", "off"};
    int keyboard, terminal = open("/dev/tty0", O_RDWR | O_NOCTTY);
    struct vt_mode switching;
    if (terminal < 0 || ioctl(terminal, KDGKBMODE, &keyboard) < 0 ||
        ioctl(terminal, VT_GETMODE, &switching) < 0) {
        perror("/dev/tty0");
        return 1;
    }
    printf("%s %s\n", keyboard >= 0 && keyboard < 5 ? keyboards[keyboard] : "unknown",
           switching.mode == VT_PROCESS ? "process" : "auto");
    return 0;
}
