/* flood FIFO COUNT LAST: writes COUNT records of 64 bytes, one write each, then the line LAST.
 * Prints the bytes written, the milliseconds all writes took and those of the slowest one. */
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
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fputs("usage: flood FIFO COUNT LAST\n", stderr);
        return 2;
    }
    int fifo = open(argv[1], O_WRONLY);
    if (fifo < 0) {
        perror(argv[1]);
        return 1;
    }
    long count = atol(argv[2]), bytes = 0;
    double start = now(), slowest = 0;
    for (long i = 0; i <= count; i++) {
        char record[80];
        int length = i < count ? snprintf(record, sizeof record, "progress 0.%053ld\n", i)
                               : snprintf(record, sizeof record, "%.70s\n", argv[3]);
        double before = now();
        if (write(fifo, record, length) != length) {
            perror("write");
            return 1;
        }
        double took = now() - before;
        if (took > slowest)
            slowest = took;
        bytes += length;
    }
    printf("%ld %.0f %.0f\n", bytes, now() - start, slowest);
    return 0;
}
