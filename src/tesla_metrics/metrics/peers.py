"""The metrics people compare with, computed by sacreBLEU, on their own scales.

Options have the names of sacreBLEU's constructors, and on the command line those of its command.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np

from ..arrays import Floats
from ..encoding.session import Session
from ..errors import UsageError, warn_user
from ..languages import find_language, parse_language
from ..tasks import ReferenceSet, Segment, text_of
from .base import AllReferences, Metric, Progress, Scorer
from .options import LOWERCASE, check_options, option
from .peer_tokenizers import TOKENIZERS, check_tokenizer, sacre_name, usual_tokenizer
from .segments import Fields
from .signature import Signature

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric as SacreMetric

# Fewer than the 100 tokenised lines in one call after which sacreBLEU logs a warning: it would
# repeat that from call to call.
_STEP = 99
_MOST_ORDER = 100
_SMOOTHED = ("floor", "add-k")

_GROUP = "bleu, chrf, ter (by sacreBLEU's own names)"

Statistics: TypeAlias = list[float]  # as sacreBLEU has them


def _option(default: Any, kind: str, help: str, **facts: Any) -> Any:
    return option(default, kind, help, group=_GROUP, **facts)


def _word_order(default: int) -> Any:
    """Of chrF, and of chrF++, which differs in nothing else."""
    return _option(
        default,
        "whole",
        "longest n-grams of words",
        most=_MOST_ORDER,
        metavar="N",
        flag="chrf-word-order",
        short="-cw",
    )


class Peer(Metric[Statistics]):
    """Statistics are extracted once; segments and system are both computed from them."""

    lang: str

    def __post_init__(self) -> None:
        check_options(self)
        if self.lang:
            parse_language(self.lang)

    @abstractmethod
    def make(self, segments: bool) -> "SacreMetric":
        """sacreBLEU's object, for single segments or for whole systems."""

    @cached_property
    def system(self) -> "SacreMetric":
        """For whole systems."""
        return self.make(segments=False)

    @cached_property
    def _segment(self) -> "SacreMetric":
        return self.make(segments=True)

    def notes(self) -> Fields:
        """What signatures say beside sacreBLEU's: what that leaves out, and where we deviate."""
        return []

    def unspaced_hint(self) -> str:
        """What to do instead, if words are what stands between spaces; else nothing."""
        return ""

    @property
    def cuts_at_spaces(self) -> bool:
        return not self.lang and bool(self.unspaced_hint())

    def open_in(self, session: Session, references: AllReferences | None) -> "PeerScorer":
        hint = self.unspaced_hint()
        if self.lang and hint and not find_language(parse_language(self.lang)).spaces:
            warn_user(
                f"{self.name} compares words between spaces, which {self.lang!r} does not write: "
                f"{hint}"
            )
        return PeerScorer(self)

    def segment_value(self, row: Statistics) -> float:
        return float(self._segment._aggregate_and_compute([row]).score)

    def total(self, rows: Sequence[Statistics]) -> Statistics:
        return [sum(column) for column in zip(*rows, strict=True)]

    def system_value(self, total: Statistics) -> float:
        return float(self.system._aggregate_and_compute([total]).score)

    def resampled(self, rows: Sequence[Statistics] | Floats, weights: Floats) -> Floats:
        totals = weights @ np.array(rows, dtype=np.float64)
        return np.array([self.system_value(total) for total in totals.tolist()])


class PeerScorer(Scorer[Statistics]):
    """sacreBLEU reads the text, whatever else is known of it, and needs nothing more."""

    def __init__(self, metric: Peer) -> None:
        self.metric: Peer = metric
        self._system = metric.system  # what its tokeniser needs is missed now, if at all

    def statistics(
        self,
        hypotheses: Sequence[Segment],
        references: Sequence[ReferenceSet],
        jobs: int = 1,
        progress: Progress | None = None,
    ) -> Sequence[Statistics]:
        del jobs  # statistics are cheap beside starting processes
        rows: list[Statistics] = []
        for start in range(0, len(hypotheses), _STEP):
            part = slice(start, start + _STEP)
            texts = list(map(text_of, hypotheses[part]))
            columns = [list(map(_text_or_none, column[part])) for column in references]
            # sacreBLEU takes None for a missing reference, though its types do not say so.
            rows += self._system._extract_corpus_statistics(texts, columns)  # type: ignore[arg-type]
            if progress is not None:
                progress(len(texts))
        return rows

    def matrix(
        self, hypotheses: Sequence[Segment], references: Sequence[Segment], jobs: int = 1
    ) -> Floats:
        value = self.metric.segment_value
        columns = [
            [value(row) for row in self.statistics(hypotheses, [[reference] * len(hypotheses)])]
            for reference in references
        ]
        return np.array(columns, dtype=np.float64).T

    def signature(self, references: int, analysed: bool = False) -> Signature:
        """sacreBLEU's own as it prints it, between our name and our notes."""
        described = copy(self._system)
        described.num_refs = references
        fields = []
        for field in described.get_signature().format().split("|"):
            key, _, value = field.partition(":")
            fields.append((key, value))
        return Signature(self.metric.name, (*fields, *self.metric.notes()))


