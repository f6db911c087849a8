"""BLEU, computed by sacreBLEU, and its tokenisers."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ...arrays import Floats
from ...errors import ResourceError, UsageError
from ...files.testsets.sacrebleu_cache import get_cache_folder
from ...text.languages import parse_language
from ..options import LOWERCASE_HELP, option
from ..segment_metric import SignatureFields
from .base import MAX_NGRAM_ORDER, Peer, Statistics, peer_option

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric as SacreMetric

# Names of tokenisers in sacreBLEU.
TOKENIZER_NAMES = (
    "auto", "none", "zh", "13a", "intl", "char", "ja-mecab", "ko-mecab", "spm", "flores101",
    "flores200", "spBLEU-1K",
)  # fmt: skip
# Tokenisers that need no model file downloaded by the user.
TOKENIZERS_WITHOUT_MODEL = TOKENIZER_NAMES[: TOKENIZER_NAMES.index("spm")]

# Default tokenisers other than 13a. The first three are the defaults of sacreBLEU. The others are
# for languages without spaces, in which 13a would treat a line as a word.
_TOKENIZER_BY_LANGUAGE = {
    "zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab",
    "th": "char", "lo": "char", "km": "char", "my": "char",
}  # fmt: skip

_INSTALL_COMMANDS = {
    "ja-mecab": "pip install 'sacrebleu[ja]'",
    "ko-mecab": "pip install 'sacrebleu[ko]'",
}


def find_default_tokenizer(lang: str) -> str:
    """Return the default tokeniser of a language, whether or not it is installed."""
    return _TOKENIZER_BY_LANGUAGE.get(parse_language(lang) if lang else "", "13a")


def get_sacrebleu_name(name: str) -> str:
    """Return the current name of a tokeniser in sacreBLEU; "spm" is an old name of flores101."""
    return "flores101" if name == "spm" else name


@contextmanager
def check_tokenizer(name: str) -> Iterator[None]:
    """Raise a ResourceError if sacreBLEU cannot create the tokeniser in the block."""
    from sacrebleu.metrics.bleu import BLEU

    if get_sacrebleu_name(name) not in BLEU.TOKENIZERS:
        raise ResourceError(
            f"this sacreBLEU has no tokeniser {name!r}: pip install --upgrade sacrebleu"
        )
    _check_model_exists(name)
    try:
        yield
    # sacreBLEU asserts that MeCab's dictionary is the right one.
    except (ImportError, RuntimeError, OSError, AssertionError) as error:
        raise ResourceError(
            f"sacreBLEU's tokeniser {name!r} is not available: {_suggest_fix(name, error)}, or "
            "give "
            "tokenize='char' (--tokenize char)"
        ) from error


def _suggest_fix(name: str, error: Exception) -> str:
    if name in _INSTALL_COMMANDS:
        return _INSTALL_COMMANDS[name]
    if isinstance(error, ImportError):
        return "pip install sentencepiece"
    return f"its model {_build_model_path(get_sacrebleu_name(name))} is damaged, download it again"


def _build_model_path(name: str) -> Path:
    """Return the path at which sacreBLEU searches the model of a tokeniser."""
    from sacrebleu.tokenizers.tokenizer_spm import SPM_MODELS

    return Path(get_cache_folder(), "models", SPM_MODELS[name]["url"].rpartition("/")[2])


def _check_model_exists(name: str) -> None:
    """Raise a ResourceError if the model of a tokeniser is missing: sacreBLEU would download it."""
    from sacrebleu.tokenizers.tokenizer_spm import SPM_MODELS

    model_name = get_sacrebleu_name(name)
    if model_name in SPM_MODELS and not _build_model_path(model_name).is_file():
        raise ResourceError(
            f"sacreBLEU's tokeniser {name!r} needs a model that is not in sacreBLEU's folder: "
            f"download {SPM_MODELS[model_name]['url']} as {_build_model_path(model_name)}, or give "
            "another tokenize (--tokenize)"
        )


_METHODS_WITH_VALUE = ("floor", "add-k")
# Tokenisers of the native core. For others, texts are tokenised before the core counts n-grams.
_NATIVE_TOKENIZERS = ("none", "13a", "zh", "char")


@dataclass(frozen=True)
class Bleu(Peer):
    """BLEU (Papineni et al. 2002). Segment scores are sentence BLEU with effective order.

    Parameters
    ----------
    lang : str
        Language of the texts (ISO 639), which selects the tokeniser.
    tokenize : str
        "auto" (zh, ja-mecab and ko-mecab for their languages, char for th, lo, km and my, else
        13a), or the name of a tokeniser of sacreBLEU.
    lowercase : bool
        Whether to ignore case.
    smooth_method : {"exp", "floor", "add-k", "none"}
        Smoothing of precisions that are 0.
    smooth_value : float, optional
        Parameter of "floor" (default 0.1) and "add-k" (default 1).
    max_ngram_order : int
        Longest n-grams.
    force : bool
        Do not warn about text that looks tokenised.
    """

    name: ClassVar[str] = "bleu"
    lang: str = ""
    tokenize: str = peer_option(
        "auto",
        "text",
        "tokeniser of bleu: auto (default: zh, ja-mecab and ko-mecab for their "
        f"languages, char for th, lo, km and my, else 13a), {', '.join(TOKENIZER_NAMES[1:])}",
        choices=TOKENIZER_NAMES,
        plain_values=TOKENIZERS_WITHOUT_MODEL,
        metavar="NAME",
        short="-tok",
    )
    lowercase: bool = option(False, "flag", LOWERCASE_HELP, short="-lc")
    smooth_method: str = peer_option(
        "exp",
        "text",
        "smoothing of bleu's precisions that are 0: exp (default), floor, add-k or none",
        choices=("exp", *_METHODS_WITH_VALUE, "none"),
        metavar="HOW",
    )
    smooth_value: float | None = peer_option(
        None,
        "number",
        "parameter of bleu's --smooth-method floor (default: 0.1) or add-k (1)",
        maximum=1e6,
        metavar="V",
        short="-sv",
    )
    max_ngram_order: int = peer_option(
        4, "whole", "longest n-grams of words", minimum=1, maximum=MAX_NGRAM_ORDER, metavar="N"
    )
    force: bool = peer_option(False, "flag", "bleu does not warn about text that looks tokenised")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.smooth_value is not None and self.smooth_method not in _METHODS_WITH_VALUE:
            raise UsageError(
                f"smooth_value has no effect with smooth_method {self.smooth_method!r}: leave it "
                f"out, or choose {' or '.join(_METHODS_WITH_VALUE)}"
            )

    @property
    def tokenizer(self) -> str:
        """Return the name of the tokeniser in use."""
        return find_default_tokenizer(self.lang) if self.tokenize == "auto" else self.tokenize

    def make(self, segments: bool) -> "SacreMetric":
        from sacrebleu.metrics.bleu import BLEU

        with check_tokenizer(self.tokenizer):
            return BLEU(
                lowercase=self.lowercase,
                force=self.force,
                tokenize=get_sacrebleu_name(self.tokenizer),
                smooth_method=self.smooth_method,
                smooth_value=self.smooth_value,
                max_ngram_order=self.max_ngram_order,
                effective_order=segments,
            )

    def native_counter(self, native: ModuleType) -> Any:
        tokens = self.tokenizer if self.tokenizer in _NATIVE_TOKENIZERS else "none"
        return native.BleuStatistics(order=self.max_ngram_order, tokens=tokens)

    def text_preparer(self) -> Callable[[str], str] | None:
        if self.tokenizer not in _NATIVE_TOKENIZERS:
            return self.system._preprocess_segment
        return str.lower if self.lowercase else None

    def details(self, total: Statistics) -> Mapping[str, Any]:
        score: Any = self.system._aggregate_and_compute([total])
        names = ("precisions", "bp", "ratio", "sys_len", "ref_len", "counts", "totals")
        return {name: getattr(score, name) for name in names}

    def system_values(self, totals: Floats) -> Floats:
        return self._compute_bleu(totals, use_effective_order=False)

    def segment_values(self, rows: Floats) -> Floats:
        return self._compute_bleu(rows, use_effective_order=True)

    def _compute_bleu(self, statistics: Floats, use_effective_order: bool) -> Floats:
        """Return BLEU of each row of statistics.

        A row has the lengths of the output and of the reference, then the matches and the counts of
        n-grams of each order. With `use_effective_order`, orders without n-grams are ignored.
        """
        length, reference_length = statistics.T[:2]
        matches, counts = np.split(statistics[:, 2:], 2, axis=1)
        precisions, has_ngrams = self._compute_precisions(matches, counts)
        is_used = has_ngrams if use_effective_order else np.ones_like(has_ngrams)
        is_zero = (is_used & (precisions <= 0)).any(axis=1) | ~matches.any(axis=1)
        # The ratio of lengths is infinite for an output without words.
        length_ratio = np.divide(
            reference_length, length, out=np.full_like(length, np.inf), where=length > 0
        )
        penalty = np.where(length < reference_length, np.exp(1 - np.maximum(length_ratio, 1)), 1.0)
        log_precisions = np.log(np.where(precisions > 0, precisions, 1.0))
        log_means = log_precisions.sum(axis=1) / np.maximum(is_used.sum(axis=1), 1)
        values: Floats = np.where(is_zero, 0.0, 100 * penalty * np.exp(log_means))
        return values

    def _compute_precisions(
        self, matches: Floats, counts: Floats
    ) -> tuple[Floats, NDArray[np.bool_]]:
        """Return the smoothed precision of each order, and whether there are n-grams of it.

        Both arrays have the shape (n_rows, max_ngram_order).
        """
        if self.smooth_method == "add-k":
            added_counts = np.full(matches.shape[1], self._effective_smooth_value)
            added_counts[0] = 0.0
            matches, counts = matches + added_counts, counts + added_counts
        has_ngrams = counts > 0
        is_unmatched = (matches == 0) & has_ngrams
        if self.smooth_method == "exp":
            matches = np.where(is_unmatched, 0.5 ** np.cumsum(is_unmatched, axis=1), matches)
        elif self.smooth_method == "floor":
            matches = np.where(is_unmatched, self._effective_smooth_value, matches)
        return np.divide(matches, counts, out=np.zeros_like(matches), where=has_ngrams), has_ngrams

    @property
    def _effective_smooth_value(self) -> float:
        """Return the parameter of the smoothing method, or its default in sacreBLEU."""
        default_values = {"floor": 0.1, "add-k": 1.0}
        return (
            default_values[self.smooth_method] if self.smooth_value is None else self.smooth_value
        )

    def unspaced_hint(self) -> str:
        splits_at_spaces = self.tokenize == "auto" and self.tokenizer == "13a"
        return (
            "give tokenize='char' (--tokenize char), or zh for Chinese characters"
            if splits_at_spaces
            else ""
        )

    def extra_fields(self) -> SignatureFields:
        notes = []
        # The signature of sacreBLEU rounds the value to two digits.
        if self.smooth_value is not None and self.smooth_value != round(self.smooth_value, 2):
            notes.append(("smooth_value", repr(float(self.smooth_value))))
        if self.max_ngram_order != 4:
            notes.append(("max_ngram_order", str(self.max_ngram_order)))
        if self.tokenize == "auto" and self.tokenizer == "char":
            notes.append(("deviation", f"char-for-{parse_language(self.lang)}"))
        return [*notes, ("segments", "sentence-bleu-effective-order")]
