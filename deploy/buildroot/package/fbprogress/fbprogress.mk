################################################################################
#
# fbprogress
#
################################################################################

FBPROGRESS_VERSION = 0.1.0
FBPROGRESS_SITE = $(call qstrip,$(BR2_PACKAGE_FBPROGRESS_TREE))
FBPROGRESS_SITE_METHOD = local
FBPROGRESS_LICENSE = MIT, OFL-1.1 (fonts)
FBPROGRESS_LICENSE_FILES = LICENSE

# Only what is installed: not what was built for other machines.
FBPROGRESS_OVERRIDE_SRCDIR_RSYNC_EXCLUSIONS = --exclude .build --exclude .git

FBPROGRESS_ARCH = $(if $(BR2_aarch64),aarch64,$(if $(BR2_arm),armv7,x86_64))
FBPROGRESS_PARTS = program $(if $(BR2_PACKAGE_FBPROGRESS_THEMES),themes)

define FBPROGRESS_INSTALL_TARGET_CMDS
	cd $(@D) && scripts/install-files build/static/$(FBPROGRESS_ARCH)/fbprogress \
		$(TARGET_DIR) $(FBPROGRESS_PARTS)
endef

define FBPROGRESS_INSTALL_INIT_SYSV
	$(INSTALL) -D -m 0755 $(@D)/deploy/busybox/S01fbprogress \
		$(TARGET_DIR)/etc/init.d/S01fbprogress
endef

define FBPROGRESS_INSTALL_INIT_OPENRC
	$(INSTALL) -D -m 0755 $(@D)/deploy/openrc/fbprogress \
		$(TARGET_DIR)/etc/init.d/fbprogress
endef

define FBPROGRESS_INSTALL_INIT_SYSTEMD
	cd $(@D) && scripts/install-files build/static/$(FBPROGRESS_ARCH)/fbprogress \
		$(TARGET_DIR) systemd
endef

define FBPROGRESS_USERS
	fbprogress -1 fbprogress -1 * - - video,tty Progress screen
endef

$(eval $(generic-package))
