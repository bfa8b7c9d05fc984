# From source, for layers that have Swift 6.3 with its Embedded mode.
require fbprogress.inc

DEPENDS += "libdrm libpng swift-native"

SRC_URI = "git://example.org/fbprogress.git;protocol=https;branch=main"
SRCREV = "e6655feb78589e3f2b310182a49fdca0b4844281"
# nooelint: oelint.vars.unpackdir - releases before 5.1 have WORKDIR alone
S = "${WORKDIR}/git"

inherit pkgconfig

do_compile() {
    oe_runmake build
}

BBCLASSEXTEND = ""
