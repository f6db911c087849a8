"""How reasons are shown: a mark, so that nobody needs to see colours, and what it stands for."""

from typing import NamedTuple


class Shown(NamedTuple):
    """Of one reason; its colour on pages is that of base.css by the reason's name."""

    mark: str
    title: str


SHOWN = {
    "form": Shown("=", "the same form"),
    "lemma": Shown("~", "the same lemma"),
    "derivation": Shown("√", "of one family"),
    "synonym": Shown("≈", "synonyms"),
    "synset": Shown("∩", "a shared sense"),
    "paraphrase": Shown("¶", "paraphrases"),
    "spelling": Shown("%", "alike in spelling"),
    "tag": Shown("#", "the same word class"),
    "pivot": Shown("↔", "the same in another language"),
    "cover": Shown("⊂", "covered"),
    "context": Shown("∿", "alike where they stand"),
}
# As a diff has it.
MISSING = Shown("−", "missing from the hypothesis")
STRANGE = Shown("+", "not in the reference")
