"""The same study on the cores of this machine, on a local Ray, and killed in the middle and gone on with.

    python tools/study_show.py --games 1000           as `make study-show`: hours
    python tools/study_show.py --games 40 --scenario introduction --level recruit

The games are cut into slices that are played on this machine and on Ray in turns, so that both meet the same
neighbours; the ratio of the times is what Ray costs, by the clock and in processor time (of this process and of all
that come from it, where the system tells it in /proc). All three must come to the same digest of results.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from front1914.lab.study import Study, open_study, study


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--title", default="schlieffens_war")
    parser.add_argument("--scenario", default="campaign")
    parser.add_argument("--level", default="staff")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--slices", type=int, default=4)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return show(Path(folder), given)


def show(folder: Path, given: Any) -> int:
    """Plays it three times; 0 if all come to the same."""
    plan = {"title": given.title, "scenario": given.scenario, "commanders": given.level, "seed": 1914}
    clock, work = {"local": 0.0, "ray": 0.0}, {"local": 0.0, "ray": 0.0}
    found: dict[str, Study] = {}
    with_ray()
    for part in range(1, given.slices + 1):
        games = max(1, given.games * part // given.slices)
        for on in ("local", "ray") if part % 2 else ("ray", "local"):
            began, worked = time.perf_counter(), processor_time()
            found[on] = study(plan | {"name": on, "games": games}, folder=folder, on=on, jobs=given.jobs)
            clock[on] += time.perf_counter() - began
            work[on] += processor_time() - worked
        told = [f"{on} {clock[on]:.1f} s ({work[on]:.1f} s of processor time)" for on in clock]
        print(f"{games} games: {', '.join(told)}", flush=True)
    killed = interrupted(folder, given)
    digests = {name: str(one.manifest["results"]) for name, one in (*found.items(), ("killed", killed))}
    for name, digest in digests.items():
        print(f"{name:8} {digest}")
    print(f"Ray takes {clock['ray'] / clock['local']:.2f} times as long ({clock['ray']:.1f} : {clock['local']:.1f} s)")
    if work["local"]:
        print(f"and {work['ray'] / work['local']:.2f} times the work ({work['ray']:.1f} : {work['local']:.1f} s)")
    return int(len(set(digests.values())) != 1)


def processor_time() -> float:
    """Seconds that this process and all that come from it have worked, those that ended too; 0 where nobody knows."""
    ticks, children = dict[int, int](), dict[int, list[int]]()
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = file.read_text().rpartition(")")[2].split()  # after the name, which may hold anything
        except OSError:  # it has just ended
            continue
        number = int(file.parent.name)
        ticks[number] = sum(map(int, words[11:15]))  # its own time, and that of children it has waited for
        children.setdefault(int(words[1]), []).append(number)
    whole, left = 0, [os.getpid()]
    while left:
        whole += ticks.get(number := left.pop(), 0)
        left += children.get(number, ())
    return whole / os.sysconf("SC_CLK_TCK")


def with_ray() -> None:
    """Begins Ray beforehand: a cluster is there, and its start is no part of a study.

    Its workers usually stand back for everybody else on the machine (niceness 15): here they get what ours get.
    """
    from front1914.lab.work import OnRay

    os.environ.setdefault("RAY_worker_niceness", "0")
    OnRay({}, "ray", 2)


def interrupted(folder: Path, given: Any) -> Study:
    """Begun, killed with no word when a third is played, and gone on with."""
    words = ["--title", given.title, "--scenario", given.scenario, "--commander", given.level, "--seed", "1914"]
    words += ["--games", str(given.games), "--jobs", str(given.jobs), "--batch", "1", "--folder", str(folder)]
    command = [sys.executable, "-m", "front1914", "study", "killed", *words]
    begun = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
    parts = folder / "killed" / "parts"
    while begun.poll() is None and len(list(parts.glob("*.part"))) < max(1, given.games // 3):
        time.sleep(0.05)
    os.killpg(begun.pid, signal.SIGKILL)
    begun.wait()
    print(f"killed after {len(list(parts.glob('*.part')))} of {given.games} games", flush=True)
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return open_study(folder / "killed")


if __name__ == "__main__":
    sys.exit(main())
