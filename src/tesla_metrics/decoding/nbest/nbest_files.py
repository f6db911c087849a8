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
from .moses_format import format_moses_lines, parse_feature_field, read_moses_nbest
from .nbest import FIELD_SEPARATOR, CandidateRows, Nbest, warn_about_labels
from .samples import read_samples

WRITE_FORMATS = ("moses", "zmert", "jsonl")
# Name of one of several values of a feature function: tm_0, tm_1, …
NUMBERED_NAME = re.compile(r"(.+)_([0-9]+)")


def format_nbest_lines(nbest: Nbest, kind: str) -> Iterator[str]:
    """Return the lines of a file in the format `kind`, without line ends."""
    _check_finite(nbest)
    if kind == "jsonl":
        return _format_json_lines(nbest)
    _check_texts(nbest)
    list_ids = [nbest.ids[owner] for owner in nbest.owners.tolist()]
    fields = _format_features(nbest, _build_labels(nbest.names, kind)) if nbest.names else None
    return format_moses_lines(list_ids, nbest.texts, fields, nbest.scores)


def _check_finite(nbest: Nbest) -> None:
    scores = [] if nbest.scores is None else [("scores", nbest.scores[:, None])]
    for array_name, numbers in (("features", nbest.features), *scores):
        invalid_rows = np.flatnonzero(~np.isfinite(numbers).all(axis=1))
        if len(invalid_rows):
            raise InputError(
                f"{array_name} of {_candidate_name(nbest, int(invalid_rows[0]))} are not finite "
                "and could not be read again: give numbers such as -100"
            )


def _check_texts(nbest: Nbest) -> None:
    """Check that no text contains ||| or characters that a line of text cannot contain."""
    for forbidden_text, forbidden_name in (
        (FIELD_SEPARATOR, FIELD_SEPARATOR),
        ("\n", "line end"),
        ("\r", "line end"),
        ("\0", "NUL"),
    ):
        index = next(
            (index for index, text in enumerate(nbest.texts) if forbidden_text in text), None
        )
        if index is not None:
            raise InputError(
                f"{_candidate_name(nbest, index)} contains a {forbidden_name}, which this format "
                "cannot represent: write jsonl"
            )


def _candidate_name(nbest: Nbest, index: int) -> str:
    owner = int(np.searchsorted(nbest.starts, index, "right")) - 1
    return f"candidate {index - int(nbest.starts[owner]) + 1} of id {nbest.ids[owner]}"


def _build_labels(names: Sequence[str], kind: str) -> list[str]:
    """Return the label before each value, so that reading the file yields the same names."""
    if kind == "zmert" or all(name == str(index) for index, name in enumerate(names)):
        return [""] * len(names)
    labels = _build_moses_labels(names)
    try:
        field = parse_feature_field(" ".join(f"{label}0" for label in labels))
        parsed_names = field.get_names(field.inline_labels)
    except ValueError:
        parsed_names = []
    if parsed_names != list(names):
        raise InputError(
            f"{kind} cannot represent these feature names: {', '.join(names)[:100]}; write jsonl"
        )
    return labels


def _build_moses_labels(names: Sequence[str]) -> list[str]:
    """Return the labels before each value: features lm_0, tm_0, tm_1, x have the line
    `lm= V tm= V V x=V`, and so the labels "lm= ", "tm= ", "" and "x=".
    """
    labels, index = [], 0
    while index < len(names):
        run_length = _count_numbered_names(names, index)
        label = names[index].removesuffix("_0")
        if run_length:
            labels += [f"{label}= ", *[""] * (run_length - 1)]
        else:
            run_length = 1
            labels.append(f"{names[index]}=")
        index += run_length
    return labels


def _count_numbered_names(names: Sequence[str], start: int) -> int:
    """Count the names NAME_0, NAME_1, … from index `start` on; 0 if there is no NAME_0 there."""
    match = NUMBERED_NAME.fullmatch(names[start])
    if not match or match[2] != "0":
        return 0
    count = 1
    while start + count < len(names) and names[start + count] == f"{match[1]}_{count}":
        count += 1
    return count


def _format_features(nbest: Nbest, labels: Sequence[str]) -> Iterator[str]:
    for row in nbest.features:
        values = zip(labels, row.tolist(), strict=True)
        yield " ".join([label + repr(value) for label, value in values])


def _format_json_lines(nbest: Nbest) -> Iterator[str]:
    for index, list_id in enumerate(nbest.ids):
        list_slice = nbest.list_at(index)
        row: dict[str, object] = {
            "id": nbest.labels[index] if nbest.labels else list_id,
            "hypotheses": list(nbest.texts[list_slice]),
        }
        if nbest.scores is not None:
            row["scores"] = nbest.scores[list_slice].tolist()
        if nbest.names:
            row["features"] = [
                dict(zip(nbest.names, values, strict=True))
                for values in nbest.features[list_slice].tolist()
            ]
        yield json.dumps(row, ensure_ascii=False)


# Formats that can be read: fields separated by |||, and JSON lines.
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
    inputs, lists = _read_files(names, kind, features, scores, max_line)
    for file, nbest in zip(inputs, lists, strict=True):
        warn_about_labels(nbest, file.name)
    for previous, other in pairwise(zip(inputs, lists, strict=True)):
        _check_compatible(previous[0].name, previous[1], other[0].name, other[1])
    return lists[0] if len(lists) == 1 else pool(lists)


