"""The paper's example as a phrase table, and a small language model beside it."""

from pathlib import Path

from resources.pivot.small_tables import Pair, write_small
from small_models import write_small as write_small_lm

PAPER: list[Pair] = [
    ("hello ,", "bonjour/INTJ ,/PUNCT", 9),
    ("hello ,", "salut/INTJ ,/PUNCT", 1),
    ("morn , sir .", "bonjour/INTJ ,/PUNCT monsieur/NOUN ./PUNCT", 1),
    (".", "./PUNCT", 5),
    ("doctor", "docteur/NOUN", 2),
    ("doctor", "médecin/NOUN", 1),
    ("physician", "médecin/NOUN", 2),
    ("sleep", "dormir/VERB", 3),
    ("sleep", "dort/NOUN", 1),
]


def small_table(folder: Path, name: str = "en-fr", **facts: object) -> str:
    settings = {"key": "stem", "punctuation": True, **facts}
    return str(write_small(folder / f"{name}.table", PAPER, **settings))  # type: ignore[arg-type]


def small_lm(folder: Path) -> str:
    return str(write_small_lm(folder / "small.arpa", 4))
