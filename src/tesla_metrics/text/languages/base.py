"""`Language`, the description of a language, and the dataclasses that it consists of."""

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


# Lower-case units of measurement that may be written right after a number, as in 5km. "g" is
# missing because 5G is a mobile network.
METRIC_UNITS = word_set(
    "km m cm mm kg mg ml l h min ha kw kwh mw mwh gw hz mhz ghz kb mb gb tb kbps mbps kcal kj"
)


def parse_contractions(words: str) -> dict[str, tuple[str, ...]]:
    """Parse a list such as `im:in+dem am:an+dem` to a mapping from a form to its words."""
    entries = (entry.split(":") for entry in words.split())
    return {form: tuple(expansion.split("+")) for form, expansion in entries}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class VerbClitics:
    """How object pronouns are attached to the end of verbs, as in Spanish dámelo (da me lo).

    The pronouns are split off gerunds, infinitives and the listed imperatives. All words and
    patterns are lower-case. Patterns are regular expressions for the complete word.
    """

    last_letters: str
    """The letters in which a pronoun can end; words with another last letter are not split."""
    imperatives: Mapping[str, tuple[str, ...]]
    """Imperative with pronouns -> verb and pronouns. Imperatives that are not listed are not split,
    because too many other words look like imperatives."""
    gerund: str
    """Pattern of gerunds with pronouns. The first group is the verb, the others are pronouns."""
    infinitive: str
    """Pattern of infinitives with pronouns, with the same groups as `gerund`."""
    finite: str
    """Pattern of finite verb forms without pronouns that `infinitive` would match by mistake."""
    not_verbs: frozenset[str]
    """Words without pronouns that `infinitive` would match by mistake."""
    reflexive: str
    """A pronoun in which no name ends. A capitalised word is taken for a name and not split unless
    it ends with this pronoun or matches `gerund`."""
    accents: Mapping[str, str]
    """Accented letter -> letter without accent. The accent is removed from the verb, because
    it is written only if pronouns follow."""
    accented_endings: tuple[str, ...]
    """Endings of infinitives that have an accent even without pronouns: oír."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TokenizerRules:
    """Tokenisation rules that follow the conventions of a language's treebanks."""

    contractions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Lower-case contraction -> the words that it stands for: im -> in dem."""
    uncontracted: frozenset[str] = frozenset()
    """Words, with their case, that are not split although `contractions` lists their lower-case
    form."""
    abbreviations: frozenset[str] = frozenset()
    """Lower-case abbreviations, listed without their last dot. The dot is not split off."""
    initials: bool = True
    """Whether initials keep their last dot: a single upper-case letter (J.), or letters separated
    by dots (p.m.)."""
    ordinal_digits: int = 0
    """Maximum number of digits of an ordinal number that is written with a dot. The dot is not
    split off such a number: with 2, it is kept in 31. but not in 2024."""
    repeatable_characters: str = ".-_*#=~`'’‘…–—+<>$"
    """Characters whose repetition is one word: ..., --."""
    join_marks: bool = False
    """Whether consecutive question and exclamation marks are one word: ?!."""
    units: frozenset[str] = frozenset()
    """Lower-case units of measurement that are split from a preceding number: 5km -> 5 km."""
    suffixes: tuple[str, ...] = ()
    """Endings with an apostrophe that are split from the preceding word: 's, n't."""
    elisions: frozenset[str] = frozenset()
    """Words, listed without their apostrophe, that are split from the following word. The
    apostrophe stays with the elided word: l'eau -> l' eau."""
    apostrophe_words: frozenset[str] = frozenset()
    """Lower-case words with an apostrophe, also as their first character, that are not split."""
    split_hyphens: bool = False
    """Whether words are split at hyphens. The hyphen becomes a separate word."""
    unsplit_words: frozenset[str] = frozenset()
    """Lower-case words with a hyphen or a slash that are not split."""
    hyphen_prefixes: frozenset[str] = frozenset()
    """Lower-case first parts after which a word is not split at the hyphen: co-operate."""
    hyphen_clitics: tuple[str, ...] = ()
    """Endings that are split off together with their hyphens, longest first: -t-il, -vous."""
    split_ranges: bool = False
    """Whether a range of numbers is split into three words: 5-10 -> 5 - 10."""
    verb_clitics: VerbClitics | None = None
    """How object pronouns are split from verbs; None if they are separate words already."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LemmaCorrections:
    """Corrections of simplemma, a lemmatiser that does not use the part of speech."""

    dictionary: str = ""
    """simplemma's code for the language; empty if it is the same as `Language.code`."""
    exceptions: Mapping[str, str] = field(default_factory=dict)
    """UPOS (empty: any) -> string of forms and lemmas in turn: `form lemma form lemma`. They are
    clitics that tokenisers split off, and frequent words whose lemma depends on the UPOS."""
    keeps_names: bool = False
    """Whether the lemma of a name (PROPN) is its lower-case form, because names are rarely
    inflected."""
    capital_nouns: bool = False
    """Whether simplemma's dictionary lists nouns with a capital letter, as in German."""
    kept_endings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """UPOS -> endings. A word with the UPOS and such an ending is its lemma: the noun "meeting"."""
    verb_endings: str = ""
    """Pairs `ending:infinitive ending` for verb forms that simplemma takes for nouns or adjectives.
    The first pair that results in a verb of the dictionary is used: with `ados:ar`, the lemma of
    hablados is hablar."""
    infinitives: tuple[str, ...] = ()
    """Endings that only infinitives have. A lemma with such an ending is not corrected."""
    verb_probe: str = ""
    """Suffix that turns an infinitive into another verb form. A word is a verb if the dictionary
    lists that form with the word as its lemma: make is a verb because makes is listed. Empty if
    the dictionary entry of the word itself is sufficient."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NegatingPrefix:
    """A prefix that negates verbs and adjectives, as in Czech. The lemma is without the prefix.

    The superlative prefix may begin with the negating prefix: Czech nej- and ne-. A word with the
    superlative prefix is negated only if its stem begins with the last letter of that prefix:
    ne-jdu is negated (the stem is jdu), nej-lepší is a superlative.
    """

    prefix: str
    """The negating prefix: ne."""
    superlative: str = ""
    """A superlative prefix that begins with the negating prefix: nej. Empty if there is none."""
    suppletive: frozenset[str] = frozenset()
    """Lemmas with forms that begin with the last letter of the superlative prefix although the
    lemma does not: být, with the form jsem."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NegatingAffixes:
    """Affixes that mean the opposite of the word without them: im-possible, hope-less.

    Affixes are tried in the listed order. If one ends or begins with another, the longer is first.
    """

    prefixes: tuple[str, ...] = ()
    """Negating prefixes: im."""
    suffixes: tuple[str, ...] = ()
    """Negating suffixes: less."""


