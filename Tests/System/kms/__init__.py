"""A throw-away machine with a real KMS driver, and the cases of `make test-kms`.

    packages    fetch Debian packages into the cache, checked against apt's index
    kernel      an uncompressed kernel and its modules out of those packages
    drivers     the modules that Debian leaves out, built against it (modules/ has our own)
    initramfs   everything the guest holds, as one cpio archive in memory
    built_kernel  kernels of few options (kernels/), built out of Debian's source
    suites      apt for other architectures and releases
    boards      boards that are no PC
    vexpress    a board of Arm with a true LCD controller
    qemus       the installed QEMU, and a newer one
    kmscon      a console that is a program
    further     what the guests of `make test-kms-all` have besides
    machine     what to emulate: cards, displays, kernel, processor
    monitor     QEMU's control channel; plugging displays
    guest       QEMU, the command channel into the guest, screendumps
    pixels      PPM, PNG, comparison
    reference   what `fbprogress render` says the screen must show
    program     the fbprogress that runs inside the guest
    bench       one booted guest together with the above, as the cases see it
    runner      boots guests, runs cases, prints a line for each
    cases       the cases
"""
