# Every command of the repository. `make` lists them; each installs what it needs.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# Extra arguments for the program that demo, demo-full, test or bench runs: make test ARGS='--filter Schema'
ARGS ?=
# The configuration file of the Flights example: it decides which backend holds what.
CONFIG ?= Examples/Flights/granary.yaml

# SwiftPM passes a dependency's traits as flags in hash order; a fixed order spares rebuilding it each time.
# Only builds are run like this: what is tested and measured hashes as it does for users.
# Debug information, which nothing here reads, takes a tenth of the time.
BUILD := SWIFT_DETERMINISTIC_HASHING=1 swift build -debug-info-format none
# An index takes a tenth of the time too, and only tests of XCTest need one, for which SwiftPM looks where there is no XCTMain.swift.
BUILD_TESTS := $(BUILD) --disable-index-store --build-tests --traits HTTP,Services --explicit-target-dependency-import-check error
BUILD_FLIGHTS := $(BUILD) --disable-index-store --product flights
# The demo builds without optimization, unlike the tests, and where it does not undo their build.
BUILD_DEMO := $(BUILD_FLIGHTS) --scratch-path .build/demo
FLIGHTS = flights --config '$(CONFIG)'

# The tests spend their time in the library, which is therefore optimized for them (see the manifest).
test capabilities warnings docs docs-site: export GRANARY_OPTIMIZED = 1

# Whether the tests do without a server of their own.
WITH_SERVER := test -n "$${GRANARY_TEST_POSTGRESQL:-}" -o "$${GRANARY_WITHOUT_POSTGRESQL:-}" = 1

.PHONY: help demo demo-full test test-year workshop new-service capabilities check format lint warnings boundaries sizes safety decisions architecture answers packages docs docs-site api bench bench-full counts builds setup clean

help: ## List the commands
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' Makefile | awk -F '\t' '{ printf "make %-12s %s\n", $$1, $$2 }'

# Without optimization the first build takes less than half of the time, and a month is imported in seconds all the same.
demo: setup ## Import a month of flights and answer questions about it
	@echo 'demo: building the example and all that it needs. The first time takes minutes; the numbers count its steps.'
	$(BUILD_DEMO)
	.build/demo/debug/$(FLIGHTS) $(ARGS)

demo-full: ## The same with the whole year, fetched once
	@Scripts/setup pip
	$(BUILD_FLIGHTS) -c release
	data=$$(Scripts/fetch-flights) && .build/release/$(FLIGHTS) --data "$$data" $(ARGS)

# The tests of the PostgreSQL backend need a server: one is started for them and stopped at the end, unless
# GRANARY_TEST_POSTGRESQL names one or GRANARY_WITHOUT_POSTGRESQL=1 leaves them out.
test: setup ## Run every test
	@$(WITH_SERVER) || Scripts/setup postgres
	$(BUILD_TESTS)
	if $(WITH_SERVER); then run=; else run='Scripts/postgres run'; fi; \
	GRANARY_POSTGRES_FAST=1 $$run Scripts/test $(ARGS)

test-year: ## Compare the whole year's answers from every store with Python's
	@Scripts/setup pip
	data=$$(Scripts/fetch-flights) && GRANARY_FLIGHTS_YEAR="$$data" $(MAKE) test ARGS='--filter agreeWithPythonAboutTheYear'

# A package of its own, with packages that nothing else needs: it is built and tested here alone. It has no XCTMain.swift,
# so its tests are built with an index.
WORKSHOP := --package-path Examples/Workshop

workshop: setup ## Build and test the example of a web service
	@$(WITH_SERVER) || Scripts/setup postgres
	$(BUILD) --build-tests $(WORKSHOP)
	if $(WITH_SERVER); then run=; else run='Scripts/postgres run'; fi; \
	GRANARY_POSTGRES_FAST=1 $$run swift test --skip-build $(WORKSHOP) $(ARGS)

new-service: setup ## Build, test and run the web service that granary new writes; ARGS=leveldb for another store
	@Scripts/new-service $(ARGS)

# The tests of a backend report when this names a directory; other tests need not run for it.
REPORT := .build/conformance

