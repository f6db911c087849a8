"""
The native core: texts to codes, pairs of codes to columns, in batches.
"""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


def transport(similarity: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], supply: Sequence[float], demand: Sequence[float]) -> tuple[float, list[tuple[int, int, float]]]:
    """
    The transport problem for any similarity in [0,1] and any positive weights.
    """

def plain_features(form: str, lemma: str, listed: bool, kind: str) -> list[list[str]]:
    """
    The tagger's features of an ASCII word, in the groups of tagging/features.py.
    """

def hold() -> None:
    """Before a fork: waits until nobody is inside, and lets nobody in."""

def go_on() -> None:
    """After it: others may go in again."""

def renew() -> None:
    """After it, in the child: nobody is inside or waits."""

class Codes:
    def __len__(self) -> int: ...

    @property
    def missing(self) -> list[str]:
        """Chunks that must be learned before all texts have a code."""

class Encoder:
    def encode(self, texts: Sequence[str], references: bool, threads: int, codes: Codes | None = None) -> Codes:
        """
        Encode texts. After chunks were learned, pass the incomplete codes again.
        """

    def encode_given(self, words: Sequence[Sequence[int]], texts: Sequence[str], places: Sequence[Sequence[tuple[int, int]]], references: bool, threads: int) -> Codes:
        """
        Encode analysed texts: word ids, and padded texts with the spans of words if needed.
        """

    def forget(self) -> None:
        """Drop the codes of references."""

class PlainRules:
    def __init__(self, *, contractions: Sequence[tuple[str, Sequence[int]]], uncontracted: Sequence[str], abbreviations: Sequence[str], units: Sequence[str], suffixes: Sequence[str], apostrophe_words: Sequence[str], whole_words: Sequence[str], hyphen_prefixes: Sequence[str], runs: str, odd_endings: str, initials: bool, marks_run: bool, split_hyphens: bool, elisions: bool, hyphen_clitics: bool, ordinal_digits: int) -> None:
        """How a language cuts plain chunks, as text/languages/base.py has it."""

    def cut(self, chunk: str) -> list[str] | None:
        """The words of a plain chunk; None where it is not plain."""

class PlainWords:
    def __init__(self, *, tagged: bytes, synonyms: bytes, dictionary: FrontCoded, upos: Sequence[str], splits: bool, exceptions: Sequence[tuple[str, str, str]], kept_endings: Sequence[tuple[str, str]], verb_endings: Sequence[tuple[str, str]], infinitives: Sequence[str], verb_probe: str, keeps_names: bool, capital_nouns: bool, english: bool, odd_words: Sequence[str], odd_before_hyphens: Sequence[str], odd_prefixes: Sequence[str], odd_parts: Sequence[str], negating_prefixes: Sequence[str], negating_suffixes: Sequence[str], number_format: str) -> None:
        """Analyse ASCII words without Python."""

    def look_up(self, form: str) -> tuple[list[int], str, str, bool, bool, list[str], list[list[int]], str, list[str]] | None:
        """
        Candidates, kind, base, whether it is listed and counts, lemmas and synsets by candidate, surface and its facts; None where Python must be asked.
        """

    def learn(self, forms: Sequence[str], lexicon: Lexicon) -> list[str]:
        """Adds words to a lexicon; gives those that Python must be asked for."""

class Lexicon:
    def __init__(self, labels: Sequence[str], weights: bytes | None, facts: Sequence[tuple[str, str, bool, bool, bool]], columns: Sequence[str]) -> None:
        """A tagger with what its labels are, and the facts that surfaces have."""

    def find_word(self, form: str) -> int | None: ...

    def find_lemma(self, lemma: str) -> int | None: ...

    def find_surface(self, surface: str) -> int | None: ...

    def add_lemma(self, lemma: str, synsets: Sequence[int]) -> int: ...

    def add_surface(self, surface: str, facts: Sequence[str]) -> int: ...

    def add_label(self, facts: tuple[str, str, bool, bool, bool]) -> int: ...

    def add_given(self, lemma: int, label: int, surface: int) -> int: ...

    def add_word(self, form: str, *, counts: bool, candidates: Sequence[int], kind: str, base: str, listed: bool, features: Sequence[Sequence[str]] | None, lemmas: Sequence[int], parts: Sequence[int], surface: int) -> int: ...

    def add_chunk(self, chunk: str, words: Sequence[int], characters: Sequence[int], places: Sequence[tuple[int, int]]) -> None: ...

    def learn(self, chunks: Sequence[str], rules: PlainRules) -> tuple[list[str], list[str], list[str]]:
        """
        Learns what is plain; gives words that are not known, chunks that wait for them, and chunks that are not plain.
        """

    @property
    def bytes(self) -> int:
        """What all that was added takes, with what encoders keep of it."""

class BagSettings:
    def __init__(self, *, order: int, alpha: float, p: int, q: int, tags: bool) -> None: ...

class WordEncoder(Encoder):
    def __init__(self, lexicon: Lexicon, *, most_bytes: int) -> None: ...

    def compare(self, references: Codes, candidates: Codes, left: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], right: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], settings: BagSettings, threads: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    def flows(self, references: Codes, candidates: Codes, left: int, right: int, settings: BagSettings) -> list[tuple[int, list[tuple[int, int, int]]]]:
        """
        For each n the value of s_ms, in units of 1 / (2n unit), and an optimal flow.
        """

class Phrases:
    def __init__(self, joint: str, spellings: Sequence[str]) -> None: ...

    def add_token(self, token: bytes, folded: bytes) -> int: ...

    def add_word(self, word: bytes, synsets: Sequence[int]) -> None: ...

    def add_words(self, lines: bytes) -> None: ...

