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

# Separator of the fields of a line, which no field may contain.
BARS = "|||"
# Ids are line numbers; files have no more lines than this.
MAX_ID = 10**9


@dataclass(frozen=True, eq=False)
class CandidateRows:
    """The content of a file of n-best lists, one row per candidate.

    idents    line number, from 0, of the source of each candidate
    names     names of the features
    features  array of shape (n_candidates, n_features)
    scores    scores of the decoder
    """

    idents: Sequence[int]
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
    count, lists = len(nbest.texts), len(nbest.ids)
    if not lists:
        raise InputError("there are no n-best lists: give at least one")
    ids, starts = np.asarray(nbest.ids), nbest.starts
    if ids[0] < 0 or (np.diff(ids) <= 0).any():
        raise InputError("ids of n-best lists must be whole numbers from 0 in increasing order")
    if starts.shape != (lists + 1,) or starts[0] or starts[-1] != count:
        raise InputError(
            f"starts of n-best lists must be those of {lists} lists and the end, from 0 to "
            f"{count}: give these"
        )
    if (np.diff(starts) <= 0).any():
        raise InputError("an n-best list has no candidates: give at least one for each")
    if nbest.labels and len(nbest.labels) != lists:
        raise InputError(f"{len(nbest.labels)} labels for {lists} n-best lists: give one for each")
    _check_numbers("features", nbest.features, (count, len(nbest.names)))
    if nbest.scores is not None:
        _check_numbers("scores", nbest.scores, (count,))


def _check_numbers(what: str, values: Floats, expected: tuple[int, ...]) -> None:
    if values.shape != expected:
        raise InputError(
            f"{what} of n-best lists have shape {_by(values.shape)}, but texts and names need "
            f"{_by(expected)}: give these"
        )


def _by(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))


@dataclass(frozen=True)
class CandidateList:
    """Candidates of one source, from which one is chosen.

    ident       name of the list: the id of its rows, or its number
    source      what the candidates were made from
    references  references of the source
    scores      scores of the system that made the candidates, if known
    line        line number, from 0, of the source, if the id is one
    named       whether the id comes from the file
    """

    ident: str
    candidates: tuple[Segment, ...]
    source: Segment | None = None
    references: tuple[Segment, ...] = ()
    scores: tuple[float, ...] = ()
    line: int | None = None
    named: bool = True

    @property
    def name(self) -> str:
        """Return the name for messages, in which a number without "id" would look like a count."""
        return f"{'id' if self.named else 'list'} {self.ident}"


def candidate_lists(
    nbest: Nbest,
    sources: Sequence[Segment] | None = None,
    references: Sequence[Sequence[Segment | None]] = (),
) -> list[CandidateList]:
    """Return n-best lists as candidate lists with the source and references of each."""
    scores, labels = nbest.scores, nbest.labels
    return [
        CandidateList(
            labels[index] if labels else str(ident),
            tuple(nbest.candidates(index)),
            None if sources is None else sources[index],
            tuple(reference for column in references if (reference := column[index]) is not None),
            () if scores is None else tuple(scores[nbest.list_at(index)].tolist()),
            ident if labels is None else None,
            labels != (),
        )
        for index, ident in enumerate(nbest.ids)
    ]


def counterparts_of_candidates(lists: Sequence[CandidateList]) -> Counterparts:
    """Return the references and sources of each candidate of all lists."""
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
    ids: Sequence[int], lists: str, files: Sequence[str], max_line: int | None = None
) -> list[list[str]]:
    """Read the line of each list from each file. `lists` is the name of the file of lists."""
    return [counterpart_lines(ids, lists, file) for file in open_inputs(files, max_line)]


def warn_about_labels(nbest: Nbest, lists: str) -> None:
    """Warn that lines are matched with rows by position because ids are not line numbers."""
    if nbest.labels:
        example = next((label for label in nbest.labels if not label.isdecimal()), nbest.labels[0])
        warn_user(
            f"ids of {lists} are not line numbers, for example {shorten(example)!r}: its rows are "
            "matched with lines by position"
        )


def check_every_line(lists: Sequence[CandidateList], name: str) -> None:
    """Check that there is a list for every line, if ids are line numbers."""
    lines = [candidate_list.line for candidate_list in lists if candidate_list.line is not None]
    if len(lines) == len(lists):
        check_ids(lines, name)


def check_ids(
    ids: Sequence[int], lists: str, counterpart: str = "", lines: int | None = None
) -> None:
    """Check that ids are line numbers from 0 without gaps.

    `counterpart` is the name of a file with this number of `lines`, if it is known yet.
    """
    if lines is not None and ids[-1] >= lines:
        raise InputError(
            f"{lists} has candidates of id {ids[-1]}, but {counterpart} has {lines} lines, of ids "
            "from "
            "0: give files that fit"
        )
    for expected, ident in enumerate(ids):
        if ident != expected:
            of = f" of {counterpart}" if counterpart else ""
            raise InputError(
                f"{lists} has no candidate of id {expected}, line {expected + 1}{of}, but one of "
                f"id {ident}: give some for each line"
            )


def counterpart_lines(ids: Sequence[int], lists: str, file: InputFile) -> list[str]:
    """Return the line of each id; warn about lines after the last one."""
    lines = list(file.lines())
    check_ids(ids, lists, file.name, len(lines))
    if len(lines) > len(ids):
        warn_user(
            f"{file.name} has {len(lines)} lines, but the ids of {lists} end at {ids[-1]}: lines "
            f"from {len(ids) + 1} on are not used"
        )
    return lines[: len(ids)]
