/* usb_displaylink WIDTH HEIGHT: a DisplayLink adapter with a display, for the kernel's driver udl, as
 * a function of a gadget at /dev/ffs. What it shows is in /tmp/usb-display: rows of RGB565, the
 * high byte first. It takes what the driver sends: runs of pixels, copies of
 * pixels, and registers. */
#include <fcntl.h>
#include <linux/usb/functionfs.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { PACKET = 512, MAXIMUM = 2048, EDID_SIZE = 128 };
enum { REQUEST_EDID = 0x02 };
enum { COMMAND = 0xaf, SET_REGISTER = 0x20, COPY_16 = 0x6a, WRITE_RUNS_16 = 0x6b, FLUSH = 0xa0 };

/* The driver writes to endpoint 1. dummy_hcd has three others for bulk data from the host, which
 * FunctionFS takes first. */
enum { ENDPOINTS = 4 };
#define PACKED __attribute__((packed))
#define OUT(number, size) { USB_DT_ENDPOINT_SIZE, USB_DT_ENDPOINT, number, USB_ENDPOINT_XFER_BULK, size, 0 }
#define FUNCTION(size) { { USB_DT_INTERFACE_SIZE, USB_DT_INTERFACE, 0, 0, ENDPOINTS, USB_CLASS_VENDOR_SPEC, 0, 0, 1 }, \
                         { OUT(1, size), OUT(2, size), OUT(3, size), OUT(4, size) } }

struct function {
    struct usb_interface_descriptor interface;
    struct usb_endpoint_descriptor_no_audio out[ENDPOINTS];
} PACKED;
static const struct {
    struct usb_functionfs_descs_head_v2 head;
    uint32_t full_count, high_count;
    struct function full, high;
} PACKED descriptors = {
    /* The driver's requests are for the device, not for its interface. */
    { FUNCTIONFS_DESCRIPTORS_MAGIC_V2, sizeof descriptors,
      FUNCTIONFS_HAS_FS_DESC | FUNCTIONFS_HAS_HS_DESC | FUNCTIONFS_ALL_CTRL_RECIP },
    1 + ENDPOINTS, 1 + ENDPOINTS, FUNCTION(64), FUNCTION(PACKET)
};
static const struct {
    struct usb_functionfs_strings_head head;
    uint16_t language;
    char name[8];
} PACKED strings = { { FUNCTIONFS_STRINGS_MAGIC, sizeof strings, 1, 1 }, 0x0409, "adapter" };

static uint32_t width, height;

/* EDID 1.3 of a display with one mode, of 60 frames a second. */
static void make_edid(uint8_t *edid)
{
    static const uint8_t head[] = { 0, 255, 255, 255, 255, 255, 255, 0, 0x18, 0xc2, 1, 0, 1, 0, 0, 0,
                                    1, 30, 1, 3, 0x80, 0, 0, 120, 0x02 };
    uint32_t blank_x = 160, blank_y = 40, clock = (width + blank_x) * (height + blank_y) * 60 / 10000;
    uint8_t mode[18] = { clock, clock >> 8, width, blank_x, width >> 8 << 4, height, blank_y,
                         height >> 8 << 4, 48, 32, 3 << 4 | 5, 0, 0, 0, 0, 0, 0, 0x18 };
    memset(edid, 0, EDID_SIZE);
    memcpy(edid, head, sizeof head);
    memset(edid + 38, 1, 16);
    memcpy(edid + 54, mode, sizeof mode);
    for (int at = 72; at < 126; at += 18)
        edid[at + 3] = 0x10;
    for (int at = 0; at < EDID_SIZE - 1; at++)
        edid[EDID_SIZE - 1] -= edid[at];
}

static uint32_t address_at(const uint8_t *data) { return data[0] << 16 | data[1] << 8 | data[2]; }
static uint32_t count_at(const uint8_t *data) { return *data ? *data : 256; }