# Number words of a language
#
# A list of number words is a string of words separated by spaces, in the order of their values. All
# words are lower-case. "/" separates forms of the same word. Forms with "?" have another meaning as
# well (French neuf, which is also "new") or no exact value (millions): they are numbers only
# together with other number words. "-" stands for a missing word.


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SingleWordNumbers:
    """Numbers below a million written as one word: einundzwanzig, zweitausendfünfhundert."""

    links: tuple[str, ...]
    """Words between the unit and the tens: und in ein-und-zwanzig."""
    ones: tuple[str, ...]
    """Forms of 1 inside a number: ein, eins."""
    hundred: str
    """The word for 100."""
    thousand: str
    """The word for 1000."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NumberWords:
    """The number words of a language, and limits for the numbers that they are combined to.

    A number is a sum of terms, and a multiplier multiplies the terms before it: two hundred
    thousand and five.
    """

    units: str = ""
    """List of the words for 0, 1, ... 20."""
    tens: str = ""
    """List of the words for 30, 40, ... 90."""
    twenties: str = ""
    """List of the words for 21, 22, ... 29, if they are written as one word: veintiuno."""
    hundreds: str = ""
    """List of the words for 100, 200, ... 900, if they are written as one word: doscientos."""
    hundred: str = "-"
    """The word for 100 if no smaller number follows: Spanish cien, but ciento uno."""
    inverted_units: str = ""
    """List of the forms of 1, 2, ... 9 before the tens in one word: Czech jedna-dvacet (21)."""
    multipliers: str = ""
    """List of the words for the values in `scales`: hundred, thousand, million."""
    scales: tuple[int, ...] = (100, 1000, 10**6, 10**9, 10**12)
    """Values of the words in `multipliers`, in the same order."""
    shares: str = ""
    """Hundredths and words for fractions in turn, since texts also write fractions as percentages:
    `50 hälfte 33 drittel`."""
    ordinals: str = ""
    """List of the words for 1st, 2nd, ... The first three are never numbers, since they have other
    meanings (a second); they are the canonical forms of 1st, 2nd and 3rd."""
    ordinal_marks: str = ""
    """Letters after the digits of an ordinal, separated by spaces: th."""
    morning: str = "-"
    """The word after a time before noon: am. Here and in the next three fields, words with "?" are
    read only after minutes, because they have another meaning: Russian 3 дня is three days."""
    afternoon: str = "-"
    """The word after a time after noon: pm."""
    evening: str = "-"
    """The word after a time in the evening, in which 12 is midnight: Russian вечера."""
    night: str = "-"
    """The word after a time from 6 in the evening to 6 in the morning: Russian ночи."""
    minus: str = "-"
    """The word for a negative sign."""
    minus_exceptions: str = "-"
    """Words after which the word for "minus" is not a sign: French au moins (at least)."""
    articles: str = "-"
    """Articles that mean 1 before a multiplier (a hundred) and are not numbers elsewhere."""
    links: str = "-"
    """Words that may stand between the terms of a number: and."""
    tens_limits: tuple[int, int] = (0, 0)
    """Only numbers below these limits are added to 20, 30, ... 90. The first limit is for numbers
    that follow directly (twenty-one), the second for numbers after a link (treinta y dos)."""
    limits_by_value: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Exceptions from `tens_limits`, by value: in French, numbers below 20 are added to 60."""
    linked_to_hundreds: int = 0
    """Only numbers below this limit are added to a multiplier after a link: two hundred and
    five."""
    max_hundreds: int = 19
    """The largest number that is multiplied by hundred: 19 in nineteen hundred."""
    max_millions: int = 999
    """The largest number that is multiplied by a million or more: 1000 in Spanish mil millones."""
    one_and_a_half: str = "-"
    """The word for 1.5: German anderthalb."""
    and_a_half: str = ""
    """Suffix that adds 0.5 to a number: German zweieinhalb (2.5)."""
    characters: bool = False
    """Whether several number words are written as one word without hyphens: 三百五十 (350)."""
    hundredths: str = ""
    """Prefix that divides a number by 100: 百分之五 (5 %)."""
    one_word: SingleWordNumbers | None = None
    """How numbers below a million are written as one word; None if they are several words. If set,
    no number is added to separate words for hundred and thousand."""


