# `make test` runs every check. It needs Python 3.11 or newer, and network access the first time.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
# The number of test processes: one more than the two processors of a small machine, because some tests wait.
JOBS ?= 3
# The extras whose tests need them.
EXTRAS := openspiel rl
# The folder with the exact versions of the developers' environment, a file for each Python.
LOCKS := constraints

.NOTPARALLEL:
.PHONY: help play test near lint format deep pythons newest lowest lock extras reliability mutants bench soak clean

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' Makefile | while IFS='	' read -r name what; do \
		printf '  make %-11s %s\n' "$$name" "$$what"; done

play: $(VENV)/play.done ## start the app; ARGS="..." are its arguments
	@$(BIN)/cardtable $(ARGS)

test: lint ## run all checks: lint, types, tests; ARGS="..." are pytest arguments
	$(BIN)/python -m pytest -n $(JOBS) $(ARGS)

near: $(VENV)/test.done ## run the tests near the changed files; FILES="..." for others, STEPS=2 for more, ARGS="..." for pytest
	@$(BIN)/python -m tools.near $(if $(STEPS),--steps $(STEPS)) $(FILES) -- -n $(JOBS) $(ARGS)

lint: $(VENV)/test.done ## run ruff and mypy
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/python -m mypy

format: $(VENV)/test.done ## format the code and apply ruff's fixes
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

deep: $(VENV)/test.done ## run all tests, including slow ones, with many more examples
	CARDTABLE_PROFILE=deep $(BIN)/python -m pytest -n $(JOBS) -m "not extras" $(ARGS)

pythons: $(VENV)/made ## run all checks on each Python from 3.11 on that this machine has
	@$(BIN)/python tools/pythons.py | while read -r version python; do \
		$(MAKE) --no-print-directory test VENV=$(VENV)/python$$version PYTHON="$$python" </dev/null || exit; \
	done

newest: $(VENV)/made ## run all checks with the newest allowed version of each dependency
	@rm -rf $(VENV)/newest
	@$(MAKE) --no-print-directory test VENV=$(VENV)/newest PYTHON=$(BIN)/python LOCKS=none

lowest: $(VENV)/lowest/done ## run the tests with the lowest allowed version of each dependency
	$(VENV)/lowest/bin/python -m pytest -n $(JOBS) $(ARGS)

lock: $(VENV)/made ## renew the exact versions in constraints/ for each Python from 3.11 on that this machine has
	@$(BIN)/python tools/pythons.py | while read -r version python; do \
		echo "Locking the newest versions for Python $$version ..."; \
		"$$python" -m venv --clear $(VENV)/lock && \
		$(VENV)/lock/bin/python -m pip --quiet --disable-pip-version-check install \
			--upgrade --upgrade-strategy eager --editable '.[dev]' && \
		$(VENV)/lock/bin/python tools/lock.py >$(VENV)/lock/constraints.txt && \
		mv $(VENV)/lock/constraints.txt $(LOCKS)/python$$version.txt || exit; \
	done

extras: $(EXTRAS:%=extras-%) ## run the tests of each extra, in an environment of its own; EXTRAS=rl for one of them

$(EXTRAS:%=extras-%): extras-%: $(VENV)/extras/%/done
	$(VENV)/extras/$*/bin/python -m pytest -m "extras(name='$*')" $(ARGS)

reliability: $(VENV)/test.done ## run the reliability tests (a thousand kills and more) and update their page
	CARDTABLE_FIGURES=1 $(BIN)/python -m tests.reliability.kills --kills 1000
	CARDTABLE_FIGURES=1 $(BIN)/python -m pytest -m "" --deselect tests/reliability/test_kills.py tests/reliability
	$(BIN)/python -m tests.reliability.page

mutants: $(VENV)/mutants.done ## check that the tests notice small changes to the rules; GAME=clash for one game, ARGS="NAME*" for some changes
	$(BIN)/python -m tools.mutants --jobs $(JOBS) $(if $(GAME),--game $(GAME)) $(ARGS)

bench: $(VENV)/bench.done ## measure the speed of the engine and the screen; ARGS=--quick for a short run
	$(BIN)/python benchmarks/engine.py $(ARGS)
	$(BIN)/python benchmarks/screen.py $(ARGS)

soak: $(VENV)/play.done ## press 20,000 keys and check that memory stays constant; ARGS=--quick for a short run
	$(BIN)/python benchmarks/soak.py $(ARGS)

clean: ## delete everything that make, the tests and the tools have created
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests tools benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# One stamp file for each set of requirements. The install is editable, so only a change to pyproject.toml outdates it.

