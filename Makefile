# Each target does its own set-up in .venv and needs nothing but Python 3.11+ with venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
OUT := demo-out
COMPANION := $(BIN)/companion --data $(OUT)/data

.PHONY: test lint demo bench bench-reader bench-stages bench-live messages clean

$(VENV)/ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(BIN)/python -m compileall -q companion recognizers scorers # as an ordinary install does
	touch $@

test: lint
	$(BIN)/python -m pytest

lint: $(VENV)/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The main job, end to end: set up, print tags, read cards from pictures, score, settle.
demo: $(VENV)/ready
	rm -rf $(OUT) && mkdir -p $(OUT)
	$(COMPANION) setup saboteur --players 7
	$(COMPANION) tags archaeology -o $(OUT)/archaeology-tags.pdf
	$(COMPANION) setup archaeology --player Ann --player Bob --start Ann
	$(COMPANION) scan sample_images/archaeology-table.jpg --yes --annotate $(OUT)/archaeology-read.jpg
	$(COMPANION) do sell Bob parchment=4
	$(COMPANION) score
	$(COMPANION) scan --game caravan sample_images/caravan-ann.jpg
	$(COMPANION) scan --game saboteur sample_images/saboteur-ann.jpg
	$(COMPANION) scan --game treasure-hunt sample_images/treasure-hunt-ann.jpg
	$(COMPANION) settle archaeology Ann=42,cards-sold=12 Bob=42,cards-sold=9
	@echo "See $(OUT)/ for the tag sheet and for the picture with what was read in it."

bench: $(VENV)/ready
	$(BIN)/python -m benchmarks.startup
	$(BIN)/python -m benchmarks.record
	$(BIN)/python -m benchmarks.reading

# Films of tables, and whole tables from one photo: minutes.
bench-live: $(VENV)/ready
	$(BIN)/python -m benchmarks.live --effort normal
	$(BIN)/python -m benchmarks.tables

PHOTOS := $(if $(wildcard ../shared/photos/qr/truth.json),--photos ../shared/photos/qr)

# The readers side by side: photos with truth where they lie beside the checkout, rendered tables, covered tags,
# worn cards; then pictures in which there is nothing to read.
bench-reader: $(VENV)/ready
	$(BIN)/python -m benchmarks.reader $(PHOTOS)
	$(BIN)/python -m benchmarks.distractors

# What each stage of reading gains for its time.
bench-stages: $(VENV)/ready
	$(BIN)/python -m benchmarks.gains $(PHOTOS)
	$(BIN)/python -m benchmarks.gains $(PHOTOS) --effort thorough

# Brings the catalogues up to date with the sentences in the sources, then compiles them. Translations are kept;
# what no source says any more goes. The compiled catalogue is committed too: a wheel is built without Babel.
messages: POT := $(shell mktemp)
messages: $(VENV)/ready
	$(BIN)/pybabel -q extract -k T -k TN:1,2 -k TC:1c,2 -k PictureError:2 --no-location --sort-output \
		-o $(POT) companion recognizers scorers
	$(BIN)/pybabel -q update --domain companion --input-file $(POT) --output-dir companion/locale \
		--no-wrap --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(BIN)/pybabel -q compile --directory companion/locale --domain companion
	rm $(POT)

clean:
	rm -rf $(VENV) $(OUT)
