/* usb_display WIDTH HEIGHT: a USB display of one bit per pixel, for the kernel's driver gud, as a
 * function of a gadget at /dev/ffs. It has a mode of this size, and one of half of it. If
 * /tmp/usb-display.refusals has a status and a number, it answers so many tests of a mode with the
 * status, and counts the number down. What it shows is in /tmp/usb-display: rows of whole bytes, the
 * first pixel in the highest bit, 1 for white. Each buffer takes as many milliseconds as
 * /tmp/usb-display.delay says, and adds a line to /tmp/usb-display.taken: when it was announced and
 * when it was shown, in ms, and its bytes. The protocol is that of include/drm/gud.h. */
#include <errno.h>
#include <fcntl.h>
#include <linux/usb/functionfs.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { PACKET = 512, MAXIMUM = 4096 };
enum { GET_STATUS = 0x00, GET_DESCRIPTOR = 0x01, GET_FORMATS = 0x40, GET_PROPERTIES = 0x41,
       GET_CONNECTORS = 0x50, GET_CONNECTOR_PROPERTIES = 0x51, GET_CONNECTOR_STATUS = 0x54,
       GET_MODES = 0x55, GET_EDID = 0x56, SET_BUFFER = 0x60, SET_STATE_CHECK = 0x61 };
enum { STATUS_OK = 0, STATUS_NOT_SUPPORTED = 2 };

/* The guest is little-endian, as USB is. */
#define PACKED __attribute__((packed))
#define FUNCTION(size) { USB_DT_INTERFACE_SIZE, USB_DT_INTERFACE, 0, 0, 1, USB_CLASS_VENDOR_SPEC, 0, 0, 1 }, \
                     { USB_DT_ENDPOINT_SIZE, USB_DT_ENDPOINT, 1, USB_ENDPOINT_XFER_BULK, size, 0 }

struct function {
    struct usb_interface_descriptor interface;
    struct usb_endpoint_descriptor_no_audio out;
} PACKED;
static const struct {
    struct usb_functionfs_descs_head_v2 head;
    uint32_t full_count, high_count;
    struct function full, high;
} PACKED descriptors = {
    { FUNCTIONFS_DESCRIPTORS_MAGIC_V2, sizeof descriptors,
      FUNCTIONFS_HAS_FS_DESC | FUNCTIONFS_HAS_HS_DESC },
    2, 2, { FUNCTION(64) }, { FUNCTION(PACKET) }
};
static const struct {
    struct usb_functionfs_strings_head head;
    uint16_t language;
    char name[8];
} PACKED strings = { { FUNCTIONFS_STRINGS_MAGIC, sizeof strings, 1, 1 }, 0x0409, "display" };

struct description {
    uint32_t magic;
    uint8_t version;
    uint32_t flags;
    uint8_t compression;
    uint32_t buffer_size, least_width, most_width, least_height, most_height;
} PACKED;
struct mode {
    uint32_t clock;
    uint16_t width, width_and_blank[3], height, height_and_blank[3];
    uint32_t flags;
} PACKED;
struct buffer {
    uint32_t x, y, width, height, length;
    uint8_t compression;
    uint32_t compressed_length;
} PACKED;

static uint32_t width, height;

/* A mode of 60 frames a second: the clock is in kHz. A flag says which one is preferred. */
static struct mode mode(uint16_t width, uint16_t height, uint32_t flags)
{
    const uint16_t columns = width + 32, rows = height + 8;
    return (struct mode){ columns * rows * 60 / 1000, width, { width + 8, width + 16, columns },
                          height, { height + 2, height + 4, rows }, flags };
}

/* Writes the answer to a request; its length, or -1 for what is not known. Without flags, the host
 * asks for the status of failed requests only, not between a buffer and its pixels. */
static int answer(int request, uint8_t *out)
{
    const struct description description = { 0x1d50614d, 1, 0, 0, 0, width / 2, width, height / 2, height };
    const struct mode modes[] = { mode(width, height, 1 << 10), mode(width / 2, height / 2, 0) };
    switch (request) {
    case GET_DESCRIPTOR:
        memcpy(out, &description, sizeof description);
        return sizeof description;
    case GET_FORMATS: /* R1 */
    case GET_CONNECTOR_STATUS: /* connected */
        out[0] = 1;
        return 1;
    case GET_CONNECTORS: /* USB, no flags */
        memcpy(out, "\7\0\0\0", 5);
        return 5;
    case GET_MODES:
        memcpy(out, modes, sizeof modes);
        return sizeof modes;
    case GET_PROPERTIES:
    case GET_CONNECTOR_PROPERTIES:
    case GET_EDID:
        return 0;
    default:
        return -1;
    }
}

static long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/* The status of the next test of a mode. */
static uint8_t test(void)
{
    int status = STATUS_OK, count = 0;
    FILE *file = fopen("/tmp/usb-display.refusals", "r+");
    if (!file)
        return STATUS_OK;
    if (fscanf(file, "%d %d", &status, &count) == 2 && count > 0) {
        rewind(file);
        fprintf(file, "%d %d\n", status, count - 1);
    } else {
        status = STATUS_OK;
    }
    fclose(file);
    return status;
}

