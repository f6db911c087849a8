"""`Nbest` and `CandidateList`: lists of candidates with features, sources and references."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Floats, Indices
from ...errors import InputError, warn_user
from ...files.input_file import InputFile, open_inputs
from ...files.inputs.counterparts import Counterparts
from ...files.item import Segment
from ...files.testsets.sheet import shorten

# Separator between the fields of a line; no field may contain it.
FIELD_SEPARATOR = "|||"
# Ids are line numbers, and files have at most this many lines.
MAX_ID = 10**9


@dataclass(frozen=True, eq=False)
class CandidateRows:
    """The content of a file of n-best lists, one row per candidate.

    `list_ids`  id of the list of each candidate: the line number, from 0, of its source
    `texts`     text of each candidate
    `names`     names of the features
    `features`  array of shape (n_candidates, n_features)
    `scores`    scores of the decoder, or None if it wrote none
    """

    list_ids: Sequence[int]
    texts: Sequence[str]
    names: tuple[str, ...]
    features: Floats
    scores: Floats | None


@dataclass(frozen=True, eq=False)
class Nbest:
    """Lists of candidates with their features, stored one after another to save memory.

    Parameters
    ----------
    ids : tuple of int
        Line number, from 0, of the source and references of each list; increasing.
    starts : ndarray of int
        Start of each list, and the end: list i is texts[starts[i]:starts[i + 1]].
    texts : sequence of str
        Texts of all candidates.
    names : tuple of str
        Names of features: lm_0, tm_0, tm_1, or 0, 1, … for unnamed ones.
    features : ndarray of shape (n_candidates, n_features)
    scores : ndarray, optional
        Scores of the decoder.
    labels : tuple of str, optional
        Names of lists whose ids are positions in the file instead of line numbers; empty if they
        have no names.

    Raises
    ------
    InputError
        If the parts do not fit together.
    """

    ids: tuple[int, ...]
    starts: Indices
    texts: Sequence[str]
    names: tuple[str, ...]
    features: Floats
    scores: Floats | None = None
    labels: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        _check_shape(self)

    def __len__(self) -> int:
        """Return the number of lists."""
        return len(self.ids)

    @property
    def owners(self) -> Indices:
        """Return the index of the list of each candidate, from 0."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def list_at(self, index: int) -> slice:
        """Return the slice of the candidates of one list.

        Parameters
        ----------
        index : int
            Index of the list, from 0.

        Returns
        -------
        slice
        """
        return slice(int(self.starts[index]), int(self.starts[index + 1]))

    def candidates(self, index: int) -> Sequence[str]:
        """Return the texts of one list.

        Parameters
        ----------
        index : int
            Index of the list, from 0.

        Returns
        -------
        sequence of str
        """
        return self.texts[self.list_at(index)]


def _check_shape(nbest: Nbest) -> None:
    """Check that all lists have candidates, and that the arrays have the right shapes."""
    n_candidates, n_lists = len(nbest.texts), len(nbest.ids)
    if not n_lists:
        raise InputError("there are no n-best lists: give at least one")
    ids, starts = np.asarray(nbest.ids), nbest.starts
    if ids[0] < 0 or (np.diff(ids) <= 0).any():
        raise InputError("ids of n-best lists must be whole numbers from 0 in increasing order")
    if starts.shape != (n_lists + 1,) or starts[0] or starts[-1] != n_candidates:
        raise InputError(
            f"starts of n-best lists must be those of {n_lists} lists and the end, from 0 to "
            f"{n_candidates}: give these"
        )
    if (np.diff(starts) <= 0).any():
        raise InputError("an n-best list has no candidates: give at least one for each")
    if nbest.labels and len(nbest.labels) != n_lists:
        raise InputError(
            f"{len(nbest.labels)} labels for {n_lists} n-best lists: give one for each"
        )
    _check_array_shape("features", nbest.features, (n_candidates, len(nbest.names)))
    if nbest.scores is not None:
        _check_array_shape("scores", nbest.scores, (n_candidates,))


def _check_array_shape(array_name: str, values: Floats, expected_shape: tuple[int, ...]) -> None:
    if values.shape != expected_shape:
        raise InputError(
            f"{array_name} of n-best lists have shape {_format_shape(values.shape)}, but texts and "
            f"names need {_format_shape(expected_shape)}: give these"
        )


def _format_shape(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))


