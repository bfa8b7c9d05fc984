"""What guests of `make test-kms-all` have besides: modules of the kernel's package, kmscon."""

from . import kernel, kmscon

# By card, what is loaded for it.
MODULES = {"udl": ("dummy_hcd", "usb_f_fs", "udl"),
           "radeon": ("radeon",)}


def contents(prepared, groups):
    """What adds to a guest's files what these groups of cases ask for."""
    adders = [kernel.more_modules(prepared, card, MODULES[card])
              for card in sorted({group.machine.card for group in groups} & set(MODULES))]
    if any("kmscon" in case.name for group in groups for case in group.cases):
        adders.append(kmscon.add)

    def add(archive):
        for one in adders:
            one(archive)
    return add
