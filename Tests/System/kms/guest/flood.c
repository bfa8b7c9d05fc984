/* flood FIFO COUNT LAST [MICROSECONDS]: writes COUNT records of 64 bytes, one write each and so long apart, then the line LAST.
 * Prints the bytes written, the milliseconds that took in all, and what a write took: median, 99th percentile, the longest,
 * microseconds. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static int longer(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

int main(int argc, char **argv)
{
    if (argc != 4 && argc != 5) {
        fputs("usage: flood FIFO COUNT LAST [MICROSECONDS]\n", stderr);
        return 2;
    }
    int fifo = open(argv[1], O_WRONLY);
    if (fifo < 0) {
        perror(argv[1]);
        return 1;
    }
    long count = atol(argv[2]), pause = argc == 5 ? atol(argv[4]) : 0, bytes = 0;
    double *took = calloc(count + 1, sizeof *took), start = now();
    if (!took)
        return 1;
    for (long i = 0; i <= count; i++) {
        char record[80];
        int length = i < count ? snprintf(record, sizeof record, "progress %.52f\n", (double)i / count)
                               : snprintf(record, sizeof record, "%.70s\n", argv[3]);
        double before = now();
        if (write(fifo, record, length) != length) {
            perror("write");
            return 1;
        }
        took[i] = now() - before;
        bytes += length;
        if (pause)
            nanosleep(&(struct timespec){pause / 1000000, pause % 1000000 * 1000}, NULL);
    }
    double all = now() - start;
    qsort(took, count + 1, sizeof *took, longer);
    printf("%ld %.0f %.0f %.0f %.0f\n", bytes, all / 1e3, took[count / 2], took[count * 99 / 100], took[count]);
    return 0;
}
