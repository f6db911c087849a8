"""Separate metrics, references and systems on a command line; give hints on unknown options."""

import argparse
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...errors import UsageError
from ...files.lines import STDIN
from ...metrics.registry import (
    get_loaded_names,
    get_metric_class,
    is_metric_name,
    unknown_metric_error,
)


class MetricNames(argparse.Action):
    """Action of -m NAME…: collect names of metrics; add other words to the positional files.

    A word after -m NAME that is not a metric is the file of a system, so that
    `tesla score -m bleu hyp.txt -r ref.txt` works as expected.

    files_attribute  attribute of the parsed arguments that has the positional files
    extra_names      words that are accepted like names of metrics
    shows_several    whether help shows several names; the command checks their number
    allows_texts     whether words that are not metrics may be any text, not only files
    """

    def __init__(
        self,
        *,
        files_attribute: str,
        extra_names: Collection[str] = (),
        shows_several: bool = True,
        allows_texts: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(nargs="+", metavar="NAME", **kwargs)
        self.shows_several = shows_several
        self._files_attribute, self._extra_names = files_attribute, extra_names
        self._allows_texts = allows_texts

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        first, *others = values
        files = [word for word in others if not self._is_metric(word)]
        for word in files:
            if not self._allows_texts and not looks_like_file(word):
                raise unknown_metric_error(word, "and there is no file of that name")
        names = [first, *filter(self._is_metric, others)]
        for name in filter(is_metric_name, names):
            if name.lower() not in get_loaded_names():
                get_metric_class(name)  # reports a broken plugin before its unknown options
        extend_list(namespace, self.dest, names)
        extend_list(namespace, self._files_attribute, files)

    def _is_metric(self, word: str) -> bool:
        return is_metric_name(word) or word in self._extra_names


class CommandHelp(argparse.RawDescriptionHelpFormatter):
    """Help formatter that keeps the line breaks of epilogs.

    Commands that take one metric show -m NAME instead of -m NAME [NAME ...].
    """

    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        if isinstance(action, MetricNames) and not action.shows_several:
            return str(action.metavar)
        return super()._format_args(action, default_metavar)


def looks_like_file(word: str) -> bool:
    """Return whether a word is probably a file: -, or with a dot or slash, or an existing file."""
    return word == STDIN or "." in word or "/" in word or Path(word).exists()


def extend_list(namespace: argparse.Namespace, attribute: str, values: Sequence[Any]) -> None:
    """Append values to a list in the namespace; create the list if it does not exist."""
    if values:
        old_values = getattr(namespace, attribute, None) or []
        setattr(namespace, attribute, [*old_values, *values])


def check_hypotheses(command: str, systems: Sequence[str], references: Sequence[str]) -> None:
    """Check that there is at least one system; all of them may have been read as references."""
    if not systems and len(references) > 1:
        raise UsageError(
            f"no hypothesis is left: {' '.join(references)} were read as references; put the "
            "hypotheses before -r, or after --"
        )
    if not systems:
        raise UsageError(
            f"no hypothesis is given: {command} HYP -r REF (- is standard input; see '{command} "
            "--help')"
        )


def check_several_systems(systems: Sequence[str], references: Sequence[str]) -> None:
    """Check that there are at least two systems to compare."""
    if len(systems) > 1:
        return
    hint = "give the output of another system as well"
    if len(references) > 1:
        hint += f" ({' '.join(references)} were read as references: put systems before -r)"
    raise UsageError(f"{systems[0]} is the only system: {hint}")


_HYPOTHESES_HINT = "put hypotheses before -r: tesla score HYP -r REF"
_COMPARE_HINT = "compare systems with 'tesla compare SYS SYS -r REF'"
_RANDOMISATION_HINT = f"{_COMPARE_HINT} --test randomisation"
_SAMPLES_HINT = "give --samples N"
_SUBSET_HINT = "all segments of a set are scored: extract the ones you need from the files"
_LEAVE_OUT_HINT = "leave it out"

# Hints by option, for options of sacreBLEU that this package does not have.
_SACREBLEU_HINTS = {
    name: hint
    for names, hint in (
        ("-i", _HYPOTHESES_HINT),
        ("-pbs --paired-bs", _COMPARE_HINT),
        ("-par --paired-ar", _RANDOMISATION_HINT),
        ("-pbsn --paired-bs-n", f"{_COMPARE_HINT} --samples N"),
        ("-parn --paired-ar-n", f"{_RANDOMISATION_HINT} --samples N"),
        ("--paired-jobs", "give -j N"),
        ("-cin --confidence-n", _SAMPLES_HINT),
        ("--smoothing", "give --smooth-method exp, floor, add-k or none"),
        ("--list", "'tesla sets' lists the available test sets"),
        ("--download", "download with 'sacrebleu --download SET -l PAIR'; -t SET then finds it"),
        ("--echo", "'sacrebleu --echo src -t SET -l PAIR' prints parts of a test set"),
        ("--cite --citation", "'sacrebleu --cite -t SET' cites a test set"),
        ("-ol --origlang", _SUBSET_HINT),
        ("--subset", _SUBSET_HINT),
        ("-nr --num-refs", "give one file per reference: -r REF REF"),
        ("-e --encoding", "files are UTF-8: convert them first, for example with iconv"),
        ("-d --detail", "-f json prints all details: give that instead"),
        ("-sh --short", f"there is only one form of signatures: {_LEAVE_OUT_HINT}"),
        ("-nc --no-color", f"there are no colours: {_LEAVE_OUT_HINT}"),
    )
    for name in names.split()
}
# Options that `tesla compare` has and `tesla score` does not, and the other way round.
_COMPARE_ONLY_FLAGS = ("--plot", "--baseline", "--fail-if-worse", "--show")
_SCORE_ONLY_FLAGS = (
    *("--worst", "--best", "--segments", "-sl", "--sentence-level", "-b", "--score-only"),
    *("-w", "--width", "-o", "--output", "--write-scores", "-v", "--verbose"),
)
_INTERVALS_HINT = "every score has an interval here: leave it out (--level P sets the level)"

Hints = Mapping[str, str]


def make_score_hints() -> Hints:
    """Return hints by option, for options that `tesla score` does not have."""
    hints = {flag: f"'tesla compare {flag}' has it" for flag in _COMPARE_ONLY_FLAGS}
    return _SACREBLEU_HINTS | hints


def make_compare_hints() -> Hints:
    """Return hints by option, for options that `tesla compare` does not have."""
    hints = {flag: f"'tesla score {flag}' has it" for flag in _SCORE_ONLY_FLAGS}
    default_test_hint = f"that is the default --test: {_LEAVE_OUT_HINT}"
    hints |= dict.fromkeys(("-pbs", "--paired-bs"), default_test_hint)
    hints |= dict.fromkeys(("-par", "--paired-ar"), "give --test randomisation")
    hints |= dict.fromkeys(("-pbsn", "--paired-bs-n", "-parn", "--paired-ar-n"), _SAMPLES_HINT)
    hints |= dict.fromkeys(("-ci", "--confidence"), _INTERVALS_HINT)
    hints["-i"] = _HYPOTHESES_HINT.replace("score HYP", "compare SYS SYS")
    return _SACREBLEU_HINTS | hints
