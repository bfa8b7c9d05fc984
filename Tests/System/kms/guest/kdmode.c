/* kdmode [text]: prints whether the console on the screen shows text or leaves it to graphics; or
 * makes it show text. */
#include <fcntl.h>
#include <linux/kd.h>
#include <stdio.h>
#include <sys/ioctl.h>

int main(int argc, char **argv)
{
    (void)argv;
    int mode, terminal = open("/dev/tty0", O_RDWR | O_NOCTTY);
    if (terminal < 0 || (argc > 1 ? ioctl(terminal, KDSETMODE, KD_TEXT)
                                  : ioctl(terminal, KDGETMODE, &mode)) < 0) {
        perror("/dev/tty0");
        return 1;
    }
    if (argc == 1)
        puts(mode == KD_TEXT ? "text" : "graphics");
    return 0;
}
