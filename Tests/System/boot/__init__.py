"""Boots a real Debian with fbprogress in it, in an emulated machine, and looks at its screen.

Debian's own GRUB, kernel, initramfs, systemd and RAUC; two slots on one disk. The machine gets
nothing but that disk: what it is told comes over a virtio port, resets and pictures by QMP.
"""