class LinkingLetters(NamedTuple):
    """Letters between two parts of a compound, which belong to neither: the s of Arbeit-s-amt.

    Parameters
    ----------
    letters : str
        The linking letters; empty if the parts follow each other directly.
    min_length : int
        Minimum number of letters of the preceding part.
    allowed_parts : frozenset of str, optional
        Possible preceding parts; None means all.
    """

    letters: str
    min_length: int = 1
    allowed_parts: frozenset[str] | None = None

    def can_follow(self, part: str) -> bool:
        """Return whether the linking letters may follow this part."""
        is_allowed = self.allowed_parts is None or part in self.allowed_parts
        return is_allowed and len(part) >= self.min_length


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Compounds:
    """How the compound nouns of a language are formed. All words are lower-case."""

    joints: tuple[LinkingLetters, ...]
    """Possible letters between two parts, in the order in which they are tried."""
    dropped_letters: str = ""
    """Final letters that a part may lose if no letters are inserted: Schule-hof -> Schulhof."""
    min_stem_length: int = 3
    """Minimum length of a part without the dropped letters."""
    short_parts: frozenset[str] = frozenset()
    """Words that are allowed as parts although they are shorter than other parts."""
    never_parts: frozenset[str] = frozenset()
    """Frequent words that are not allowed as parts."""
    unsplit_words: frozenset[str] = frozenset()
    """Words that are not split: they only look like compounds, or their parts would mislead."""
    unsplit_endings: tuple[str, ...] = ()
    """Endings of words that are not split: Gastroskopie does not contain Kopie."""


