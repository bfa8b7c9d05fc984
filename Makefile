# The one door: `make help` lists what is behind it. Each target installs the Debian packages that it lacks.

SWIFT ?= swift
BUILD := build
STRICT := --explicit-target-dependency-import-check error
EMBEDDED := FBPROGRESS_EMBEDDED=1 $(SWIFT) build -c release $(STRICT)
LIBRARIES := libdrm-dev libpng-dev zlib1g-dev pkg-config
# What the tests of feeds read from.
TOOLS := pv whiptail jq rsync curl wget aria2 python3 openssl swupdate systemd apt dpkg ostree plymouth rauc rauc-service \
	squashfs-tools dbus util-linux strace mandoc bash zsh fish
# What font packs are made with.
FONT_LIBRARIES := libfreetype-dev libharfbuzz-dev libfribidi-dev pkg-config
FONTS := fonts-inter fonts-noto-core fonts-noto-cjk
# A variable font, for the tests.
TEST_FONTS := fonts-inter-variable
LAB := qemu-system-x86 pv wget python3 gcc libc6-dev libdrm-dev make binutils xz-utils zstd

DYNAMIC := $(BUILD)/fbprogress
STATIC := $(BUILD)/static/x86_64/fbprogress
PACKER := $(BUILD)/fbprogress-fontpack
SOURCES := Package.swift $(shell find Sources -type f)

# The most bytes that the program may have.
DYNAMIC_LIMIT := 745000
STATIC_LIMIT := 1910000

.DEFAULT_GOAL := help
.PHONY: help run build static test test-unit test-fontpack test-allocations test-memory test-delays test-kms fuzz sanitize size gallery docs fontpack bench bench-feeds bench-worker instructions format lint clean

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

run: $(DYNAMIC) ## Show a download: a real tool reads a real file at a limited rate
	@scripts/need pv python3
	@scripts/demo $(DYNAMIC) $(BUILD)

build: $(DYNAMIC) ## Build the program, linked dynamically, as build/fbprogress

static: $(STATIC) ## Build the program as one static file, build/static/x86_64/fbprogress

$(DYNAMIC): $(SOURCES)
	@scripts/need $(LIBRARIES)
	$(EMBEDDED) --scratch-path .build/embedded --product fbprogress
	@mkdir -p $(@D)
	@scripts/check-vectors .build/embedded/release/fbprogress
	strip -s -R .comment -R .swift_modhash -o $@ .build/embedded/release/fbprogress

$(STATIC): $(SOURCES)
	@scripts/need $(LIBRARIES)
	$(EMBEDDED) --scratch-path .build/static --product fbprogress -Xswiftc -Xclang-linker -Xswiftc -static
	@mkdir -p $(@D)
	strip -s -R .comment -R .swift_modhash -o $@ .build/static/release/fbprogress

test: lint test-unit test-fontpack fuzz build static size test-allocations test-memory test-delays test-kms ## Prove everything

test-unit: ## Run the unit, property and golden tests
	@scripts/need $(LIBRARIES) $(TOOLS)
	$(SWIFT) test $(STRICT)

test-allocations: $(DYNAMIC) ## Prove that a steady frame allocates nothing
	@scripts/need gcc libc6-dev python3
	scripts/test-allocations $(DYNAMIC)

test-memory: $(DYNAMIC) ## Prove that no feed makes the program's memory grow
	@scripts/need gcc libc6-dev python3
	scripts/test-memory $(DYNAMIC)

test-delays: $(DYNAMIC) ## Prove that who writes to a feed is not held up
	@scripts/need gcc libc6-dev python3
	scripts/bench-feeds $(DYNAMIC) 1

test-kms: $(STATIC) ## Prove it on a real kernel's KMS, in QEMU
	@scripts/need $(LAB)
	FBPROGRESS=$(STATIC) scripts/test-kms --jobs 2

