# Needs Python 3.11 or newer and make, nothing else: "make" lists the targets, each sets up what it needs.

# The interpreter for the virtual environment; without PYTHON=... the first of these that is new enough.
PYTHON ?=
PYTHONS = python3 python3.13 python3.12 python3.11

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --no-input -qq

LINT_IMPORTS = $(PY) -c 'from importlinter.cli import lint_imports_command; lint_imports_command()'

PORT ?= 8000
export PORT
# Shown in the list of targets; they reach the service through the environment.
# KILN_DATA_DIR, KILN_REDIS_URL, WEB_CONCURRENCY, HOST

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup serve test e2e check format bench openapi fuzz chaos container-proof compile uncompile lock clean

help: ## list the targets (this is what "make" alone does)
	@echo "Targets:"
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-15s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))
	@echo "Variables, as in \"make serve PORT=9000\":"
	@echo "  PORT (8000), HOST (127.0.0.1), KILN_DATA_DIR (.kiln), KILN_REDIS_URL (none: a server of its own),"
	@echo "  WEB_CONCURRENCY (2), PYTHON (the first of: $(PYTHONS))"

# ---- setting up ----------------------------------------------------------------------------------

# A virtual environment whose interpreter has gone is of no use: away with it, before anything is looked at.
GONE := $(shell test -e $(VENV) && ! $(PY) -c '' 2>/dev/null && rm -rf $(VENV))

NEW_ENOUGH := -c 'import sys; sys.exit(sys.version_info < (3, 11))'

$(VENV)/.created:
	@if $(PY) $(NEW_ENOUGH) 2>/dev/null; then touch $@; exit 0; fi; \
	for python in $(or $(PYTHON),$(PYTHONS)); do \
	  if $$python $(NEW_ENOUGH) 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "Kiln needs Python 3.11 or newer; none of these is: $(or $(PYTHON),$(PYTHONS))." >&2; \
	  echo "Install one, or name it: make PYTHON=/path/to/python3" >&2; exit 1; \
	fi; \
	echo "Setting up $(VENV) with $$($$found --version 2>&1)"; \
	rm -rf $(VENV); \
	if ! $$found -m venv $(VENV); then \
	  rm -rf $(VENV); \
	  echo "$$found cannot make a virtual environment (on Debian and Ubuntu: install python3-venv)." >&2; exit 1; \
	fi; \
	touch $@

$(VENV)/.runtime: requirements/runtime.txt $(VENV)/.created
	@echo "Installing what the service needs"
	@$(PIP) install --require-hashes -r $<
	@touch $@

# The service itself, editable. Again only when its metadata or its commands may have changed.
$(VENV)/.service: pyproject.toml $(VENV)/.runtime
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.test: requirements/test.txt $(VENV)/.runtime
	@echo "Installing what the tests need"
	@$(PIP) install --require-hashes -r $<
	@touch $@

# What the extras bring: their tests need it, and so do the types of what uses it.
$(VENV)/.extras: requirements/ladder.txt requirements/mcp.txt requirements/rl.txt $(VENV)/.test
	@echo "Installing the extras"
	@for extra in ladder mcp rl; do $(PIP) install --require-hashes -r requirements/$$extra.txt || exit 1; done
	@touch $@

$(VENV)/.check: requirements/check.txt $(VENV)/.extras
	@echo "Installing what the checks need"
	@$(PIP) install --require-hashes -r $<
	@touch $@

$(VENV)/.e2e: requirements/e2e.txt $(VENV)/.test
	@echo "Installing what the tests in a browser need"
	@$(PIP) install --require-hashes -r $<
	@touch $@

# One of these comes as source alone: what builds it is locked too, and goes first.
$(VENV)/.bench: requirements/bench-build.txt requirements/bench.txt $(VENV)/.runtime
	@echo "Installing what the benchmarks need"
	@$(PIP) install --require-hashes -r requirements/bench-build.txt
	@$(PIP) install --require-hashes --no-build-isolation -r requirements/bench.txt
	@touch $@

$(VENV)/.compile: requirements/compile.txt $(VENV)/.created
	@echo "Installing what compiles the rules"
	@$(PIP) install --require-hashes -r $<
	@touch $@

setup: $(VENV)/.service $(VENV)/.test $(VENV)/.extras $(VENV)/.check $(VENV)/.bench ## set up everything in .venv (the other targets do it by themselves)

# ---- running ---------------------------------------------------------------------------------------

serve: $(VENV)/.service ## run the service on PORT
	@$(PY) -m native.compile --check
	@exec $(PY) -m service.cli serve

test: $(VENV)/.service $(VENV)/.test $(VENV)/.extras ## run the tests; ARGS="-k warehouse" runs some
	@$(PY) -m pytest -n 2 --dist loadgroup $(ARGS)

