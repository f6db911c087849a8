"""sacreBLEU's tokenisers: which a language has, and what each needs, which is never fetched."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ...errors import ResourceError
from ...files.sacrebleu_cache import cache_folder
from ...languages import parse_language

# sacreBLEU's names.
TOKENIZERS = (
    "auto", "none", "zh", "13a", "intl", "char", "ja-mecab", "ko-mecab", "spm", "flores101",
    "flores200", "spBLEU-1K",
)  # fmt: skip
# Those whose model is no file that the user has downloaded.
PLAIN = TOKENIZERS[: TOKENIZERS.index("spm")]

# sacreBLEU's choices, and ours for languages without spaces that it would take for one word a line.
_BY_LANGUAGE = {
    "zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab",
    "th": "char", "lo": "char", "km": "char", "my": "char",
}  # fmt: skip

_INSTALL = {
    "ja-mecab": "pip install 'sacrebleu[ja]'",
    "ko-mecab": "pip install 'sacrebleu[ko]'",
}


def usual_tokenizer(lang: str) -> str:
    """The same on every machine, whatever is installed."""
    return _BY_LANGUAGE.get(parse_language(lang) if lang else "", "13a")


def sacre_name(name: str) -> str:
    """The name to make it by: `spm` is an old one of flores101, of which sacreBLEU would warn."""
    return "flores101" if name == "spm" else name


@contextmanager
def check_tokenizer(name: str) -> Iterator[None]:
    """What is missing for the tokeniser that is made within is a ResourceError."""
    from sacrebleu.metrics.bleu import BLEU

    if sacre_name(name) not in BLEU.TOKENIZERS:
        raise ResourceError(
            f"this sacreBLEU has no tokeniser {name!r}: pip install --upgrade sacrebleu"
        )
    _check_model(name)
    try:
        yield
    # sacreBLEU asserts that MeCab's dictionary is the right one.
    except (ImportError, RuntimeError, OSError, AssertionError) as error:
        raise ResourceError(
            f"sacreBLEU's tokeniser {name!r} cannot be had: {_mending(name, error)}, or give "
            "tokenize='char' (--tokenize char)"
        ) from error


def _mending(name: str, error: Exception) -> str:
    if name in _INSTALL:
        return _INSTALL[name]
    if isinstance(error, ImportError):
        return "pip install sentencepiece"
    return f"its model {_model(sacre_name(name))} is damaged, download it again"


def _model(name: str) -> Path:
    """Where sacreBLEU looks for it."""
    from sacrebleu.tokenizers.tokenizer_spm import SPM_MODELS

    return Path(cache_folder(), "models", SPM_MODELS[name]["url"].rpartition("/")[2])


def _check_model(name: str) -> None:
    # Else sacreBLEU would fetch it.
    from sacrebleu.tokenizers.tokenizer_spm import SPM_MODELS

    own = sacre_name(name)
    if own in SPM_MODELS and not _model(own).is_file():
        raise ResourceError(
            f"sacreBLEU's tokeniser {name!r} needs a model that is not in sacreBLEU's folder: "
            f"download {SPM_MODELS[own]['url']} as {_model(own)}, or give another "
            "tokenize (--tokenize)"
        )
