"""Make the golden scores and outputs of tests/golden anew, and say what moved.

    python tools/make_golden.py [--dry-run] [--exact]

Scores are those of the installed package, over texts in the repository and over the corpora in
../shared; where these are missing, their cases keep their old numbers. So do cases that cannot be
repeated on this machine (no thesaurus, another version of a package), and those that differ in
their last digits only. Each case that moved is printed with its largest difference.

With --exact last digits count, too: when code was only moved, `--dry-run --exact` prints the same
on one machine before and after.

Outputs (of commands, their help, the public interface, headers of files) are made again as well,
with the lines that changed printed as a diff. Those that cannot be repeated here are kept.
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from golden.all_outputs import all_outputs  # noqa: E402
from golden.cases import Case, all_cases  # noqa: E402
from golden.numbers import (  # noqa: E402
    Golden,
    all_numbers,
    compute,
    largest_difference,
    read_golden,
    why_not,
    write_golden,
)
from golden.outputs import (  # noqa: E402
    OUTPUT,
    PYTHON,
    TOLERANCE,
    differences,
    lay_out,
    this_python,
)

# Sums over sets come in another order in every process.
LAST_DIGITS = 1e-14


def moved(old: Golden | None, new: Golden, tolerance: float = LAST_DIGITS) -> str:
    """What is to be said of a case."""
    if old is None:
        return "new"
    difference = largest_difference(all_numbers(old), all_numbers(new))
    size = max(map(abs, all_numbers(new)), default=0.0)
    said = [f"moved by {difference:.3g}"] if difference > tolerance * max(1.0, size) else []
    if old.signature != new.signature:
        said.append(f"{old.signature} is now {new.signature}")
    return "; ".join(said)


def scores(shared: Path, tolerance: float) -> dict[str, Golden]:
    """Of all cases, as they are now; what moved is printed."""
    before = read_golden()
    after: dict[str, Golden] = {}
    for case in all_cases():
        old = before.get(case.name)
        if old is not None and (reason := reason_to_keep(case, old, shared)):
            print(f"{case.name}: kept, {reason}")
            after[case.name] = old
            continue
        new = compute(case, shared)
        said = moved(old, new, tolerance)
        after[case.name] = new if old is None or said else old
        if said:
            print(f"{case.name}: {said}")
    for name in before.keys() - after.keys():
        print(f"{name}: gone")
    return after


def reason_to_keep(case: Case, old: Golden, shared: Path) -> str:
    """Why a case is not computed again; nothing if it is."""
    if case.needs_corpora and not shared.is_dir():
        return "no shared corpora"
    return why_not(old.signature)


def outputs(tolerance: float) -> dict[Path, str]:
    """All that are stored, as they are now; what changed is printed."""
    after = {PYTHON: f"{this_python()}\n"}
    with TemporaryDirectory() as work:
        folder = lay_out(Path(work))
        for output in all_outputs():
            old = output.stored()
            if old is not None and (reason := output.why_not(old)):
                print(f"{output.name}: kept, {reason}")
                after[output.path] = old
                if output.python:
                    after[PYTHON] = PYTHON.read_text(encoding="utf-8")
                continue
            new = output.made_in(folder)
            changed = ["new"] if old is None else differences(output.name, old, new, tolerance)
            after[output.path] = new if old is None or changed else old
            for line in changed:
                print(f"{output.name}: {line}")
    return after


def write_outputs(contents: dict[Path, str]) -> None:
    """All of them, and no others."""
    for path in OUTPUT.rglob("*"):
        if path.is_file() and path not in contents:
            print(f"{path.relative_to(OUTPUT).as_posix()}: gone")
            path.unlink()
    for path, text in contents.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def main() -> None:
    """Compute, compare, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--dry-run", action="store_true", help="say what moved, write nothing")
    parser.add_argument("--exact", action="store_true", help="last digits count, too")
    args = parser.parse_args()
    golden = scores(ROOT.parent / "shared" / "data", 0.0 if args.exact else LAST_DIGITS)
    texts = outputs(0.0 if args.exact else TOLERANCE)
    if not args.dry_run:
        write_golden(golden)
        write_outputs(texts)


if __name__ == "__main__":
    main()