@dataclass(frozen=True)
class CandidateList:
    """Candidate translations of one source.

    `list_id`      id in the file, or else the position of the list, from 1
    `source`       text that was translated, if known
    `references`   references of the source
    `scores`       scores of the system that made the candidates; empty if unknown
    `line`         line number, from 0, of the source; None if the id is not a line number
    `has_file_id`  whether `list_id` comes from the file
    """

    list_id: str
    candidates: tuple[Segment, ...]
    source: Segment | None = None
    references: tuple[Segment, ...] = ()
    scores: tuple[float, ...] = ()
    line: int | None = None
    has_file_id: bool = True

    @property
    def display_name(self) -> str:
        """Return the name of the list in messages: "id 5", or "list 5" if the file has no ids."""
        return f"{'id' if self.has_file_id else 'list'} {self.list_id}"


def build_candidate_lists(
    nbest: Nbest,
    sources: Sequence[Segment] | None = None,
    references: Sequence[Sequence[Segment | None]] = (),
) -> list[CandidateList]:
    """Convert n-best lists to candidate lists.

    `sources` has one text per list, and each column of `references` one reference per list.
    """
    scores, labels = nbest.scores, nbest.labels
    return [
        CandidateList(
            labels[index] if labels else str(list_id),
            tuple(nbest.candidates(index)),
            None if sources is None else sources[index],
            tuple(reference for column in references if (reference := column[index]) is not None),
            () if scores is None else tuple(scores[nbest.list_at(index)].tolist()),
            list_id if labels is None else None,
            labels != (),
        )
        for index, list_id in enumerate(nbest.ids)
    ]


def repeat_counterparts(lists: Sequence[CandidateList]) -> Counterparts:
    """Repeat the references and the source of each list for each of its candidates.

    There are no sources unless all lists have one.
    """
    n_sets = max(len(candidate_list.references) for candidate_list in lists)
    sets = [
        [
            candidate_list.references[index] if index < len(candidate_list.references) else None
            for candidate_list in lists
            for _ in candidate_list.candidates
        ]
        for index in range(n_sets)
    ]
    have_sources = all(candidate_list.source is not None for candidate_list in lists)
    sources = (
        [[candidate_list.source for candidate_list in lists for _ in candidate_list.candidates]]
        if have_sources
        else []
    )
    return Counterparts(sets, sources)


def read_counterparts(
    ids: Sequence[int], lists_name: str, files: Sequence[str], max_line: int | None = None
) -> list[list[str]]:
    """Read the lines with these ids from each file.

    `lists_name` is the name of the file of lists, for messages.
    """
    return [read_counterpart_lines(ids, lists_name, file) for file in open_inputs(files, max_line)]


def warn_about_labels(nbest: Nbest, lists_name: str) -> None:
    """Warn if ids are not line numbers, so that rows are matched with lines by position.

    `lists_name` is the name of the file of lists.
    """
    if nbest.labels:
        example = next((label for label in nbest.labels if not label.isdecimal()), nbest.labels[0])
        warn_user(
            f"ids of {lists_name} are not line numbers, for example {shorten(example)!r}: its rows "
            "are "
            "matched with lines by position"
        )


def check_lines_complete(lists: Sequence[CandidateList], lists_name: str) -> None:
    """Check that ids have no gaps, if the ids of all lists are whole numbers from 0 or from 1."""
    lines = [candidate_list.line for candidate_list in lists if candidate_list.line is not None]
    if len(lines) == len(lists):
        check_ids(lines, lists_name, first_id=min(lines[0], 1))


def check_ids(
    ids: Sequence[int],
    lists_name: str,
    counterpart_name: str = "",
    n_lines: int | None = None,
    first_id: int = 0,
) -> None:
    """Check that ids are line numbers from `first_id` without gaps.

    `lists_name` is the name of the file of lists in messages. `counterpart_name` is the name of the
    file with sources or references, which has this number of `n_lines`; None if it was not read
    yet.
    """
    if n_lines is not None and ids[-1] >= n_lines:
        raise InputError(
            f"{lists_name} has candidates of id {ids[-1]}, but {counterpart_name} has {n_lines} "
            "lines, of ids "
            "from 0: give files that fit"
        )
    for line, list_id in enumerate(ids, 1):
        if list_id != (expected := first_id + line - 1):
            file_phrase = (
                f" of {counterpart_name}" if counterpart_name else ""
            )  # end of "line 5 of FILE"
            raise InputError(
                f"{lists_name} has no candidate of id {expected}, line {line}{file_phrase}, but "
                f"one of id {list_id}: give some for each line"
            )


def read_counterpart_lines(ids: Sequence[int], lists_name: str, file: InputFile) -> list[str]:
    """Read the line of each id from a file; warn about lines after the last id."""
    lines = list(file.lines())
    check_ids(ids, lists_name, file.name, len(lines))
    if len(lines) > len(ids):
        warn_user(
            f"{file.name} has {len(lines)} lines, but the ids of {lists_name} end at {ids[-1]}: "
            "lines "
            f"from {len(ids) + 1} on are not used"
        )
    return lines[: len(ids)]
