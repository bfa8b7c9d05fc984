# From source, for distributions with musl (TCLIBC = "musl") and layers that have Swift 6.3 with its Embedded mode.
require fbprogress.inc

DEPENDS += "libdrm libpng swift-native zlib"
# Everywhere it is one static file, and that is against musl.
COMPATIBLE_HOST:libc-glibc = "null"

SRC_URI = "git://example.org/fbprogress.git;protocol=https;branch=main"
SRCREV = "e6655feb78589e3f2b310182a49fdca0b4844281"
# nooelint: oelint.vars.unpackdir - releases before 5.1 have WORKDIR alone
S = "${WORKDIR}/git"

inherit pkgconfig

do_compile() {
    # What scripts/build-static looks for in one place: headers, start files and static libraries.
    rm -rf ${B}/sysroot
    mkdir -p ${B}/sysroot/lib
    ln -s ${STAGING_INCDIR} ${B}/sysroot/include
    ln -s ${STAGING_LIBDIR}/pkgconfig ${B}/sysroot/lib/pkgconfig
    find ${STAGING_LIBDIR} \( -name '*.a' -o -name 'crt[1in].o' \) -exec ln -sf {} ${B}/sysroot/lib/ \;
    cd ${S}
    scripts/build-static ${FBPROGRESS_ARCHITECTURE} ${B}/sysroot ${B}/scratch ${FBPROGRESS_PROGRAM}
}

BBCLASSEXTEND = ""
