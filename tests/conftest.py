"""The demo title stands on the shelf for every test."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

os.environ["FRONT1914_TITLES"] = "tests.ford"

collect_ignore_glob = ["commanders/programs/*"]  # programs that read their standard input

# How long an example takes says something of the machine, not of the code: speed is held by the benchmarks.
settings.register_profile("suite", deadline=None)
settings.load_profile("suite")


#: rooms whose tests wait for browsers, servers and other processes by the clock
WAITING = {"web", "server", "load", "attack"}


def pytest_collection_modifyitems(items):
    """Who waits for other processes gets a second try; the run names it, so that the race is looked into."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here) and item.path.relative_to(here).parts[0] in WAITING:
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_terminal_summary(terminalreporter):
    """Who needed a second try; how many rules of each title are proved, when the ledger was among the tests."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.write_line(f"needed a second try: {report.nodeid}: {report.longrepr}")
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind)]
    for report in reports:
        for name, value in getattr(report, "user_properties", ()):
            if name == "ledger" and report.when == "call":
                terminalreporter.write_line(f"ledger: {value}")
