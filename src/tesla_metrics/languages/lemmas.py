"""What a language says of its lemmas, beside a dictionary that knows no parts of speech."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lemmas:
    """Mends for what simplemma, looking at a form alone, cannot know."""

    dictionary: str = ""
    """simplemma's code for the language, where it is another."""
    exceptions: Mapping[str, str] = field(default_factory=dict)
    """UPOS (empty: any) -> `form lemma form lemma ...`: what tokenisers split off, and frequent
    words whose lemma hangs on the part of speech."""
    keeps_names: bool = False
    """Whether a name's inflection is so rare that its form is the better lemma."""
    capital_nouns: bool = False
    """Whether nouns are listed with a capital; elsewhere it only marks a position."""
    kept_endings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """UPOS -> endings with which a word is its own lemma: an English "meeting" is no "meet"."""
    verb_endings: str = ""
    """`ending:ending of the infinitive` of verb forms that simplemma takes for nouns or adjectives;
    the first that makes a verb of the dictionary wins."""
    infinitives: tuple[str, ...] = ()
    """Endings that only infinitives have."""
    verb_probe: str = ""
    """What is added to an infinitive to see that it is one; the English look like any word, but
    have a third person."""
