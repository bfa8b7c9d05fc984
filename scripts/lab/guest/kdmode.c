/* kdmode: prints whether the console on the screen shows text or leaves it to graphics. */
#include <fcntl.h>
#include <linux/kd.h>
#include <stdio.h>
#include <sys/ioctl.h>

int main(void)
{
    int mode, terminal = open("/dev/tty0", O_RDWR | O_NOCTTY);
    if (terminal < 0 || ioctl(terminal, KDGETMODE, &mode) < 0) {
        perror("/dev/tty0");
        return 1;
    }
    puts(mode == KD_TEXT ? "text" : "graphics");
    return 0;
}
