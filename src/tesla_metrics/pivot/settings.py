"""What a user chooses about a phrase table."""

from dataclasses import dataclass, field
from typing import Any

from ..errors import UsageError
from .analysing import SideSettings
from .pruning import Pruning
from .symmetrise import check_method

_LONGEST = 10  # words of a phrase


@dataclass(frozen=True)
class TableSettings:
    """What a table is built with; `tesla build phrase-table --help` explains each."""

    target: str
    pivot: str
    target_analyzer: str = "builtin"
    pivot_analyzer: str = "builtin"
    compounds: str = "auto"
    key: str = "lemma"  # or form, stem: what target phrases are made of
    keep_punctuation: bool = False
    align_on: str = "lemma"  # or form
    max_words: int = 100
    symmetrisation: str = "grow-diag-final-and"
    max_phrase: int = 4
    iterations: int = 5
    learn_on: int = 200_000  # sentence pairs at most
    pruning: Pruning = field(default_factory=Pruning)

    def check(self) -> None:
        """Refuse values that no table could be built with."""
        check_method(self.symmetrisation)
        for name, value, least in (
            ("--max-phrase", self.max_phrase, 1),
            ("--max-words", self.max_words, 1),
            ("--iterations", self.iterations, 1),
            ("--learn-on", self.learn_on, 1),
            ("--min-count", self.pruning.min_count, 1),
            ("--top", self.pruning.top, 0),
        ):
            if value < least:
                raise UsageError(f"{name} is {value}: give a number from {least} on")
        if self.max_phrase > _LONGEST:
            raise UsageError(f"--max-phrase is {self.max_phrase}: give a number up to {_LONGEST}")
        if not 0.0 <= self.pruning.min_probability <= 1.0:
            raise UsageError(
                f"--min-probability is {self.pruning.min_probability}: give a number from 0 to 1"
            )

    def sides(self) -> tuple[SideSettings, SideSettings]:
        """How the target side and the pivot side are analysed."""
        target, pivot = (
            SideSettings(lang, analyzer, self.compounds, self.align_on, kept, self.keep_punctuation)
            for lang, analyzer, kept in (
                (self.target, self.target_analyzer, self.key),
                (self.pivot, self.pivot_analyzer, "tagged"),
            )
        )
        return target, pivot

    def aligner(self, alignments: str | None) -> dict[str, Any]:
        """How words were aligned, for the table's settings."""
        if alignments is not None:
            return {"name": "file"}
        return {
            "name": "diagonal",
            "iterations": self.iterations,
            "learn_on": self.learn_on,
            "align_on": self.align_on,
            "symmetrisation": self.symmetrisation,
        }
