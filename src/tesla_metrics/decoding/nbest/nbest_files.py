"""Read, pool and write n-best lists."""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from ...arrays import Floats
from ...errors import InputError, UsageError
from ...files.atomic import open_atomically
from ...files.input_file import InputFile, open_inputs
from ...files.testsets.formats import detect_format
from .moses_format import bar_lines, parse_field, read_bars
from .nbest import BARS, CandidateRows, Nbest, warn_about_labels
from .samples import read_samples

WRITE_FORMATS = ("moses", "zmert", "jsonl")
# Names of features with several values: tm_0, tm_1, …
NUMBERED = re.compile(r"(.+)_([0-9]+)")


def nbest_lines(nbest: Nbest, kind: str) -> Iterator[str]:
    """Return the lines of a file of this kind, without line ends."""
    _check_numbers(nbest)
    if kind == "jsonl":
        return _samples(nbest)
    _check_texts(nbest)
    idents = [nbest.ids[owner] for owner in nbest.owners.tolist()]
    fields = _fields(nbest, _labels(nbest.names, kind)) if nbest.names else None
    return bar_lines(idents, nbest.texts, fields, nbest.scores)


def _check_numbers(nbest: Nbest) -> None:
    scores = [] if nbest.scores is None else [("scores", nbest.scores[:, None])]
    for what, numbers in (("features", nbest.features), *scores):
        wrong = np.flatnonzero(~np.isfinite(numbers).all(axis=1))
        if len(wrong):
            raise InputError(
                f"{what} of {_candidate_name(nbest, int(wrong[0]))} are not finite and could not "
                "be read again: give numbers such as -100"
            )


def _check_texts(nbest: Nbest) -> None:
    """Check that no text contains what lines separated by bars cannot represent."""
    for part, what in ((BARS, BARS), ("\n", "line end"), ("\r", "line end"), ("\0", "NUL")):
        index = next((index for index, text in enumerate(nbest.texts) if part in text), None)
        if index is not None:
            raise InputError(
                f"{_candidate_name(nbest, index)} contains a {what}, which this format cannot "
                "represent: write jsonl"
            )


def _candidate_name(nbest: Nbest, index: int) -> str:
    owner = int(np.searchsorted(nbest.starts, index, "right")) - 1
    return f"candidate {index - int(nbest.starts[owner]) + 1} of id {nbest.ids[owner]}"


def _labels(names: Sequence[str], kind: str) -> list[str]:
    """Return the label before each value, such that the same names are read again."""
    if kind == "zmert" or all(name == str(index) for index, name in enumerate(names)):
        return [""] * len(names)
    labels = _moses_labels(names)
    try:
        field = parse_field(" ".join(f"{label}0" for label in labels))
        parsed = field.names(field.glued)
    except ValueError:
        parsed = []
    if parsed != list(names):
        raise InputError(
            f"{kind} cannot represent these feature names: {', '.join(names)[:100]}; write jsonl"
        )
    return labels


def _moses_labels(names: Sequence[str]) -> list[str]:
    """Return the labels with which lm_0, tm_0, tm_1, x is written as lm= V tm= V V x=V."""
    labels, index = [], 0
    while index < len(names):
        run = _run_length(names, index)
        label = names[index].removesuffix("_0")
        if run:
            labels += [f"{label}= ", *[""] * (run - 1)]
        else:
            run = 1
            labels.append(f"{names[index]}=")
        index += run
    return labels


def _run_length(names: Sequence[str], start: int) -> int:
    """Return how many names from `start` on are NAME_0, NAME_1, …"""
    match = NUMBERED.fullmatch(names[start])
    if not match or match[2] != "0":
        return 0
    count = 1
    while start + count < len(names) and names[start + count] == f"{match[1]}_{count}":
        count += 1
    return count


def _fields(nbest: Nbest, labels: Sequence[str]) -> Iterator[str]:
    for row in nbest.features:
        yield " ".join([a + repr(b) for a, b in zip(labels, row.tolist(), strict=True)])


def _samples(nbest: Nbest) -> Iterator[str]:
    for index, ident in enumerate(nbest.ids):
        span = nbest.list_at(index)
        row: dict[str, object] = {
            "id": nbest.labels[index] if nbest.labels else ident,
            "hypotheses": list(nbest.texts[span]),
        }
        if nbest.scores is not None:
            row["scores"] = nbest.scores[span].tolist()
        if nbest.names:
            row["features"] = [
                dict(zip(nbest.names, values, strict=True))
                for values in nbest.features[span].tolist()
            ]
        yield json.dumps(row, ensure_ascii=False)


# Formats of lists: separated by bars, and JSON lines.
READ_FORMATS = ("nbest", "jsonl")


def read_nbest(
    files: str | Sequence[str],
    kind: str | None = None,
    *,
    features: bool = True,
    scores: bool = True,
    max_line: int | None = None,
) -> Nbest:
    """Read n-best lists; the lists of several files are pooled.

    Parameters
    ----------
    files : str or sequence of str
        Names of files.
    kind : {"nbest", "jsonl"}, optional
        Format: "nbest" (Moses, Z-MERT, Joshua) or "jsonl". Default: detected for each file.
    features, scores : bool, default True
        Whether to read these. If not, they need not be valid.
    max_line : int, optional
        Maximum length of a line.

    Returns
    -------
    Nbest
    """
    names = [files] if isinstance(files, str) else list(files)
    inputs, lists = _read(names, kind, features, scores, max_line)
    for file, nbest in zip(inputs, lists, strict=True):
        warn_about_labels(nbest, file.name)
    for first, other in pairwise(zip(inputs, lists, strict=True)):
        _check_compatible(first[0].name, first[1], other[0].name, other[1])
    return lists[0] if len(lists) == 1 else pool(lists)


