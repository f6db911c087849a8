"""What was done, in columns."""

from collections import Counter
from collections.abc import Iterator, Mapping

# What can become of a damaged file.
OUTCOMES = ("refused", "right")


def tally_table(tally: Mapping[str, int]) -> Iterator[str]:
    """Inputs by kind, and by what they were put to."""
    kinds: dict[str, Counter[str]] = {}
    for label, number in sorted(tally.items()):
        kind, *_, what = label.split("/")
        kinds.setdefault(kind, Counter())[what] += number
    for kind, own in kinds.items():
        parts = ", ".join(f"{what} {number:,}" for what, number in sorted(own.items()))
        yield f"{kind:12} {sum(own.values()):9,}  {parts}"


def file_table(tally: Mapping[str, int]) -> Iterator[str]:
    """Damaged copies by kind of file, with their checksum as it was and mended."""
    rows: dict[tuple[str, str], Counter[str]] = {}
    for label, number in sorted(tally.items()):
        _, kind, checksum, outcome = (*label.split("/"), "", "", "")[:4]
        rows.setdefault((kind, checksum), Counter())[outcome] += number
    head = ("kind of file", "checksum", "copies", *OUTCOMES, "faults")
    yield "{:22} {:9} {:>8} {:>8} {:>8} {:>8}".format(*head)
    for (kind, checksum), own in rows.items():
        cells = (kind, checksum, sum(own.values()), *(own[one] for one in (*OUTCOMES, "fault")))
        yield "{:22} {:9} {:8,} {:8,} {:8,} {:8,}".format(*cells)