HAN = "Han"  # the value of `Language.script` for Chinese characters
_NO_LEMMAS, _NO_NUMBERS = LemmaCorrections(), NumberWords()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Language:
    """The description of a language. All fields except the code are optional.

    Two languages are equal only if they are the same object, so that results can be cached by
    language.
    """

    code: str
    """The shortest ISO 639 code."""
    rules: TokenizerRules | None = None
    """Tokenisation rules. If None, text is tokenised by script."""
    lemmas: LemmaCorrections = _NO_LEMMAS
    """Corrections of the lemma dictionary, and its code for the language."""
    negations: frozenset[str] = frozenset()
    """Lower-case words that negate: not."""
    negating_prefix: NegatingPrefix | None = None
    """The prefix that negates verbs and adjectives; None if the language has no such prefix."""
    negating_affixes: NegatingAffixes = field(default_factory=NegatingAffixes)
    """Affixes of words that mean the opposite of the word without the affix: unaware."""
    negating_idioms: frozenset[str] = frozenset()
    """Pairs of a negating word and the next word that do not negate together: not_only."""
    non_negating_pairs: frozenset[str] = frozenset()
    """Pairs of a word and the next word, a negating word that does not negate in this context:
    une_personne."""
    negating_pairs: frozenset[str] = frozenset()
    """Pairs of words that negate only together, the second up to three words after the first:
    ne_plus."""
    numbers: NumberWords = _NO_NUMBERS
    """The number words."""
    number_format: str | None = None
    """The separator of groups of three digits and the decimal mark: `,.` in English, `.,` in
    German, ` ,` (a space and a comma) in French. Empty if points and commas are used for both, as
    in Spanish. None means the format of CLDR, or empty for languages that are not listed here."""
    compounds: Compounds | None = None
    """How compound nouns are formed. They are split if word counts are available."""
    tagger: bool = False
    """Whether a tagger ships with the package (data/taggers)."""
    penn: bool = False
    """Whether the tagger's XPOS are Penn Treebank tags, which match words better than UPOS."""
    spaces: bool = True
    """Whether words are separated by spaces. If not, the tokens of TESLA-CELAB are characters."""
    script: str = ""
    """`HAN` if the language is written in Chinese characters only, else empty."""
    synonyms: str = ""
    """Code of another language with a synonym table (data/synonyms) that is used for this language;
    empty for the table of the language itself."""
    analyzers: tuple[str, ...] = ()
    """Names of optional analysers for this language, as written after `--analyzer`."""
    order: int = 0
    """Row (from 1) in the output of `tesla languages`. Languages with 0 follow, sorted by code."""
    revision: str = ""
    """Hash of the description, set by `register`; empty for shipped languages."""

    @property
    def name(self) -> str:
        """Name for signatures. Languages with the same name have the same description."""
        return f"{self.code}@{self.revision}" if self.revision else self.code

    @property
    def is_chinese(self) -> bool:
        """Whether OpenCC, jieba and Cilin can be used for this language."""
        return self.script == HAN
