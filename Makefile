# Everything lies in .venv; `make build` and `make test` set it up on a fresh Debian or Ubuntu.
SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
LOCKS := pipeline/requirements
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --require-hashes --no-deps

# The newest Python of at least 3.11 that can make an environment.
FIND_PYTHON := for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& command -v "$$p" && break; done

# apt where it may, as root or by sudo; else one line that says what to install.
APT = if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then SUDO=; \
	elif command -v apt-get >/dev/null && sudo -n true 2>/dev/null; then SUDO="sudo -n"; \
	else echo "Install first: $(1)" >&2; exit 1; fi; \
	$$SUDO apt-get -qq update && \
	$$SUDO env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install $(1) >/dev/null \
	|| { echo "Install first: $(1)" >&2; exit 1; }

.PHONY: build test check bench lock clean

build: $(VENV)/run
	$(BIN)/slovarica build

test: $(VENV)/test
	$(BIN)/python -m pytest

check: $(VENV)/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/test
	$(BIN)/python pipeline/bench/bench.py

$(VENV)/run: $(LOCKS)/run.txt pyproject.toml
	@python=$$($(FIND_PYTHON)); if [ -z "$$python" ]; then \
	$(call APT,python3 python3-venv); fi
	@python=$$($(FIND_PYTHON)); if [ -z "$$python" ]; then \
	$(call APT,python3.11 python3.11-venv); fi
	@python=$$($(FIND_PYTHON)); test -n "$$python" \
	|| { echo "Install first: Python 3.11 or newer with its venv module" >&2; exit 1; }; \
	test -x $(BIN)/python || "$$python" -m venv $(VENV)
	$(PIP) -r $(LOCKS)/run.txt
	$(BIN)/python -m pip --disable-pip-version-check --quiet install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/test: $(VENV)/run $(LOCKS)/test.txt $(LOCKS)/hunspell.txt
	$(PIP) -r $(LOCKS)/test.txt
	@if ! echo '#include <hunspell/hunspell.hxx>' | g++ -x c++ -fsyntax-only - 2>/dev/null \
	|| ! $(BIN)/python -c 'import os, sysconfig as s, sys; sys.exit(not os.path.exists(s.get_path("include") + "/Python.h"))' \
	|| ! command -v unmunch >/dev/null || ! command -v node >/dev/null; then \
	$(call APT,g++ libhunspell-dev hunspell-tools python3-dev nodejs); fi
	$(PIP) --no-build-isolation -r $(LOCKS)/hunspell.txt
	@touch $@

# Writes the lock files anew, with the newest versions that pyproject.toml allows.
lock: $(VENV)/test
	$(BIN)/python -m pip --quiet install uv
	cd $(LOCKS) && for name in run test hunspell; do \
	../../$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url $$name.in -o $$name.txt; done

clean:
	rm -rf $(VENV)
