"""Thot, a phrase-based decoder that runs in this process."""

import math
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from ...errors import ResourceError, TeslaError, UsageError
from ...files.resource import read_json_model, write_json_model
from ...files.schema import LANGUAGE, SHA256, boolean, integer, mapping_of, record
from ...optional import requires_extra
from ...text.tokenizers import get_tokenizer
from ..nbest.nbest import Nbest
from ..nbest.weights import Weights
from .base import AdvanceCallback

_KIND, _VERSION = "smt", 1
_DESCRIPTION_FILE, _TRAIN_COMMAND = "smt.json", "'tesla tune --train-smt'"
INSTALL_HINT = "; there is no wheel for Linux ARM: build one with tools/thot.sh of the repository"
# Thot does not accept sentences with more tokens.
MAX_SENTENCE_LENGTH = 200


@dataclass(frozen=True)
class SmtDescription:
    """Description of a trained system: its languages, tokenisation and training corpus.

    source, target  languages
    lowercase       whether text is lower-cased before it is tokenised
    pairs           number of sentence pairs of the training corpus
    corpus          checksum of the training corpus
    sizes           sizes in bytes of Thot's files by name, to detect an incomplete copy
    """

    source: str
    target: str
    lowercase: bool
    pairs: int = 0
    corpus: str = ""
    sizes: Mapping[str, int] = field(default_factory=dict)

    def tokenize_source(self, text: str) -> list[str]:
        """Tokenise a source sentence; return at most `MAX_SENTENCE_LENGTH` tokens."""
        return _tokenize(text, self.source, self.lowercase)[:MAX_SENTENCE_LENGTH]

    def tokenize_target(self, text: str) -> list[str]:
        """Tokenise a sentence of the target language."""
        return _tokenize(text, self.target, self.lowercase)


def _tokenize(text: str, lang: str, lowercase: bool) -> list[str]:
    words = get_tokenizer(lang).tokenize(text.lower() if lowercase else text)
    # Thot's files use ||| as a separator.
    return ["|" if word == "|||" else word for word in words]


def write_description(folder: Path, description: SmtDescription) -> SmtDescription:
    """Write the description with the sizes of all files, and return it.

    Call this after all other files were written: a folder with a description counts as complete.
    """
    sizes = {file.name: file.stat().st_size for file in sorted(folder.iterdir())}
    complete_description = replace(description, sizes=sizes)
    write_json_model(folder / _DESCRIPTION_FILE, _KIND, _VERSION, asdict(complete_description))
    return complete_description


def read_description(folder: Path) -> SmtDescription:
    """Read the description of a system.

    Raise an error if training did not finish or if files are missing.
    """
    shape = record(
        {
            "source": LANGUAGE,
            "target": LANGUAGE,
            "lowercase": boolean(),
            "pairs": integer(1, 2**62),
            "corpus": SHA256,
            "sizes": mapping_of(integer(0, 2**62)),
        }
    )
    description = SmtDescription(
        **read_json_model(folder / _DESCRIPTION_FILE, _KIND, _VERSION, _TRAIN_COMMAND, shape)
    )
    for name, size in description.sizes.items():
        file = folder / name
        actual_size = file.stat().st_size if file.is_file() else None
        if actual_size != size:
            problem = (
                "is missing"
                if actual_size is None
                else f"has {actual_size} bytes instead of {size}"
            )
            raise ResourceError(
                f"{file} {problem}: copy the system again, or train it with {_TRAIN_COMMAND}"
            )
    return description


def get_translation_model_prefix(folder: Path) -> Path:
    """Return the path prefix of the files of the translation model."""
    return folder / "tm"


def get_language_model_prefix(folder: Path) -> Path:
    """Return the path prefix of the files of the language model."""
    return folder / "lm"


# Maximum length of a target phrase in words, and of a source phrase in the decoder.
MAX_PHRASE_LENGTH = 7
_MAX_TRANSLATIONS = 20