def read_with_format(file: str, kind: str | None = None) -> tuple[Nbest, str]:
    """Read one file, and return the format that preserves the names of its lists."""
    (input_file,), (nbest,) = _read([file], kind, True, True, None)
    return nbest, "jsonl" if (kind or _kind(input_file)) == "jsonl" else "moses"


def _read(
    files: Sequence[str], kind: str | None, features: bool, scores: bool, max_line: int | None
) -> tuple[Sequence[InputFile], list[Nbest]]:
    if kind is not None and kind not in READ_FORMATS:
        raise UsageError(
            f"unknown format of n-best lists {kind}: choose from {', '.join(READ_FORMATS)}"
        )
    if not files:
        raise UsageError("there are no n-best lists: name at least one file")
    inputs = open_inputs(files, max_line)
    return inputs, [
        read_lists(file, kind or _kind(file), features=features, scores=scores) for file in inputs
    ]


def pool(lists: Sequence[Nbest]) -> Nbest:
    """Merge lists by id and remove duplicates.

    Parameters
    ----------
    lists : sequence of Nbest
        Lists with the same features.

    Returns
    -------
    Nbest
        Of candidates with the same text and features, the first is kept. Scores are kept only if
        all lists have scores.
    """
    if not lists:
        raise InputError("there are no n-best lists to pool: give at least one")
    for index, other in enumerate(lists[1:], 2):
        _check_compatible("list 1", lists[0], f"list {index}", other)
    idents = [nbest.ids[owner] for nbest in lists for owner in nbest.owners.tolist()]
    texts = [text for nbest in lists for text in nbest.texts]
    features = np.concatenate([nbest.features for nbest in lists]) + 0.0  # -0 is 0
    first = _first_occurrences(idents, texts, features)
    scores = [nbest.scores for nbest in lists if nbest.scores is not None]
    joined = np.concatenate(scores)[first] if len(scores) == len(lists) else None
    return group_by_id(
        CandidateRows(
            [idents[position] for position in first],
            [texts[position] for position in first],
            lists[0].names,
            features[first],
            joined,
        ),
        lists[0].labels or None,
    )


def write_nbest(nbest: Nbest, file: str, kind: str = "moses") -> None:
    """Write n-best lists to a file that `read_nbest` can read.

    Parameters
    ----------
    nbest : Nbest
    file : str
        Name of the file.
    kind : {"moses", "zmert", "jsonl"}
        Format; "zmert" has features without names.
    """
    if kind not in WRITE_FORMATS:
        raise UsageError(
            f"n-best lists cannot be written as {kind}: choose from {', '.join(WRITE_FORMATS)}"
        )
    with open_atomically(Path(file)) as stream:
        for line in nbest_lines(nbest, kind):
            stream.write(f"{line}\n".encode())


def _kind(file: InputFile) -> str:
    looks = detect_format(file)
    if looks == "jsonl":
        return looks
    if looks == "bars":
        return "nbest"
    raise InputError(
        f"{file.name} does not look like n-best lists: give lines of id ||| text ||| features ||| "
        "score, or JSON lines with id and hypotheses"
    )


def read_lists(file: InputFile, kind: str, *, features: bool = True, scores: bool = True) -> Nbest:
    """Read the lists of one file of this kind."""
    if kind == "jsonl":
        samples = read_samples(file, features=features, scores=scores)
        return group_by_id(samples.rows, samples.labels)
    return group_by_id(read_bars(file, features=features, scores=scores))


def _check_compatible(first_name: str, first: Nbest, second_name: str, second: Nbest) -> None:
    if (first.labels or None) != (second.labels or None):
        raise InputError(
            f"{first_name} and {second_name} have different ids, or another order: give line "
            "numbers from 0 as ids"
        )
    names, second_names = first.names, second.names
    if names == second_names:
        return
    only_first, only_second = set(names) - set(second_names), set(second_names) - set(names)
    what = (
        f"feature {min(only_first or only_second)}"
        if only_first or only_second
        else "features in that order"
    )
    has, lacks = (
        (first_name, second_name) if only_first or not only_second else (second_name, first_name)
    )
    raise InputError(
        f"{has} has {what}, which {lacks} does not have: pooled lists must have the same features"
    )


def group_by_id(rows: CandidateRows, labels: tuple[str, ...] | None = None) -> Nbest:
    """Group candidates by id. Candidates of the same id keep their order."""
    idents = np.asarray(rows.idents, dtype=np.intp)
    texts, features, scores = rows.texts, rows.features, rows.scores
    if (np.diff(idents) < 0).any():
        order = np.argsort(idents, kind="stable")
        idents, features = idents[order], features[order]
        texts = [texts[index] for index in order.tolist()]
        scores = None if scores is None else scores[order]
    ids, starts = np.unique(idents, return_index=True)
    ends = np.append(starts, len(texts)).astype(np.intp)
    return Nbest(tuple(ids.tolist()), ends, texts, rows.names, features, scores, labels)


def _first_occurrences(idents: Sequence[int], texts: Sequence[str], features: Floats) -> list[int]:
    raw, size = features.tobytes(), features.itemsize * features.shape[1]
    first: dict[tuple[int, str, bytes], int] = {}
    for index, (ident, text) in enumerate(zip(idents, texts, strict=True)):
        first.setdefault((ident, text, raw[index * size : (index + 1) * size]), index)
    return list(first.values())
