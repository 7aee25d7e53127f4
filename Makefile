# `make help` lists the targets. Everything installs into .venv; nothing else on the machine changes.
PYTHON ?= python3
MIRROR ?= $(if $(CULTURAL_TOM_MIRROR),$(CULTURAL_TOM_MIRROR),../shared/upstream)
BIN := .venv/bin
PIP := $(BIN)/python -m pip install -q --disable-pip-version-check -c requirements/constraints.txt

.PHONY: help demo test lint bench sample full validate clean
.DEFAULT_GOAL := help

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

.venv/core: pyproject.toml requirements/constraints.txt
	@echo "Setting up .venv (about a minute the first time) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(PIP) -e '.[build]'
	@touch $@

.venv/dev: .venv/core
	@echo "Adding what tests and checks need (a few minutes the first time; CPU build of torch) ..."
	@$(PIP) -e '.[build,dev]'
	@touch $@

demo: .venv/core ## the whole product once, on the embedded sample edition (no network needed after setup)
	@BIN=$(BIN) bash builders/demo.sh

test: .venv/dev ## all tests; those on real upstream files run if MIRROR is there
	$(BIN)/python -m pytest

lint: .venv/dev ## ruff, mypy, CITATION.cff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/cffconvert --validate

bench: .venv/dev ## speed and memory, side by side; figures go to benchmarks/RESULTS.md by hand
	$(BIN)/python -m benchmarks

sample: .venv/core ## rebuild the sample edition that travels in the package
	$(BIN)/python -m builders build --edition sample --out src/cultural_tom/sample_edition

full: .venv/core ## build everything that the mirror allows: make full MIRROR=DIR
	$(BIN)/python -m builders build --edition full --mirror $(MIRROR) --out dist/full
	$(BIN)/python -m builders check dist/full

validate: .venv/dev ## validate dist/full (after make full) and put the figures into its card
	$(BIN)/python -m validation run dist/full --out dist/validation
	$(BIN)/python -m builders card dist/full --validation dist/validation/validation.json

clean: ## remove what make built (not .venv)
	rm -rf dist .build
