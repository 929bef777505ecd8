# Serai. `make` builds build/serai; `./test` runs every check there is; `make help` lists what can be made.
#
# A flavour is a folder of objects built one way: release, asan, tsan, clang, plain. Objects
# depend on the headers they read and on this file.

VERSION := $(shell cat VERSION)
CC = gcc
CLANG = clang
# Empty: any processor of this kind, and faster code beside it, chosen when the program starts (cpu/cpu.h). `make
# ARCH=-march=native` builds for the processor of this machine alone.
ARCH =
WARN = -Wall -Wextra -Wpedantic -Wconversion -Wshadow
# States are flat bytes that each game reads as its own struct, so types alias by design.
BASE = -std=c11 -D_DEFAULT_SOURCE -DPROGRAM_VERSION=$(VERSION) -isystem /usr/share/include/llhttp -fno-strict-aliasing -pthread -g $(WARN) $(STRICT)
# Hardening, in every build but those with a sanitizer; tests/system/hardening.sh checks that it is in what was built. The control-flow
# flag is the processor's own. _FORTIFY_SOURCE is 3 where compiler and libc have it.
CPU := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))
CONTROL_FLOW_x86_64 = -fcf-protection=full
CONTROL_FLOW_aarch64 = -mbranch-protection=standard
FORTIFY := $(shell $(CC) -O2 -Werror -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -include stdio.h -E -x c /dev/null >/dev/null 2>&1 && echo 3 || echo 2)
HARDEN = -fPIE -fstack-protector-strong -fstack-clash-protection $(CONTROL_FLOW_$(CPU)) -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=$(FORTIFY)
HARDEN_LINK = -Wl,-z,relro,-z,now,-z,noexecstack
FLAVOUR = release
FLAGS_release = -O3 $(ARCH) $(HARDEN)
FLAGS_fast = $(FLAGS_release) $(FAST)
# The instructions that cpu_is_fast() asks for.
FAST_x86_64 = -mavx2 -mbmi -mbmi2 -mpopcnt
FAST_aarch64 = -march=armv8-a+crypto
FAST = $(if $(ARCH),,$(FAST_$(CPU)))
FLAGS_asan = -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
FLAGS_tsan = -O1 -fsanitize=thread
FLAGS_plain = -O0
FLAGS_clang = -O2 $(HARDEN)
FLAGS = $(BASE) $(FLAGS_$(FLAVOUR))
LINK_release = -pie $(HARDEN_LINK)
LINK_fast = $(LINK_release)
LINK_clang = $(LINK_release)
LINK = $(FLAGS) $(LINK_$(FLAVOUR))
OBJ = $(BUILD)/$(FLAVOUR)

# `make GAME=tests/pig` builds one more game into everything, in a folder of its own: build/pig.
GAME =
BUILD = build$(if $(GAME),/$(notdir $(GAME)))
ifneq ($(GAME),)
BASE += -DEXTRA_GAME=$(notdir $(GAME))
endif