$(VENV)/play.done: pyproject.toml $(VENV)/made
	@echo "Installing cardtable into $(VENV). Only this first start takes a minute ..."
	@$(PIP) install --editable .
	@touch $@

# The variables of the environment lock the tools that build the package, too; each is for other versions of pip.
$(VENV)/test.done: pyproject.toml $(wildcard $(LOCKS)/*.txt) $(VENV)/made
	@echo "Installing cardtable and its test tools into $(VENV) (only the first time) ..."
	@lock=$$($(BIN)/python -c 'import sys; print("$(LOCKS)/python%d.%d.txt" % sys.version_info[:2])'); \
	if [ ! -e "$$lock" ]; then echo "There is no $$lock, so the newest versions are installed."; lock=; fi; \
	PIP_CONSTRAINT=$$lock PIP_BUILD_CONSTRAINT=$$lock $(PIP) install --editable '.[dev]'
	@touch $@ $(VENV)/play.done

$(VENV)/lowest/done: pyproject.toml $(VENV)/made
	@echo "Installing the lowest versions into $(VENV)/lowest (only the first time) ..."
	@$(BIN)/python -m venv --clear $(VENV)/lowest
	@$(BIN)/python tools/lowest_versions.py >$(VENV)/lowest/versions.txt
	@$(VENV)/lowest/bin/python -m pip --quiet --disable-pip-version-check install \
		--constraint $(VENV)/lowest/versions.txt --editable '.[dev]'
	@touch $@

$(EXTRAS:%=$(VENV)/extras/%/done): $(VENV)/extras/%/done: pyproject.toml $(VENV)/made
	@echo "Installing the extra $* into $(VENV)/extras/$* (only the first time) ..."
	@$(BIN)/python -m venv --clear $(VENV)/extras/$*
	@$(VENV)/extras/$*/bin/python -m pip --quiet --disable-pip-version-check install --editable '.[dev,$*]'
	@touch $@

$(VENV)/bench.done: pyproject.toml $(VENV)/made
	@echo "Installing the engines for comparison into $(VENV) (only the first time) ..."
	@$(PIP) install --editable '.[bench]'
	@touch $@ $(VENV)/play.done

$(VENV)/mutants.done: pyproject.toml $(VENV)/test.done
	@echo "Installing the mutation tester into $(VENV) (only the first time) ..."
	@$(PIP) install --editable '.[dev,mutants]'
	@touch $@ $(VENV)/play.done

# .venv/made contains the path where the environment was created. An environment that was copied or moved, or whose
# Python has been removed, doesn't run, so it is created again.
ifneq ($(shell test "`cat $(VENV)/made 2>/dev/null`" = "`pwd -P`" && $(BIN)/python -c '' 2>/dev/null && echo runs),runs)
.PHONY: $(VENV)/made
endif

NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))

# If .venv is already a working environment of yours, it is used. Each candidate Python is run, not just looked up: a
# version manager's shim exists even when its Python doesn't. Debian has Pythons without ensurepip. Those with exact
# versions in constraints/ come first.
$(VENV)/made:
	@if [ ! -e $@ ] && $(BIN)/python -c 'import pip; $(NEW_ENOUGH)' 2>/dev/null; then pwd -P >$@; exit; fi; \
	whole= bare=; \
	for python in "$(PYTHON)" python3.13 python3.12 python3.11 python3.14 python3; do \
		"$$python" -c '$(NEW_ENOUGH)' >/dev/null 2>&1 || continue; \
		if "$$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then whole=$$python; break; fi; \
		bare=$${bare:-$$python}; \
	done; \
	if [ -n "$$whole" ]; then \
		echo "Creating $(VENV) with $$("$$whole" --version) ..."; \
		"$$whole" -m venv --clear $(VENV); \
	elif [ -z "$$bare" ]; then \
		echo "cardtable needs Python 3.11 or newer, and none was found. If you have one, name it: make PYTHON=/path/to/python3" >&2; \
		exit 1; \
	elif "$$bare" -m virtualenv --version >/dev/null 2>&1; then \
		"$$bare" -m virtualenv --quiet --clear $(VENV); \
	elif virtualenv --version >/dev/null 2>&1; then \
		virtualenv --quiet --clear --python "$$bare" $(VENV); \
	else \
		echo "$$("$$bare" --version) can't create virtual environments because ensurepip is missing. Install python3-venv (Debian, Ubuntu) or virtualenv, or name another Python: make PYTHON=/path/to/python3" >&2; \
		exit 1; \
	fi && pwd -P >$@
