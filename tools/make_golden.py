"""Make the golden scores of tests/golden anew, and say what moved.

    python tools/make_golden.py [--dry-run]

The scores are those of the installed package over the corpora in ../shared. Cases that cannot be
repeated on this machine (no thesaurus, another version of a package) keep their old numbers, and
so do those that differ in their last digits only. Each case that moved is printed with its largest
difference.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from golden.cases import all_cases  # noqa: E402
from golden.numbers import (  # noqa: E402
    Golden,
    all_numbers,
    compute,
    largest_difference,
    read_golden,
    why_not,
    write_golden,
)

# Sums over sets come in another order in every process.
LAST_DIGITS = 1e-14


def moved(old: Golden | None, new: Golden) -> str:
    """What is to be said of a case."""
    if old is None:
        return "new"
    difference = largest_difference(all_numbers(old), all_numbers(new))
    size = max(map(abs, all_numbers(new)), default=0.0)
    said = [f"moved by {difference:.3g}"] if difference > LAST_DIGITS * max(1.0, size) else []
    if old.signature != new.signature:
        said.append(f"{old.signature} is now {new.signature}")
    return "; ".join(said)


def main() -> None:
    """Compute, compare, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--dry-run", action="store_true", help="say what moved, write nothing")
    args = parser.parse_args()
    before = read_golden()
    after: dict[str, Golden] = {}
    shared = ROOT.parent / "shared" / "data"
    for case in all_cases():
        old = before.get(case.name)
        if old is not None and (reason := why_not(old.signature)):
            print(f"{case.name}: kept, {reason}")
            after[case.name] = old
            continue
        new = compute(case, shared)
        said = moved(old, new)
        after[case.name] = new if old is None or said else old
        if said:
            print(f"{case.name}: {said}")
    for name in before.keys() - after.keys():
        print(f"{name}: gone")
    if not args.dry_run:
        write_golden(after)


if __name__ == "__main__":
    main()