/* Takes the pixels that a request has announced. */
static int take(int bulk, const struct buffer *buffer, uint8_t *shown)
{
    static uint8_t data[1 << 20];
    uint32_t taken = 0, row = (buffer->width + 7) / 8;
    long long begun = now();
    if (buffer->length > sizeof data - PACKET || buffer->x % 8 != 0
        || buffer->x + buffer->width > width || buffer->y + buffer->height > height
        || buffer->length < row * buffer->height)
        return -1;
    /* Before it reads, so that the host waits. */
    FILE *file = fopen("/tmp/usb-display.delay", "r");
    int delay = 0;
    if (file) {
        if (fscanf(file, "%d", &delay) != 1)
            delay = 0;
        fclose(file);
    }
    usleep(delay * 1000);
    /* The host gives up after 3 s, and begins again with another request. */
    alarm(3);
    while (taken < buffer->length) {
        uint32_t wanted = (buffer->length - taken + PACKET - 1) / PACKET * PACKET;
        ssize_t count = read(bulk, data + taken, wanted);
        if (count <= 0)
            return -1;
        taken += count;
    }
    alarm(0);
    /* The last byte of a row may have bits beyond the box, which stay as they are. */
    uint8_t last = buffer->width % 8 == 0 ? 0xff : (uint8_t)(0xff << (8 - buffer->width % 8));
    for (uint32_t y = 0; y < buffer->height; y++) {
        uint8_t *to = shown + (buffer->y + y) * ((width + 7) / 8) + buffer->x / 8;
        const uint8_t *from = data + y * row;
        memcpy(to, from, row - 1);
        to[row - 1] = (to[row - 1] & ~last) | (from[row - 1] & last);
    }
    file = fopen("/tmp/usb-display.taken", "a");
    if (file) {
        fprintf(file, "%lld %lld %u\n", begun, now(), buffer->length);
        fclose(file);
    }
    return 0;
}

/* Reads the next event; 0 at the end. Being stopped and continued interrupts, and so does a host
 * that gives a request up. */
static int next(int control, struct usb_functionfs_event *event)
{
    ssize_t count;
    do
        count = read(control, event, sizeof *event);
    while (count < 0 && (errno == EINTR || errno == EIDRM));
    return count == sizeof *event;
}

static void ignore(int signal)
{
    (void)signal;
}

int main(int argc, char **argv)
{
    const struct sigaction interrupting = { .sa_handler = ignore };
    sigaction(SIGALRM, &interrupting, NULL);
    width = argc > 2 ? atoi(argv[1]) : 0;
    height = argc > 2 ? atoi(argv[2]) : 0;
    size_t size = (width + 7) / 8 * height;
    int control = open("/dev/ffs/ep0", O_RDWR), file = open("/tmp/usb-display", O_RDWR | O_CREAT, 0644);
    if (size == 0 || width > MAXIMUM || height > MAXIMUM || control < 0 || file < 0
        || write(control, &descriptors, sizeof descriptors) < 0
        || write(control, &strings, sizeof strings) < 0 || ftruncate(file, size) < 0) {
        perror("usb_display");
        return 1;
    }
    uint8_t *shown = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    int bulk = open("/dev/ffs/ep1", O_RDWR);
    if (shown == MAP_FAILED || bulk < 0) {
        perror("usb_display");
        return 1;
    }
    struct usb_functionfs_event event;
    uint8_t status = STATUS_OK;
    while (next(control, &event)) {
        if (event.type != FUNCTIONFS_SETUP)
            continue;
        const struct usb_ctrlrequest *setup = &event.u.setup;
        uint8_t data[256] = { 0 };
        int length = setup->wLength > sizeof data ? (int)sizeof data : setup->wLength;
        if (setup->bRequestType & USB_DIR_IN) {
            int count = 1;
            if (setup->bRequest == GET_STATUS)
                data[0] = status;
            else
                count = answer(setup->bRequest, data);
            status = count < 0 ? STATUS_NOT_SUPPORTED : STATUS_OK;
            /* Reading where writing is due stalls the request. */
            ssize_t done = count < 0 ? read(control, data, 0)
                                     : write(control, data, count < length ? count : length);
            (void)done;
        } else {
            struct buffer buffer = { 0 };
            status = setup->bRequest == SET_STATE_CHECK ? test() : STATUS_OK;
            /* Writing where reading is due stalls the request. */
            ssize_t count = status == STATUS_OK ? read(control, data, length)
                                                : write(control, data, 0);
            memcpy(&buffer, data, sizeof buffer);
            if (setup->bRequest == SET_BUFFER && count >= (ssize_t)sizeof buffer
                && take(bulk, &buffer, shown) < 0)
                fprintf(stderr, "usb_display: cannot take %ux%u at %u, %u: %s\n", buffer.width,
                        buffer.height, buffer.x, buffer.y, strerror(errno));
        }
    }
    return 0;
}
