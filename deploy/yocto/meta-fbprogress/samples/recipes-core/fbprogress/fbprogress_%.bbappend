# A layer's own theme, and settings for each machine. Copy this folder into your layer.
FILESEXTRAPATHS:prepend := "${THISDIR}/files:"

SRC_URI += "file://acme"

# Lines of fbprogress.conf, separated by \n.
FBPROGRESS_SETTINGS = "theme = acme"
# nooelint: oelint.vars.inconspaces,oelint.vars.specific - \n separates; the machine is of meta-raspberrypi
FBPROGRESS_SETTINGS:append:raspberrypi4-64 = "\nrotate = 90"
# nooelint: oelint.vars.inconspaces - \n separates
FBPROGRESS_SETTINGS:append:qemuall = "\nlocale = de"

do_install:append() {
    install -d ${D}${sysconfdir}/fbprogress/themes
    cp -R --no-preserve=ownership ${FBPROGRESS_UNPACKDIR}/acme ${D}${sysconfdir}/fbprogress/themes/
}
