"""The demo title stands on the shelf for every test."""

import os

from hypothesis import settings

os.environ["FRONT1914_TITLES"] = "tests.ford"

collect_ignore_glob = ["commanders/programs/*"]  # programs that read their standard input

# How long an example takes says something of the machine, not of the code: speed is held by the benchmarks.
settings.register_profile("suite", deadline=None)
settings.load_profile("suite")


def pytest_terminal_summary(terminalreporter):
    """How many rules of each title are proved, when the ledger was among the tests."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind)]
    for report in reports:
        for name, value in getattr(report, "user_properties", ()):
            if name == "ledger" and report.when == "call":
                terminalreporter.write_line(f"ledger: {value}")
