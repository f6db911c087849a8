"""Tell metrics, references and systems apart on a command line; hints for users of sacreBLEU."""

import argparse
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...errors import UsageError
from ...files.lines import STDIN
from ...metrics.registry import is_metric_name, loaded_names, metric_class, unknown_metric_error

# `-m` and `-r` take several words each. A word after `-m NAME` that is not a metric is a system's
# file, so that `tesla score -m bleu hyp.txt -r ref.txt` works as expected.


class MetricNames(argparse.Action):
    """Action of -m NAME…: collect metrics; other words are added to the positional files.

    files   attribute that positional files are stored in
    extra   words that are not metrics but are accepted as names
    several whether help shows several names; commands that take one metric check that themselves
    texts   whether words that are not metrics need not be files
    """

    def __init__(
        self,
        *,
        files: str,
        extra: Collection[str] = (),
        several: bool = True,
        texts: bool = False,
        **facts: Any,
    ) -> None:
        super().__init__(nargs="+", metavar="NAME", **facts)
        self._files, self._extra, self.several, self._texts = files, extra, several, texts

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
            if not self._texts and not is_file(word):
                raise unknown_metric_error(word, "and there is no file of that name")
        names = [first, *(word for word in others if word not in files)]
        for name in filter(is_metric_name, names):
            if name.lower() not in loaded_names():
                metric_class(name)  # reports a broken plugin before its unknown options
        extend(namespace, self.dest, names)
        extend(namespace, self._files, files)

    def _is_metric(self, word: str) -> bool:
        return is_metric_name(word) or word in self._extra


class CommandHelp(argparse.RawDescriptionHelpFormatter):
    """Help formatter that keeps epilogs as they are and shows -m NAME where one metric is taken."""

    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        if isinstance(action, MetricNames) and not action.several:
            return str(action.metavar)
        return super()._format_args(action, default_metavar)


def is_file(word: str) -> bool:
    """Return whether the word looks like a file: it has a dot or a slash, or the file exists."""
    return word == STDIN or "." in word or "/" in word or Path(word).exists()


def extend(namespace: argparse.Namespace, name: str, more: Sequence[Any]) -> None:
    """Append values to a list in the namespace, which may not exist yet."""
    if more:
        setattr(namespace, name, [*(getattr(namespace, name, None) or []), *more])


def check_hypotheses(command: str, systems: Sequence[str], references: Sequence[str]) -> None:
    """Check that there is a system, and that systems were not taken as references."""
    listed = " ".join(references)
    if not systems and len(references) > 1:
        raise UsageError(
            f"no hypothesis is left: {listed} were read as references; put the hypotheses before "
            "-r, or after --"
        )
    if not systems:
        raise UsageError(
            f"no hypothesis is given: {command} HYP -r REF (- is standard input; see '{command} "
            "--help')"
        )


def check_several(systems: Sequence[str], references: Sequence[str]) -> None:
    """Check that there are at least two systems to compare."""
    if len(systems) > 1:
        return
    hint = "give the output of another system as well"
    if len(references) > 1:
        hint += f" ({' '.join(references)} were read as references: put systems before -r)"
    raise UsageError(f"{systems[0]} is the only system: {hint}")


_HYPOTHESES = "put hypotheses before -r: tesla score HYP -r REF"
_COMPARE = "compare systems with 'tesla compare SYS SYS -r REF'"
_RANDOMISED = f"{_COMPARE} --test randomisation"
_SAMPLES = "give --samples N"
_SUBSET = "all segments of a set are scored: extract the ones you need from the files"
_LEAVE_OUT = "leave it out"

# Options of sacreBLEU that have no meaning here, by all their names.
_SACREBLEU = {
    name: hint
    for names, hint in (
        ("-i", _HYPOTHESES),
        ("-pbs --paired-bs", _COMPARE),
        ("-par --paired-ar", _RANDOMISED),
        ("-pbsn --paired-bs-n", f"{_COMPARE} --samples N"),
        ("-parn --paired-ar-n", f"{_RANDOMISED} --samples N"),
        ("--paired-jobs", "give -j N"),
        ("-cin --confidence-n", _SAMPLES),
        ("--smoothing", "give --smooth-method exp, floor, add-k or none"),
        ("--list", "'tesla sets' lists the available test sets"),
        ("--download", "download with 'sacrebleu --download SET -l PAIR'; -t SET then finds it"),
        ("--echo", "'sacrebleu --echo src -t SET -l PAIR' prints parts of a test set"),
        ("--cite --citation", "'sacrebleu --cite -t SET' cites a test set"),
        ("-ol --origlang", _SUBSET),
        ("--subset", _SUBSET),
        ("-nr --num-refs", "give one file per reference: -r REF REF"),
        ("-e --encoding", "files are UTF-8: convert them first, for example with iconv"),
        ("-d --detail", "-f json prints all details: give that instead"),
        ("-sh --short", f"there is only one form of signatures: {_LEAVE_OUT}"),
        ("-nc --no-color", f"there are no colours: {_LEAVE_OUT}"),
    )
    for name in names.split()
}
# Options that only one of `tesla compare` and `tesla score` has.
_OF_COMPARE = ("--plot", "--baseline", "--fail-if-worse", "--show")
_OF_SCORE = (
    *("--worst", "--best", "--segments", "-sl", "--sentence-level", "-b", "--score-only"),
    *("-w", "--width", "-o", "--output", "--write-scores", "-v", "--verbose"),
)
_INTERVALS = "every score has an interval here: leave it out (--level P sets the level)"

Hints = Mapping[str, str]


def score_hints() -> Hints:
    """Return what to use instead of options that `tesla score` does not have."""
    return _SACREBLEU | {flag: f"'tesla compare {flag}' has it" for flag in _OF_COMPARE}


def compare_hints() -> Hints:
    """Return what to use instead of options that `tesla compare` does not have."""
    hints = dict.fromkeys(("-pbs", "--paired-bs"), f"that is the default --test: {_LEAVE_OUT}")
    hints |= dict.fromkeys(("-par", "--paired-ar"), "give --test randomisation")
    hints |= dict.fromkeys(("-pbsn", "--paired-bs-n", "-parn", "--paired-ar-n"), _SAMPLES)
    hints |= dict.fromkeys(("-ci", "--confidence"), _INTERVALS)
    hints["-i"] = _HYPOTHESES.replace("score HYP", "compare SYS SYS")
    return _SACREBLEU | {flag: f"'tesla score {flag}' has it" for flag in _OF_SCORE} | hints
