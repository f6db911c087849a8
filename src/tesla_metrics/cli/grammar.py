"""Which words of a command line are metrics, which are references, and which are systems.

`-m` and `-r` take several words each. What follows `-m NAME` and is no metric is a system's file,
so that `tesla score -m bleu hyp.txt -r ref.txt` means what it says.
"""

import argparse
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..files.lines import STDIN
from ..metrics.registry import metric_names, unknown_metric


class MetricNames(argparse.Action):
    """-m NAME…: metrics, up to the first file; files go to `files`, where positionals go too.

    extra   words that are no metrics but mean something here
    several whether more than one is wanted; the command refuses more, help shows one
    texts   whether words that are no metrics need not be files
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
                raise unknown_metric(word, "nor is there a file of that name")
        names = [first, *(word for word in others if word not in files)]
        extend(namespace, self.dest, names)
        extend(namespace, self._files, files)

    def _is_metric(self, word: str) -> bool:
        return word.lower() in metric_names() or word in self._extra


class CommandHelp(argparse.RawDescriptionHelpFormatter):
    """Epilogs as they are, and -m NAME alone where one metric is wanted."""

    def _format_args(self, action: argparse.Action, default_metavar: str) -> str:
        if isinstance(action, MetricNames) and not action.several:
            return str(action.metavar)
        return super()._format_args(action, default_metavar)


def is_file(word: str) -> bool:
    """Whether it is meant as one: a name with a dot or a folder, though it may be misspelt."""
    return word == STDIN or "." in word or "/" in word or Path(word).exists()


def extend(namespace: argparse.Namespace, name: str, more: Sequence[Any]) -> None:
    """Adds them to a list of the command line, which may not be there yet."""
    if more:
        setattr(namespace, name, [*(getattr(namespace, name, None) or []), *more])


def check_hypotheses(command: str, systems: Sequence[str], references: Sequence[str]) -> None:
    """There is a system, and what was meant as one is not taken for a reference."""
    taken = " ".join(references)
    if not systems and len(references) > 1:
        raise UsageError(
            f"no hypothesis is left: {taken} were taken as references; put the hypotheses before "
            "-r, or after --"
        )
    if not systems:
        raise UsageError(
            f"no hypothesis is given: {command} HYP -r REF (- is standard input; see '{command} "
            "--help')"
        )


def check_several(systems: Sequence[str], references: Sequence[str]) -> None:
    """There are systems to compare."""
    if len(systems) > 1:
        return
    hint = "give the output of another one as well"
    if len(references) > 1:
        hint += f" ({' '.join(references)} were taken as references: put systems before -r)"
    raise UsageError(f"{systems[0]} is the only system: {hint}")
