# Every target makes .venv itself, from the locks. Another Python: make PYTHON=/path/to/python3.13 ...
# Arguments for a command: make demo ARGS=--once
.DEFAULT_GOAL := help
.PHONY: help demo run upgrade test prove check bench lock audit client fast words screens pictures release
PYTHON ?=
ARGS ?=
VERSION ?=
export PYTHON

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

demo: ## a club's weekend, shown live as it is played
	@sh tools/venv.sh run
	@.venv/bin/brade demo $(ARGS)

run: ## the service with its store and its workers, until Ctrl-C
	@sh tools/venv.sh run
	@exec .venv/bin/brade serve $(ARGS)

upgrade: ## after git pull: backs up, installs, says whether the store fits; starts nothing
	@sh tools/upgrade.sh

check: ## style, types, the line of imports, dependencies, prose
	@sh tools/venv.sh dev
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/lint-imports
	.venv/bin/deptry .
	.venv/bin/python -m tools.prose

test: ## everything that must hold before a change goes in: the tests, and the checks beside them
	@sh tools/venv.sh dev
	@sh tools/programs.sh
	@sh tools/test.sh $(ARGS)

prove: ## what takes too long for every change, before a release: random examples in full length, all sizes, all kills
	@sh tools/venv.sh dev
	@sh tools/programs.sh
	@HYPOTHESIS_PROFILE=prove sh tools/test.sh -m "prove or hypothesis" -o hanging_seconds=4500 -o hanging_exits=true \
		$(ARGS)

bench: ## the measured comparisons
	@sh tools/bench.sh $(ARGS)

lock: ## remake the locks from pyproject.toml (make lock ARGS=--upgrade: with the newest releases)
	@sh tools/lock.sh $(ARGS)

audit: ## which pinned releases are behind the newest; exit code 1 if any is
	@sh tools/venv.sh dev
	@.venv/bin/python -m tools.audit

client: ## the typed client for Python as a wheel in dist, made from the published document
	@sh tools/venv.sh dev
	@.venv/bin/python -m tools.client $(ARGS)

fast: ## brade with compiled rules as a wheel in dist; needs a C compiler (make fast ARGS=--test: tests it)
	@sh tools/fast.sh $(ARGS)

release: ## a version, built and tried and tagged; publishes nothing (make release VERSION=1.0.0)
	@sh tools/venv.sh dev
	@.venv/bin/python -m tools.release $(VERSION) $(ARGS)

words: ## bring the pages' catalogues up to date (service/translations), to be translated there
	@sh tools/venv.sh run
	@.venv/bin/python -m tools.words $(ARGS)

screens: ## the pictures of the main pages anew (docs/screens)
	@sh tools/venv.sh dev
	@BRADE_SCREENS=docs/screens .venv/bin/python -m pytest -q -k "pictures or pointer" tests/pages/desk/test_desk_reading.py tests/pages/evening tests/pages/pictures/test_screens.py $(ARGS)

pictures: ## compares every page with its accepted pictures (make pictures ARGS=--accept: accepts what differs)
	@sh tools/venv.sh dev
	@sh tools/programs.sh
	@.venv/bin/python -m tests.pages.pictures $(ARGS)
