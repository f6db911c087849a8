"""What a language says of its words: how its treebanks cut them. Facts only; analysis/tokenizers/
has the mechanism."""

from collections.abc import Mapping
from dataclasses import dataclass, field


def listed(words: str) -> frozenset[str]:
    """The words of a list written as one string."""
    return frozenset(words.split())


# Units that are written on to numbers; g is also what a net is called (5G).
METRIC = listed(
    "km m cm mm kg mg ml l h min ha kw kwh mw mwh gw hz mhz ghz kb mb gb tb kbps mbps kcal kj"
)


def parted(words: str) -> dict[str, tuple[str, ...]]:
    """Forms with the words that each stands for, written as one string: `im:in+dem am:an+dem`."""
    pairs = (pair.split(":") for pair in words.split())
    return {form: tuple(parts.split("+")) for form, parts in pairs}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class VerbClitics:
    """Object pronouns that are written on to the end of verbs.

    In `gerund` and `infinitive` the first group is the verb, each further one a pronoun.
    """

    last_letters: str
    """A form that ends otherwise has no pronoun."""
    imperatives: Mapping[str, tuple[str, ...]]
    """Too many words look like imperatives: only these are."""
    gerund: str
    infinitive: str
    finite: str
    """What ends as an infinitive with a pronoun would, but is another form of a verb."""
    not_verbs: frozenset[str]
    """What ends so and is none."""
    reflexive: str
    """The pronoun that names do not end in; a capital mostly means a name."""
    accents: Mapping[str, str]
    """Accents that pronouns put on the verb, and the letters without."""
    own_accents: tuple[str, ...]
    """Endings of verbs whose accent is their own."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rules:
    """The conventions of one language's treebanks."""

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
    verb_clitics: VerbClitics | None = None
    """Pronouns that are written on to the verb."""
