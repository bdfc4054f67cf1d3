# `make test` is the one command. Needed: Python 3.11 or later, and the network for the first call.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
# Processes for the tests.
JOBS ?= 2
# The tests start hundreds of programs. Without compiled files each would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

.NOTPARALLEL:
.PHONY: help play test lint format deep lowest reliability mutants bench soak clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' Makefile | while IFS='	' read -r name what; do \
		printf '  make %-11s %s\n' "$$name" "$$what"; done

play: $(VENV)/play.done ## start the app; ARGS="..." goes to it
	@$(BIN)/cardtable $(ARGS)

test: lint ## everything that must hold: lint, types, tests; ARGS="..." goes to pytest
	$(BIN)/python -m pytest -n $(JOBS) $(ARGS)

lint: $(VENV)/test.done ## ruff and mypy
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/python -m mypy

format: $(VENV)/test.done ## let ruff mend what it can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

deep: $(VENV)/test.done ## the tests with many more examples, and the slow ones
	CARDTABLE_PROFILE=deep $(BIN)/python -m pytest -n $(JOBS) -m "" $(ARGS)

lowest: $(VENV)/lowest/done ## the tests with the lowest version of each dependency that pyproject.toml allows
	$(VENV)/lowest/bin/python -m pytest -n $(JOBS) $(ARGS)

reliability: $(VENV)/test.done ## kill the program a thousand times and the like, and write the page of figures
	CARDTABLE_FIGURES=1 $(BIN)/python -m tests.reliability.kills --kills 1000
	CARDTABLE_FIGURES=1 $(BIN)/python -m pytest -m "" --deselect tests/reliability/test_kills.py tests/reliability
	$(BIN)/python -m tests.reliability.page

mutants: $(VENV)/mutants.done ## do the tests notice small changes to the rules? GAME=clash for one game; ARGS="NAME*" for some changes
	$(BIN)/python -m tests.mutants --jobs $(JOBS) $(if $(GAME),--game $(GAME)) $(ARGS)

bench: $(VENV)/bench.done ## how fast the engine is, beside others, and what the screen costs; ARGS=--quick
	$(BIN)/python benchmarks/engine.py $(ARGS)
	$(BIN)/python benchmarks/screen.py $(ARGS)

soak: $(VENV)/play.done ## press 20,000 keys at the table: does memory stay flat? ARGS=--quick
	$(BIN)/python benchmarks/soak.py $(ARGS)

clean: ## remove what make, the tests and the tools have made
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# One stamp for each set of requirements. The install is editable, so only pyproject.toml makes it old.

$(VENV)/play.done: pyproject.toml $(VENV)/made
	@echo "Installing cardtable into $(VENV), once ..."
	@$(PIP) install --editable .
	@touch $@

$(VENV)/test.done: pyproject.toml $(VENV)/made
	@echo "Installing cardtable and what its tests need into $(VENV), once ..."
	@$(PIP) install --editable '.[dev]'
	@touch $@ $(VENV)/play.done

$(VENV)/lowest/done: pyproject.toml $(VENV)/made
	@echo "Installing the lowest versions into $(VENV)/lowest, once ..."
	@$(BIN)/python -m venv --clear $(VENV)/lowest
	@$(BIN)/python tests/lowest_versions.py >$(VENV)/lowest/versions.txt
	@$(VENV)/lowest/bin/python -m pip --quiet --disable-pip-version-check install \
		--constraint $(VENV)/lowest/versions.txt --editable '.[dev]'
	@touch $@

$(VENV)/bench.done: pyproject.toml $(VENV)/made
	@echo "Installing the engines to compare with into $(VENV), once ..."
	@$(PIP) install --editable '.[bench]'
	@touch $@ $(VENV)/play.done

$(VENV)/mutants.done: pyproject.toml $(VENV)/test.done
	@echo "Installing the mutation tester into $(VENV), once ..."
	@$(PIP) install --editable '.[dev,mutants]'
	@touch $@ $(VENV)/play.done

# .venv/made names the folder the environment was made in. A copied or moved folder, or a Python that has gone,
# would leave one that does not run: then it is made anew.
ifneq ($(shell test "`cat $(VENV)/made 2>/dev/null`" = "`pwd -P`" && $(BIN)/python -c '' 2>/dev/null && echo runs),runs)
.PHONY: $(VENV)/made
endif

NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))

# An environment of your own in .venv is kept if it will do. A candidate is run and not only looked up: a version
# manager's shim is there even when its Python is not. Debian has Pythons without ensurepip.
$(VENV)/made:
	@if [ ! -e $@ ] && $(BIN)/python -c 'import pip; $(NEW_ENOUGH)' 2>/dev/null; then pwd -P >$@; exit; fi; \
	whole= bare=; \
	for python in "$(PYTHON)" python3.14 python3.13 python3.12 python3.11 python3; do \
		"$$python" -c '$(NEW_ENOUGH)' >/dev/null 2>&1 || continue; \
		if "$$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then whole=$$python; break; fi; \
		bare=$${bare:-$$python}; \
	done; \
	if [ -n "$$whole" ]; then \
		echo "Making $(VENV) with $$("$$whole" --version) ..."; \
		"$$whole" -m venv --clear $(VENV); \
	elif [ -z "$$bare" ]; then \
		echo "cardtable needs Python 3.11 or later, and none was found; if you have one, name it: make PYTHON=/path/to/python3" >&2; \
		exit 1; \
	elif "$$bare" -m virtualenv --version >/dev/null 2>&1; then \
		"$$bare" -m virtualenv --quiet --clear $(VENV); \
	elif virtualenv --version >/dev/null 2>&1; then \
		virtualenv --quiet --clear --python "$$bare" $(VENV); \
	else \
		echo "$$("$$bare" --version) cannot make virtual environments (ensurepip is missing): install python3-venv (Debian, Ubuntu) or virtualenv, or name another Python: make PYTHON=/path/to/python3" >&2; \
		exit 1; \
	fi && pwd -P >$@
