from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

class Settings:
    def __init__(self, order: int, alpha: float, p: int, q: int, tags: bool) -> None: ...

class Words:
    def __init__(
        self,
        lemmas: Sequence[int],
        tags: Sequence[int],
        synsets: Sequence[Sequence[int]],
        function: Sequence[int],
    ) -> None: ...
    def __len__(self) -> int: ...

class Matcher:
    def __init__(self) -> None: ...
    def features(self, reference: Words, candidate: Words, settings: Settings) -> list[float]: ...
    def flows(
        self, reference: Words, candidate: Words, settings: Settings
    ) -> list[tuple[int, list[tuple[int, int, int]]]]: ...

def match_batch(
    references: Sequence[Words], candidates: Sequence[Words], settings: Settings, threads: int
) -> NDArray[np.float64]: ...
def plain_features(form: str, lemma: str, listed: bool, kind: str) -> list[list[str]]: ...

class Engine:
    def __init__(
        self,
        labels: Sequence[str],
        weights: bytes | None,
        facts: Sequence[tuple[int, bool, bool, bool]],
    ) -> None: ...
    def find_word(self, form: str) -> int | None: ...
    def find_lemma(self, lemma: str) -> int | None: ...
    def add_lemma(self, lemma: str, synsets: Sequence[int]) -> int: ...
    def add_word(
        self,
        form: str,
        counts: bool,
        candidates: Sequence[int],
        kind: str,
        base: str,
        listed: bool,
        features: Sequence[Sequence[str]] | None,
        lemmas: Sequence[int],
        parts: Sequence[int],
        written: int,
        number_word: int = 0,
    ) -> int: ...
    def add_form(self, form: str, digits: str, negates: bool) -> int: ...
    def add_number_word(
        self, kind: int, value: int, room: int, linked: int, most: int, alone: bool
    ) -> int: ...
    def add_chunk(
        self,
        chunk: str,
        words: Sequence[int],
        characters: Sequence[int],
        places: Sequence[tuple[int, int]],
    ) -> None: ...
    @property
    def size(self) -> int: ...
    def forget_words(self) -> None: ...
    def forget_texts(self) -> None: ...
    def score(
        self,
        hypotheses: Sequence[str],
        references: Sequence[str],
        settings: Settings,
        threads: int,
    ) -> tuple[NDArray[np.float64], list[str]]: ...
    def matrix(
        self,
        hypotheses: Sequence[str],
        references: Sequence[str],
        settings: Settings,
        threads: int,
    ) -> tuple[NDArray[np.float64], list[str]]: ...

def transport(
    similarity: NDArray[np.float64], supply: Sequence[float], demand: Sequence[float]
) -> tuple[float, list[tuple[int, int, float]]]: ...

class CelabSettings:
    def __init__(self, order: int, f: float, weights: Sequence[float]) -> None: ...

class Phrases:
    def __init__(self, joint: str, spellings: Sequence[str]) -> None: ...
    def add_token(self, token: bytes, folded: bytes) -> int: ...
    def add_word(self, word: bytes, synsets: Sequence[int]) -> None: ...
    def add_words(self, lines: bytes) -> None: ...
    def score(
        self,
        references: Sequence[Sequence[int]],
        candidates: Sequence[Sequence[int]],
        settings: CelabSettings,
        threads: int,
    ) -> NDArray[np.float64]: ...
    def matrix(
        self,
        references: Sequence[Sequence[int]],
        candidates: Sequence[Sequence[int]],
        settings: CelabSettings,
        threads: int,
    ) -> NDArray[np.float64]: ...

class PivotSettings:
    def __init__(
        self,
        order: int,
        discount: float,
        least: float,
        function_tags: Sequence[str],
        target_tags: Sequence[str],
    ) -> None: ...

class Pivot:
    def __init__(
        self,
        hashes: NDArray[Any],
        phrases: NDArray[Any],
        counts: NDArray[Any],
        starts: NDArray[Any],
        pivot_phrases: NDArray[Any],
        pair_counts: NDArray[Any],
        target_starts: NDArray[Any],
        target_bytes: NDArray[Any],
        pivot_starts: NDArray[Any],
        pivot_bytes: NDArray[Any],
        total: int,
        settings: PivotSettings,
    ) -> None: ...
    def forget_texts(self) -> None: ...
    def score(
        self,
        engine: Engine,
        hypotheses: Sequence[str],
        references: Sequence[str],
        alpha: float,
        threads: int,
    ) -> tuple[NDArray[np.float64], list[str]]: ...
    def matrix(
        self,
        engine: Engine,
        hypotheses: Sequence[str],
        references: Sequence[str],
        alpha: float,
        threads: int,
    ) -> tuple[NDArray[np.float64], list[str]]: ...

class GradingSettings:
    def __init__(
        self,
        order: int,
        characters: int,
        lemma: float,
        synonym: float,
        synset: float,
        paraphrase: float,
        tag: float,
        function: float,
        spelling: float,
        unknown: float,
        least: float,
        alpha: float,
        character_alpha: float,
        stand_in: float,
    ) -> None: ...

class Grading:
    def __init__(
        self, sentences: int, frequencies: bytes, paraphrases: bytes, settings: GradingSettings
    ) -> None: ...
    def forget_texts(self) -> None: ...
    def score(
        self, engine: Engine, hypotheses: Sequence[str], references: Sequence[str], threads: int
    ) -> tuple[NDArray[np.float64], list[str]]: ...
    def matrix(
        self, engine: Engine, hypotheses: Sequence[str], references: Sequence[str], threads: int
    ) -> tuple[NDArray[np.float64], list[str]]: ...
