# `make help` lists the targets. Each target installs the Debian packages that it lacks, after a line
# that names them; with NO_INSTALL=1 a missing package is an error.

SWIFT ?= swift
# SwiftPM keeps traits in a set: with random hashes each plan has their flags in another order, and
# compiles all again.
export SWIFT_DETERMINISTIC_HASHING := 1
BUILD := build
STRICT := --explicit-target-dependency-import-check error
# The program has no path of the build machine. Only debuggers need frame pointers.
NOWHERE := --omit-frame-pointers -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. -Xlinker --build-id=none
EMBEDDED := FBPROGRESS_EMBEDDED=1 $(SWIFT) build -c release $(STRICT) $(NOWHERE)
LIBRARIES := libdrm-dev libpng-dev zlib1g-dev pkg-config
# The programs and packages that the unit tests start.
UNIT := $(LIBRARIES) python3 e2fsprogs procps strace
# The tools that Tests/ToolTests runs.
TOOLS := pv whiptail jq rsync curl wget aria2 python3 openssl swupdate systemd apt dpkg ostree plymouth rauc rauc-service \
	e2fsprogs restic borgbackup podman debootstrap zypper rpm nix-bin ffmpeg \
	dbus-daemon p7zip-full partclone python3-tqdm python3-pip flatpak fastboot avrdude tmux fwupd squashfs-tools dbus util-linux strace mandoc bash zsh fish zbar-tools zstd xz-utils unzip git gcc \
	qemu-utils gddrescue rclone ninja-build cargo pacman-package-manager dnf createrepo-c yt-dlp \
	$(if $(shell command -v npm),,npm)
# What font packs are made with.
FONT_LIBRARIES := libfreetype-dev libharfbuzz-dev libfribidi-dev pkg-config
FONTS := fonts-inter fonts-noto-core fonts-noto-cjk
# A variable font, for the tests.
TEST_FONTS := fonts-inter-variable
LINT := shellcheck pyflakes3 codespell
INTEGRATION := busybox-static bmap-tools casync python3-venv apt strace util-linux \
	gcc g++ libc6-dev python3-pip python3-setuptools python3-wheel
# The studio's page in a browser.
BROWSER := nodejs python3 chromium zbar-tools
LAB := qemu-system-x86 pv wget python3 gcc libc6-dev libdrm-dev make binutils xz-utils zstd
# What builds a kernel, and what kmscon needs here besides.
LAB_ALL := qemu-system-arm flex bison bc libelf-dev libssl-dev libxkbcommon0 xkb-data libegl1 libgles2 libgbm1

# What a disk with Debian on it is made with.
BOOT := mmdebstrap initramfs-tools-core e2fsprogs grub-common grub-pc-bin openssl rauc squashfs-tools zstd
# What builds the folders that static programs are linked against, and what runs them here.
SYSROOT := dpkg-dev xz-utils bzip2 patch python3
EMULATORS := qemu-user-static

# The program for boards, and the program for desks, which also writes pictures. `fbprogress render` runs the second from the folder
# of the first.
DYNAMIC := $(BUILD)/fbprogress
DYNAMIC_DESK := $(DYNAMIC)-desk
# The desk's program as ordinary Swift, which compiles in half the time and draws the same pixels.
ORDINARY := .build/debug/fbprogress-desk
ARCHITECTURES := x86_64 aarch64 armv7 armv6 riscv64
# What QEMU's emulator of a board is called, and where Debian has it.
BOARD_EMULATOR := $(if $(filter riscv64,$(ARCH)),qemu-system-misc opensbi,qemu-system-arm)
STATICS := $(ARCHITECTURES:%=$(BUILD)/static/%/fbprogress)
STATIC_DESKS := $(STATICS:%=%-desk)
# The one that runs on this machine's own kind, and in the KMS lab.
STATIC := $(BUILD)/static/x86_64/fbprogress
STATIC_DESK := $(STATIC)-desk
STUDIO := $(BUILD)/studio/index.html
PACKER := $(BUILD)/fbprogress-fontpack
SOURCES := Package.swift $(shell find Sources -type f)

