"""What a language file says: facts only, the mechanism is in `splitter` and `rule_based`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


def listed(words: str) -> frozenset[str]:
    """The words of a list written as one string."""
    return frozenset(words.split())


def _no_clitics(word: str) -> tuple[str, ...] | None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The conventions of one language's treebanks."""

    lang: str
    contractions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Lower-case form -> its syntactic words."""
    uncontracted: frozenset[str] = frozenset()
    """Forms, as written, that stay whole although their lower-case form does not."""
    abbreviations: frozenset[str] = frozenset()
    """Lower case, without the last dot, which stays on."""
    initials: bool = True
    """Whether one upper-case letter and letter-dot-letter keep the last dot."""
    ordinal_digits: int = 0
    """Numbers of up to so many digits keep a dot that follows."""
    runs: str = ".-_*#=~`'’‘…–—+<>$"
    """Characters that form one word when repeated."""
    marks_run: bool = False
    """Whether a run of question and exclamation marks is one word."""
    units: frozenset[str] = frozenset()
    """Lower-case letters that part from a number before them."""
    suffixes: tuple[str, ...] = ()
    """Clitics with an apostrophe that part from the word before them."""
    elisions: frozenset[str] = frozenset()
    """What parts, together with its apostrophe, from the word after it."""
    apostrophe_words: frozenset[str] = frozenset()
    """Lower-case words with an apostrophe that stay whole; may begin with it."""
    split_hyphens: bool = False
    whole_words: frozenset[str] = frozenset()
    """Lower-case words with a hyphen or a slash that stay whole."""
    hyphen_prefixes: frozenset[str] = frozenset()
    """Lower-case first parts that keep their hyphen."""
    hyphen_clitics: tuple[str, ...] = ()
    """Endings that part with their hyphen, longest first: -t-il, -vous."""
    split_ranges: bool = False
    """Whether 5-10 is three words."""
    clitics: Callable[[str], tuple[str, ...] | None] = _no_clitics
    """Takes off clitics that are written on to the verb."""
