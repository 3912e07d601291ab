# Needs Python 3.11 or later with venv, and make; a C compiler makes games run about a hundred times faster.
PYTHON ?= python3
UPGRADE ?=

VENV := .venv
BIN := $(VENV)/bin
PEER := .venv-bench
FOREIGN := .venv-foreign
DIST := .venv-dist
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input -q
UV := $(BIN)/python tools/uv.py

# Tests and tools see the installed package; only plain-conformance asks for src/, and says so.
unexport PYTHONPATH
# Servers, bots and workers start by the dozen: none compiles what another has compiled already.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help install play test browser test-all soak check plain-conformance bench screenshots goldens clean requirements package dist release foreign lab

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' Makefile

# --- installing: each stamp is newer than all it was made from -----------------------------------------

install: package ## install Grognard into .venv, compiled where a C compiler is at hand
	@head -n 1 $(VENV)/.package

# pip brings uv, and uv the rest. Hashes of requirements/build.txt are checked also where uv has to build a wheel.
$(VENV)/.uv: requirements/uv.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Grognard needs Python 3.11 or later")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --require-hashes -r $<
	@touch $@

$(VENV)/.run: requirements/run.txt requirements/build.txt $(VENV)/.uv
	$(UV) pip install -q --require-hashes -b requirements/build.txt -r requirements/run.txt -r requirements/build.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.run
	$(UV) pip install -q --require-hashes -b requirements/build.txt -r requirements/dev.txt
	@touch $@

# Knows by itself what is installed, and which wheels are kept.
package: $(VENV)/.run
	@$(BIN)/python tools/package.py install

# --- using ---------------------------------------------------------------------------------------------

PORT ?= 8000
LAN ?=
NO_OPEN ?=

play: $(VENV)/.run ## play in the browser; PORT=8001 for another port, LAN=1 for friends in the room, NO_OPEN=1 to open it yourself
	@$(BIN)/python tools/package.py play --port $(PORT) $(if $(LAN),--lan) $(if $(NO_OPEN),--no-open)

lab: package $(VENV)/.dev ## install what `grognard lab` needs, with the tools of developers

$(PEER)/.peer: bench/requirements.txt $(VENV)/.uv
	$(PYTHON) -m venv $(PEER)
	$(UV) pip install -q --python $(PEER)/bin/python --require-hashes -r $<
	@touch $@

bench: package $(PEER)/.peer ## measure speed, with OpenSpiel (in an environment of its own) beside it
	@$(BIN)/grognard bench
	@$(BIN)/python bench/startup.py
	@$(BIN)/python bench/compare.py --peer $(PEER)/bin/python

# pip alone finds the build of PyTorch without CUDA. All else comes first and by its hash, so nothing else is chosen then.
$(FOREIGN)/.libraries: requirements/foreign.txt requirements/torch.txt $(VENV)/.uv
	$(PYTHON) -m venv $(FOREIGN)
	$(UV) pip install -q --python $(FOREIGN)/bin/python --require-hashes --no-deps -r $<
	$(FOREIGN)/bin/pip install -q -r requirements/torch.txt
	$(FOREIGN)/bin/pip check
	@touch $@

# Two tests at a time, each with one thread of PyTorch: more threads than processors only wait for each other.
foreign: package $(FOREIGN)/.libraries ## run the suites of PettingZoo, Gymnasium, OpenSpiel, TorchRL and SB3, the examples, the lab on Ray and its intervals by SciPy
	@$(BIN)/python tools/package.py wheel | xargs $(FOREIGN)/bin/pip install -q --force-reinstall
	OMP_NUM_THREADS=1 GROGNARD_EXPECT=installed PYTHONPATH=. $(FOREIGN)/bin/python -m pytest tests/foreign -n 2 -q -p no:cacheprovider

# --- proving -------------------------------------------------------------------------------------------

