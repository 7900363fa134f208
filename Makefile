# Everything sets itself up: a virtual environment in .venv with the exact versions of the requirements files.
PYTHON ?= python3
BIN := .venv/bin
JOBS ?= auto

.PHONY: play test lint fuzz mutants soak games bench ladder outcomes docs requirements clean

play: .venv/.play  ## open the library in the browser, everything local
	$(BIN)/front1914

test: .venv/.dev  ## lint, types, import rules and the whole suite
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n $(JOBS)

lint: .venv/.dev  ## formatter, linter, strict types of Python and of the client, import rules
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest tests/web/test_types.py

fuzz: .venv/.dev  ## long random play of every title, then again with every kept value worked out anew
	$(BIN)/front1914 fuzz --all --decisions $(or $(DECISIONS),200000)
	$(BIN)/front1914 fuzz --all --distrust --decisions $(or $(DISTRUSTED),20000)

mutants: .venv/.dev  ## break rows of TITLE's ledger on purpose: do the tests that cite them notice?
	$(BIN)/front1914 mutants $(TITLE) --rows $(or $(ROWS),30) --seed $(or $(SEED),0) --jobs $(or $(CORES),2)

soak: .venv/.dev  ## whole games of every scenario of TITLE to the end, saved and replayed; a monster takes hours
	$(BIN)/python tools/soak.py $(TITLE) --random $(or $(RANDOM_GAMES),5) --staff $(or $(STAFF_GAMES),3)

games: .venv/.dev  ## replay every recorded game, the long ones too
	$(BIN)/python tools/record_games.py --check

attack: .venv/.dev  ## the application under attack, at length: kills, power cuts, spoilt requests, saves and commands (an hour and more)
	$(BIN)/python -m tests.attack $(ATTACK)

bench: .venv/.dev  ## speed against the targets
	$(BIN)/front1914 bench

TITLE ?= schlieffens_war

ladder: .venv/.dev  ## commanders against each other, sides swapped
	$(BIN)/python tools/ladder.py ladder $(TITLE) --games $(or $(GAMES),100) --jobs $(or $(CORES),2)

outcomes: .venv/.dev  ## who wins, how and when, put into the title's page
	$(BIN)/python tools/ladder.py outcomes $(TITLE) --games $(or $(GAMES),50) --jobs $(or $(CORES),2) \
		--write docs/titles/$(TITLE).md

docs: .venv/.dev  ## rebuild the generated parts of docs/
	$(BIN)/python tools/make_docs.py

.venv/bin/pip:
	$(PYTHON) -m venv .venv

.venv/.play: requirements.txt pyproject.toml | .venv/bin/pip
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -e .
	$(BIN)/python tools/fetch_fonts.py
	touch $@

.venv/.dev: requirements-dev.txt pyproject.toml package.json | .venv/bin/pip
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -e .
	$(BIN)/python tools/fetch_fonts.py
	@command -v npm >/dev/null && npm install --silent || echo "no npm here: types and accessibility of the client are not checked"
	touch $@ .venv/.play

requirements:  ## pin anew the exact versions (needs uv)
	UV_PYTHON_DOWNLOADS=never uv lock --quiet
	uv export --quiet --no-hashes --no-emit-project --no-dev --extra fast --extra plan --no-header > requirements.txt
	uv export --quiet --no-hashes --no-emit-project --no-header > requirements-dev.txt

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache
