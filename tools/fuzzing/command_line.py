"""The tool's own command line: what to do, for how long, and what came of it."""

import argparse
import os
import sys
import tempfile
import zlib
from collections.abc import Sequence
from math import inf
from pathlib import Path

from tesla_metrics import Session

from . import child
from .kinds import KINDS
from .parent import Wanted, Watch, rounds_from
from .place import LIMIT
from .tables import file_table, tally_table


def main(arguments: Sequence[str]) -> int:
    """0 where nothing was found, else 1."""
    if arguments[:1] == ["--child"]:
        return child.main(arguments[1:])
    args = _parser().parse_args(arguments)
    kinds = _kinds(args.kinds)
    tasks = rounds_from(args.seed, kinds, args.copies or args.rounds)
    minutes = args.minutes
    if minutes is None:
        minutes = 10 if args.rounds is args.inputs is args.copies is None else inf
    inputs = inf if args.inputs is None else args.inputs
    core = "native against plain Python" if Session().native else "plain Python only"
    print(f"seed {args.seed}, {args.jobs} jobs, {core}", flush=True)
    drills = not any(KINDS[kind].times for kind in kinds)
    limits = args.jobs, args.limit, args.memory
    wanted = Wanted(tasks, 60 * minutes, inputs, *limits, files=not drills)
    with tempfile.TemporaryDirectory() as folder:
        watch = Watch(wanted, Path(folder))
        watch.run()
    _show(watch, bool(args.copies))
    return 1 if watch.faults else 0


def _show(watch: Watch, copies: bool) -> None:
    total = sum(watch.tally.values())
    print("\n".join(file_table(watch.tally) if copies else tally_table(watch.tally)))
    speed = total / max(watch.seconds, 1e-9)
    print(
        f"{total:,} inputs in {len(watch.rounds):,} rounds, {watch.seconds:,.0f} s, "
        f"{speed:,.0f} a second; {len(watch.faults)} different faults"
    )
    effort = ", ".join(f"{kind} {seconds:,.0f}" for kind, seconds in watch.effort.items())
    print(f"seconds of CPU time: {effort}")
    for key, number in watch.faults.most_common():
        print(f"  {number} x {key}")


def _kinds(asked: Sequence[str]) -> tuple[str, ...]:
    """By name, or by what comes before the stop: `files` is all kinds of files."""
    if not asked:
        return tuple(name for name, kind in KINDS.items() if kind.times)
    found = [name for name in KINDS if name in asked or name.partition(".")[0] in asked]
    strange = [one for one in asked if not any(one in (n, n.partition(".")[0]) for n in KINDS)]
    if strange:
        raise SystemExit(f"no kind {strange[0]}: choose from {', '.join(KINDS)}")
    return tuple(found)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tools/fuzz.py", description="Random input for the library.", allow_abbrev=False
    )
    parser.add_argument("--seed", type=int, default=zlib.crc32(os.urandom(8)), metavar="N")
    parser.add_argument("--minutes", type=float, metavar="M", help="stop after these (10)")
    parser.add_argument("--inputs", type=int, metavar="N", help="stop after so many")
    parser.add_argument("--rounds", type=int, metavar="N", help="so many, counted from the seed")
    parser.add_argument("--copies", type=int, metavar="N", help="damaged, of each kind of file")
    parser.add_argument("--kinds", nargs="+", default=[], metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")
    parser.add_argument(
        "--limit",
        type=float,
        default=LIMIT,
        metavar="S",
        help=f"seconds an input may take ({LIMIT:g})",
    )
    parser.add_argument(
        "--memory", type=float, default=6, metavar="GB", help="of a process (6; 0: without bound)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
