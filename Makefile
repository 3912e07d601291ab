# Needs Python 3.11 or later with venv, and make; a C compiler makes the rules some ten times faster.
PYTHON ?= python3
UPGRADE ?=

VENV := .venv
BIN := $(VENV)/bin
PEER := .venv-bench
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input -q
UV := uv==0.13.9

# Tests and tools see the installed package; only plain-conformance asks for src/, and says so.
unexport PYTHONPATH

.DEFAULT_GOAL := help
.PHONY: help install play test soak check plain-conformance bench screenshots goldens clean requirements FORCE

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' Makefile

# --- installing: each stamp is newer than all it was made from -----------------------------------------

install: $(VENV)/.package ## install Grognard into .venv, compiled where a C compiler is at hand
	@cat $<

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Grognard needs Python 3.11 or later")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.run: requirements/run.txt requirements/build.txt $(VENV)/.created
	$(PIP) install --require-hashes -r requirements/run.txt -r requirements/build.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.run
	$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

SOURCES := $(sort $(shell find src -name __pycache__ -prune -o -name '*.egg-info' -prune -o -type f -print))

# Changes when a file comes or goes, or the compiler: what the times of files do not tell.
COMPILER := $(shell command -v $${CC:-cc} || true)
$(VENV)/.sources: $(VENV)/.created FORCE
	@printf '%s\n' 'GROGNARD_PLAIN=$(GROGNARD_PLAIN) CC=$(COMPILER)' $(SOURCES) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(VENV)/.package: pyproject.toml setup.py $(VENV)/.run $(VENV)/.sources $(SOURCES)
	@mkdir -p build && rm -f build/install.log
	$(PIP) --log build/install.log install --no-deps --no-build-isolation --force-reinstall .
	@$(BIN)/python -I -c 'import grognard.kernel.sets.cards'
	@if $(BIN)/python -I -c 'import grognard.kernel.sets.cards as core; core.__file__[-3:] == ".py" and exit(1)'; \
	then echo 'compiled core'; \
	elif grep -q 'GROGNARD_PLAIN is set' build/install.log; \
	then echo 'GROGNARD_PLAIN is set: plain Python, slower'; \
	else echo 'no C compiler: plain Python, slower (for the reason see build/install.log)'; \
	fi > $@.new
	@mv $@.new $@

# --- using ---------------------------------------------------------------------------------------------

PORT ?= 8000
LAN ?=

play: $(VENV)/.package ## play in the browser; PORT=8001 for another port, LAN=1 for friends in the room
	@$(BIN)/grognard serve --port $(PORT) $(if $(LAN),--lan)

$(PEER)/.peer: bench/requirements.txt
	$(PYTHON) -m venv $(PEER)
	$(PEER)/bin/python -m pip --disable-pip-version-check --no-input -q install --require-hashes -r $<
	@touch $@

bench: $(VENV)/.package $(PEER)/.peer ## measure speed, with OpenSpiel (in an environment of its own) beside it
	@$(BIN)/grognard bench
	@$(BIN)/python bench/startup.py
	@$(BIN)/python bench/compare.py --peer $(PEER)/bin/python

# --- proving -------------------------------------------------------------------------------------------

test: $(VENV)/.package $(VENV)/.dev ## run the tests against the installed package
	@case "$$(cat $(VENV)/.package)" in compiled*) expect=compiled ;; *) expect=installed ;; esac; \
	GROGNARD_EXPECT=$$expect $(BIN)/pytest -n 2 --dist worksteal -q

plain-conformance: $(VENV)/.package $(VENV)/.dev ## run the conformance tests on src/, uncompiled
	PYTHONPATH=src GROGNARD_EXPECT=plain $(BIN)/pytest tests/conformance -q -n 2 --ignore tests/conformance/test_scenarios.py

soak: $(VENV)/.package $(VENV)/.dev ## run the long tests
	$(BIN)/pytest -m soak -q -n 2

check: $(VENV)/.package $(VENV)/.dev ## format, lint, types, card facts, import direction, docs
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy --strict
	$(BIN)/python tools/check_cards.py
	$(BIN)/python tools/check_imports.py
	$(BIN)/python tools/check_docs.py

screenshots: $(VENV)/.package $(VENV)/.dev ## write pictures of all faces to docs/screenshots
	$(BIN)/python tools/screenshots.py docs/screenshots
	$(BIN)/python tools/screenshots_terminal.py docs/screenshots

goldens: $(VENV)/.package $(VENV)/.dev ## write the golden playthroughs anew; read the diff before committing
	GROGNARD_GOLDENS=write $(BIN)/pytest tests/golden -q

# --- keeping house -------------------------------------------------------------------------------------

requirements: ## pin all requirements from their *.in, with hashes; UPGRADE=--upgrade for newer versions
	$(PYTHON) -m venv build/pins
	build/pins/bin/python -m pip --disable-pip-version-check -q install $(UV)
	@set -e; for name in requirements/build requirements/run requirements/dev bench/requirements; do \
		echo "$$name.txt"; \
		build/pins/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
			--no-annotate --custom-compile-command 'make requirements' $(UPGRADE) \
			$$name.in -o $$name.txt; \
	done
	@! grep -nE 'https?:|--(extra-)?index|--find-links|file:|@ ' requirements/*.txt bench/requirements.txt

clean: ## remove all that make made, .venv included
	rm -rf $(VENV) $(PEER) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
