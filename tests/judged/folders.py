"""Judged test sets on disk, small enough to know by heart."""

from collections.abc import Iterable
from pathlib import Path

REFERENCE = (
    "the red boat left the harbour at dawn",
    "nobody waited for the last bus",
    "she sold three old lamps",
    "a storm closed the mountain road",
)
OUTPUTS = {
    "good": (
        "the red boat left the port at dawn",
        "nobody waited for the last bus",
        "she sold three lamps",
        "a storm closed the road in the mountains",
    ),
    "fair": (
        "the red ship left harbour in the morning",
        "nobody waited for a bus",
        "she has sold lamps",
        "a storm shut the road",
    ),
    "poor": (
        "red ship go away morning",
        "the bus was last and nobody",
        "three lamp she sells old",
        "storm street",
    ),
    "void": ("is", "it was not", "of", "and then"),
}
RANKS = ("seg", "judge", "systemA", "systemB", "preference")
RANKINGS = (
    "1\tj1\tgood\tpoor\tA",
    "1\tj2\tpoor\tgood\tB",
    "2\tj1\tfair\tgood\tB",
    "2\tj2\tfair\tgood\t=",
    "3\tj1\tfair\tvoid\tA",
    "3\tj1\tvoid\tpoor\tA",
    "4\tj2\tgood\tfair\tA",
    "4\tj2\tpoor\tvoid\t=",
)
SEGMENT_SCORES = tuple(
    f"{system}\t{segment}\t{score}"
    for system, scores in (
        ("good", (90, 100, 80, 70)),
        ("fair", (70, 75, 60, 65)),
        ("poor", (20, 10, 30, 20)),
        ("void", (0, 5, 0, 5)),
    )
    for segment, score in enumerate(scores, 1)
)
SYSTEM_SCORES = ("good\t0.9", "fair\t0.6", "poor\t0.2", "void\t0.1")


def lines(path: Path, content: Iterable[str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in content), encoding="utf-8")
    return path


def tsv(path: Path, header: Iterable[str], rows: Iterable[str]) -> Path:
    return lines(path, ["\t".join(header), *rows])


def texts(folder: Path) -> Path:
    """References and outputs alone."""
    lines(folder / "ref.A.txt", REFERENCE)
    for name, output in OUTPUTS.items():
        lines(folder / "systems" / f"{name}.txt", output)
    return folder


def layout(folder: Path) -> Path:
    """All three kinds of judgment."""
    texts(folder)
    tsv(folder / "human.rank.tsv", RANKS, RANKINGS)
    tsv(folder / "human.seg.tsv", ("system", "seg", "score"), SEGMENT_SCORES)
    tsv(folder / "human.sys.tsv", ("system", "score"), SYSTEM_SCORES)
    return folder


def mt_metrics_eval(folder: Path, pair: str = "de-en") -> Path:
    """One reference among the outputs, two kinds of judgment."""
    lines(folder / "references" / f"{pair}.refA.txt", REFERENCE)
    lines(folder / "references" / f"{pair}.refB.txt", reversed(REFERENCE))
    for name, output in (OUTPUTS | {"refA": REFERENCE}).items():
        lines(folder / "system-outputs" / pair / f"{name}.txt", output)
    human = folder / "human-scores"
    rows = [row.split("\t") for row in SEGMENT_SCORES]
    scores = [f"{system}\t{score}" for system, _, score in rows]
    lines(human / f"{pair}.mqm.seg.score", [*(f"refA\t{n}" for n in range(4)), *scores])
    lines(human / f"{pair}.mqm.sys.score", [*SYSTEM_SCORES, "refA\t2"])
    halves = [f"{system}\t{'None' if n == '1' else 1}" for system, n, _ in rows]
    lines(human / f"{pair}.wmt-raw.seg.score", halves)
    return folder
