"""N-best lists with features: what tuning, reranking and the choice of least risk work on."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from ..arrays import Floats, Indices
from ..errors import InputError, UsageError
from ..files.atomic import open_atomically
from ..files.given import Given, give
from ..testsets.looks import looks_like
from .against import warn_of_labels
from .bars import read_bars
from .rows import CandidateRows
from .samples import read_samples
from .shape import check_shape
from .writing import WRITTEN_KINDS, written

# What lists can be in: between bars, and JSON lines.
READ_KINDS = ("nbest", "jsonl")


@dataclass(frozen=True, eq=False)
class Nbest:
    """Lists of candidates with their features, one after another (a million must fit).

    ids       of each list: the line, from 0, of sources and references; increasing
    starts    of lists, and the end: list i is texts[starts[i]:starts[i + 1]]
    names     of features: lm_0, tm_0, tm_1, or 0, 1, … of unnamed ones
    features  a row a candidate; without columns where there are none
    scores    what the decoder gave each
    labels    what lists are called where ids are not those of a file but count its rows; empty
              where they have no name
    """

    ids: tuple[int, ...]
    starts: Indices
    texts: Sequence[str]
    names: tuple[str, ...]
    features: Floats
    scores: Floats | None = None
    labels: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        check_shape(self)

    def __len__(self) -> int:
        """How many lists there are."""
        return len(self.ids)

    @property
    def owners(self) -> Indices:
        """Of each candidate the place of its list, from 0."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def list_at(self, place: int) -> slice:
        """Where the candidates of one list are."""
        return slice(int(self.starts[place]), int(self.starts[place + 1]))

    def candidates(self, place: int) -> Sequence[str]:
        """The texts of one list."""
        return self.texts[self.list_at(place)]


def read_nbest(
    files: str | Sequence[str],
    kind: str | None = None,
    *,
    features: bool = True,
    scores: bool = True,
    max_line: int | None = None,
) -> Nbest:
    """The lists of a file as they are; those of several are pooled.

    `kind` is nbest (Moses, Z-MERT, Joshua) or jsonl, else as each looks. Without `features` or
    `scores` these are not read, so that they may be as they like.
    """
    names = [files] if isinstance(files, str) else list(files)
    given, found = _read(names, kind, features, scores, max_line)
    for file, own in zip(given, found, strict=True):
        warn_of_labels(own, file.name)
    for first, other in pairwise(zip(given, found, strict=True)):
        _check_alike(first[0].name, first[1], other[0].name, other[1])
    return found[0] if len(found) == 1 else pool(found)


def read_again(file: str, kind: str | None = None) -> tuple[Nbest, str]:
    """The lists of one file, and what to write them as so that they keep what they are called."""
    (given,), (found,) = _read([file], kind, True, True, None)
    return found, "jsonl" if (kind or _kind(given)) == "jsonl" else "moses"


def _read(
    files: Sequence[str], kind: str | None, features: bool, scores: bool, max_line: int | None
) -> tuple[Sequence[Given], list[Nbest]]:
    if kind is not None and kind not in READ_KINDS:
        raise UsageError(f"n-best lists cannot be {kind}: choose from {', '.join(READ_KINDS)}")
    if not files:
        raise UsageError("no n-best list is given: name at least one file")
    given = give(files, max_line)
    return given, [
        read_lists(file, kind or _kind(file), features=features, scores=scores) for file in given
    ]


def pool(lists: Sequence[Nbest]) -> Nbest:
    """All candidates by id; of those with the same text and features the first seen stays."""
    if not lists:
        raise InputError("there are no n-best lists to pool: give at least one")
    for number, other in enumerate(lists[1:], 2):
        _check_alike("list 1", lists[0], f"list {number}", other)
    idents = [own.ids[owner] for own in lists for owner in own.owners.tolist()]
    texts = [text for own in lists for text in own.texts]
    features = np.concatenate([own.features for own in lists]) + 0.0  # -0 is 0
    kept = _first_seen(idents, texts, features)
    scores = [own.scores for own in lists if own.scores is not None]
    joined = np.concatenate(scores)[kept] if len(scores) == len(lists) else None
    return grouped(
        CandidateRows(
            [idents[place] for place in kept],
            [texts[place] for place in kept],
            lists[0].names,
            features[kept],
            joined,
        ),
        lists[0].labels or None,
    )


def write_nbest(nbest: Nbest, file: str, kind: str = "moses") -> None:
    """A file that `read_nbest` reads again: moses, zmert (features without names) or jsonl."""
    if kind not in WRITTEN_KINDS:
        raise UsageError(
            f"no n-best list is written as {kind}: choose from {', '.join(WRITTEN_KINDS)}"
        )
    with open_atomically(Path(file)) as stream:
        for line in written(nbest, kind):
            stream.write(f"{line}\n".encode())


def _kind(file: Given) -> str:
    looks = looks_like(file)
    if looks == "jsonl":
        return looks
    if looks == "bars":
        return "nbest"
    raise InputError(
        f"{file.name} does not look like n-best lists: give lines of id ||| text ||| features ||| "
        "score, or JSON lines with id and hypotheses"
    )


def read_lists(file: Given, kind: str, *, features: bool = True, scores: bool = True) -> Nbest:
    """Those of one file of this kind, as they are."""
    if kind == "jsonl":
        samples = read_samples(file, features=features, scores=scores)
        return grouped(samples.rows, samples.labels)
    return grouped(read_bars(file, features=features, scores=scores))


def _check_alike(first: str, one: Nbest, other: str, two: Nbest) -> None:
    if (one.labels or None) != (two.labels or None):
        raise InputError(
            f"{first} and {other} have other ids, or not in the same order: give whole numbers, "
            "which count lines from 0"
        )
    names, others = one.names, two.names
    if names == others:
        return
    here, there = set(names) - set(others), set(others) - set(names)
    what = f"feature {min(here or there)}" if here or there else "features in that order"
    has, lacks = (first, other) if here or not there else (other, first)
    raise InputError(
        f"{has} has {what}, which {lacks} has not: lists that are pooled have the same features"
    )


def grouped(rows: CandidateRows, labels: tuple[str, ...] | None = None) -> Nbest:
    """Candidates by id; candidates of one stay in their order."""
    idents = np.asarray(rows.idents, dtype=np.intp)
    texts, features, scores = rows.texts, rows.features, rows.scores
    if (np.diff(idents) < 0).any():
        order = np.argsort(idents, kind="stable")
        idents, features = idents[order], features[order]
        texts = [texts[place] for place in order.tolist()]
        scores = None if scores is None else scores[order]
    ids, starts = np.unique(idents, return_index=True)
    ends = np.append(starts, len(texts)).astype(np.intp)
    return Nbest(tuple(ids.tolist()), ends, texts, rows.names, features, scores, labels)


def _first_seen(idents: Sequence[int], texts: Sequence[str], features: Floats) -> list[int]:
    raw, size = features.tobytes(), features.itemsize * features.shape[1]
    seen: dict[tuple[int, str, bytes], int] = {}
    for place, (ident, text) in enumerate(zip(idents, texts, strict=True)):
        seen.setdefault((ident, text, raw[place * size : (place + 1) * size]), place)
    return list(seen.values())
