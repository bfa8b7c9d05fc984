# The static program, built elsewhere with `make static`; FBPROGRESS_TREE is the tree that it was built in.
require fbprogress.inc

PROVIDES = "fbprogress"

# externalsrc has the source.
SRC_URI = ""

FBPROGRESS_TREE ?= "${THISDIR}/../../../../.."

inherit externalsrc

EXTERNALSRC = "${FBPROGRESS_TREE}"
EXTERNALSRC_BUILD = "${WORKDIR}/build"

FILES:${PN} += "${datadir}/fbprogress"
RPROVIDES:${PN} = "fbprogress"
# nooelint: oelint.vars.insaneskip - it was stripped when it was linked
INSANE_SKIP:${PN} = "already-stripped"

do_configure[noexec] = "1"
do_compile[noexec] = "1"

BBCLASSEXTEND = ""