# PostgreSQL, where libpq and its headers are to be had; `make PG=0` does without.
PG_INCLUDE := $(shell pg_config --includedir 2>/dev/null)
PG := $(if $(wildcard $(PG_INCLUDE)/libpq-fe.h),1,0)
ifeq ($(PG),1)
BASE += -I$(PG_INCLUDE)
PG_LIBS = -L$(shell pg_config --libdir) -lpq
WITHOUT = server/store/no_postgres.c
else
WITHOUT = $(wildcard server/store/postgres*.c) tests/unit/test_postgres.c
endif
# Notices by Web Push, where libcurl and its headers are to be had; `make CURL=0` does without.
CURL := $(if $(shell pkg-config --exists libcurl 2>/dev/null && echo 1)$(wildcard /usr/include/curl/curl.h /usr/include/*/curl/curl.h),1,0)
ifeq ($(CURL),1)
CURL_LIBS = -lcurl
WITHOUT += server/push/no_push_sender.c
else
WITHOUT += server/push/push_sender.c
endif
# The files say how it was the last time: what depends on them is made anew when that changes.
$(shell mkdir -p $(BUILD); [ -e $(BUILD)/pg$(PG) ] || { rm -f $(BUILD)/pg[01]; touch $(BUILD)/pg$(PG); })
$(shell mkdir -p $(BUILD); [ -e $(BUILD)/curl$(CURL) ] || { rm -f $(BUILD)/curl[01]; touch $(BUILD)/curl$(CURL); })
$(shell echo "$(ARCH)" | cmp -s - $(BUILD)/arch || echo "$(ARCH)" >$(BUILD)/arch)

CORE = $(wildcard core/*.c) $(if $(GAME),$(wildcard $(GAME)/*.c))
BOTS = $(wildcard bots/*.c)
TABLE = $(wildcard table/*.c)
GPU = $(wildcard gpu/*.c)
LEARN = $(wildcard learn/*.c)
SERVER = $(filter-out $(WITHOUT),$(wildcard server/*.c server/*/*.c))
CLI = $(wildcard cli/*.c)
LIBRARY = $(wildcard lib/*.c)
SOURCES = $(CORE) $(BOTS) $(TABLE) $(GPU) $(LEARN) $(SERVER) $(CLI)
HEADERS = $(wildcard core/*.h bots/*.h table/*.h table/*.def gpu/*.h learn/*.h include/*.h server/*.h server/*/*.h cli/*.h)
# The HTTP parser comes as sources (Debian's node-llhttp).
LLHTTP = llhttp/llhttp.o llhttp/api.o llhttp/http.o
PARTS = $(patsubst %.c,$(OBJ)/%.o,$(filter-out cli/main.c,$(SOURCES)) $(LIBRARY)) $(OBJ)/embedded.o $(OBJ)/nets.o $(LLHTTP:%=$(OBJ)/%)
LIBS = -lwslay -lssl -lcrypto -luv -lsqlite3 $(PG_LIBS) $(CURL_LIBS) -lsodium -lutf8proc -lm -ldl
TESTS = $(patsubst tests/unit/%.c,%,$(filter-out $(WITHOUT),$(wildcard tests/unit/test_*.c)))

# A line of help is behind ## on a target's own line.
.PHONY: all help install uninstall tests clean layers format format-check compile_commands.json
.SECONDARY:
all: $(BUILD)/serai $(BUILD)/libserai.so compile_commands.json ## the program and the library (the default)

help: ## this list
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)$$/  \1\t\2/p' Makefile | sort | expand -t 16
	@echo
	@echo 'FLAVOUR=asan|tsan|clang builds another way, PG=0 without PostgreSQL, CURL=0 without notices by Web Push, ARCH=-march=native for this processor alone;'
	@echo 'PREFIX=$(PREFIX) and DESTDIR say where to install.'

ifeq ($(FAST),)
$(BUILD)/serai: $(SOURCES:%.c=$(BUILD)/release/%.o) $(LLHTTP:%=$(BUILD)/release/%)
else
$(BUILD)/serai: $(BUILD)/release/cpu/main.o $(BUILD)/baseline.o $(BUILD)/fast.o
endif
$(BUILD)/serai: $(BUILD)/release/embedded.o $(BUILD)/release/nets.o $(BUILD)/release/page.o $(BUILD)/pg$(PG) $(BUILD)/curl$(CURL)
	$(CC) $(LINK) -o $@ $(filter %.o,$^) $(LIBS)

$(BUILD)/serai-$(FLAVOUR): $(SOURCES:%.c=$(OBJ)/%.o) $(LLHTTP:%=$(OBJ)/%) $(OBJ)/embedded.o $(OBJ)/nets.o $(OBJ)/page.o $(BUILD)/pg$(PG) $(BUILD)/curl$(CURL)
	$(CC) $(LINK) -o $@ $(filter %.o,$^) $(LIBS)

$(OBJ)/%.o: %.c Makefile VERSION $(BUILD)/arch
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -MMD -MP -c -o $@ $<

$(OBJ)/llhttp/%.o: /usr/share/llhttp/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(filter-out $(WARN) $(STRICT),$(FLAGS)) -c -o $@ $<

# --- the two builds in one program: each is one object that shows nothing but its main(), under another name ---

OBJCOPY := $(shell $(CC) -print-prog-name=objcopy)

$(BUILD)/baseline.o: $(SOURCES:%.c=$(BUILD)/release/%.o) $(LLHTTP:%=$(BUILD)/release/%)
$(BUILD)/fast.o: $(SOURCES:%.c=$(BUILD)/fast/%.o) $(LLHTTP:%=$(BUILD)/fast/%)
$(BUILD)/baseline.o $(BUILD)/fast.o: $(BUILD)/%.o: $(BUILD)/pg$(PG) $(BUILD)/curl$(CURL)
	$(CC) -r -nostdlib -o $@ $(filter %.o,$^)
	$(OBJCOPY) --redefine-sym main=main_$* --keep-global-symbol=main_$* $@

$(BUILD)/fast/%.o: %.c Makefile VERSION $(BUILD)/arch
	@mkdir -p $(@D)
	$(CC) $(BASE) $(FLAGS_fast) -MMD -MP -c -o $@ $<

$(BUILD)/fast/llhttp/%.o: /usr/share/llhttp/%.c Makefile VERSION $(BUILD)/arch
	@mkdir -p $(@D)
	$(CC) $(filter-out $(WARN) $(STRICT),$(BASE)) $(FLAGS_fast) -c -o $@ $<

# --- the sources that a GPU is given, in the program as they are ---

GIVEN = $(CORE) $(wildcard core/*.h) gpu/play.h gpu/kernels.cu bots/shares.h bots/layers.h bots/inputs.h bots/thrifty.h bots/thrifty.c $(wildcard bots/inputs_*.c) \
	learn/course.h learn/weights.h learn/trainer_parts.h learn/kernels.cu

$(BUILD)/embedded.c: $(GIVEN) gpu/embed.sh
	@mkdir -p $(@D)
	sh gpu/embed.sh $(GIVEN) >$@

$(OBJ)/embedded.o $(BUILD)/fuzz/embedded.o $(BUILD)/library/embedded.o: $(BUILD)/embedded.c Makefile
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -iquote . -fPIC -fvisibility=hidden -c -o $@ $<

# --- the nets of the bots ---

NETS = $(wildcard bots/nets/*.net)

$(BUILD)/nets.c: $(NETS) bots/embed.sh
	@mkdir -p $(@D)
	sh bots/embed.sh $(NETS) >$@

$(OBJ)/nets.o $(BUILD)/fuzz/nets.o: $(BUILD)/nets.c bots/net.h Makefile
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -iquote . -c -o $@ $<

# --- the games for other programs: include/serai.h ---

IN_LIBRARY = $(CORE) $(GPU) $(LIBRARY)
ifneq ($(FAST)$(CPU),$(FAST_x86_64)x86_64)
$(BUILD)/libserai.so: $(IN_LIBRARY:%.c=$(BUILD)/library/%.o)
else
$(BUILD)/libserai.so: $(BUILD)/library/cpu/library.o $(BUILD)/library/baseline.o $(BUILD)/library/fast.o
endif
$(BUILD)/libserai.so: $(BUILD)/library/embedded.o
	$(CC) $(BASE) $(HARDEN_LINK) -shared -Wl,-soname,libserai.so.1 -Wl,-z,defs -o $@ $^ -ldl
	ln -sf libserai.so $(BUILD)/libserai.so.1

$(BUILD)/library/%.o: %.c Makefile VERSION $(BUILD)/arch
	@mkdir -p $(@D)
	$(CC) $(BASE) $(FLAGS_release) -fPIC -fvisibility=hidden -MMD -MP -c -o $@ $<

# Again two builds, of which both show the interface, each function under another name.
$(BUILD)/library/entries.h: $(BUILD)/library/lib/serai.o
	nm -g --defined-only $< | sed -n 's/.* T \(serai_.*\)/ENTRY(\1)/p' >$@

$(BUILD)/library/cpu/library.o: $(BUILD)/library/entries.h
$(BUILD)/library/cpu/library.o: FLAGS_release += -I$(BUILD)/library

$(BUILD)/library/baseline.o: $(IN_LIBRARY:%.c=$(BUILD)/library/%.o)
$(BUILD)/library/fast.o: $(IN_LIBRARY:%.c=$(BUILD)/library-fast/%.o)
$(BUILD)/library/baseline.o $(BUILD)/library/fast.o: $(BUILD)/library/%.o: $(BUILD)/library/entries.h
	$(CC) -r -nostdlib -o $@ $(filter %.o,$^)
	sed 's/ENTRY(\(.*\))/\1 \1_$*/' $< >$@.names
	sed 's/.* //' $@.names >$@.kept
	$(OBJCOPY) --redefine-syms=$@.names --keep-global-symbols=$@.kept $@

$(BUILD)/library-fast/%.o: %.c Makefile VERSION $(BUILD)/arch
	@mkdir -p $(@D)
	$(CC) $(BASE) $(FLAGS_fast) -fPIC -fvisibility=hidden -MMD -MP -c -o $@ $<

# --- tests: one program for each tests/unit/test_*.c, linked with whatever it needs of everything but main ---

tests: $(TESTS:%=$(OBJ)/%) ## the test programs, build/FLAVOUR/test_NAME

$(OBJ)/test_%: $(OBJ)/tests/unit/test_%.o $(OBJ)/parts.a
	$(CC) $(LINK) -o $@ $^ -lcmocka -lutil $(LIBS)

%/parts.a:
	@rm -f $@
	ar rcs $@ $(filter %.o,$^)

$(OBJ)/parts.a: $(PARTS) $(BUILD)/pg$(PG) $(BUILD)/curl$(CURL)

# --- the simulation: the server's code with other edges (tests/sim/sim.h) ---

# The disk and PostgreSQL of the simulation, tested without the rest of it; neither libuv nor libpq is in it.
EDGES = $(addprefix tests/sim/,test_edges disk libpq libpq_sql) $(addprefix server/store/,store sqlite sqlite_values postgres postgres_values \
	postgres_schema schema backup entry_hash) server/people/skeleton table/utf8

$(OBJ)/test_edges: $(EDGES:%=$(OBJ)/%.o)
	$(CC) $(LINK) -o $@ $^ -lcmocka -lsqlite3 -lsodium -lutf8proc -lm -ldl

# The simulation itself. What it defines is not taken from the library of parts.
SIM = $(filter-out tests/sim/test_%.c,$(wildcard tests/sim/*.c))

$(OBJ)/serai-sim: $(SIM:%.c=$(OBJ)/%.o) $(OBJ)/parts.a
	$(CC) $(LINK) -o $@ $^ -lsqlite3 -lsodium -lutf8proc -lm -ldl

# --- the rules as WebAssembly, run by tests/system/wasm.mjs ---

# The stack lies below the data, so that running out of it traps instead of spoiling them.
WASM_FLAGS = $(filter -DEXTRA_GAME=%,$(BASE)) --target=wasm32-wasi -Wl,--stack-first,-z,stack-size=1048576 -ftls-model=local-exec -mbulk-memory -O2 $(SIMD) -std=c11 -D_DEFAULT_SOURCE -fno-strict-aliasing -isystem $(BUILD)/include $(WARN) $(STRICT)
# What ends in -plain is for browsers before 2023: bots over a net are four times as slow there. Vectorising all loops would make
# files larger, and nothing faster but the net.
%.wasm: SIMD = -msimd128 -fno-vectorize -fno-slp-vectorize
%-plain.wasm: SIMD =
WASM_SOURCES = $(CORE) $(BOTS) $(TABLE) cli/arguments.c cli/cli.c cli/engine.c cli/perft.c cli/bench.c cli/plot.c cli/review.c cli/review_page.c \
	cli/statistics.c tests/system/wasm_main.c $(BUILD)/nets.c

$(BUILD)/serai.wasm $(BUILD)/serai-plain.wasm: $(WASM_SOURCES) $(HEADERS) Makefile $(BUILD)/include/jsmn.h
	$(CLANG) $(WASM_FLAGS) -iquote . -o $@ $(WASM_SOURCES)

# jsmn is one header without a system of its own; those of the machine must not be seen.
$(BUILD)/include/jsmn.h: /usr/include/jsmn.h
	@mkdir -p $(@D)
	cp $< $@

# --- the page's two workers as WebAssembly: a table, and reviews and analysis; no imports, at most 16 MB each ---

PAGE_SOURCES = $(CORE) $(BOTS) $(TABLE) web/worker.c
STUDY_SOURCES = web/position.c web/review.c web/weigh.c

PAGE_WASM = $(BUILD)/table.wasm $(BUILD)/study.wasm $(BUILD)/table-plain.wasm $(BUILD)/study-plain.wasm

$(BUILD)/table.wasm $(BUILD)/table-plain.wasm: web/table.c
$(BUILD)/study.wasm $(BUILD)/study-plain.wasm: $(STUDY_SOURCES)
$(PAGE_WASM): $(PAGE_SOURCES) $(HEADERS) Makefile $(BUILD)/include/jsmn.h
	$(CLANG) $(WASM_FLAGS) -nostartfiles -Wl,--no-entry,--strip-all,--max-memory=16777216 -o $@ $(filter %.c,$^)

# --- the page: built by esbuild, put into the program by web/embed.mjs ---

PAGE = $(shell find web -path web/node_modules -prune -o -type f ! -name '*.gen.ts' -print) table/protocol.def VERSION

web/node_modules: web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(BUILD)/page.c: $(PAGE) $(NETS) $(PAGE_WASM) | web/node_modules
	cd web && node build.mjs ../$(BUILD) >$(CURDIR)/$(BUILD)/page.log
	node web/embed.mjs $(BUILD)/web $@

$(OBJ)/page.o: $(BUILD)/page.c server/net/page.h
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -iquote . -c -o $@ $<

# --- fuzzing: build/fuzz-NAME for each tests/fuzz/NAME.c; docs/testing.md says how to run them ---

FUZZ = $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz-%,$(wildcard tests/fuzz/*.c))
FUZZ_FLAGS = $(BASE) -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
.PHONY: fuzz
fuzz: $(FUZZ) ## the fuzzers, build/fuzz-NAME

$(BUILD)/fuzz-%: $(BUILD)/fuzz/tests/fuzz/%.o $(BUILD)/fuzz/parts.a
	$(CLANG) $(FUZZ_FLAGS) -fsanitize=fuzzer -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LIBS)

# Of a room, what is fuzzed is the room: what lies below it has fuzzers and tests of its own, and is faster without instruments.
UNSEEN = $(CORE) $(BOTS) table/table_tell.c table/record.c table/outbox.c table/fair.c table/message.c table/utf8.c
$(BUILD)/fuzz-rooms: $(UNSEEN:%.c=$(BUILD)/fuzz/unseen/%.o)

$(BUILD)/fuzz/unseen/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CLANG) $(FUZZ_FLAGS) $(ARCH) -MMD -MP -c -o $@ $<

$(BUILD)/fuzz/parts.a: $(PARTS:$(OBJ)/%=$(BUILD)/fuzz/%) $(BUILD)/pg$(PG) $(BUILD)/curl$(CURL)

$(BUILD)/fuzz/llhttp/%.o: /usr/share/llhttp/%.c Makefile
	@mkdir -p $(@D)
	$(CLANG) $(filter-out $(WARN) $(STRICT),$(FUZZ_FLAGS)) -fsanitize=fuzzer-no-link -c -o $@ $<

$(BUILD)/fuzz/%.o: %.c Makefile VERSION
	@mkdir -p $(@D)
	$(CLANG) $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link -MMD -MP -c -o $@ $<

# --- what the sources promise ---

# Each layer knows only those above it: core, then bots, then table, then everything else. What runs games by the thousand
# knows the rules alone. From outside, core has two functions for memory, and the names of a processor's own instructions.
layers: ## checks that each directory includes only what it may
	! grep -nE '#include "[^"]*/' core/*.[ch]
	! grep -nE '#include "\.\./' bots/*.[ch] | grep -vE '"\.\./core/'
	! grep -nE '#include "\.\./' table/*.[ch] | grep -vE '"\.\./(core|bots)/'
	! grep -nE '#include "\.\./' gpu/*.[ch] gpu/*.cu | grep -vE '"\.\./core/'
	! grep -nE '#include "\.\./' learn/*.[ch] learn/*.cu | grep -vE '"\.\./(core|bots|gpu)/'
	! grep -nE '#include "\.\./' lib/*.[ch] | grep -vE '"\.\./(core|gpu|include)/'
	! grep -nE '#include "\.\./' cpu/*.[ch] | grep -vE '"\.\./include/'
	! grep -nE '#include "\.\./' server/*.[ch] | grep -vE '"\.\./(core|bots|table)/'
	! grep -nE '#include "\.\./\.\./' server/*/*.[ch] | grep -vE '"\.\./\.\./(core|bots|table)/'
	! grep -nE '#include <' core/*.[ch] | grep -vE '<(stdint|string|immintrin|arm_neon)\.h>'
	! grep -nE '\b(malloc|calloc|realloc|free) *\(|\b(float|double) +[a-z*]' core/*.[ch]

# `make format` writes, `make format-check` only says which files differ.
C_FILES = $(SOURCES) $(LIBRARY) $(filter %.h,$(HEADERS)) $(wildcard cpu/*.[ch]) gpu/kernels.cu learn/kernels.cu $(wildcard web/*.[ch]) $(wildcard tests/*/*.[ch])
WEB_FILES = 'web/src/**/*.{ts,tsx,css}' '!web/src/*.gen.ts' 'web/*.mjs' 'tests/*/*.mjs'

format: | web/node_modules ## formats the sources
	clang-format -i $(C_FILES)
	web/node_modules/.bin/prettier --log-level=warn --write $(WEB_FILES)

format-check: | web/node_modules ## says which sources are not formatted
	clang-format --dry-run -Werror $(C_FILES)
	web/node_modules/.bin/prettier --log-level=warn --check $(WEB_FILES)

compile_commands.json: Makefile
	@{ printf '['; sep=; for f in $(SOURCES) $(LIBRARY) cpu/main.c $(wildcard tests/*/*.c); do \
	  printf '%s\n{"directory":"%s","file":"%s","command":"$(CC) $(FLAGS) -c %s"}' "$$sep" "$(CURDIR)" $$f $$f; sep=,; done; printf '\n]\n'; } > $@

clean: ## removes what was built
	rm -rf build compile_commands.json

# --- installing ---

PREFIX = /usr/local
PROGRAM = $(DESTDIR)$(PREFIX)/bin/serai
LIBRARY_FILE = $(DESTDIR)$(PREFIX)/lib/libserai.so.1
LIBRARY_LINK = $(DESTDIR)$(PREFIX)/lib/libserai.so
LIBRARY_HEADER = $(DESTDIR)$(PREFIX)/include/serai.h
MANUAL = $(DESTDIR)$(PREFIX)/share/man/man1/serai.1
# The place for units of what is installed by hand; those of packages are in PREFIX/lib/systemd/system.
UNITS = $(if $(filter /usr/local%,$(PREFIX)),/etc/systemd/system,$(PREFIX)/lib/systemd/system)
UNIT = $(DESTDIR)$(UNITS)/serai.service
INSTALLED = $(PROGRAM) $(LIBRARY_FILE) $(LIBRARY_LINK) $(LIBRARY_HEADER) $(MANUAL) $(UNIT)

build/serai.1: build/serai
	build/serai man >$@

install: build/serai build/libserai.so build/serai.1 ## installs program, library, manual page and systemd unit (PREFIX, DESTDIR)
	install -D -m 755 build/serai $(PROGRAM)
	install -D -m 755 build/libserai.so $(LIBRARY_FILE)
	ln -sf libserai.so.1 $(LIBRARY_LINK)
	install -D -m 644 include/serai.h $(LIBRARY_HEADER)
	install -D -m 644 build/serai.1 $(MANUAL)
	install -d $(dir $(UNIT))
	sed 's|^ExecStart=[^ ]*/serai |ExecStart=$(PREFIX)/bin/serai |' serai.service >$(UNIT)
	chmod 644 $(UNIT)

uninstall: ## removes what was installed
	rm -f $(INSTALLED)

-include $(shell find build -name '*.d' 2>/dev/null)