def extract_phrases(prefix: Path) -> None:
    """Write PREFIX.ttable from PREFIX.A3.final, and the other files that Thot needs."""
    from thot import translation as thot

    settings = thot.PhraseExtractParameters()
    settings.max_target_phrase_length = MAX_PHRASE_LENGTH
    phrases = thot.PhraseModel()
    is_built = phrases.build(f"{prefix}.A3.final", settings, False)
    if not is_built or not phrases.print_phrase_table(f"{prefix}.ttable", _MAX_TRANSLATIONS):
        raise TeslaError(f"{prefix}.ttable: Thot could not make its phrase table")
    phrases.clear()
    Path(f"{prefix}.A3.final").unlink()  # the links are no longer needed
    # Interpolation weights of phrase and word probabilities, and models of segment lengths. These
    # are Thot's default values.
    for name, content in (
        ("lambda", "0.7 0.7"),
        ("srcsegmlentable", "Uniform"),
        ("trgcutstable", "0.999"),
        ("trgsegmlentable", "Geometric"),
    ):
        Path(f"{prefix}.{name}").write_text(content, encoding="utf-8")


def filter_phrases(table: Path, sentences: Iterable[Sequence[str]], filtered: Path) -> None:
    """Copy the phrases of a table that occur in the sentences to the file `filtered`.

    The smaller table loads in about a second.
    """
    phrases = {
        " ".join(sentence[start:end])
        for sentence in sentences
        for start in range(len(sentence))
        for end in range(start + 1, min(start + MAX_PHRASE_LENGTH, len(sentence)) + 1)
    }
    with (
        table.open(encoding="utf-8", newline="\n") as full_table,
        filtered.open("w", encoding="utf-8", newline="\n") as filtered_table,
    ):
        try:
            filtered_table.writelines(
                line for line in full_table if line.split(" ||| ", 2)[1] in phrases
            )
        except (IndexError, UnicodeDecodeError) as error:
            raise ResourceError(
                f"{table} is damaged, a line is not a phrase with its translation: copy the "
                "system again, or train it with 'tesla tune --train-smt'"
            ) from error


# Features in the order of Thot: word penalty, language model, lengths of target segments, jumps in
# the source, lengths of source segments, phrases in both directions, length of the sentence.
FEATURE_NAMES = ("words", "lm", "target", "jump", "source", "direct", "inverse", "length")
_START_WEIGHTS = (0.0, 1.0, 0.0, 0.5, 0.0, 0.5, 0.5, 0.5)
# Features that are log probabilities. The search requires that their weights are not negative.
_NONNEGATIVE_FEATURES = ("lm", "jump", "direct", "inverse")
# Number of derivations that are requested per candidate, because many have the same text.
_DERIVATIONS_PER_CANDIDATE = 5
# Maximum number of translations of a phrase that the search tries.
_MAX_TRANSLATION_OPTIONS = 10
# Sentences per call of Thot; the user can interrupt the program only between calls.
_BATCH_SIZE = 16


