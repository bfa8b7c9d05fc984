/* client COLOUR [OPTION]...: a display server as small as can be. Takes a card's screens, fills
 * each with one colour (RRGGBB), keeps them for a while and leaves.
 *
 *   card PATH        the card; /dev/dri/card0 otherwise
 *   output NAME      only this one, such as Virtual-2; otherwise all that are connected
 *   patience SECONDS how long to go on asking to be master; 10 otherwise
 *   gamma turned     turn the colours of the screens into their opposites, and leave that behind
 *   for SECONDS      how long to keep the screens; 1 otherwise
 *   until FILE       keep them until there is such a file
 *   leave exit       just end, as a program that crashes does (this is the default)
 *   leave closefb    close the framebuffers without taking them off the screen (Linux 6.8), end
 *   leave drop       no longer be master, and sleep with the card open
 *
 * Says `master MILLISECONDS` (of CLOCK_MONOTONIC), `shown NAME WIDTHxHEIGHT`, `left`.
 */
#include <drm.h>
#include <drm_mode.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define MOST 16
#define IOCTL_CLOSEFB DRM_IOWR(0xD0, struct closefb)
#define TO_USER(array) ((uint64_t)(uintptr_t)(array))

struct closefb {
    uint32_t fb_id, pad;
};

static int card;
static uint32_t framebuffers[MOST], framebuffer_count, crtcs_taken;
static int turns_colours;

static void must(int result, const char *what)
{
    if (result < 0) {
        perror(what);
        exit(1);
    }
}

static long milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

static void turn_colours(uint32_t id)
{
    static uint16_t ramp[4096];
    struct drm_mode_crtc crtc = {.crtc_id = id};
    must(ioctl(card, DRM_IOCTL_MODE_GETCRTC, &crtc), "GETCRTC");
    uint32_t count = crtc.gamma_size;
    if (count < 2 || count > sizeof ramp / sizeof *ramp)
        must(-1, "no gamma ramp");
    for (uint32_t i = 0; i < count; i++)
        ramp[i] = 0xffff - i * 0xffff / (count - 1);
    struct drm_mode_crtc_lut lut = {.crtc_id = id, .gamma_size = count, .red = TO_USER(ramp),
                                    .green = TO_USER(ramp), .blue = TO_USER(ramp)};
    must(ioctl(card, DRM_IOCTL_MODE_SETGAMMA, &lut), "SETGAMMA");
}

static void become_master(double patience)
{
    long end = milliseconds() + (long)(patience * 1000);
    while (ioctl(card, DRM_IOCTL_SET_MASTER, 0) < 0) {
        if (milliseconds() > end)
            must(-1, "SET_MASTER");
        nap();
    }
    printf("master %ld\n", milliseconds());
}

/* A framebuffer of one colour. */
static uint32_t filled(uint32_t width, uint32_t height, uint32_t colour)
{
    struct drm_mode_create_dumb buffer = {.width = width, .height = height, .bpp = 32};
    must(ioctl(card, DRM_IOCTL_MODE_CREATE_DUMB, &buffer), "CREATE_DUMB");
    struct drm_mode_map_dumb map = {.handle = buffer.handle};
    must(ioctl(card, DRM_IOCTL_MODE_MAP_DUMB, &map), "MAP_DUMB");
    uint32_t *pixels = mmap(NULL, buffer.size, PROT_READ | PROT_WRITE, MAP_SHARED, card,
                            (off_t)map.offset);
    if (pixels == MAP_FAILED)
        must(-1, "mmap");
    for (size_t i = 0; i < buffer.size / 4; i++)
        pixels[i] = colour;
    munmap(pixels, buffer.size);
    struct drm_mode_fb_cmd framebuffer = {.width = width, .height = height, .bpp = 32,
                                          .depth = 24, .pitch = buffer.pitch,
                                          .handle = buffer.handle};
    must(ioctl(card, DRM_IOCTL_MODE_ADDFB, &framebuffer), "ADDFB");
    return framebuffer.fb_id;
}

/* The index of a free CRTC that can drive one of these encoders, or -1. */
static int free_crtc(const uint32_t *encoders, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct drm_mode_get_encoder encoder = {.encoder_id = encoders[i]};
        must(ioctl(card, DRM_IOCTL_MODE_GETENCODER, &encoder), "GETENCODER");
        uint32_t possible = encoder.possible_crtcs & ~crtcs_taken;
        if (possible)
            return __builtin_ctz(possible);
    }
    return -1;
}

/* Its name as in sysfs, as far as emulated cards have such connectors. */
static void name_connector(const struct drm_mode_get_connector *connector, char name[32])
{
    const char *type = connector->connector_type == DRM_MODE_CONNECTOR_VGA       ? "VGA"
                       : connector->connector_type == DRM_MODE_CONNECTOR_VIRTUAL ? "Virtual"
                                                                                 : "Unknown";
    snprintf(name, 32, "%s-%u", type, connector->connector_type_id);
}

