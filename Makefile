# `make help` lists the targets. Everything installs into .venv; nothing else on the machine changes.
PYTHON ?= python3
MIRROR ?= $(if $(CULTURAL_TOM_MIRROR),$(CULTURAL_TOM_MIRROR),../shared/upstream)
BIN := .venv/bin
UV := .build/uv/bin/uv
COMPAT ?= all
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
# Exactly the lock, each file checked by its hash, source packages built with the locked tools (requirements/README.md).
LOCKED := $(PIP) install --require-hashes --no-deps --no-build-isolation -r

SITE := .build/docs

.PHONY: help demo docs browse pictures test ray compat lint bench compiled hostile fuzz audit mutants planted faults sample golden full validate reference citation release lock licences clean
.DEFAULT_GOAL := help

# What a target needs and make cannot make is asked for before anything is installed or worked on.
ifneq ($(filter full,$(MAKECMDGOALS)),)
ifeq ($(shell ls -d '$(MIRROR)'/*/*/* 2>/dev/null | head -n 1),)
$(error no papers' files in '$(MIRROR)': expected <owner>/<repository>/<commit>/<path> below it; name their folder: make full MIRROR=DIR)
endif
else ifneq ($(filter validate reference faults,$(MAKECMDGOALS)),)
ifeq ($(wildcard dist/full/build.json),)
$(error dist/full is not built; first: make full MIRROR=DIR)
endif
endif

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 18

.venv/core: pyproject.toml requirements/core.txt
	@echo "Setting up .venv (about a minute the first time) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(LOCKED) requirements/core.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv/dev: .venv/core requirements/dev.txt requirements/torch.txt
	@echo "Adding what tests and checks need (a few minutes the first time; torch is among it) ..."
	@$(LOCKED) requirements/dev.txt
	@$(PIP) install -r requirements/torch.txt
	@$(PIP) check
	@touch $@

$(UV): requirements/uv.txt
	@test -x .build/uv/bin/python || $(PYTHON) -m venv .build/uv
	@.build/uv/bin/python -m pip --disable-pip-version-check -q install --require-hashes --no-deps -r $<
	@touch $@

demo: .venv/core ## the whole product once, on the embedded sample edition (no network needed after setup)
	@BIN=$(BIN) bash builders/demo.sh

test: .venv/dev ## all tests; those on real upstream files run if MIRROR is there
	$(BIN)/python -m pytest -n 2 --dist worksteal

$(SITE)/made: requirements/docs.txt
	@echo "Setting up $(SITE) (the builder of the site; half a minute the first time) ..."
	@test -x $(SITE)/bin/python || $(PYTHON) -m venv $(SITE)
	@$(SITE)/bin/python -m pip --disable-pip-version-check -q install --require-hashes --no-deps -r $<
	@touch $@

docs: .venv/core $(SITE)/made ## the documentation site into dist/site; every warning is an error
	$(BIN)/python -m website sources dist/site-sources
	$(SITE)/bin/python -m sphinx -q -W --keep-going -E -b html -c website dist/site-sources dist/site
	@echo "dist/site/index.html"

browse: docs .venv/dev ## look at dist/site with headless Chromium: requests, widths, search (needs chromium and chromedriver)
	CULTURAL_TOM_SITE=dist/site $(BIN)/python -m pytest tests/website/test_site.py

pictures: .venv/core ## the pictures of docs/pictures again (needs chromium, chromedriver and fonts of all scripts)
	$(BIN)/python -m website pictures

ray: .venv/dev ## tests of --engine ray: clusters of this machine, whose workers are killed (minutes)
	CULTURAL_TOM_RAY=1 $(BIN)/python -m pytest tests/src/test_ray.py --durations=0

compat: .venv/dev $(UV) ## the library in environments with its lowest and newest versions (requirements/environments.toml)
	UV=$(UV) $(BIN)/python -m pytest tests/compat -n 2 --dist worksteal --compat $(COMPAT) -v -rs --durations=0

lint: .venv/dev ## ruff, mypy, CITATION.cff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/cffconvert --validate

bench: .venv/dev ## speed and memory, side by side (figures go to benchmarks/RESULTS.md by hand); PARTS=coverage: do the intervals hold?
	$(BIN)/python -m benchmarks $(PARTS)

hostile: .venv/dev ## hostile cases, kills and wrong calls, into the tables of docs/security.md (an hour; GO_ON=1 goes on)
	$(BIN)/python -m tests.hostile --write $(if $(GO_ON),--missing)
	$(BIN)/python -m tests.hostile.killed --write $(if $(GO_ON),--missing)
	$(BIN)/python -m tests.hostile.sweep --write $(if $(GO_ON),--missing)

SECONDS ?= 600
fuzz: .venv/dev ## random input at every reader: make fuzz SECONDS=60
	$(BIN)/python -m tests.hostile.fuzz $(SECONDS)

audit: ## known vulnerabilities of what is locked; needs pip-audit and a database of advisories that it can reach
	@command -v pip-audit >/dev/null || { echo "pip-audit is not installed here; install it in an environment of its own."; exit 1; }
	pip-audit --disable-pip --require-hashes -r requirements/core.txt
	pip-audit --disable-pip --require-hashes -r requirements/dev.txt
	pip-audit --disable-pip --require-hashes -r requirements/wheels.txt

compiled: .venv/dev $(UV) ## wheels with the extraction compiled, and whether they read as plain Python does (minutes each); PYTHONS=3.11
	UV=$(UV) $(BIN)/python requirements/wheels.py dist/compiled $(PYTHONS)
	$(BIN)/python -m benchmarks.compiled dist/compiled

mutants: .venv/dev ## plant small defects one by one; a test must fail for each (hours; resumes): make mutants MODULE=scoring/table.py
	$(BIN)/python tests/mutants/run.py $(MODULE)

planted: .venv/dev ## plant the defects that someone would make; the tests named for each must fail (minutes)
	$(BIN)/python tests/mutants/planted.py

faults: .venv/dev ## plant faults in the sample and dist/full (after make full) and say which validation finds (half an hour)
	$(BIN)/python -m tests.faults src/cultural_tom/sample_edition dist/full

sample: .venv/core ## rebuild the sample edition that travels in the package
	$(BIN)/python -m builders build --edition sample --out src/cultural_tom/sample_edition
	$(BIN)/python -m builders listed src/cultural_tom/sample_edition --add

golden: .venv/dev ## write the golden reports anew; git diff shows which figures moved
	$(BIN)/python tests/golden/golden.py

full: .venv/core ## build everything that the mirror allows: make full MIRROR=DIR
	$(BIN)/python -m builders build --edition full --mirror '$(MIRROR)' --out dist/full
	$(BIN)/python -m builders check dist/full

validate: .venv/dev ## validate dist/full (after make full) and put the figures into its card
	$(BIN)/python -m validation run dist/full --out dist/validation
	$(BIN)/python -m builders card dist/full --validation dist/validation/validation.json

reference: .venv/dev ## baselines on the sample and dist/full (after make full), scored, into docs/baselines.md
	$(BIN)/python -m reference shortcuts --data dist/full
	$(BIN)/python -m reference run --data sample --data dist/full
	$(BIN)/python -m reference golds --data dist/full

citation: .venv/core ## write CITATION.cff and .zenodo.json from src/cultural_tom/citing/works.toml
	$(BIN)/python requirements/release.py --citation

release: .venv/dev $(UV) ## sdist and wheels of a tagged commit into dist/package, built twice and compared (ten minutes)
	UV=$(UV) $(BIN)/python requirements/release.py

lock: $(UV) ## resolve pyproject.toml into requirements/ again; make lock UP=--upgrade takes the newest versions
	UV=$(UV) $(PYTHON) requirements/lock.py $(UP)
	@echo "Then: make licences, make test, make compat (and make sample if pyarrow or datasets moved)."

licences: .venv/dev ## list every locked package with its licence
	$(BIN)/python requirements/licences.py

clean: ## remove what make built (not .venv)
	rm -rf dist .build
