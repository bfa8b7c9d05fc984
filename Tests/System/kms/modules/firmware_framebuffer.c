// SPDX-License-Identifier: GPL-2.0
/*
 * Hands the framebuffer that the firmware set up (vga= on the command line) to whichever driver
 * takes a "simple-framebuffer", as kernels with CONFIG_SYSFB_SIMPLEFB do by themselves.
 *
 * It can't be unloaded: once a native driver has taken the display over, the kernel itself has
 * removed the device.
 */
#include <linux/bits.h>
#include <linux/ioport.h>
#include <linux/module.h>
#include <linux/platform_data/simplefb.h>
#include <linux/platform_device.h>
#include <linux/screen_info.h>

static const struct simplefb_format formats[] = SIMPLEFB_FORMATS;

static bool is_like(const struct simplefb_format *format, const struct screen_info *screen)
{
	/* What the firmware calls depth 15 takes two bytes. */
	return format->bits_per_pixel == round_up(screen->lfb_depth, 8) && !format->transp.length &&
	       format->red.offset == screen->red_pos && format->red.length == screen->red_size &&
	       format->green.offset == screen->green_pos &&
	       format->green.length == screen->green_size &&
	       format->blue.offset == screen->blue_pos && format->blue.length == screen->blue_size;
}

static int __init firmware_framebuffer_init(void)
{
	const struct screen_info *screen = &screen_info;
	struct simplefb_platform_data mode = {
		.width = screen->lfb_width,
		.height = screen->lfb_height,
		.stride = screen->lfb_linelength,
	};
	struct resource memory = DEFINE_RES_MEM(screen->lfb_base, mode.stride * mode.height);
	size_t i;

	if (screen->orig_video_isVGA != VIDEO_TYPE_VLFB)
		return -ENODEV;
	for (i = 0; i < ARRAY_SIZE(formats) && !mode.format; i++)
		if (is_like(&formats[i], screen))
			mode.format = formats[i].name;
	if (!mode.format)
		return -EINVAL;
	return PTR_ERR_OR_ZERO(platform_device_register_resndata(
		NULL, "simple-framebuffer", 0, &memory, 1, &mode, sizeof(mode)));
}
module_init(firmware_framebuffer_init);

MODULE_DESCRIPTION("The firmware's framebuffer as a simple-framebuffer");
MODULE_LICENSE("GPL");