class ThotDecoder:
    """A system trained with `tesla tune --train-smt`, and the sentences to translate.

    Only the phrases that occur in the sentences are loaded. `start` has initial weights by feature
    name; other features have default weights. `reordering` is the maximum length of a jump in
    words, and `stack` the number of hypotheses per stack.
    """

    def __init__(
        self,
        folder: Path,
        sources: Sequence[str],
        start: Mapping[str, float] | None = None,
        *,
        reordering: int = 0,
        stack: int = 10,
    ) -> None:
        self._system = read_description(folder)
        self._tokens = [self._system.tokenize_source(text) for text in sources]
        # Without reordering there are no jumps.
        names = tuple(name for name in FEATURE_NAMES if reordering or name != "jump")
        unknown_names = set(start or ()) - set(names)
        if unknown_names:
            raise UsageError(
                f"Thot has no feature {min(unknown_names)!r} with these settings: its features are "
                f"{', '.join(names)}"
            )
        weights = dict(zip(FEATURE_NAMES, _START_WEIGHTS, strict=True)) | dict(start or {})
        self.start = Weights(names, tuple(weights[name] for name in names))
        self.bounds = dict.fromkeys(set(_NONNEGATIVE_FEATURES).intersection(names), (0.0, math.inf))
        self._stack = stack
        with requires_extra("sil-thot", "smt", INSTALL_HINT):
            self._model = _load_model(folder, self._tokens)
        # Thot's parameters A, E and W: phrase length, extra target words and translation options.
        self._model.a, self._model.e, self._model.w = MAX_PHRASE_LENGTH, 2, _MAX_TRANSLATION_OPTIONS
        self._model.heuristic = 6  # the most accurate estimate of future cost
        self._model.non_monotonicity = reordering

    @property
    def reference_form(self) -> str:
        """Return the name of the changes that `normalise_references` makes."""
        return "tokenised+lowercased" if self._system.lowercase else "tokenised"

    @property
    def log(self) -> str:
        """Return "", because there is no log file."""
        return ""

    def decode(self, weights: Weights, n: int, folder: Path, advance: AdvanceCallback) -> Nbest:
        """Return up to n distinct texts per sentence, each with the features of its best
        derivation.
        """
        from thot import translation as thot

        names = self.start.names
        values = weights.of(names)
        all_weights = dict(zip(FEATURE_NAMES, _START_WEIGHTS, strict=True)) | dict(
            zip(names, values.tolist(), strict=True)
        )
        self._model.weights = [all_weights[name] for name in FEATURE_NAMES]
        decoder = thot.SmtDecoder(self._model)
        decoder.s, decoder.is_breadth_first = self._stack, True
        texts: list[str] = []
        features: list[Sequence[float]] = []
        starts = [0]
        for start in range(0, len(self._tokens), _BATCH_SIZE):
            batch = self._tokens[start : start + _BATCH_SIZE]
            results = decoder.translate_n_batch(
                [" ".join(tokens) for tokens in batch], n * _DERIVATIONS_PER_CANDIDATE
            )
            for tokens, derivations in zip(batch, results, strict=True):
                for text, components in _select_distinct(tokens, derivations, n).items():
                    texts.append(text)
                    features.append(components)
                starts.append(len(texts))
            advance(len(batch))
        table = np.array(features, dtype=float)[:, [FEATURE_NAMES.index(name) for name in names]]
        ids, boundaries = tuple(range(len(self._tokens))), np.array(starts, dtype=np.intp)
        return Nbest(ids, boundaries, texts, names, table, table @ values)

    def normalise_references(self, texts: Sequence[str]) -> list[str]:
        """Tokenise and lower-case texts like the target side of the bitext."""
        return [" ".join(self._system.tokenize_target(text)) for text in texts]


def _select_distinct(tokens: Sequence[str], derivations: Any, n: int) -> dict[str, Sequence[float]]:
    """Return the feature values of up to n distinct texts, best first.

    The translation of an empty sentence is "".
    """
    texts: dict[str, Sequence[float]] = {}
    for derivation in derivations:
        texts.setdefault(" ".join(derivation.target), derivation.score_components)
        if len(texts) == n:
            break
    if not texts:
        if tokens:
            raise TeslaError(
                f"Thot found no translation of {' '.join(tokens)[:60]!r}: increase decoder.stack"
            )
        texts[""] = [0.0] * len(FEATURE_NAMES)
    return texts


def _load_model(folder: Path, sentences: Sequence[Sequence[str]]) -> Any:
    """Load Thot's models with the phrases that occur in the sentences."""
    from thot import alignment, translation

    model = translation.SmtModel(alignment.AlignmentModelType.HMM)
    full_model = get_translation_model_prefix(folder)
    with TemporaryDirectory(prefix="tesla-smt-") as temporary:
        filtered_model = get_translation_model_prefix(Path(temporary))
        for file in folder.glob(f"{full_model.name}*"):
            if file.suffix != ".ttable":
                shutil.copyfile(file, filtered_model.parent / file.name)
        filter_phrases(Path(f"{full_model}.ttable"), sentences, Path(f"{filtered_model}.ttable"))
        is_loaded = model.load_translation_model(str(filtered_model))
    if not is_loaded or not model.load_language_model(str(get_language_model_prefix(folder))):
        raise ResourceError(
            f"Thot cannot load {folder}: train it again with tesla tune --train-smt"
        )
    return model