def read_with_format(file: str, kind: str | None = None) -> tuple[Nbest, str]:
    """Read one file; also return the format to write it in again, "jsonl" or "moses"."""
    (input_file,), (nbest,) = _read_files([file], kind, True, True, None)
    return nbest, "jsonl" if (kind or _detect_kind(input_file)) == "jsonl" else "moses"


def _read_files(
    files: Sequence[str],
    kind: str | None,
    with_features: bool,
    with_scores: bool,
    max_line: int | None,
) -> tuple[Sequence[InputFile], list[Nbest]]:
    """Return the open files and the lists of each; `kind` None means to detect the format."""
    if kind is not None and kind not in READ_FORMATS:
        raise UsageError(
            f"unknown format of n-best lists {kind}: choose from {', '.join(READ_FORMATS)}"
        )
    if not files:
        raise UsageError("there are no n-best lists: name at least one file")
    inputs = open_inputs(files, max_line)
    return inputs, [
        read_nbest_lists(
            file, kind or _detect_kind(file), with_features=with_features, with_scores=with_scores
        )
        for file in inputs
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
    for index, other_nbest in enumerate(lists[1:], 2):
        _check_compatible("list 1", lists[0], f"list {index}", other_nbest)
    list_ids = [nbest.ids[owner] for nbest in lists for owner in nbest.owners.tolist()]
    texts = [text for nbest in lists for text in nbest.texts]
    features = np.concatenate([nbest.features for nbest in lists]) + 0.0  # -0 is 0
    first_indices = _find_first_occurrences(list_ids, texts, features)
    scores = [nbest.scores for nbest in lists if nbest.scores is not None]
    kept_scores = np.concatenate(scores)[first_indices] if len(scores) == len(lists) else None
    return group_by_id(
        CandidateRows(
            [list_ids[candidate_index] for candidate_index in first_indices],
            [texts[candidate_index] for candidate_index in first_indices],
            lists[0].names,
            features[first_indices],
            kept_scores,
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
        for line in format_nbest_lines(nbest, kind):
            stream.write(f"{line}\n".encode())


def _detect_kind(file: InputFile) -> str:
    detected_format = detect_format(file)
    if detected_format == "jsonl":
        return detected_format
    if detected_format == "bars":
        return "nbest"
    raise InputError(
        f"{file.name} does not look like n-best lists: give lines of id ||| text ||| features ||| "
        "score, or JSON lines with id and hypotheses"
    )


def read_nbest_lists(
    file: InputFile, kind: str, *, with_features: bool = True, with_scores: bool = True
) -> Nbest:
    """Read the lists of one file in the format `kind`.

    `with_features` and `with_scores` say whether to read the features and the scores.
    """
    if kind == "jsonl":
        samples = read_samples(file, with_features=with_features, with_scores=with_scores)
        return group_by_id(samples.rows, samples.labels)
    return group_by_id(read_moses_nbest(file, with_features=with_features, with_scores=with_scores))


def _check_compatible(first_name: str, first: Nbest, second_name: str, second: Nbest) -> None:
    if (first.labels or None) != (second.labels or None):
        raise InputError(
            f"{first_name} and {second_name} have different ids, or another order: give line "
            "numbers from 0 as ids"
        )
    first_names, second_names = first.names, second.names
    if first_names == second_names:
        return
    only_first, only_second = (
        set(first_names) - set(second_names),
        set(second_names) - set(first_names),
    )
    difference = (
        f"feature {min(only_first or only_second)}"
        if only_first or only_second
        else "features in that order"
    )
    if only_first or not only_second:
        complete_name, incomplete_name = first_name, second_name
    else:
        complete_name, incomplete_name = second_name, first_name
    raise InputError(
        f"{complete_name} has {difference}, which {incomplete_name} does not have: pooled lists "
        "must have the same features"
    )


def group_by_id(rows: CandidateRows, labels: tuple[str, ...] | None = None) -> Nbest:
    """Group candidates by id. Candidates of the same id keep their order."""
    list_ids = np.asarray(rows.list_ids, dtype=np.intp)
    texts, features, scores = rows.texts, rows.features, rows.scores
    if (np.diff(list_ids) < 0).any():
        order = np.argsort(list_ids, kind="stable")
        list_ids, features = list_ids[order], features[order]
        texts = [texts[index] for index in order.tolist()]
        scores = None if scores is None else scores[order]
    ids, starts = np.unique(list_ids, return_index=True)
    boundaries = np.append(starts, len(texts)).astype(np.intp)
    return Nbest(tuple(ids.tolist()), boundaries, texts, rows.names, features, scores, labels)


def _find_first_occurrences(
    list_ids: Sequence[int], texts: Sequence[str], features: Floats
) -> list[int]:
    """Return the indices of candidates that equal no earlier one in id, text and features."""
    feature_bytes, row_size = features.tobytes(), features.itemsize * features.shape[1]
    first_indices: dict[tuple[int, str, bytes], int] = {}
    for index, (list_id, text) in enumerate(zip(list_ids, texts, strict=True)):
        first_indices.setdefault(
            (list_id, text, feature_bytes[index * row_size : (index + 1) * row_size]), index
        )
    return list(first_indices.values())
