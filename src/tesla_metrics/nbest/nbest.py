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
from .bars import read_bars
from .rows import CandidateRows
from .samples import read_samples
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
    """

    ids: tuple[int, ...]
    starts: Indices
    texts: Sequence[str]
    names: tuple[str, ...]
    features: Floats
    scores: Floats | None = None

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
    files: Sequence[str],
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
    if kind is not None and kind not in READ_KINDS:
        raise UsageError(f"n-best lists cannot be {kind}: choose from {', '.join(READ_KINDS)}")
    if not files:
        raise UsageError("no n-best list is given: name at least one file")
    given = give(files, max_line)
    found = [grouped(_rows(file, kind or _kind(file), features, scores)) for file in given]
    for first, other in pairwise(zip(given, found, strict=True)):
        _check_names(first[0].name, first[1].names, other[0].name, other[1].names)
    return found[0] if len(found) == 1 else pool(found)


def pool(lists: Sequence[Nbest]) -> Nbest:
    """All candidates by id; of those with the same text and features the first seen stays."""
    if not lists:
        raise InputError("there are no n-best lists to pool: give at least one")
    for number, other in enumerate(lists[1:], 2):
        _check_names("list 1", lists[0].names, f"list {number}", other.names)
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
        )
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


def _rows(file: Given, kind: str, features: bool, scores: bool) -> CandidateRows:
    if kind == "jsonl":
        return read_samples(file, features=features, scores=scores).rows
    return read_bars(file, features=features, scores=scores)


def _check_names(first: str, names: tuple[str, ...], other: str, others: tuple[str, ...]) -> None:
    if names == others:
        return
    here, there = set(names) - set(others), set(others) - set(names)
    what = f"feature {min(here or there)}" if here or there else "features in that order"
    has, lacks = (first, other) if here or not there else (other, first)
    raise InputError(
        f"{has} has {what}, which {lacks} has not: lists that are pooled have the same features"
    )


def grouped(rows: CandidateRows) -> Nbest:
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
    return Nbest(tuple(ids.tolist()), ends, texts, rows.names, features, scores)


def _first_seen(idents: Sequence[int], texts: Sequence[str], features: Floats) -> list[int]:
    raw, size = features.tobytes(), features.itemsize * features.shape[1]
    seen: dict[tuple[int, str, bytes], int] = {}
    for place, (ident, text) in enumerate(zip(idents, texts, strict=True)):
        seen.setdefault((ident, text, raw[place * size : (place + 1) * size]), place)
    return list(seen.values())
