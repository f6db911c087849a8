"""TESLA-X: graded similarity, weights by rarity, and character n-grams."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from .._core.native import load_native
from ..analysis.adapters.opencc import AS_IS
from ..analysis.frequencies import (
    UNIFORM,
    Frequencies,
    frequencies_of,
    load_frequencies,
    shipped_frequencies,
)
from ..analysis.paraphrases import (
    NO_PARAPHRASES,
    Paraphrases,
    load_paraphrases,
    shipped_paraphrases,
)
from ..analysis.sentence import Sentence
from ..errors import UsageError
from ..languages import parse_language
from ..matching.alike import Levels
from .analysed import AnalysedMetric
from .base import Metric
from .explanation import Explanation, explain
from .graded import Grading, load_grading
from .inputs import Segment
from .signature import Signature

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .tesla_x_model import ConstantsModel

MOST_ORDER = 8

# The least and the most of each constant.
BOUNDS = {
    "lemma": (0.0, 1.0),
    "synonym": (0.0, 1.0),
    "synset": (0.0, 1.0),
    "paraphrase": (0.1, 4.0),
    "tag": (0.0, 1.0),
    "function": (0.0, 1.0),
    "spelling": (0.25, 8.0),
    "unknown": (0.25, 8.0),
    "least": (0.0, 1.0),
    "character_alpha": (0.0, 1.0),
    "stand_in": (0.0, 1.0),
    "word_share": (0.0, 1.0),
    "number_penalty": (0.0, 1.0),
    "negation_penalty": (0.0, 1.0),
    "order_penalty": (0.0, 1.0),
}


CONSTANTS = ("characters", *BOUNDS)


@dataclass(frozen=True, kw_only=True)
class TeslaX(AnalysedMetric):
    """Words and character n-grams, the rarer the heavier; what must not change costs extra.

    With W the mean over n = 1 .. order of F(alpha) of the transport problem over n-grams of words,
    and C the F(character_alpha) of character n-grams, the score is

        (word_share W + (1 - word_share) C)
        (1 - number_penalty changed numbers) (1 - negation_penalty changed negations)
        (1 - order_penalty reordered words)

    frequencies         auto (the shipped table of the language, else the references), references,
                        none (everything weighs the same), or a file of tesla build frequencies
    paraphrases         auto (the shipped table of the language, else none), none, or a file of
                        tesla build paraphrases
    lemma               what words of another form but the same lemma are worth
    synonym             ... with a synset and the part of speech in common
    synset              ... with a synset in common
    paraphrase          exponent of the strength with which words are translated alike
    tag                 ... with the part of speech in common (names: nothing)
    function            ... with the part of speech in common, if they are function words
    spelling            exponent of the Dice coefficient of their character bigrams
    unknown             ... where one of them is not in the table and may be misspelt
    least               the least such coefficient that counts
    characters          longest character n-grams
    character_alpha     weight of recall among characters
    stand_in            what C takes from a text in which words are written as in the reference:
                        those that differ in case only, numbers, and those that stand for others
                        by lemma, synset, translation or kind of function word
    word_share          what words count for, characters counting for the rest
    number_penalty      share of the score that is lost where every number has become another one
    negation_penalty    ... where one side negates and the other does not
    order_penalty       ... where all words stand in the opposite order
    model               a file that `tesla train tesla-x` made: its constants stand where the ones
                        above are left at their defaults
    """

    name: ClassVar[str] = "tesla-x"
    # Chosen on four language pairs of WMT 2012: see benchmarks/tesla_x_constants.py.
    order: int = 2
    alpha: float = 0.9
    frequencies: str | Frequencies = "auto"
    paraphrases: str = "auto"
    lemma: float = 0.9
    synonym: float = 0.8
    synset: float = 0.6
    paraphrase: float = 0.5
    tag: float = 0.2
    function: float = 0.3
    spelling: float = 1.5
    unknown: float = 1.5
    least: float = 0.2
    characters: int = 4
    character_alpha: float = 0.5
    stand_in: float = 0.5
    word_share: float = 0.6
    number_penalty: float = 0.2
    negation_penalty: float = 0.2
    order_penalty: float = 0.1
    model: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        for option in ("order", "characters"):
            value = getattr(self, option)
            if not isinstance(value, int) or not 1 <= value <= MOST_ORDER:
                raise UsageError(f"{option} {value!r}: give a whole number from 1 to {MOST_ORDER}")
        for option, (least, most) in BOUNDS.items():
            value = getattr(self, option)
            if not isinstance(value, int | float) or not least <= value <= most:
                raise UsageError(f"{option} {value!r}: give a number from {least} to {most}")
        if not isinstance(self.frequencies, str | Frequencies) or self.frequencies == "":
            raise UsageError(f"frequencies {self.frequencies!r}: give auto, references or a file")
        if not isinstance(self.paraphrases, str | Path) or not str(self.paraphrases):
            raise UsageError(f"paraphrases {self.paraphrases!r}: give auto, none or a file")
        if not isinstance(self.model, str | Path):
            raise UsageError(f"model {self.model!r}: give a file of 'tesla train tesla-x'")

    @property
    def settled(self) -> "TeslaX":
        """The same metric without a model: with its constants, where no other ones were given."""
        model = self._model()
        if model is None:
            return self
        learnt = {
            name: value
            for name, value in model.constants.items()
            if getattr(self, name) == _default(name)
        }
        return replace(self, model="", **learnt)  # type: ignore[arg-type]

    def _model(self) -> "ConstantsModel | None":
        from .tesla_x_model import read_constants, warn_of_language, warn_of_table

        if not str(self.model):
            return None
        model, lang = read_constants(Path(self.model)), parse_language(self.lang)
        if lang not in model.languages:
            warn_of_language(str(self.model), model.languages, lang)
        trained = model.analysis.get(lang, {})
        for kind, name in self.tables.items():
            if trained.get(kind, name) != name:
                warn_of_table(str(self.model), kind, trained[kind], name)
        return model

    @property
    def tables(self) -> dict[str, str]:
        """The names of those in use, as signatures print them."""
        own = self._frequencies()
        name = "references" if own is None else own.name
        return {
            # Those of references are other ones for every set.
            "frequencies": "references" if name.startswith("references@") else name,
            "paraphrases": self._paraphrases().name,
        }

    @property
    def levels(self) -> Levels:
        """What words are worth that are not the same."""
        own = self.settled
        return Levels(
            own.lemma,
            own.synonym,
            own.synset,
            own.paraphrase,
            own.tag,
            own.function,
            own.spelling,
            own.unknown,
            own.least,
        )

    @property
    def grading(self) -> Grading:
        """What makes the features."""
        frequencies = self._frequencies()
        if frequencies is None:
            raise UsageError(
                f"no table of frequencies for {self.lang!r} is shipped, and the references are not "
                "known here: give frequencies 'none', or a file of 'tesla build frequencies'"
            )
        own = self.settled
        return load_grading(
            own.resources, frequencies, self._paraphrases(), own.order, own.characters, own.levels,
            float(own.alpha), float(own.character_alpha), float(own.stand_in),
        )  # fmt: skip

    def _frequencies(self) -> Frequencies | None:
        lang = parse_language(self.lang)
        if isinstance(self.frequencies, Frequencies):
            return self.frequencies
        if self.frequencies == "none":
            return UNIFORM
        if self.frequencies == "references":
            return None
        if self.frequencies != "auto":
            return load_frequencies(Path(self.frequencies), lang)
        shipped = shipped_frequencies(lang)
        return load_frequencies(shipped, lang) if shipped else None

    def _paraphrases(self) -> Paraphrases:
        lang = parse_language(self.lang)
        if self.paraphrases == "none":
            return NO_PARAPHRASES
        if self.paraphrases != "auto":
            return load_paraphrases(Path(self.paraphrases), lang)
        shipped = shipped_paraphrases(lang)
        return load_paraphrases(shipped, lang) if shipped else NO_PARAPHRASES

    def for_references(self, segments: Callable[[], Iterable[Segment]]) -> Metric:
        if self._frequencies() is not None:
            return self
        return replace(self, frequencies=frequencies_of(self.pipeline.sentences(segments())))

    @property
    def threaded(self) -> bool:
        if load_native() is None or not self.analyzer.startswith("builtin"):
            return False
        return self.script == AS_IS  # texts that are converted stay in Python

    def pair_features(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int = 1
    ) -> "NDArray[np.float64]":
        return self.grading.pair_features(hypotheses, references, threads)

    def all_features(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], threads: int = 1
    ) -> "NDArray[np.float64]":
        return self.grading.all_features(hypotheses, references, threads)

    def combine(self, features: "NDArray[np.float64]") -> "NDArray[np.float64]":
        own = self.settled
        words, characters = features[:, : own.order].mean(axis=1), features[:, own.order]
        numbers, negations, reordered = features[:, own.order + 1 :].T
        scores: NDArray[np.float64] = (
            (own.word_share * words + (1 - own.word_share) * characters)
            * (1 - own.number_penalty * numbers)
            * (1 - own.negation_penalty * negations)
            * (1 - own.order_penalty * reordered)
        )
        return scores

    def explain(self, hypothesis: Segment, reference: Segment) -> Explanation:
        """What was matched with what, why, and what that was worth."""
        import numpy as np

        for segment in (hypothesis, reference):
            if not isinstance(segment, str | Sentence):
                raise UsageError(
                    f"explain takes one hypothesis and one reference, but here is a "
                    f"{type(segment).__name__}: call it for each pair"
                )
        metric = self.for_references(lambda: [reference])
        assert isinstance(metric, TeslaX)
        x, y = metric.grading.texts([reference, hypothesis])

        def combine(features: Sequence[float]) -> float:
            return float(metric.combine(np.array([features]))[0])

        return explain(metric.grading, x, y, combine)

    def signature(self, references: int, analysed: bool = False) -> Signature:
        # The model's hash says its constants; what was given beside it is still named.
        own = self.settled
        shown = replace(self, order=own.order, alpha=own.alpha)
        return super(TeslaX, shown).signature(references, analysed)

    def _notes(self) -> list[tuple[str, str]]:
        model = self._model()
        return [
            ("frequencies", self.grading.frequencies.name),
            ("paraphrases", self.grading.paraphrases.name),
            *([("model", model.short_hash)] if model else []),
            *(
                # All digits: other constants give other scores.
                (name, repr(float(getattr(self, name)) if name in BOUNDS else self.characters))
                for name in CONSTANTS
                if getattr(self, name) != _default(name)
            ),
        ]


def _default(name: str) -> object:
    return TeslaX.__dataclass_fields__[name].default
