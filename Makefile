# Everything sets itself up: a virtual environment in .venv with the exact versions of the requirements files.
PYTHON ?= python3
BIN := .venv/bin
# Containers often forbid to keep compiled modules: then every process of the suite would compile all of them anew.
unexport PYTHONDONTWRITEBYTECODE
# browser tests mostly wait: one process more than there are cores
JOBS ?= $(shell $(PYTHON) -c 'import os; print(1 + (os.cpu_count() or 1))')

.PHONY: play test types compiled lint fuzz referees mutants soak games pythons lessons duels screens bench ladder outcomes lab study-show docs requirements clean

play: .venv/.play  ## open the library in the browser, everything local
	$(BIN)/front1914

test: .venv/.dev  ## lint, types, import rules and the whole suite
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(MAKE) --no-print-directory -j2 types compiled
	$(BIN)/pytest -n $(JOBS)

types: .venv/.dev
	$(BIN)/mypy

compiled: .venv/.dev  # once for all workers, beside the type check; the suite says what cannot be read
	-$(BIN)/pytest -n 0 --collect-only -q -q >/dev/null

lint: .venv/.dev  ## formatter, linter, strict types of Python and of the client, import rules
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest tests/web/test_types.py

fuzz: .venv/.dev  ## long random play of every title, again with every kept value worked out anew, and under the referees
	$(BIN)/front1914 fuzz --all --decisions $(or $(DECISIONS),200000)
	$(BIN)/front1914 fuzz --all --distrust --decisions $(or $(DISTRUSTED),20000)
	$(BIN)/python -m tests.referee --random $(or $(REFEREED),200) --staff $(or $(REFEREED_STAFF),2)

referees: .venv/.dev  ## hold 2,000 random and 20 staff games of TITLE against its referee; hours
	$(BIN)/python -m tests.referee $(TITLE) --random $(or $(REFEREED),2000) --staff $(or $(REFEREED_STAFF),20) --folder fuzz-failures

mutants: .venv/.dev  ## break rows of TITLE's ledger on purpose: do the tests that cite them notice?
	$(BIN)/front1914 mutants $(TITLE) --rows $(or $(ROWS),30) --seed $(or $(SEED),0) --jobs $(or $(CORES),2)

soak: .venv/.dev  ## whole games of every scenario of TITLE to the end, saved and replayed; a monster takes hours
	$(BIN)/python tools/soak.py $(TITLE) --random $(or $(RANDOM_GAMES),5) --staff $(or $(STAFF_GAMES),3)

games: .venv/.dev  ## replay every recorded game, the long ones too, and open every save of older rules
	$(BIN)/python tools/record_games.py --check
	FRONT1914_GAMES=all $(BIN)/pytest -n 0 tests/games/test_old.py

pythons: .venv/.dev  ## replay every recorded game on every Python from 3.11 on that is found here
	$(BIN)/python tools/pythons.py $(PYTHONS)

attack: .venv/.dev  ## the application under attack, at length: kills, power cuts, spoilt requests, saves and commands (an hour and more)
	$(BIN)/python -m tests.attack $(ATTACK)

load: .venv/.dev  ## a club under load at length: live and idle games, processes and PostgreSQL killed (a quarter of an hour)
	$(BIN)/python -m tests.load $(LOAD)

lessons: .venv/.dev  ## play every lesson of every title, and two small scenarios to their end, by hand in a real browser (20 minutes)
	FRONT1914_LESSONS=all FRONT1914_BROWSER=required $(BIN)/pytest -n 0 tests/web/test_lessons_by_hand.py tests/web/test_to_the_end.py

duels: .venv/.dev  ## two browsers on two accounts play every title's introduction to its end against each other, every answer clicked (some minutes)
	FRONT1914_DUELS=all FRONT1914_BROWSER=required $(BIN)/pytest -n 0 tests/web/test_duel.py

screens: .venv/.dev  ## hold every screen of every title against axe, on a desk and on a phone (some minutes)
	FRONT1914_SCREENS=all FRONT1914_BROWSER=required $(BIN)/pytest -n 0 tests/web/test_everyone.py

bench: .venv/.dev  ## speed against the targets, and beside peers against the last run that was written down
	$(BIN)/front1914 bench
	$(BIN)/python -m benchmarks --hold $(BENCH)

TITLE ?= schlieffens_war

ladder: .venv/.dev  ## commanders against each other, sides swapped
	$(BIN)/python tools/ladder.py ladder $(TITLE) --games $(or $(GAMES),100) --jobs $(or $(CORES),2)

outcomes: .venv/.dev  ## who wins, how and when, put into the title's page
	$(BIN)/python tools/ladder.py outcomes $(TITLE) --games $(or $(GAMES),50) --jobs $(or $(CORES),2) \
		--write docs/titles/$(TITLE).md

lab: .venv/.dev requirements-lab.txt  ## what the tests of the laboratory need besides: Ray, and others who read its tables
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-lab.txt

study-show: lab  ## 1,000 staff games of Schlieffen's War on two cores and on a local Ray, killed and gone on with (hours)
	$(BIN)/python tools/study_show.py --games $(or $(GAMES),1000)

docs: .venv/.dev  ## rebuild the generated parts of docs/
	$(BIN)/python tools/make_docs.py
	$(BIN)/python tools/make_openapi.py

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
	uv export --quiet --no-hashes --no-emit-project --no-dev --extra fast --extra plan --extra mail --no-header > requirements.txt
	uv export --quiet --no-hashes --no-emit-project --no-header > requirements-dev.txt
	uv export --quiet --no-hashes --no-emit-project --no-dev --group lab --no-header > requirements-lab.txt

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache
