"""Make synthetic pairs of translations of which one is better."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from ....errors import ResourceError
from ....text.lemma_dictionaries import list_lemma_languages, load_lemma_dictionary
from ....text.synonyms import load_synonyms
from .meaning_changing import MeaningChangingEdits
from .meaning_preserving import MeaningPreservingEdits
from .sentence_edits import (
    TrainingVocabulary,
    Words,
    choose_or_none,
    find_name_indices,
    make_number_variants,
    replace_word,
    strip_punctuation,
)

# Names of methods of `ContrastingEdits`; repeated methods are applied several times.
CONTRAST_NAMES = ("name", "name", "number", "number", "changed_number", "inflection")
# Letters that are often confused, as old:new. `h:` removes an h.
_LETTER_CONFUSIONS = (
    "c:k a:e i:y s:z o:u e:i v:w t:d b:p ck:k ph:f ei:ie h: a:o n:m k:c e:a y:i z:s u:o i:e w:v "
    "d:t p:b k:ck f:ph ie:ei o:a m:n"
).split()
_MAX_ATTEMPTS = 20
# Number of similar names to choose from, and their maximum length difference plus 1, in letters.
_N_SIMILAR_NAMES, _MAX_LENGTH_DIFFERENCE = 8, 4
_MIN_WORD_COUNT = 5
# Better and worse words.
WordsPair = tuple[Words, Words]


class ContrastingEdits:
    """Pairs of edits of the same sentence, of which one is better.

    Each method returns the better and the worse words, or None if it is not applicable.
    """

    def __init__(
        self,
        random: Random,
        vocabulary: TrainingVocabulary,
        changing_edits: MeaningChangingEdits,
        preserving_edits: MeaningPreservingEdits,
    ) -> None:
        self._random, self._vocabulary = random, vocabulary
        self._changing_edits, self._preserving_edits = changing_edits, preserving_edits
        self._known_names = frozenset(vocabulary.names)
        self._name_bigrams = {name: _get_character_bigrams(name) for name in vocabulary.names}
        self._words_by_ending: dict[str, list[str]] = defaultdict(list)
        for word in vocabulary.list_frequent_content_words(_MIN_WORD_COUNT):
            if word.isalpha() and word.islower():
                self._words_by_ending[word[-2:]].append(word)

    def make(self, name: str, words: Words) -> WordsPair | None:
        """Apply the method with this name, one of `CONTRAST_NAMES`; None if there is no useful
        pair.
        """
        pair: WordsPair | None = getattr(self, name)(words)
        if pair is None or words in pair or pair[0] == pair[1]:
            return None
        return pair

    def name(self, words: Words) -> WordsPair | None:
        """Make a pair in which a misspelt name is better than another name."""
        index = choose_or_none(
            self._random,
            [
                word_index
                for word_index in find_name_indices(words)
                if strip_punctuation(words[word_index]) in self._known_names
            ],
        )
        if index is None:
            return None
        name = strip_punctuation(words[index])
        misspelt_name, other_name = self._misspell(name), self._choose_other_name(name)
        if misspelt_name is None or other_name.startswith(name) or name.startswith(other_name):
            return None
        return replace_word(words, index, misspelt_name), replace_word(words, index, other_name)

    def _misspell(self, name: str) -> str | None:
        for _ in range(_MAX_ATTEMPTS):
            misspelt_name = name
            for _ in range(1 if self._random.random() < 0.7 else 2):
                misspelt_name = self._misspell_once(misspelt_name)
            if misspelt_name != name and misspelt_name not in self._known_names:
                return misspelt_name
        return None

    def _misspell_once(self, name: str) -> str:
        """Double, remove or swap a letter, or replace letters by similar ones."""
        letter_index, edit_kind = (
            self._random.randrange(1, len(name) - 1),
            self._random.randrange(5),
        )
        if edit_kind == 0:
            return name[:letter_index] + name[letter_index] + name[letter_index:]
        if edit_kind == 1 and len(name) > 3:
            return name[:letter_index] + name[letter_index + 1 :]
        if edit_kind == 2:
            return (
                name[:letter_index]
                + name[letter_index + 1]
                + name[letter_index]
                + name[letter_index + 2 :]
            )
        old, new = self._random.choice(_LETTER_CONFUSIONS).split(":")
        return name[0] + name[1:].replace(old, new, 1)

    def _choose_other_name(self, name: str) -> str:
        """Return another name, in half of the cases a similar name."""
        if self._random.random() < 0.5:
            bigrams = _get_character_bigrams(name)
            ranked_names = [
                (-len(bigrams & other_bigrams) / len(bigrams | other_bigrams), other_name)
                for other_name, other_bigrams in self._name_bigrams.items()
                if abs(len(other_name) - len(name)) < _MAX_LENGTH_DIFFERENCE
                and (other_name[0] == name[0] or other_name[-2:] == name[-2:])
                and not (other_name.startswith(name) or name.startswith(other_name))
            ]
            if ranked_names:
                return self._random.choice(sorted(ranked_names)[:_N_SIMILAR_NAMES])[1]
        return self._random.choice(self._vocabulary.names)

    def number(self, words: Words) -> WordsPair | None:
        """Make a pair in which another notation of a number is better than another number."""
        variants = make_number_variants(words, self._random)
        if not variants:
            return None
        variant = self._random.choice(variants)
        prefix, suffix = words[: variant.start], words[variant.end :]
        return [*prefix, variant.rewritten, *suffix], [*prefix, variant.different, *suffix]

    def changed_number(self, words: Words) -> WordsPair | None:
        """Make a pair in which a synonym or another form is better than another number."""
        worse = self._changing_edits.renumber(words)
        if worse is None:
            return None
        use_synonym = self._random.random() < 0.75
        better = (
            self._preserving_edits.synonym(words)
            if use_synonym
            else self._preserving_edits.inflect(words)
        )
        return None if better is None else (better, worse)

    def inflection(self, words: Words) -> WordsPair | None:
        """Make a pair in which another form of a word is better than a different word."""
        better = self._preserving_edits.inflect(words)
        if better is None:
            return None
        (index,) = [
            word_index for word_index, word in enumerate(words) if better[word_index] != word
        ]
        original_word = strip_punctuation(words[index])
        options = self._words_by_ending.get(original_word[-2:])
        other_word = self._random.choice(options) if options else original_word
        if self._preserving_edits.get_lemma(other_word) == self._preserving_edits.get_lemma(
            original_word
        ):
            return None
        return better, replace_word(words, index, other_word)


def _get_character_bigrams(name: str) -> frozenset[str]:
    lower = name.lower()
    return frozenset(lower[start : start + 2] for start in range(len(lower) - 1))


class JudgedSegment(NamedTuple):
    """Reference and the outputs of systems for the same source."""

    reference: str
    outputs: Sequence[str]


class SyntheticPair(NamedTuple):
    """Better and worse text for a segment, which is given by its index.

    `is_contrast` is whether both texts are edits of the same reference.
    """

    segment_index: int
    better: str
    worse: str
    is_contrast: bool


def make_synthetic_pairs(
    segments: Sequence[JudgedSegment], lang: str, seed: int
) -> list[SyntheticPair]:
    """Make synthetic pairs of all segments; the same seed gives the same pairs.

    Words are replaced by words of the references.
    """
    generator = Random(seed)
    references = dict.fromkeys(segment.reference for segment in segments)
    vocabulary = TrainingVocabulary(reference.split() for reference in references)
    lemmas = load_lemma_dictionary(lang) if lang in list_lemma_languages() else {}
    try:
        synonyms = load_synonyms(lang)
    except ResourceError:  # there are no synonyms for the language
        synonyms = None
    changing_edits = MeaningChangingEdits(generator, vocabulary)
    preserving_edits = MeaningPreservingEdits(generator, vocabulary, synonyms, lemmas)
    contrasting_edits = ContrastingEdits(generator, vocabulary, changing_edits, preserving_edits)
    pairs: dict[SyntheticPair, None] = {}  # a dict removes duplicates and keeps the order
    for index, segment in enumerate(segments):
        if not segment.reference.split():
            continue
        for better, worse in _make_edited_pairs(
            segment, changing_edits, preserving_edits, generator
        ):
            pairs[SyntheticPair(index, better, worse, False)] = None
        for contrast_name in CONTRAST_NAMES:
            contrasting_words = contrasting_edits.make(contrast_name, segment.reference.split())
            if contrasting_words is not None:
                better, worse = map(" ".join, contrasting_words)
                pairs[SyntheticPair(index, better, worse, True)] = None
    return [pair for pair in pairs if pair.better != pair.worse]


def _make_edited_pairs(
    segment: JudgedSegment,
    changing_edits: MeaningChangingEdits,
    preserving_edits: MeaningPreservingEdits,
    random: Random,
) -> Iterator[tuple[str, str]]:
    """Yield pairs of a better and a worse text.

    The pairs are the reference and a worse edit of it, this edit and a second edit of it, a
    harmless edit of the reference and the worse edit, an output and a worse edit of it.
    """
    reference = segment.reference
    words = reference.split()
    first_edit = changing_edits.apply_random_edit(words)
    if first_edit is not None:
        worse_text = " ".join(first_edit[1])
        yield reference, worse_text
        second_edit = changing_edits.apply_random_edit(first_edit[1])
        if second_edit is not None and second_edit[1] != words:
            yield worse_text, " ".join(second_edit[1])
        harmless_edit = preserving_edits.apply_random_edit(words)
        if harmless_edit is not None:
            yield " ".join(harmless_edit[1]), worse_text
    output = random.choice(segment.outputs) if segment.outputs else ""
    output_edit = changing_edits.apply_random_edit(output.split()) if output.split() else None
    if output_edit is not None and " ".join(output_edit[1]) != reference:
        yield output, " ".join(output_edit[1])