fuzz: ## Feed each parser, and the rasterizer, a fixed number of made-up inputs
	@scripts/need $(LIBRARIES)
	$(SWIFT) build --package-path Fuzz --scratch-path .build/fuzz -c release $(STRICT) \
	  --sanitize=fuzzer --sanitize=address -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld
	@scripts/fuzz .build/fuzz/release

# Foundation and the test runner leak, so leaks are not looked for.
sanitize: ## Run the unit tests under the address and the thread sanitizer
	@scripts/need $(LIBRARIES) $(TOOLS)
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test $(STRICT) --sanitize=address --scratch-path .build/address
	$(SWIFT) test $(STRICT) --sanitize=thread --scratch-path .build/thread

size: $(DYNAMIC) $(STATIC) ## Print the program's size, and fail if it outgrew its limit
	@scripts/size $(DYNAMIC) $(DYNAMIC_LIMIT) $(STATIC) $(STATIC_LIMIT)

gallery: $(DYNAMIC) ## Draw each style and each theme for the documentation, as docs/pictures/STYLE.png and theme-NAME.png
	@scripts/need python3 imagemagick
	scripts/gallery $(DYNAMIC) docs/pictures

docs: ## Write manual pages and completions from the settings table, below deploy
	@scripts/need $(LIBRARIES)
	$(SWIFT) run $(STRICT) settings-docs .

fontpack: $(PACKER) ## Make the font packs that are shipped, share/fonts/*.fbfont, from Debian's fonts
	@scripts/need $(FONTS)
	scripts/fontpack $(PACKER) share/fonts

test-fontpack: $(PACKER) $(DYNAMIC) ## Test the tool that makes font packs, and that it makes those that are shipped
	@scripts/need $(FONTS) $(TEST_FONTS) python3-cairo python3-freetype python3-numpy
	$(SWIFT) test --package-path Tools/fbprogress-fontpack $(STRICT)
	scripts/test-fontpack $(PACKER)
	scripts/test-text-quality $(DYNAMIC) $(PACKER) /usr/share/fonts/opentype/inter/Inter-Regular.otf

$(PACKER): $(shell find Tools/fbprogress-fontpack/Package.swift Tools/fbprogress-fontpack/Sources -type f)
	@scripts/need $(FONT_LIBRARIES)
	$(SWIFT) build --package-path Tools/fbprogress-fontpack -c release $(STRICT)
	@mkdir -p $(@D)
	cp Tools/fbprogress-fontpack/.build/release/fbprogress-fontpack $@

bench: $(BUILD)/bench-worker ## Measure the rasterizer; with BASE=REVISION beside that of another commit
	@scripts/need python3
	@if [ -n "$(BASE)" ]; then \
	  rm -rf .build/base && git worktree prune && git worktree add --quiet --detach .build/base $(BASE) && \
	  $(MAKE) --no-print-directory -C .build/base bench-worker; \
	fi
	scripts/bench $(BUILD)/bench-worker $(if $(BASE),.build/base/$(BUILD)/bench-worker)

instructions: $(BUILD)/bench-worker ## Count the instructions and bytes that frames take
	@scripts/need python3 valgrind
	scripts/count-instructions $(BUILD)/bench-worker

bench-feeds: $(DYNAMIC) ## Measure how long a feed's writer waits, SECONDS each (60), beside one that writes to cat
	@scripts/need gcc libc6-dev python3
	scripts/bench-feeds $(DYNAMIC) $(or $(SECONDS),60)

bench-worker: $(BUILD)/bench-worker ## Build the program that draws for benchmarks, as build/bench-worker

$(BUILD)/bench-worker: $(SOURCES) $(shell find Benchmarks -type f)
	@scripts/need $(LIBRARIES)
	$(EMBEDDED) --scratch-path .build/embedded --product bench-worker
	@mkdir -p $(@D)
	strip -g -o $@ .build/embedded/release/bench-worker

format: ## Lay out the sources as .swift-format says
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks Fuzz Tools

lint: ## Check layout, rules of the house, shell and Python scripts
	@scripts/need shellcheck python3
	@scripts/lint

clean: ## Remove what was built
	rm -rf .build $(BUILD)