class GramEncoder(Encoder):
    def __init__(self, phrases: Phrases, order: int) -> None: ...

    def encode_tokens(self, texts: Sequence[Sequence[int]], threads: int) -> Codes: ...

    def compare(self, references: Codes, candidates: Codes, left: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], right: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, f: float, weights: Sequence[float], threads: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

class PhraseArrays:
    def __init__(self, *, hashes: Annotated[NDArray, dict(order='C', device='cpu', writable=False)], phrases: Annotated[NDArray, dict(order='C', device='cpu', writable=False)], counts: Annotated[NDArray, dict(order='C', device='cpu', writable=False)], starts: Annotated[NDArray, dict(order='C', device='cpu', writable=False)], pivot_phrases: Annotated[NDArray, dict(order='C', device='cpu', writable=False)], pair_counts: Annotated[NDArray, dict(order='C', device='cpu', writable=False)], target_starts: Annotated[NDArray, dict(order='C', device='cpu', writable=False)], target_bytes: Annotated[NDArray, dict(order='C', device='cpu', writable=False)], pivot_starts: Annotated[NDArray, dict(order='C', device='cpu', writable=False)], pivot_bytes: Annotated[NDArray, dict(order='C', device='cpu', writable=False)], total: int) -> None: ...

class PivotEncoder(Encoder):
    def __init__(self, lexicon: Lexicon, arrays: PhraseArrays, *, order: int, discount: float, least: float, upos: bool, function_tags: Sequence[str], most_bytes: int) -> None: ...

    def compare(self, references: Codes, candidates: Codes, left: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], right: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], alpha: float, threads: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

class TogetherEncoder(Encoder):
    def __init__(self, lexicon: Lexicon, arrays: PhraseArrays | None, *, order: int, least: float, least_gram: float, most_bytes: int) -> None: ...

    def compare(self, references: Codes, candidates: Codes, left: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], right: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

class GradedConstants:
    def __init__(self, *, order: int, lemma: float, derivation: float, synonym: float, synset: float, paraphrase: float, tag: float, function: float, spelling: float, unknown: float, least: float, alpha: float, character_alpha: float, stand_in: float) -> None: ...

class GradedEncoder(Encoder):
    def __init__(self, lexicon: Lexicon, *, sentences: int, frequencies: bytes, paraphrases: bytes, relations: bytes, characters: int, most_bytes: int) -> None: ...

    def compare(self, references: Codes, candidates: Codes, left: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], right: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], constants: GradedConstants, threads: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    def explain(self, references: Codes, candidates: Codes, left: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], right: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], constants: GradedConstants, threads: int) -> dict:
        """
        What `compare` does, and all that explains it: see explanation/graded/matchings.py.
        """

    def outline(self, codes: Codes) -> dict:
        """
        The words of texts: what they weigh, and where among the characters they stand.
        """

class GradedDocumentEncoder(Encoder):
    def __init__(self, lexicon: Lexicon, *, sentences: int, frequencies: bytes, paraphrases: bytes, gap: int, most_bytes: int) -> None: ...

    def compare(self, references: Codes, candidates: Codes, left: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], right: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], constants: GradedConstants, threads: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    BREAK: int = 4294967295

class DocumentEncoder(Encoder):
    def __init__(self, lexicon: Lexicon, *, gap: int, p: int, q: int, most_bytes: int) -> None: ...

    def compare(self, references: Codes, candidates: Codes, left: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], right: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], alpha: float, threads: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    BREAK: int = 4294967295

def upper_envelopes(starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], heights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], slopes: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple:
    """
    First lines, points, and the lines before and after each: see core/solvers/envelope.py.
    """

class WeightTable:
    def __init__(self, keys: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], begins: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], columns: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)], width: int) -> None: ...

class ChartParser:
    def __init__(self, tags: int, symbols: int, labels: Sequence[tuple[int, int]], rules: Sequence[tuple[int, int, int]], leaves: Sequence[int], tops: Sequence[int], tables: Sequence[WeightTable], margin: int, floor: int) -> None: ...

    def parse(self, words: Annotated[NDArray[numpy.uint32], dict(shape=(None, 3), order='C', device='cpu', writable=False)]) -> list[tuple[int, int, int]]:
        """Label, start and end of each node, in the order of a tree."""

class FrontCoded:
    """Words with a text each: a dictionary of simplemma's."""

    def __init__(self, stream: bytes) -> None: ...

    def __len__(self) -> int: ...

    def find(self, word: bytes) -> str | None:
        """The text of a word in UTF-8."""

    def words(self) -> list[str]:
        """All of them."""

class SortedLines:
    """Lines of a word, a tab and a text, in order."""

    def __init__(self, lines: bytes) -> None: ...

    def find(self, word: bytes) -> str | None:
        """The text of a word in UTF-8."""

class BleuStatistics:
    def __init__(self, *, order: int, tokens: str) -> None: ...

    def count(self, candidates: list, sets: Sequence[list], threads: int) -> list:
        """
        A row a candidate, against its line of each reference set, where that is not None.
        """

    def count_pairs(self, references: list, candidates: list, left: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], right: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
        """A row a pair of one reference and one candidate."""

class ChrfStatistics:
    def __init__(self, *, characters: int, words: int, beta: float, white_space: bool, smoothed: bool) -> None: ...

    def count(self, candidates: list, sets: Sequence[list], threads: int) -> list:
        """
        A row a candidate, against its line of each reference set, where that is not None.
        """

    def count_pairs(self, references: list, candidates: list, left: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], right: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
        """A row a pair of one reference and one candidate."""