e2e: $(VENV)/.service $(VENV)/.e2e ## run the tests of the page in Chromium; pictures go to build/screenshots
	@if ! command -v chromium > /dev/null; then \
	  if [ "$$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then \
	    echo "These tests need Chromium (on Debian and Ubuntu: apt-get install chromium)." >&2; exit 1; \
	  fi; \
	  echo "Installing Chromium"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium > /dev/null; \
	fi
	@$(PY) -m pytest tests/e2e $(ARGS)

check: $(VENV)/.service $(VENV)/.test $(VENV)/.extras $(VENV)/.check ## formatting, lint, types, layers, and whether openapi/ says what the code says
	@failed=""; \
	$(PY) -m ruff format --check --quiet . || failed="$$failed format"; \
	$(PY) -m ruff check --quiet . || failed="$$failed lint"; \
	$(PY) -m mypy --no-error-summary $(wildcard service tests examples bench k8s native) || failed="$$failed types"; \
	$(LINT_IMPORTS) --no-logo > $(VENV)/imports.log 2>&1 || { cat $(VENV)/imports.log; failed="$$failed layers"; }; \
	$(VENV)/bin/hadolint Dockerfile || failed="$$failed Dockerfile"; \
	$(PY) -m k8s.check || failed="$$failed k8s"; \
	$(PY) -m service.api.contract | diff -u openapi/kiln-v1.yaml - || failed="$$failed contract(make openapi)"; \
	if [ -n "$$failed" ]; then echo "Failed:$$failed" >&2; exit 1; fi; \
	echo "Formatting, lint, types, layers, contract and manifests are in order"

format: $(VENV)/.check ## rewrite the code in the project's format
	@$(PY) -m ruff check --quiet --fix-only .
	@$(PY) -m ruff format --quiet .

bench: $(VENV)/.service $(VENV)/.test $(VENV)/.bench $(VENV)/.compile ## measure the engine and the service
	@$(PY) -m bench

openapi: $(VENV)/.service $(VENV)/.test ## write the contract anew: openapi/kiln-v1.yaml
	@mkdir -p openapi
	@$(PY) -m service.api.contract > openapi/kiln-v1.yaml.new
	@mv openapi/kiln-v1.yaml.new openapi/kiln-v1.yaml

fuzz: $(VENV)/.service $(VENV)/.test ## compare the rules with the reference on millions of random positions
	@$(PY) -m tests.fuzz

chaos: $(VENV)/.service $(VENV)/.test ## play while the service and its store are broken, for minutes; ARGS="--seed 7"
	@$(PY) -m tests.chaos $(ARGS)

container-proof: $(VENV)/.service ## build the image and play in it, with tools that it installs (Debian, root)
	@bash tests/container/prove.sh

# ---- machine code --------------------------------------------------------------------------------------

compile: $(VENV)/.service $(VENV)/.compile ## make machine code of the rules and the movers, beside their sources (needs a C compiler)
	@if ! command -v $${CC:-cc} > /dev/null; then \
	  echo "This needs a C compiler (on Debian and Ubuntu: apt-get install gcc libc6-dev)." >&2; exit 1; \
	fi
	@if ! $(PY) -c 'import os, sysconfig; os.stat(sysconfig.get_path("include") + "/Python.h")' 2> /dev/null; then \
	  echo "This needs the headers of $$($(PY) --version) (on Debian and Ubuntu: apt-get install python3-dev)." >&2; exit 1; \
	fi
	@echo "Compiling the rules and the movers, which takes a minute or two"
	@$(PY) -m native.compile
	@$(PY) -c 'from service.rules.form import form_name; print("The rules are", form_name())'

uncompile: $(VENV)/.service ## remove that machine code: the sources are run again
	@$(PY) -m native.compile --remove
	@$(PY) -c 'from service.rules.form import form_name; print("The rules are", form_name())'

# ---- keeping ---------------------------------------------------------------------------------------

COMPILE = $(PY) -m uv pip compile --quiet --upgrade --no-config --universal --python-version 3.11 \
	--generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links

lock: $(VENV)/.check ## move the locked versions to the newest that pyproject.toml allows
	@$(COMPILE) pyproject.toml --group build -o requirements/runtime.txt
	@$(COMPILE) pyproject.toml --extra otel -c requirements/runtime.txt -o requirements/otel.txt
	@$(COMPILE) --group test -c requirements/runtime.txt -c requirements/otel.txt -o requirements/test.txt
	@$(COMPILE) pyproject.toml --extra ladder -c requirements/test.txt -c requirements/runtime.txt -o requirements/ladder.txt
	@$(COMPILE) pyproject.toml --extra rl -c requirements/ladder.txt -o requirements/rl.txt
	@$(COMPILE) pyproject.toml --extra mcp -c requirements/test.txt -c requirements/runtime.txt -c requirements/otel.txt -o requirements/mcp.txt
	@$(COMPILE) --group rules -c requirements/test.txt -o requirements/rules.txt
	@$(COMPILE) --group e2e -c requirements/test.txt -o requirements/e2e.txt
	@$(COMPILE) --group check -c requirements/runtime.txt -c requirements/test.txt -o requirements/check.txt
	@$(COMPILE) --group bench -c requirements/runtime.txt -o requirements/bench.txt
	@$(COMPILE) --group bench-build -o requirements/bench-build.txt
	@$(COMPILE) --group compile -c requirements/check.txt -c requirements/bench-build.txt -o requirements/compile.txt

clean: ## remove .venv and everything that tools have left; games (KILN_DATA_DIR) stay
	@rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis build dist
	@rm -f service/native__mypyc*.so service/*/*.so
	@find service tests k8s native -name __pycache__ -type d -prune -exec rm -rf {} +
