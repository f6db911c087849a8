"""Words that are translated alike, held against loops that spell the definition out."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from resources.pivot.small_tables import Pair, write_small
from tesla_metrics.errors import UsageError
from tesla_metrics.resources.pivot.paraphrases import find_word_pairs
from tesla_metrics.resources.pivot.phrase_table import PhraseTable, open_phrase_table

CLEAR = [
    ("illness", "maladie/NOUN", 8),
    ("disease", "maladie/NOUN", 12),
    ("disease", "mal/NOUN", 3),
    ("house", "maison/NOUN", 20),
    ("home", "maison/NOUN", 5),
    ("home", "chez/ADP soi/PRON", 5),
    ("good morning", "maison/NOUN", 9),
    ("12", "maison/NOUN", 9),
    ("-", "maison/NOUN", 9),
    ("rare", "maison/NOUN", 2),
]


def tables(folder: Path, *contents: Sequence[Pair]) -> list[PhraseTable]:
    return [
        open_phrase_table(write_small(folder / f"{number}.table", content))
        for number, content in enumerate(contents)
    ]


def naive(contents: Sequence[Sequence[Pair]], least: float) -> dict[tuple[str, str], float]:
    found: dict[tuple[str, str], list[float]] = {}
    words = []
    for content in contents:
        of_word: dict[str, dict[str, int]] = {}
        of_pivot: dict[str, int] = {}
        for word, pivot, count in content:
            own = of_word.setdefault(word, {})
            own[pivot] = own.get(pivot, 0) + count
            of_pivot[pivot] = of_pivot.get(pivot, 0) + count
        kept = {
            word: {
                pivot: count / (sum(own.values()) + 5)
                for pivot, count in own.items()
                if count / (sum(own.values()) + 5) >= 0.02 and count / (of_pivot[pivot] + 5) >= 0.01
            }
            for word, own in of_word.items()
            if sum(own.values()) >= 3 and word.isalpha()
        }
        words.append(set(kept))
        for one in kept:
            for other in kept:
                shared = kept[one].keys() & kept[other].keys()
                if one < other and shared:
                    overlap = sum(min(kept[one][v], kept[other][v]) for v in shared)
                    found.setdefault((one, other), []).append(overlap)
    means = {
        pair: sum(values) / sum(set(pair) <= known for known in words)
        for pair, values in found.items()
    }
    return {pair: mean for pair, mean in means.items() if mean >= least}


def test_by_hand(tmp_path: Path) -> None:
    found = find_word_pairs(tables(tmp_path, CLEAR))
    assert found == {
        ("disease", "illness"): pytest.approx(min(12 / 20, 8 / 13)),
        ("home", "house"): pytest.approx(min(5 / 15, 20 / 25)),
    }
    assert list(find_word_pairs(tables(tmp_path, CLEAR), 0.5)) == [("disease", "illness")]


@pytest.mark.parametrize("seed", range(6))
def test_against_loops(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    contents = [
        [
            (rng.choice("abcdefgh"), f"{rng.choice('uvwxyz')}/NOUN", rng.choice([1, 1, 2, 5, 400]))
            for _ in range(rng.randint(1, 40))
        ]
        for _ in range(3)
    ]
    found = find_word_pairs(tables(tmp_path, *contents), 0.05)
    assert found == pytest.approx(naive(contents, 0.05), abs=1e-12)
    assert list(found) == sorted(found)


def test_a_pivot_phrase_that_stands_beside_everything_says_nothing(tmp_path: Path) -> None:
    common = [("of", "de/ADP", 5000), ("deny", "de/ADP", 6), ("plough", "de/ADP", 6)]
    assert find_word_pairs(tables(tmp_path, common), 0.01) == {}


def test_tables_of_rare_words_alone(tmp_path: Path) -> None:
    assert find_word_pairs(tables(tmp_path, [("a", "b/NOUN", 1)])) == {}


def test_what_is_refused(tmp_path: Path) -> None:
    own = tables(tmp_path, CLEAR)
    for least in (0.0, -1.0, 1.5, float("nan")):
        with pytest.raises(UsageError, match="least strength"):
            find_word_pairs(own, least)
    other = open_phrase_table(write_small(tmp_path / "de", CLEAR, target="de"))
    with pytest.raises(UsageError, match="tables of 'en' and 'de'"):
        find_word_pairs([*own, other])
    forms = open_phrase_table(write_small(tmp_path / "forms", CLEAR))
    forms.settings = {**forms.settings, "key": "form"}
    with pytest.raises(UsageError, match="has word forms: build it with --key lemma"):
        find_word_pairs([forms])