# The traits of the builds that `make test-traits` compares with the whole program.
TRAITS_TESTED := texts feeds tiny
TEST_TRAITS = Tests/System/traits/test-traits $(STATIC) .build/sysroot/x86_64 .build/traits $(BUILD)/traits $(if $(RECORD),--record docs/size.md)

.DEFAULT_GOAL := help
.PHONY: $(shell sed -n 's/^\([a-z][a-z0-9_-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

run: $(ORDINARY) ## Show a download: a real tool reads a real file at a limited rate
	@scripts/need pv python3
	@mkdir -p $(BUILD)
	@scripts/demo $(ORDINARY) $(BUILD)

build: $(DYNAMIC) ## Build the program, linked dynamically, as build/fbprogress; make build/fbprogress-desk builds the program for desks

static-x86_64: $(STATIC) $(STATIC_DESK)

static: $(STATICS) $(STATIC_DESKS) ## Build both programs for each processor as static files against musl, build/static/ARCHITECTURE/fbprogress

$(DYNAMIC): $(SOURCES)
$(DYNAMIC_DESK): $(DYNAMIC)
# The program for desks is removed first, so that fbprogress never runs an older one.
$(DYNAMIC) $(DYNAMIC_DESK):
	@scripts/need $(LIBRARIES)
	@rm -f $(DYNAMIC_DESK)
	$(EMBEDDED) --scratch-path .build/embedded --product $(@F)
	@mkdir -p $(@D)
	@scripts/check-vectors .build/embedded/release/$(@F)
	@scripts/check-spans .build/embedded/release/$(@F)
	strip -s -R .comment -R .swift_modhash -o $@ .build/embedded/release/$(@F)

$(ORDINARY): $(SOURCES)
	@scripts/need $(LIBRARIES)
	$(SWIFT) build $(STRICT) --product fbprogress-desk
	@touch $@

$(BUILD)/static/%/fbprogress: $(SOURCES) scripts/build-static .build/sysroot/%/parts
	scripts/build-static $* .build/sysroot/$* .build/static/$* $@

$(BUILD)/static/%/fbprogress-desk: $(BUILD)/static/%/fbprogress
	scripts/build-static $* .build/sysroot/$* .build/static/$* $@

# The parts of a lean build: ONLY these, or all but those that it is WITHOUT.
ARCH_LEAN = $(or $(ARCH),x86_64)
COMMA := ,
SPACE := $(subst ,, )
LEAN_TRAITS = $(if $(ONLY),$(subst $(SPACE),$(COMMA),$(strip $(ONLY))),$(shell scripts/traits --without $(WITHOUT)))

lean: .build/sysroot/$(or $(ARCH),x86_64)/parts ## Build a static program with fewer parts, build/lean/ARCH/fbprogress: WITHOUT="looks feeds", or ONLY="texts"
	@test -n "$(LEAN_TRAITS)" || { echo "make: name parts that exist, WITHOUT=\"looks feeds\" or ONLY=texts: docs/size.md" >&2; exit 1; }
	FBPROGRESS_TRAITS=$(LEAN_TRAITS) scripts/build-static $(ARCH_LEAN) .build/sysroot/$(ARCH_LEAN) .build/lean/$(ARCH_LEAN) $(BUILD)/lean/$(ARCH_LEAN)/fbprogress

tiny: .build/sysroot/$(or $(ARCH),x86_64)/parts ## Build the smallest program, build/tiny/ARCH/fbprogress: ring, native records, DRM
	FBPROGRESS_TRAITS=tiny scripts/build-static $(ARCH_LEAN) .build/sysroot/$(ARCH_LEAN) .build/lean/$(ARCH_LEAN) $(BUILD)/tiny/$(ARCH_LEAN)/fbprogress

install: $(if $(filter desk,$(PARTS)),$(DYNAMIC_DESK),$(DYNAMIC)) ## Install program, themes, units and initramfs hooks below DESTDIR; PARTS="program desk" these parts, PROGRAM=FILE another build
	scripts/install-files $(or $(PROGRAM),$(DYNAMIC)) "$(DESTDIR)" $(PARTS)

.SECONDARY: $(ARCHITECTURES:%=.build/sysroot/%/parts) .build/sysroot/wasm32/parts
.build/sysroot/%/parts: scripts/sysroot scripts/sysroot-libpng.dfa
	@scripts/need $(SYSROOT)
	scripts/sysroot $* .build/sysroot/$*

# MARK: - Proof

# Each stage is a target, made with QUICK=1. Two stages run at a time.
STAGES := static-x86_64 test-unit test-studio lint test-kms test-simulate test-memory test-io-faults test-integration \
	test-cost fuzz weights
stage-test-kms stage-test-studio stage-test-cost stage-test-integration stage-weights: stage-static-x86_64
stage-test-memory stage-test-io-faults: stage-test-unit

test: ## Prove the product: each promise once, with a line for the time of each stage
	@scripts/need $(UNIT) $(LINT) $(LAB) $(INTEGRATION) $(SYSROOT) $(BROWSER) valgrind
	@scripts/stages begin
	@FUZZ_SEED=$(or $(FUZZ_SEED),1) $(MAKE) --no-print-directory --jobs=2 --output-sync=target --keep-going $(STAGES:%=stage-%); \
	  made=$$?; scripts/stages end && exit $$made

stage-%:
	@MAKE="$(MAKE)" scripts/stages run $*

check: lint ## Check layout and lint, and run the unit tests of changed modules: for each change
	@scripts/need $(UNIT)
	@filter="$$(scripts/changed-tests)" || exit; echo "tests: $${filter:-none}"; \
	  [ -z "$$filter" ] || $(SWIFT) test $(STRICT) --skip '^ToolTests\.' --filter "$$filter"

test-unit: ## Run the unit, property and golden tests, and those of the program by itself; with FILTER=X those whose names match X
	@scripts/need $(UNIT)
	$(SWIFT) build --build-tests $(STRICT)
	@touch $(ORDINARY)
	$(if $(FILTER),$(SWIFT) test $(STRICT) --filter '$(FILTER)',scripts/unit-tests)

# MARK: - More proof. The table in CONTRIBUTING.md has the parts of `make test-all`.

test-all: ## Prove everything, part by part; with PARTS="web tools" some parts
	@MAKE="$(MAKE)" scripts/test-all $(PARTS)

test-tools: ## Run the tests that start real tools, which it installs
	@scripts/need $(UNIT) $(TOOLS)
	$(SWIFT) test $(STRICT) --filter '^ToolTests\.'

test-lint: ## Prove that each rule of scripts/lint can fail
	@scripts/need shellcheck pyflakes3 codespell cpio
	Tests/System/lint/test-lint

test-first-change: ## Prove that the style of docs/first-change.md compiles
	@scripts/need $(LIBRARIES) cpio
	Tests/System/first-change/test-first-change

test-headers: ## Prove that an incremental build sees an edit of a C header
	@scripts/need $(LIBRARIES) cpio
	Tests/System/headers/test-headers

test-units: $(DYNAMIC) ## Have systemd check the units, and rate how open the service is
	@scripts/need systemd
	Tests/System/systemd/test-units $(DYNAMIC)

test-integration: $(STATIC_DESK) ## Test init scripts, initramfs hooks, examples of integration, clients
	@scripts/need $(INTEGRATION)
	Tests/System/integration/test-integration $(STATIC)

test-updaters: $(STATIC) ## Run unattended-upgrades, PackageKit's offline update and docker in a Debian root, shown; as root
	@scripts/need mmdebstrap util-linux iproute2
	Tests/System/updaters/test-updaters $(STATIC)

deb: $(DYNAMIC_DESK) $(STATIC_DESKS) language-packs ## Build Debian packages of it, as build/deb/*.deb; those of arm64, armhf and riscv64, too
	@scripts/need dpkg-dev debhelper dh-sequence-installsysusers fakeroot
	scripts/make-deb $(BUILD)/deb

test-deb: deb ## Check the packages, and install, upgrade, remove and purge them in Debian roots; as root
	@scripts/need lintian mmdebstrap initramfs-tools-core zstd $(EMULATORS)
	Tests/System/packages/test-deb $(BUILD)/deb

test-boot: $(STATIC_DESK) ## Boot a real Debian with it, in QEMU, and update that; as root. With QUICK=1 only the start
	@scripts/need $(LAB) $(BOOT)
	FBPROGRESS=$(STATIC) Tests/System/boot/test-boot $(if $(QUICK),--quick)

test-cost: $(STATIC_DESK) ## Count frames, pixels, wake-ups and instructions of runs, against Tests/System/cost/cost-record
	@scripts/need python3 valgrind
	Tests/System/cost/test-cost $(STATIC_DESK)

weights: $(STATIC_DESK) $(if $(WHOLE),$(DYNAMIC) $(STATIC_DESKS)) ## Fail if lines, bytes, instructions, settings or targets rose above weights.record; WHOLE=1 all programs, RECORD=1 records
	@scripts/need python3 valgrind
	@scripts/weights $(if $(RECORD),--record,--check) $(STATIC) $(STATIC_DESK) $(if $(WHOLE),$(DYNAMIC) $(filter-out $(STATIC),$(STATICS)))

test-allocations: $(DYNAMIC_DESK) ## Prove that a steady frame allocates nothing
	@scripts/need gcc libc6-dev python3
	Tests/System/memory/test-allocations $(DYNAMIC_DESK)

# The preloaded libraries of these two need a program that is linked dynamically. QUICK=1 takes the one
# that is there already, of ordinary Swift.
PRELOADED := $(if $(QUICK),$(ORDINARY),$(DYNAMIC_DESK))
test-memory: $(PRELOADED) ## Prove that no feed makes the program's memory grow
	@scripts/need gcc libc6-dev python3
	Tests/System/memory/test-memory $(PRELOADED) $(if $(QUICK),3)

test-scarcity: $(DYNAMIC_DESK) ## Prove that 16 MB are enough for 1280x720, and that one line tells of too little; as root
	@scripts/need gcc libc6-dev python3
	Tests/System/memory/test-scarcity $(DYNAMIC)

test-delays: $(DYNAMIC) ## Prove that who writes to a feed is not held up
	@scripts/need gcc libc6-dev python3
	Benchmarks/feeds/bench-feeds $(DYNAMIC) 1

test-kms: $(STATIC_DESK) $(if $(ARCH),$(BUILD)/static/$(ARCH)/fbprogress) ## Prove it on a real kernel's KMS, in QEMU; with ARCH=aarch64, armv7, armv6 or riscv64 on that kind of board
	@scripts/need $(LAB) $(if $(ARCH),$(BOARD_EMULATOR))
	FBPROGRESS=$(STATIC) Tests/System/kms/test-kms --jobs 2 $(if $(ARCH),--board $(ARCH)) $(if $(QUICK),--core)

test-kms-all: $(STATIC_DESK) $(BUILD)/static/armv7/fbprogress ## The same and more: kernels that are built once, without VT and for Arm's Versatile Express, kmscon, a newer QEMU, DisplayLink, radeon
	@scripts/need $(LAB) $(LAB_ALL)
	FBPROGRESS=$(STATIC) Tests/System/kms/test-kms --all --jobs 2

test-power-cuts: $(STATIC) ## Cut a guest's power at MOMENTS random moments: history and record on ext4 are what they were
	@scripts/need $(LAB) e2fsprogs
	FBPROGRESS=$(STATIC) Tests/System/power/test-power-cuts --moments $(or $(MOMENTS),200) $(if $(SEED),--seed $(SEED))

test-mtd: $(STATIC) ## Run mtd-utils on real MTD devices in the lab
	@scripts/need $(LAB) mtd-utils
	FBPROGRESS=$(STATIC) Tests/System/mtd/test-mtd

test-boards: $(DYNAMIC_DESK) $(STATIC_DESKS) ## Prove that every processor shows the same pixels and reads the same numbers: x86-64 old and new, three kinds of ARM, RISC-V
	@scripts/need $(EMULATORS) python3
	Tests/System/processors/test-boards $(DYNAMIC_DESK) $(STATIC_DESKS)
	Tests/System/processors/test-numbers $(STATIC) $(BUILD)/static/armv7/fbprogress

studio: $(STUDIO) ## Build the studio, which shows and edits themes in a browser, as build/studio/index.html

$(STUDIO): $(SOURCES) $(shell find Studio -type f) $(shell find share -type f) scripts/build-studio scripts/pack-studio .build/sysroot/wasm32/parts
	@scripts/need python3
	scripts/build-studio .build/sysroot/wasm32 .build/studio .build/studio/studio.wasm
	scripts/pack-studio .build/studio/studio.wasm Studio/Page share .build/sysroot/wasm32 $(@D)

test-studio: $(STUDIO) $(STATIC_DESK) $(if $(QUICK),,$(ORDINARY)) ## Prove that the studio draws the program's bytes, and drive its page in Chromium
	@scripts/need $(BROWSER)
	$(if $(QUICK),,Tests/System/studio/test-equality $(ORDINARY) .build/studio/studio.wasm)
	$(if $(QUICK),,node Tests/System/studio/mistreat.js .build/studio/studio.wasm share $(FUZZ_SEED))
	node Tests/System/studio/test-page.js $(dir $(STUDIO)) $(STATIC) $(BUILD)/studio-test $(if $(QUICK),loads scrubs exports theme bytes)

test-terminals: $(DYNAMIC_DESK) ## Compare the screens of kitty, xterm and foot with the frames, in a virtual X display
	@scripts/need python3 python3-pil xvfb imagemagick xdotool kitty fonts-dejavu-core libgl1-mesa-dri xterm foot weston
	Tests/System/terminals/test-terminals $(DYNAMIC)

test-status: $(DYNAMIC) ## Prove that readers of the status hold nothing up: slow, hostile, too many
	@scripts/need python3
	Tests/System/status/test-status $(DYNAMIC)

# With the releases that `make dist` has made.
site: $(STUDIO) ## Make the site, build/site: front page, documents, gallery, studio, downloads
	@scripts/need python3 python3-markdown
	scripts/site $(dir $(STUDIO)) $(BUILD)/dist $(BUILD)/site

test-traits: $(STATIC_DESK) ## Build the program without some parts, and prove what such builds say and draw
	$(TEST_TRAITS) $(if $(WHOLE),all,$(TRAITS_TESTED))

test-site: site ## Check the links of the site, and open its pages in Chromium
	@scripts/need nodejs python3
	scripts/check-site $(BUILD)/site
	Tests/System/site/test-check-site
	Tests/System/site/test-downloads $(dir $(STUDIO))
	@if apt-cache policy chromium | grep -q 'Candidate: [0-9]'; then scripts/need chromium && \
	  node Tests/System/site/test-site.js $(BUILD)/site $(BUILD)/site-test; \
	  else echo 'test-site: no chromium for this system: the pages were not opened'; fi

test-reproducible: $(DYNAMIC_DESK) $(STATIC_DESKS) ## Prove that another build, elsewhere and at another time, has the same bytes
	@scripts/need cpio
	Tests/System/release/test-reproducible $(DYNAMIC) $(DYNAMIC_DESK) $(STATICS) $(STATIC_DESKS)

sbom: $(STATICS) ## Tell what each static program is made of: build/sbom/ARCHITECTURE.spdx.json and .NOTICES
	@scripts/need python3
	@mkdir -p $(BUILD)/sbom
	for one in $(ARCHITECTURES); do scripts/sbom $(BUILD)/static/$$one/fbprogress .build/sysroot/$$one \
	  $(BUILD)/sbom/$$one.spdx.json $(BUILD)/sbom/$$one.NOTICES || exit; done

dist: $(STATIC_DESKS) language-packs ## Pack the sources, font packs, and a release for each processor, build/dist/*.tar.xz, with SBOMs and SHA256SUMS
	@scripts/need python3 xz-utils
	rm -rf $(BUILD)/dist
	for one in $(ARCHITECTURES); do scripts/dist $(BUILD)/dist $$one $(BUILD)/static/$$one/fbprogress .build/sysroot/$$one || exit; done
	scripts/dist-source $(BUILD)/dist
	scripts/dist-fonts $(BUILD)/dist $(BUILD)/fonts
	cd $(BUILD)/dist && sha256sum *.tar.xz *.spdx.json >SHA256SUMS

test-dist: dist ## Check the releases: what they have, what they are made of, and that anyone packs the same bytes
	Tests/System/release/test-dist $(BUILD)/dist $(STATICS)

recipes: dist ## Fill the recipes of distributions for that release, build/recipes
	scripts/fill-recipes $(BUILD)/dist $(BUILD)/recipes

# Paths of keys are those of the caller's folder.
release: release-check dist deb $(STUDIO) ## Put a release of this commit into build/release, signed: SIGN=gpg:KEY, minisign:FILE or openssl:FILE
	scripts/release $(BUILD) $(BUILD)/release $(SIGN)

release-check:
	@scripts/need git python3 xz-utils $(if $(filter minisign:%,$(SIGN)),minisign) $(if $(filter gpg:%,$(SIGN)),gpg) $(if $(filter openssl:%,$(SIGN)),openssl)
	@scripts/release --check $(SIGN)

test-release: dist $(DYNAMIC_DESK) $(STUDIO) ## Make releases, compare them, verify signatures, and run one in an empty Debian root; as root
	@scripts/need gpg minisign mmdebstrap openssl unzip util-linux dpkg-dev debhelper dh-sequence-installsysusers fakeroot
	Tests/System/release/test-release $(DYNAMIC) $(DYNAMIC_DESK) $(STATICS) $(STATIC_DESKS) $(STUDIO)

# What the recipes of distributions are checked with.
DISTRIBUTIONS := apt busybox-static cpio dracut-core libarchive-tools makepkg mmdebstrap nix-bin openssl \
	pacman-package-manager python3-venv rpm rpmlint shellcheck util-linux wget

test-distributions: dist ## Check the recipes of distributions with their own tools, build and install them where that can be; as root
	@scripts/need $(DISTRIBUTIONS)
	Tests/System/distributions/test-distributions $(BUILD)/dist $(CASE)

FUZZERS := FBPROGRESS_DEBUG=1 $(SWIFT) build --package-path Fuzz -c release $(STRICT) --sanitize=fuzzer --sanitize=address \
	-Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld

fuzz: ## Feed each parser, and the rasterizer, a fixed number of made-up inputs
	@scripts/need $(LIBRARIES)
	$(FUZZERS) --scratch-path .build/fuzz
	@Fuzz/run .build/fuzz/release $(if $(QUICK),--seconds 60)

# The program against a Linux in memory, and what drives it.
SIMULATE := .build/simulation/release/simulate
BUILD_SIMULATOR = FBPROGRESS_SIMULATION=1 $(SWIFT) build -c release --scratch-path .build/simulation \
	--product simulate $(STRICT)

test-simulate: ## Live 1000 hours of the program on simulated machines that fail, from fixed seeds
	@scripts/need $(LIBRARIES)
	$(BUILD_SIMULATOR)
	$(SIMULATE) --hours $(if $(QUICK),100,1000)

test-simulate-planted: ## Plant known defects, and tell which ones HOURS (3000) of the simulation find
	@scripts/need $(LIBRARIES) rsync
	Tests/Simulation/planted

simulate: ## Simulate HOURS (10000) from a random seed; with SEED=N one session, with its journal
	@scripts/need $(LIBRARIES)
	$(BUILD_SIMULATOR)
	$(SIMULATE) $(if $(SEED),--seed $(SEED),--hours $(or $(HOURS),10000) --from $$(od -An -N5 -tu8 /dev/urandom))
.build/fuzz-libpng/libpng16.a: Fuzz/build-libpng .build/sysroot/x86_64/parts
	Fuzz/build-libpng $(@D) .build/sysroot/apt/amd64

fuzz-long: .build/fuzz-libpng/libpng16.a ## Fuzz for MINUTES, with random seeds, the kept corpus and an instrumented libpng; ONLY=NAME one fuzzer
	@scripts/need $(LIBRARIES)
	PKG_CONFIG_PATH=$(CURDIR)/.build/fuzz-libpng $(FUZZERS) --scratch-path .build/fuzz-long
	@FUZZ_ONLY=$(ONLY) Fuzz/run .build/fuzz-long/release --minutes $(or $(MINUTES),60)

mutate: ## Count the changes of MODULE that no test notices: COUNT (80) random ones by SEED; MODULE=safety: those of each promise
	@scripts/need $(LIBRARIES) $(TOOLS) rsync
	@test -n "$(MODULE)" || { echo "make: say which module, MODULE=Feed" >&2; exit 1; }
	@scripts/mutate $(MODULE) "$(COUNT)" "$(SEED)"

# The tests of the pure modules cover them; those of the others run programs for minutes.
COVERING := ^(Base|Configuration|Feed|PNGCodec|Pixels|ProgressModel|Raster|RasterKernels|Scenes|Text)Tests\.
coverage: ## Print the share of lines that the unit tests of the pure modules run, by module
	@scripts/need $(LIBRARIES) python3
	$(SWIFT) test --enable-code-coverage --scratch-path .build/coverage --filter '$(COVERING)'
	@scripts/coverage .build/coverage/debug/codecov/default.profdata .build/coverage/debug/fbprogressPackageTests.xctest

test-io-faults: $(PRELOADED) ## Let each call of libc fail once, in sessions of every command; with WHOLE=1 with each errno
	@scripts/need gcc libc6-dev python3
	Tests/System/faults/test-io-faults $(PRELOADED) $(if $(WHOLE),--whole)

# Foundation and the test runner leak, so leaks are not looked for.
# The sandbox of whole processes refuses calls of the sanitizers.
SANITIZED := $(STRICT) --skip '^(Program|Tool)Tests\.'
# Suites that compute have no second thread, as scripts/unit-tests runs them. The thread sanitizer takes
# ten times as long, so a picture's decoder would exceed its limit of processor time.
THREADED := --skip '^(Feed|Pixels|ProgressModel|Raster|RasterKernels|Scenes)Tests\.' \
	--skip '\.(PictureProcess|AnimatedPicture|DRMRandomCard)Tests'

sanitize: ## Run the unit tests under the address and the thread sanitizer
	@scripts/need $(UNIT)
	ASAN_OPTIONS=detect_leaks=0 FBPROGRESS_DEBUG=1 $(SWIFT) test $(SANITIZED) --sanitize=address --scratch-path .build/address
	FBPROGRESS_DEBUG=1 $(SWIFT) test $(SANITIZED) $(THREADED) --sanitize=thread --scratch-path .build/thread

gallery: $(DYNAMIC_DESK) ## Draw each style and each theme for the documentation, as docs/pictures/STYLE.png and theme-NAME.png
	@scripts/need python3 imagemagick
	scripts/gallery $(DYNAMIC) docs/pictures

docs: ## Write manual pages, completions and etc/fbprogress.conf from the settings table
	@scripts/need $(LIBRARIES)
	$(SWIFT) run $(STRICT) settings-docs .
	$(SWIFT) run $(STRICT) fbprogress --print-config >.build/fbprogress.conf
	mv .build/fbprogress.conf etc/fbprogress.conf

fontpack: $(PACKER) ## Make the font packs that are shipped, share/fonts/*.fbfont and the one in the program, from Debian's fonts
	@scripts/need $(FONTS)
	scripts/fontpack $(PACKER) share/fonts Sources/Text/Fonts/BuiltInPack+Bytes.swift

language-packs: $(PACKER) ## Make font packs for texts of feeds in Arabic, Chinese, Hindi, Japanese, Korean and Thai, build/fonts/LANGUAGE.fbfont
	@scripts/need $(FONTS) python3
	@mkdir -p $(BUILD)/fonts
	scripts/language-packs $(PACKER) $(BUILD)/fonts

test-fontpack: $(PACKER) $(DYNAMIC_DESK) ## Test the tool that makes font packs, and that it makes those that are shipped
	@scripts/need $(FONTS) $(TEST_FONTS) python3-cairo python3-freetype python3-numpy
	$(SWIFT) test --package-path Tools/fbprogress-fontpack $(STRICT)
	Tests/System/fonts/test-fontpack $(PACKER)
	Tests/System/fonts/test-language-packs $(PACKER) $(DYNAMIC)
	Tests/System/fonts/test-syllables $(PACKER) $(DYNAMIC)
	Tests/System/fonts/test-text-quality $(DYNAMIC) $(PACKER) /usr/share/fonts/opentype/inter/Inter-Regular.otf

$(PACKER): $(shell find Tools/fbprogress-fontpack/Package.swift Tools/fbprogress-fontpack/Sources -type f)
	@scripts/need $(FONT_LIBRARIES)
	$(SWIFT) build --package-path Tools/fbprogress-fontpack -c release $(STRICT)
	@mkdir -p $(@D)
	cp Tools/fbprogress-fontpack/.build/release/fbprogress-fontpack $@

bench: $(BUILD)/bench-worker $(if $(BASE),base-worker) ## Measure the rasterizer; with BASE=REVISION beside that of another commit
	@scripts/need python3
	Benchmarks/bench $(BUILD)/bench-worker $(if $(BASE),.build/base/$(BUILD)/bench-worker)

pictures: $(BUILD)/bench-worker base-worker ## Name those of thousands of random pictures that are not those of another commit, BASE=REVISION
	@scripts/need python3
	Benchmarks/compare-pictures $(BUILD)/bench-worker .build/base/$(BUILD)/bench-worker

base-worker:
	@test -n "$(BASE)" || { echo "make: say which commit, BASE=REVISION" >&2; exit 1; }
	rm -rf .build/base && git worktree prune && git worktree add --quiet --detach .build/base $(BASE)
	$(MAKE) --no-print-directory -C .build/base bench-worker

bench-start: $(DYNAMIC_DESK) ## Measure the start up to the first picture, beside a memset of the frame
	@scripts/need python3
	Benchmarks/bench-start $(DYNAMIC)

instructions: $(BUILD)/bench-worker ## Count the instructions and bytes that frames take
	@scripts/need python3 valgrind
	Benchmarks/count-instructions $(BUILD)/bench-worker

bench-themes: $(DYNAMIC_DESK) ## Count instructions and changed pixels of a steady frame of each shipped theme at 800x480; THEME=NAME one
	@scripts/need python3 valgrind
	Benchmarks/count-themes $(DYNAMIC_DESK) $(THEME)

bench-system: $(STATIC) ## Measure a minute of progress in the lab, beside plymouth; with BUSYBOX=FILE fbsplash, with PSPLASH=DIR psplash, too
	@scripts/need $(LAB) plymouth
	FBPROGRESS=$(STATIC) Benchmarks/bench-system

bench-feeds: $(DYNAMIC) ## Measure how long a feed's writer waits, SECONDS each (60), beside one that writes to cat
	@scripts/need gcc libc6-dev python3
	Benchmarks/feeds/bench-feeds $(DYNAMIC) $(or $(SECONDS),60)

bench-worker: $(BUILD)/bench-worker ## Build the program that draws for benchmarks, as build/bench-worker

$(BUILD)/bench-worker: $(SOURCES) $(shell find Benchmarks/Workloads Benchmarks/bench-worker -type f)
	@scripts/need $(LIBRARIES)
	$(EMBEDDED) --scratch-path .build/embedded --product bench-worker
	@mkdir -p $(@D)
	strip -g -o $@ .build/embedded/release/bench-worker

format: ## Lay out the sources as .swift-format says
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Studio Tests Benchmarks Fuzz Tools

lint: ## Check layout, the rules of scripts/lint, references, shell and Python scripts
	@scripts/need $(LINT)
	@scripts/lint

clean: ## Remove what was built
	rm -rf .build $(BUILD)
