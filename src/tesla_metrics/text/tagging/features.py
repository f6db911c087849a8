"""Features of words for the part-of-speech tagger.

A feature is a string; the tagger has a weight per feature and label. Features are divided into
groups to make tagging fast: the weights of a group are summed once per distinct word and cached.
Features that depend on the label of the previous word or on the kind of the next word are stored
as stems, which `join_feature` completes with that label or kind.
"""

import re
from typing import NamedTuple

# The form of the boundaries before the first and after the last word of a sentence.
BOUNDARY = ""
_MAX_SHAPED_CHARACTERS = 24
_MAX_SHAPE_LENGTH = 8
_DIGIT = re.compile(r"[0-9]")
_REPEATED_CHARACTER = re.compile(r"(.)\1+")
_STRAIGHTEN_QUOTES = str.maketrans("‘’‚‛´`“”„‟«»", "''''''" + '"' * 6)


class WordFeatures(NamedTuple):
    """The groups of features that a word contributes to itself and to its neighbours."""

    # Features of the word itself.
    current: tuple[str, ...]
    inside_sentence: tuple[str, ...]  # only if the word is not the first of the sentence
    at_sentence_start: tuple[str, ...]  # only if the word is the first of the sentence
    # Features of its neighbours.
    for_next: tuple[str, ...]  # of the next word
    for_second_next: tuple[str, ...]  # of the second next word
    for_previous: tuple[str, ...]  # of the previous word
    for_second_previous: tuple[str, ...]  # of the second previous word
    # Stems of features of the word itself.
    previous_stems: tuple[str, ...]  # to be joined with the UPOS of the previous word
    next_stems: tuple[str, ...]  # to be joined with the kind of the next word


def normalize_form(form: str) -> str:
    """Return the lookup key of a form: lower case, digits replaced by 0, straight quotes."""
    return _DIGIT.sub("0", form.translate(_STRAIGHTEN_QUOTES).lower())


def get_word_shape(form: str) -> str:
    """Return the shape of a form: `McIntosh's` has the shape `XxXx'x`.

    Upper-case letters are X, other letters x and digits 0. Repetitions are collapsed.
    """
    classes = "".join(map(_classify_character, form[:_MAX_SHAPED_CHARACTERS]))
    return _REPEATED_CHARACTER.sub(r"\1", classes)[:_MAX_SHAPE_LENGTH]


def _classify_character(char: str) -> str:
    if char.isupper():
        return "X"
    if char.isalpha():
        return "x"
    return "0" if char.isdigit() else char


def get_unlisted_kind(form: str) -> str:
    """Return the kind of a word that the tagger does not list; it is a feature of its neighbours.

    The kind depends on the first letter or digit: `?X` (upper-case letter), `?x` (other letter),
    `?0` (digit), `?.` (neither) or `<>` (sentence boundary).
    """
    if form == BOUNDARY:
        return "<>"
    for char in form:
        if char.isalpha():
            return "?X" if char.isupper() else "?x"
        if char.isdigit():
            return "?0"
    return "?."


def describe_ending_change(form: str, lemma: str) -> str:
    """Return how lemmatisation changes the ending: `ing>e` for `making` and `make`.

    The result is `*` if the form and the lemma have no common beginning.
    """
    prefix_length = 0
    for form_char, lemma_char in zip(form, lemma, strict=False):
        if form_char != lemma_char:
            break
        prefix_length += 1
    return f"{form[prefix_length:]}>{lemma[prefix_length:]}" if prefix_length else "*"


def get_word_features(
    form: str, lemma: str, in_dictionary: bool, kind: str, with_identity: bool = True
) -> WordFeatures:
    """Return all features of a word.

    `in_dictionary` tells whether the lemmatiser's dictionary has the form. `kind` is the kind of
    the word. With `known=False`, features with the form or the lemma are left out, so that training
    learns weights for unknown words.
    """
    if form == BOUNDARY:
        boundary = ("<>",)
        return WordFeatures((), (), (), boundary, boundary, boundary, boundary, (), ())
    key = normalize_form(form)
    form_shape = get_word_shape(form)
    suffixes = [f"{length}{key[-length:]}" for length in (1, 2, 3, 4, 5) if length < len(key)]
    prefixes = [f"^{key[:length]}" for length in (1, 2, 3, 4) if length < len(key)]
    change = describe_ending_change(key, lemma)
    own_features = [
        "b",  # the same for all words
        *suffixes,
        *prefixes,
        f"c{change}",
        f"k{kind}",
        f"d{in_dictionary:d}{form_shape}",
    ]
    if "-" in key[1:-1]:
        own_features.append(f"-{key.rpartition('-')[2]}")
    near = [f"s{key[-3:]}", f"k{kind}", f"x{form_shape}"]  # for neighbours at distance 1
    far = [f"k{kind}"]  # for neighbours at distance 2
    previous_stems = [f"s{key[-3:]}", f"x{form_shape}"]
    next_stems = [f"s{key[-2:]}"]
    if with_identity:
        own_features += [f"w{key}", f"l{lemma}"]
        near += [f"w{key}", f"l{lemma}"]
        far.append(f"w{key}")
        previous_stems.append(f"w{key}")
        next_stems.append(f"w{key}")
    # The first letter of a feature is its group.
    return WordFeatures(
        current=tuple(f"o{feature}" for feature in own_features),
        inside_sentence=(f"ix{form_shape}", f"iy{form_shape}{key[-2:]}"),
        at_sentence_start=(f"fx{form_shape}", f"fy{form_shape}{key[-2:]}"),
        for_next=tuple(f"p{feature}" for feature in near),
        for_second_next=tuple(f"q{feature}" for feature in far),
        for_previous=tuple(f"n{feature}" for feature in near),
        for_second_previous=tuple(f"m{feature}" for feature in far),
        previous_stems=tuple(f"t{stem}" for stem in previous_stems),
        next_stems=tuple(f"a{stem}" for stem in next_stems),
    )


def join_feature(stem: str, neighbour: str) -> str:
    """Complete the stem of a feature with the label or kind of a neighbour."""
    return f"{stem}|{neighbour}"


def get_label_features(previous_label: str, second_previous_label: str) -> list[str]:
    """Return the features for the labels of the previous and the second previous word.

    A label is `UPOS` or `UPOS XPOS`; with XPOS there are additional features for the UPOS alone.
    """
    features = [f"1{previous_label}", f"2{second_previous_label} {previous_label}"]
    upos, second_upos = previous_label.split(" ")[0], second_previous_label.split(" ")[0]
    if (upos, second_upos) != (previous_label, second_previous_label):
        features += [f"1{upos}", f"2{second_upos} {upos}", f"3{second_upos} {previous_label}"]
    return features
