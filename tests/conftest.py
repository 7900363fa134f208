"""The demo title stands on the shelf for every test; who runs what first when several processes share the suite."""

import gc
import os
from functools import cache
from itertools import islice
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
#: rooms whose tests take long, in groups of about the same length; the thousands that are left take milliseconds
LONG = (
    ("web",),
    ("server", "load", "attack", "mail"),
    ("lab", "games", "environments", "analysis", "commanders", "opponents", "test_wheel.py", "test_cli.py"),
)


def pytest_collection_finish():
    """Modules, titles and tests stay to the end: whoever looks for rubbish need not look at them each time."""
    gc.collect()
    gc.freeze()


@cache
def room(path):
    """The folder or file of tests/ in which a test stands; "" for what lies elsewhere."""
    here = Path(__file__).parent
    return path.relative_to(here).parts[0] if path.is_relative_to(here) else ""


def pytest_collection_modifyitems(config, items):
    """Who waits for other processes gets a second try; the run names it, so that the race is looked into."""
    for item in items:
        if room(item.path) in WAITING:
            item.add_marker(pytest.mark.flaky(reruns=1))
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        items[:] = dealt(items, workers)


def dealt(items, workers):
    """The tests in an order in which no worker ends long after the others.

    Each worker takes an equal run of the list (--dist worksteal), and who is done takes over from the end of another's.
    So long rooms stand at the beginning of a run, each in one run only, which starts its browser or server once; what
    is quick comes after them and is left for the end.
    """
    heads = [[] for _ in range(workers)]
    for number, rooms in enumerate(LONG):
        heads[number % workers] += [item for item in items if room(item.path) in rooms]
    long = {item for head in heads for item in head}
    quick = iter([item for item in items if item not in long])
    share = len(items) // workers
    runs = [[*head, *islice(quick, max(0, share - len(head)))] for head in heads]
    return [item for run in runs for item in run] + list(quick)


def pytest_terminal_summary(terminalreporter):
    """Who needed a second try; how many rules of each title are proved, when the ledger was among the tests."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.write_line(f"needed a second try: {report.nodeid}: {report.longrepr}")
        for name, text in report.sections:
            terminalreporter.write_line(f"  {name}: {text}")
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind)]
    for report in reports:
        for name, value in getattr(report, "user_properties", ()):
            if name == "ledger" and report.when == "call":
                terminalreporter.write_line(f"ledger: {value}")