static void fill_connector(uint32_t id, const uint32_t *crtcs, const char *wanted, uint32_t colour)
{
    struct drm_mode_modeinfo modes[256];
    uint32_t encoders[MOST], properties[64];
    uint64_t values[64];
    struct drm_mode_get_connector connector = {.connector_id = id};
    /* Asked for no modes, the kernel looks what is plugged in. */
    must(ioctl(card, DRM_IOCTL_MODE_GETCONNECTOR, &connector), "GETCONNECTOR");
    connector.modes_ptr = TO_USER(modes);
    connector.encoders_ptr = TO_USER(encoders);
    connector.props_ptr = TO_USER(properties);
    connector.prop_values_ptr = TO_USER(values);
    if (connector.count_modes > 256 || connector.count_encoders > MOST || connector.count_props > 64)
        must(-1, "too much of something");
    must(ioctl(card, DRM_IOCTL_MODE_GETCONNECTOR, &connector), "GETCONNECTOR");
    char name[32];
    name_connector(&connector, name);
    int index = free_crtc(encoders, connector.count_encoders);
    if (connector.connection != 1 || !connector.count_modes || index < 0 ||
        (wanted && strcmp(wanted, name)) || framebuffer_count == MOST)
        return;
    uint32_t preferred = 0;
    for (uint32_t i = connector.count_modes; i--;)
        if (modes[i].type & DRM_MODE_TYPE_PREFERRED)
            preferred = i;
    crtcs_taken |= 1u << index;
    struct drm_mode_crtc crtc = {.crtc_id = crtcs[index], .mode = modes[preferred],
                                 .mode_valid = 1, .set_connectors_ptr = TO_USER(&id),
                                 .count_connectors = 1};
    crtc.fb_id = filled(crtc.mode.hdisplay, crtc.mode.vdisplay, colour);
    framebuffers[framebuffer_count++] = crtc.fb_id;
    must(ioctl(card, DRM_IOCTL_MODE_SETCRTC, &crtc), "SETCRTC");
    if (turns_colours)
        turn_colours(crtc.crtc_id);
    printf("shown %s %ux%u\n", name, crtc.mode.hdisplay, crtc.mode.vdisplay);
}

static void fill_all(const char *wanted, uint32_t colour)
{
    uint32_t crtcs[MOST], connectors[MOST];
    struct drm_mode_card_res all = {0};
    must(ioctl(card, DRM_IOCTL_MODE_GETRESOURCES, &all), "GETRESOURCES");
    if (all.count_crtcs > MOST || all.count_connectors > MOST)
        must(-1, "too many CRTCs or connectors");
    all = (struct drm_mode_card_res){.count_crtcs = all.count_crtcs,
                                     .count_connectors = all.count_connectors,
                                     .crtc_id_ptr = TO_USER(crtcs),
                                     .connector_id_ptr = TO_USER(connectors)};
    must(ioctl(card, DRM_IOCTL_MODE_GETRESOURCES, &all), "GETRESOURCES");
    for (uint32_t i = 0; i < all.count_connectors; i++)
        fill_connector(connectors[i], crtcs, wanted, colour);
    if (!framebuffer_count) {
        fputs("no output\n", stderr);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    const char *path = "/dev/dri/card0", *output = NULL, *until = NULL, *leave = "exit";
    double patience = 10, seconds = 1;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc < 2 || argc % 2) {
        fputs("usage: client COLOUR [card PATH] [output NAME] [patience SECONDS] [for SECONDS]"
              " [until FILE] [leave exit|closefb|drop]\n", stderr);
        return 2;
    }
    for (int i = 2; i < argc; i += 2) {
        const char *value = argv[i + 1];
        if (!strcmp(argv[i], "card"))
            path = value;
        else if (!strcmp(argv[i], "output"))
            output = value;
        else if (!strcmp(argv[i], "gamma"))
            turns_colours = !strcmp(value, "turned");
        else if (!strcmp(argv[i], "patience"))
            patience = atof(value);
        else if (!strcmp(argv[i], "for"))
            seconds = atof(value);
        else if (!strcmp(argv[i], "until"))
            until = value;
        else if (!strcmp(argv[i], "leave"))
            leave = value;
        else
            return 2;
    }
    card = open(path, O_RDWR | O_CLOEXEC);
    must(card, path);
    become_master(patience);
    fill_all(output, (uint32_t)strtoul(argv[1], NULL, 16));
    for (long end = milliseconds() + (long)(seconds * 1000);
         until ? access(until, F_OK) < 0 : milliseconds() < end;)
        nap();
    if (!strcmp(leave, "closefb"))
        for (uint32_t i = 0; i < framebuffer_count; i++)
            must(ioctl(card, IOCTL_CLOSEFB, &(struct closefb){framebuffers[i], 0}), "CLOSEFB");
    if (!strcmp(leave, "drop")) {
        must(ioctl(card, DRM_IOCTL_DROP_MASTER, 0), "DROP_MASTER");
        puts("left");
        pause();
    }
    puts("left");
    return 0;
}
