"""What can be said of a language; what is not said has the value that suits most."""

from dataclasses import dataclass, field

from .compounds import Compounds
from .lemmas import Lemmas
from .negations import NegatingAffixes, NegatingPrefix
from .numbers import NumberWords
from .rules import Rules

HAN = "Han"
_NO_LEMMAS, _NO_NUMBERS = Lemmas(), NumberWords()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Language:
    """The facts about one language, each of them optional.

    Two languages are equal only if they are the same object, so that what is worked out for one
    can be kept by it.
    """

    code: str
    """ISO 639, as short as there is one."""
    rules: Rules | None = None
    """How text is cut into words; without rules the script decides."""
    lemmas: Lemmas = _NO_LEMMAS
    """What the dictionary of lemmas gets wrong, and its own code for the language."""
    negations: frozenset[str] = frozenset()
    """Lower-case words that turn what is said into its opposite."""
    negating_prefix: NegatingPrefix | None = None
    """For languages that negate inside the word."""
    negating_affixes: NegatingAffixes = field(default_factory=NegatingAffixes)
    """Of words that mean the opposite of what is left without them."""
    negating_idioms: frozenset[str] = frozenset()
    """A negating word and the next that negate nothing together: not_only."""
    unnegating_pairs: frozenset[str] = frozenset()
    """A word and a negating one right after it that negates nothing there: une_personne."""
    negating_pairs: frozenset[str] = frozenset()
    """Words that negate where another one stands up to three words before: ne_plus."""
    numbers: NumberWords = _NO_NUMBERS
    """Words that are numbers, alone or together."""
    compounds: Compounds | None = None
    """How nouns are put together; they are split where counts of words are at hand."""
    tagger: bool = False
    """Whether a tagger is shipped (data/taggers)."""
    penn: bool = False
    """Whether the tagger's XPOS are Penn's, by which its words match better than by UPOS."""
    spaces: bool = True
    """Whether there are spaces between words; else TESLA-CELAB takes characters for tokens."""
    script: str = ""
    """`Han` for what is written in Chinese characters alone."""
    synonyms: str = ""
    """The code of the language whose table of synonyms serves this one too (data/synonyms)."""
    analyzers: tuple[str, ...] = ()
    """Optional packages that analyse this language, as `--analyzer` names them."""
    place: int = 0
    """The line in `tesla languages` without arguments; those with 0 follow by code."""
    revision: str = ""
    """Tells a registered language from others of the same code; `register` fills it in."""

    @property
    def name(self) -> str:
        """Goes into signatures: same name, same facts."""
        return f"{self.code}@{self.revision}" if self.revision else self.code

    @property
    def is_chinese(self) -> bool:
        """Whether OpenCC, jieba and Cilin are for it."""
        return self.script == HAN