/* Takes one command of those at `data`; the bytes that it has, 0 if they are not all there. */
static size_t take(const uint8_t *data, size_t count, uint8_t *shown)
{
    if (count < 2)
        return 0;
    if (data[0] != COMMAND) {
        fprintf(stderr, "usb_displaylink: %#x is no command\n", data[0]);
        exit(1);
    }
    if (data[1] == COMMAND) /* what fills a transfer */
        return 1;
    if (data[1] == FLUSH)
        return 2;
    if (data[1] == SET_REGISTER)
        return count < 4 ? 0 : 4;
    if (data[1] == COPY_16) {
        if (count < 9)
            return 0;
        uint32_t from = address_at(data + 2), size = 2 * count_at(data + 5), to = address_at(data + 6);
        if (from + size > 2 * width * height || to + size > 2 * width * height) {
            fprintf(stderr, "usb_displaylink: a copy from %u to %u is outside\n", from, to);
            exit(1);
        }
        memmove(shown + to, shown + from, size);
        return 9;
    }
    if (data[1] != WRITE_RUNS_16) {
        fprintf(stderr, "usb_displaylink: command %#x is not known\n", data[1]);
        exit(1);
    }
    if (count < 7)
        return 0;
    uint32_t address = address_at(data + 2), left = count_at(data + 5);
    uint8_t pixels[512], *to = pixels;
    size_t at = 6;
    if (address + 2 * left > 2 * width * height) {
        fprintf(stderr, "usb_displaylink: %u pixels at %u are outside\n", left, address);
        exit(1);
    }
    /* In turn: pixels as they are, and how often the last of them follows. */
    while (left > 0) {
        if (at >= count)
            return 0;
        uint32_t run = count_at(data + at);
        at++;
        if (run > left) {
            fprintf(stderr, "usb_displaylink: %u of %u pixels\n", run, left);
            exit(1);
        }
        if (at + 2 * run > count)
            return 0;
        memcpy(to, data + at, 2 * run);
        to += 2 * run;
        at += 2 * run;
        left -= run;
        if (left == 0)
            break;
        if (at >= count)
            return 0;
        uint32_t repeats = data[at++];
        if (repeats > left) {
            fprintf(stderr, "usb_displaylink: %u repeats of %u pixels\n", repeats, left);
            exit(1);
        }
        for (left -= repeats; repeats > 0; repeats--, to += 2)
            memcpy(to, to - 2, 2);
    }
    memcpy(shown + address, pixels, to - pixels);
    return at;
}

/* Takes what comes until the device is no more. */
static void show(uint8_t *shown)
{
    static uint8_t data[1 << 16];
    size_t held = 0, taken;
    char path[] = "/dev/ffs/ep0";
    path[sizeof path - 2] += ENDPOINTS;
    int bulk = open(path, O_RDWR);
    if (bulk < 0)
        perror(path);
    while (bulk >= 0) {
        ssize_t count = read(bulk, data + held, PACKET);
        if (count < 0) { /* unplugged: wait for the next time */
            held = 0;
            usleep(100000);
            continue;
        }
        held += count;
        size_t at = 0;
        while ((taken = take(data + at, held - at, shown)) > 0)
            at += taken;
        memmove(data, data + at, held - at);
        held -= at;
    }
}

int main(int argc, char **argv)
{
    width = argc > 2 ? atoi(argv[1]) : 0;
    height = argc > 2 ? atoi(argv[2]) : 0;
    size_t size = 2 * width * height;
    int control = open("/dev/ffs/ep0", O_RDWR), file = open("/tmp/usb-display", O_RDWR | O_CREAT, 0644);
    if (size == 0 || width > MAXIMUM || height > MAXIMUM || control < 0 || file < 0
        || write(control, &descriptors, sizeof descriptors) < 0
        || write(control, &strings, sizeof strings) < 0 || ftruncate(file, size) < 0) {
        perror("usb_displaylink");
        return 1;
    }
    uint8_t *shown = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), edid[EDID_SIZE];
    if (shown == MAP_FAILED) {
        perror("usb_displaylink");
        return 1;
    }
    make_edid(edid);
    if (fork() == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        show(shown);
        return 1;
    }
    struct usb_functionfs_event event;
    while (read(control, &event, sizeof event) == sizeof event) {
        if (event.type != FUNCTIONFS_SETUP)
            continue;
        const struct usb_ctrlrequest *setup = &event.u.setup;
        uint8_t data[256] = { 0 };
        size_t length = setup->wLength > sizeof data ? sizeof data : setup->wLength;
        ssize_t done;
        if (!(setup->bRequestType & USB_DIR_IN)) /* a key, which is always the same */
            done = read(control, data, length);
        else if (setup->bRequest == REQUEST_EDID) { /* a status, and one byte */
            data[1] = edid[setup->wValue >> 8 & (EDID_SIZE - 1)];
            done = write(control, data, length < 2 ? length : 2);
        } else
            done = read(control, data, 0); /* stalls */
        (void)done;
    }
    return 0;
}