# These run against the installed package, which is compiled where a C compiler is at hand.
EXPECT := expect=$$(sed -n 's/^compiled.*/compiled/p' $(VENV)/.package); GROGNARD_EXPECT=$${expect:-installed}
SPREAD := --dist loadgroup --no-loadscope-reorder -q
# Servers, bots and browsers make a test wait: three processes keep two cores busy.
PYTEST := $(EXPECT) $(BIN)/pytest -n 3 $(SPREAD)

test: package $(VENV)/.dev ## run the tests, all but those in a browser
	@$(PYTEST) --ignore=tests/web
	@$(BIN)/python tools/release.py proved $@

browser: package $(VENV)/.dev ## play on every page in Chromium
	@$(PYTEST) tests/web
	@$(BIN)/python tools/release.py proved $@

test-all: package $(VENV)/.dev ## run the tests and those in a browser at once, as CI does
	@$(EXPECT) $(BIN)/python tools/run_tests.py -n 3 $(SPREAD)

# What says most about the rules in little time; all else that the compiled run proves is proved of the same source.
# One process takes a fifth less processor time than two, and in CI the compiler uses the other core.
PLAIN := $(addprefix tests/conformance/test_,scenarios.py determinism.py names.py rulings.py)
plain-conformance: $(VENV)/.dev ## play scenarios and recorded games on src/, uncompiled
	PYTHONPATH=src GROGNARD_EXPECT=plain $(BIN)/pytest $(PLAIN) -q
	@$(BIN)/python tools/release.py proved $@

soak: package $(VENV)/.dev ## run the long tests
	$(BIN)/pytest -m soak -q -n 2
	@$(BIN)/python tools/release.py proved $@

# All of this reads src/, so it need not wait for the compiler.
check: $(VENV)/.dev ## format, lint, types, card facts, import direction, parsed texts, docs
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy --strict
	PYTHONPATH=src $(BIN)/python tools/check_cards.py
	$(BIN)/python tools/check_imports.py
	$(BIN)/python tools/check_parsing.py
	PYTHONPATH=src $(BIN)/python tools/check_docs.py
	@$(BIN)/python tools/release.py proved $@

screenshots: package $(VENV)/.dev ## write pictures of all faces to build/screenshots
	$(BIN)/python tools/screenshots.py build/screenshots
	$(BIN)/python tools/screenshots_terminal.py build/screenshots

GAME ?= $(subst _,-,$(notdir $(patsubst %/cards.csv,%,$(wildcard src/grognard/games/*/cards.csv))))
goldens: package ## write the golden playthroughs anew, or only GAME's; read the diff before committing
	@for game in $(GAME); do $(BIN)/grognard game record $$game --only golden || exit; done

# --- publishing ----------------------------------------------------------------------------------------

$(DIST)/.tools: requirements/dist.txt $(VENV)/.uv
	$(PYTHON) -m venv $(DIST)
	$(UV) pip install -q --python $(DIST)/bin/python --require-hashes -r $<
	@touch $@

dist: $(VENV)/.run $(DIST)/.tools ## make sdist, wheels, list of parts and checksums, and try them in an empty home
	@$(BIN)/python -m tools.dist

DRY_RUN ?=
release: $(VENV)/.run ## check that all is ready, make dist and set the tag; DRY_RUN=--dry-run only checks
	@$(BIN)/python tools/release.py $(DRY_RUN)

# --- keeping house -------------------------------------------------------------------------------------

requirements: $(VENV)/.uv ## pin all requirements from their *.in, with hashes; UPGRADE=--upgrade for newer versions
	@set -e; for name in requirements/uv requirements/build requirements/run requirements/dev requirements/dist \
		bench/requirements requirements/foreign; do \
		echo "$$name.txt"; \
		$(UV) pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
			--no-annotate --custom-compile-command 'make requirements' --excludes requirements/torch.txt $(UPGRADE) \
			$$name.in -o $$name.txt; \
	done
	@! grep -nE 'https?:|--(extra-)?index|--find-links|file:|@ ' requirements/*.txt bench/requirements.txt

clean: ## remove all that make made, .venv included
	rm -rf $(VENV) $(PEER) $(FOREIGN) $(DIST) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