capabilities: setup ## Write Docs/Capabilities.md from a run of the conformance kit
	@$(WITH_SERVER) || Scripts/setup postgres
	$(BUILD_TESTS)
	rm -rf $(REPORT) && mkdir -p $(REPORT)
	if $(WITH_SERVER); then run=; else run='Scripts/postgres run'; fi; \
	GRANARY_POSTGRES_FAST=1 GRANARY_REPORT='$(CURDIR)/$(REPORT)' \
	$$run Scripts/test --filter ConformanceTests $(ARGS)
	@Scripts/capabilities $(REPORT)

check: setup lint boundaries sizes safety decisions architecture answers packages warnings docs api ## Everything that must hold before a change is done, but the tests

format: ## Format every Swift file in place
	@Scripts/format

lint: ## Check formatting and doc comment style
	@Scripts/format --check

warnings: setup ## Build all with warnings as errors and undeclared imports refused
	$(BUILD_TESTS)

boundaries: setup ## Check which folder imports what, and which folder of the core names whose types
	@Scripts/boundaries
	@Scripts/folders

sizes: setup ## Print how long the files are; none may pass 500 lines
	@Scripts/sizes

safety: setup ## Find traps and unexplained promises in product code
	@Scripts/safety

decisions: setup ## Check the decisions and their list by subject
	@Scripts/decisions --check

architecture: setup ## Check that what the map of the code names exists
	@Scripts/architecture

answers: ## Check that QuestionTests compare with what their script computes
	@Tests/QuestionTests/Answers/make --check

packages: setup ## Check that no program resolves the packages of a trait that it does not use
	@Scripts/packages

docs: warnings ## Check that every symbol is documented and build the pages
	@Scripts/docs

docs-site: warnings ## Write all documentation as one site that opens from a folder, .build/docs-site
	@Scripts/setup pip
	@Scripts/docs --every-module
	@Scripts/docs-site $(ARGS)

api: docs ## Compare the public interface with that of the last release
	@Scripts/api

# Traits of the benchmarks' package: make bench TRAITS=HTTP ARGS=sync. Each choice has a build of its own.
TRAITS ?=
BENCHMARKS := -c release --package-path Benchmarks$(if $(TRAITS), --traits $(TRAITS) --scratch-path Benchmarks/.build/traits)
MEASURE := swift run --skip-build $(BENCHMARKS) granary-benchmarks

# Every table; with ARGS, only what they ask for: make bench ARGS='leveldb --rounds 9'. The PostgreSQL parts of the tables
# need a server, for ARGS that of GRANARY_TEST_POSTGRESQL: Scripts/postgres run make bench ARGS=lifetime
bench: setup ## Measure against hand-written loops (release build)
	$(BUILD) $(BENCHMARKS)
	if test -n "$(strip $(ARGS))"; then $(MEASURE) $(ARGS); exit; fi; \
	$(MEASURE); $(MEASURE) leveldb; $(MEASURE) memory; $(MEASURE) observation; \
	if test "$${GRANARY_WITHOUT_POSTGRESQL:-}" = 1; then \
	  env -u GRANARY_TEST_POSTGRESQL $(MEASURE) lifetime; echo 'bench: without PostgreSQL, as asked for.'; \
	elif test -n "$${GRANARY_TEST_POSTGRESQL:-}"; then $(MEASURE) lifetime; $(MEASURE) postgresql; \
	elif Scripts/setup postgres; then \
	  Scripts/postgres run $(MEASURE) lifetime; Scripts/postgres run $(MEASURE) postgresql; \
	else $(MEASURE) lifetime; echo 'bench: no PostgreSQL server can be started here, so its tables are left out.'; fi
	@echo 'bench: make builds measures what building costs, make counts counts instructions.'

bench-full: setup ## The same with a million rows, which takes long
	$(BUILD) $(BENCHMARKS)
	$(MEASURE) --rows 1000000 $(ARGS)

counts: setup ## Count the instructions of hot paths and compare them with the recorded ones (release build)
	@Scripts/counts $(ARGS)

builds: setup ## Measure what building costs, which takes an hour; ARGS=consumer measures a part
	@Scripts/builds $(ARGS)

setup:
	@Scripts/setup

clean: ## Remove everything that was built
	rm -rf .build Benchmarks/.build Examples/Workshop/.build