@dataclass(frozen=True)
class Bleu(Peer):
    """BLEU (Papineni et al. 2002); segments by sentence BLEU with effective order.

    tokenize            auto (zh, ja-mecab and ko-mecab for their languages, char for th, lo, km
                        and my, else 13a), or a name of sacreBLEU's
    lowercase           whether case counts for nothing
    smooth_method       exp, floor, add-k or none: what becomes of n-grams that never match
    smooth_value        of floor (0.1) and add-k (1)
    max_ngram_order     longest n-grams
    force               no warning of text that looks tokenised
    """

    name: ClassVar[str] = "bleu"
    lang: str = ""
    tokenize: str = _option(
        "auto",
        "text",
        "how bleu cuts text into words: auto (default: zh, ja-mecab and ko-mecab for their "
        f"languages, char for th, lo, km and my, else 13a), {', '.join(TOKENIZERS[1:])}",
        choices=TOKENIZERS,
        metavar="NAME",
        short="-tok",
    )
    lowercase: bool = option(False, "flag", LOWERCASE, short="-lc")
    smooth_method: str = _option(
        "exp",
        "text",
        "of bleu's precisions that are 0: exp (default), floor, add-k or none",
        choices=("exp", *_SMOOTHED, "none"),
        metavar="HOW",
        short="-s",
    )
    smooth_value: float | None = _option(
        None,
        "number",
        "of bleu's --smooth-method floor (default: 0.1) or add-k (1)",
        most=1e6,
        metavar="V",
        short="-sv",
    )
    max_ngram_order: int = _option(
        4, "whole", "longest n-grams of words", least=1, most=_MOST_ORDER, metavar="N"
    )
    force: bool = _option(
        False, "flag", "insist that what looks tokenised is not: bleu does not warn of it"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.smooth_value is not None and self.smooth_method not in _SMOOTHED:
            raise UsageError(
                f"smooth_value does nothing with smooth_method {self.smooth_method!r}: leave it "
                f"out, or choose {' or '.join(_SMOOTHED)}"
            )

    @property
    def tokenizer(self) -> str:
        """The one in use."""
        return usual_tokenizer(self.lang) if self.tokenize == "auto" else self.tokenize

    def make(self, segments: bool) -> "SacreMetric":
        from sacrebleu.metrics.bleu import BLEU

        with check_tokenizer(self.tokenizer):
            return BLEU(
                lowercase=self.lowercase,
                force=self.force,
                tokenize=sacre_name(self.tokenizer),
                smooth_method=self.smooth_method,
                smooth_value=self.smooth_value,
                max_ngram_order=self.max_ngram_order,
                effective_order=segments,
            )

    def details(self, total: Statistics) -> Mapping[str, Any]:
        score: Any = self.system._aggregate_and_compute([total])
        names = ("precisions", "bp", "ratio", "sys_len", "ref_len", "counts", "totals")
        return {name: getattr(score, name) for name in names}

    def unspaced_hint(self) -> str:
        spaced = self.tokenize == "auto" and self.tokenizer == "13a"
        return (
            "give tokenize='char' (--tokenize char), or zh for Chinese characters" if spaced else ""
        )

    def notes(self) -> Fields:
        found = []
        # sacreBLEU rounds it to two digits.
        if self.smooth_value is not None and self.smooth_value != round(self.smooth_value, 2):
            found.append(("smooth_value", repr(float(self.smooth_value))))
        if self.max_ngram_order != 4:
            found.append(("max_ngram_order", str(self.max_ngram_order)))
        if self.tokenize == "auto" and self.tokenizer == "char":
            found.append(("deviation", f"char-for-{parse_language(self.lang)}"))
        return [*found, ("segments", "sentence-bleu-effective-order")]


@dataclass(frozen=True)
class Chrf(Peer):
    """chrF (Popović 2015).

    char_order      longest n-grams of characters
    word_order      longest n-grams of words
    beta            what recall counts for, precision counting 1
    lowercase       whether case counts for nothing
    whitespace      whether white space is among the characters
    eps_smoothing   whether lengths that a text has no n-grams of count as nearly 0; else they are
                    left out
    """

    name: ClassVar[str] = "chrf"
    lang: str = ""
    char_order: int = _option(
        6,
        "whole",
        "longest n-grams of characters",
        least=1,
        most=_MOST_ORDER,
        metavar="N",
        flag="chrf-char-order",
        short="-cc",
    )
    word_order: int = _word_order(0)
    beta: int = _option(
        2,
        "whole",
        "weight of recall, precision having 1",
        most=1_000,
        metavar="B",
        flag="chrf-beta",
    )
    lowercase: bool = _option(
        False, "flag", "chrf and chrf++ lower-case both sides first", flag="chrf-lowercase"
    )
    whitespace: bool = _option(
        False, "flag", "chrf and chrf++ have white space among the characters",
        flag="chrf-whitespace",
    )  # fmt: skip
    eps_smoothing: bool = _option(
        False, "flag",
        "chrf and chrf++ count lengths that a text has no n-grams of, as chrF++.py does",
        flag="chrf-eps-smoothing",
    )  # fmt: skip

    def make(self, segments: bool) -> "SacreMetric":
        from sacrebleu.metrics.chrf import CHRF

        return CHRF(
            char_order=self.char_order,
            word_order=self.word_order,
            beta=self.beta,
            lowercase=self.lowercase,
            whitespace=self.whitespace,
            eps_smoothing=self.eps_smoothing,
        )

    def notes(self) -> Fields:
        # sacreBLEU has it in the name before its signature.
        return [("beta", str(self.beta))] if self.beta != 2 else []


@dataclass(frozen=True)
class ChrfPlusPlus(Chrf):
    """chrF++ (Popović 2017): chrF with word unigrams and bigrams."""

    name: ClassVar[str] = "chrf++"
    word_order: int = _word_order(2)


@dataclass(frozen=True)
class Ter(Peer):
    """TER (Snover et al. 2006): edits for each reference word, lower is better.

    normalized      whether punctuation is cut off words first
    no_punct        whether punctuation is left out
    asian_support   whether these two know Chinese characters, which are cut apart, and the
                    punctuation that goes with them
    case_sensitive  whether case counts; it does not by default
    """

    name: ClassVar[str] = "ter"
    higher_is_better: ClassVar[bool] = False
    lang: str = ""
    normalized: bool = _option(
        False, "flag", "ter cuts punctuation off words", flag="ter-normalized"
    )
    no_punct: bool = _option(False, "flag", "ter leaves punctuation out", flag="ter-no-punct")
    asian_support: bool = _option(
        False, "flag",
        "with the two above: ter cuts Chinese characters apart, and knows their punctuation",
        flag="ter-asian-support",
    )  # fmt: skip
    case_sensitive: bool = _option(
        False, "flag", "case counts for ter, as it does not by default", flag="ter-case-sensitive"
    )

    def make(self, segments: bool) -> "SacreMetric":
        from sacrebleu.metrics.ter import TER

        return TER(
            normalized=self.normalized,
            no_punct=self.no_punct,
            asian_support=self.asian_support,
            case_sensitive=self.case_sensitive,
        )

    def details(self, total: Statistics) -> Mapping[str, Any]:
        score: Any = self.system._aggregate_and_compute([total])
        return {"num_edits": score.num_edits, "ref_length": score.ref_length}

    def unspaced_hint(self) -> str:
        language = find_language(parse_language(self.lang)) if self.lang else None
        if language is not None and not (language.is_chinese or language.code == "ja"):
            return "use chrf instead"
        if self.normalized and self.asian_support:
            return ""
        return (
            "give normalized and asian_support (--ter-normalized --ter-asian-support), which cut "
            "Chinese characters apart"
        )


def _text_or_none(reference: Segment | None) -> str | None:
    return None if reference is None else text_of(reference)
