"""Functions that edit words and numbers of English sentences."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

Words = list[str]
_WORD_PARTS = re.compile(r"(\W*)(.*?)(\W*)", re.DOTALL)
_SENTENCE_ENDS = frozenset(".!?:\"'")
# The most frequent words are treated as function words.
_N_FUNCTION_WORDS = 120
MIN_CONTENT_WORD_LENGTH, MIN_NAME_LENGTH = 3, 4


def split_punctuation(word: str) -> tuple[str, str, str]:
    """Split a word into punctuation before it, the word itself and punctuation after it."""
    match = _WORD_PARTS.fullmatch(word)
    assert match is not None
    prefix, core, suffix = match.groups()
    return prefix, core, suffix


def strip_punctuation(word: str) -> str:
    """Return a word without punctuation around it."""
    return split_punctuation(word)[1]


def replace_word(words: Words, index: int, new_word: str) -> Words:
    """Replace the word at an index, with the same punctuation around it."""
    prefix, _, suffix = split_punctuation(words[index])
    return [*words[:index], prefix + new_word + suffix, *words[index + 1 :]]


def choose_or_none(random: Random, options: Sequence[int]) -> int | None:
    """Return a random option, or None if there are none."""
    return random.choice(options) if options else None


def find_name_indices(words: Words) -> list[int]:
    """Return the indices of capitalised words, except sentence starts; none in headlines."""
    if 2 * sum(word[:1].isupper() for word in words) > len(words):
        return []
    return [index for index in range(1, len(words)) if _is_name(words, index)]


def _is_name(words: Words, index: int) -> bool:
    word, previous_word = strip_punctuation(words[index]), words[index - 1]
    if previous_word[-1:] in _SENTENCE_ENDS or not strip_punctuation(previous_word):
        return False
    return (
        len(word) >= MIN_NAME_LENGTH and word.isalpha() and word[0].isupper() and word[1:].islower()
    )


class TrainingVocabulary:
    """Words of texts: their counts, names and function words.

    `counts` has the counts of words without punctuation, `function_words` is a set of lower-case
    words, and `names` is a sorted list of words that occur mostly as names.
    """

    def __init__(self, texts: Iterable[Words]) -> None:
        self.counts: Counter[str] = Counter()
        name_counts: Counter[str] = Counter()
        for words in texts:
            self.counts.update(map(strip_punctuation, words))
            name_counts.update(
                strip_punctuation(words[index]) for index in find_name_indices(words)
            )
        lower_counts: Counter[str] = Counter()
        for word, count in self.counts.items():
            lower_counts[word.lower()] += count
        words_by_frequency = (
            word for word, _ in sorted(lower_counts.items(), key=lambda item: (-item[1], item[0]))
        )
        self.function_words = {
            word for word, _ in zip(words_by_frequency, range(_N_FUNCTION_WORDS), strict=False)
        }
        self.names = sorted(
            name for name, count in name_counts.items() if count > self.counts[name.lower()]
        )

    def is_content_word(self, word: str) -> bool:
        """Return whether a word is a content word."""
        core = strip_punctuation(word)
        return (
            len(core) >= MIN_CONTENT_WORD_LENGTH
            and core[0].isalpha()
            and core.lower() not in self.function_words
        )

    def find_content_indices(self, words: Words) -> list[int]:
        """Return the indices of content words."""
        return [index for index, word in enumerate(words) if self.is_content_word(word)]

    def list_frequent_content_words(self, min_count: int) -> list[str]:
        """Return the sorted content words that occur at least `min_count` times."""
        frequent = (word for word, count in self.counts.items() if count >= min_count)
        return sorted(word for word in frequent if self.is_content_word(word))


_SPELT_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_SPELT_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
SPELT_NUMBERS = [
    *_SPELT_ONES,
    *(
        ten + (f"-{_SPELT_ONES[digit]}" if digit else "")
        for ten in _SPELT_TENS
        for digit in range(10)
    ),
]
SPELT_VALUES = {word: value for value, word in enumerate(SPELT_NUMBERS)}
_UNIT_EXPONENTS = {"thousand": 3, "million": 6, "billion": 9}
_SMALL_NUMBERS = SPELT_NUMBERS[2:11]
_DIGIT = re.compile(r"\d")
_MAX_ATTEMPTS = 20


class NumberVariants(NamedTuple):
    """Number in a sentence, words[start:end], with two variants.

    rewritten   the same number in another notation
    different   a different number
    """

    start: int
    end: int
    rewritten: str
    different: str


def parse_spelt_number(word: str) -> int | None:
    """Return the value of a word that spells a number above one, or None."""
    value = SPELT_VALUES.get(word.lower(), 0)
    return value if value > 1 else None


def choose_other_spelt_number(word: str, random: Random) -> str:
    """Return another small number in words."""
    return random.choice([number for number in _SMALL_NUMBERS if number != word.lower()])


def change_digits(word: str, random: Random) -> str | None:
    """Return the word with two digits swapped or one digit changed; None if no attempt works."""
    digit_positions = [match.start() for match in _DIGIT.finditer(word)]
    for _ in range(_MAX_ATTEMPTS):
        characters = list(word)
        if len(digit_positions) > 1 and random.random() < 0.35:
            index = random.randrange(len(digit_positions) - 1)
            first, second = digit_positions[index], digit_positions[index + 1]
            characters[first], characters[second] = characters[second], characters[first]
        else:
            characters[random.choice(digit_positions)] = random.choice("0123456789")
        if characters[digit_positions[0]] != "0" and (changed_word := "".join(characters)) != word:
            return changed_word
    return None


def make_number_variants(words: Words, random: Random) -> list[NumberVariants]:
    """Return variants of all numbers of a sentence that have another notation."""
    variants = []
    for index, word in enumerate(words):
        next_word = words[index + 1] if index + 1 < len(words) else ""
        if (variant := _make_variants_of_word(index, word, next_word, random)) is not None:
            variants.append(variant)
    return variants


def _make_variants_of_word(
    index: int, word: str, next_word: str, random: Random
) -> NumberVariants | None:
    """Return the variants of a number; None if the word is not a number or has no variants."""
    prefix, core, suffix = split_punctuation(word)
    _, unit, unit_suffix = split_punctuation(next_word)
    if (spelt_value := parse_spelt_number(core)) is not None:
        different_text = _make_different_spelt_number(core, spelt_value, random)
        return NumberVariants(
            index, index + 1, f"{prefix}{spelt_value}{suffix}", prefix + different_text + suffix
        )
    changed_digits = change_digits(core, random) if _DIGIT.search(core) else None
    if changed_digits is None:
        return None
    different_text = prefix + changed_digits + suffix
    if unit.lower() in _UNIT_EXPONENTS:
        if not re.fullmatch(r"\d{1,3}(\.\d{1,2})?", core):
            return None
        full_value = round(float(core) * 10 ** _UNIT_EXPONENTS[unit.lower()])
        return NumberVariants(
            index,
            index + 2,
            f"{prefix}{full_value:,}{unit_suffix}",
            f"{different_text} {next_word}",
        )
    rewritten_digits = _rewrite_digits(core)
    return (
        NumberVariants(index, index + 1, prefix + rewritten_digits + suffix, different_text)
        if rewritten_digits
        else None
    )


def _make_different_spelt_number(word: str, value: int, random: Random) -> str:
    if random.random() < 0.5 or word.lower() not in _SMALL_NUMBERS:
        new_word = SPELT_NUMBERS[min(value + random.choice((-1, 1)), len(SPELT_NUMBERS) - 2)]
    else:
        new_word = choose_other_spelt_number(word, random)
    return new_word.capitalize() if word[0].isupper() else new_word


def _rewrite_digits(digits: str) -> str | None:
    """Return a number in another notation (1,000 and 1000, 7 and seven), or None."""
    if re.fullmatch(r"\d{1,3}(,\d{3})+", digits):
        plain_digits = digits.replace(",", "")
        millions = int(plain_digits) / 10**6
        is_round = int(plain_digits) % 10**5 == 0 and millions >= 1
        return f"{millions:g} million" if is_round else plain_digits
    if re.fullmatch(r"[1-9]\d?", digits) and int(digits) > 1:
        return SPELT_NUMBERS[int(digits)]
    return f"{int(digits):,}" if re.fullmatch(r"[1-9]\d{4,8}", digits) else None
