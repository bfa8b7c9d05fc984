require fbprogress-kernel.inc
