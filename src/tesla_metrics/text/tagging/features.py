"""Features of words for the part-of-speech tagger.

Features are in groups to make tagging fast: the weights of a group are summed once per distinct
word and cached. Groups that depend on the previous label or on the kind of the next word contain
stems, which `join_feature` combines with the label or kind.
"""

import re
from typing import NamedTuple

BOUNDARY = ""
_DIGIT = re.compile(r"[0-9]")
_RUN = re.compile(r"(.)\1+")
_MARKS = str.maketrans("‘’‚‛´`“”„‟«»", "''''''" + '"' * 6)


class WordFeatures(NamedTuple):
    """The features of a word in each position relative to the token being tagged."""

    current: tuple[str, ...]
    inside: tuple[str, ...]
    first: tuple[str, ...]
    before: tuple[str, ...]
    before2: tuple[str, ...]
    after: tuple[str, ...]
    after2: tuple[str, ...]
    with_previous: tuple[str, ...]
    with_next: tuple[str, ...]


def normalize_form(form: str) -> str:
    """Return the dictionary key of a form: lower case, digits as 0, straight quotes."""
    return _DIGIT.sub("0", form.translate(_MARKS).lower())


def shape(form: str) -> str:
    """Return the shape of a form with X, x and 0, runs collapsed: `McIntosh's` is `XxXx'x`."""
    marks = "".join(map(_mark, form[:24]))
    return _RUN.sub(r"\1", marks)[:8]


def _mark(char: str) -> str:
    if char.isupper():
        return "X"
    if char.isalpha():
        return "x"
    return "0" if char.isdigit() else char


def unknown_kind(form: str) -> str:
    """Return the kind of an unlisted word, which is a feature of its neighbours."""
    if form == BOUNDARY:
        return "<>"
    for char in form:
        if char.isalpha():
            return "?X" if char.isupper() else "?x"
        if char.isdigit():
            return "?0"
    return "?."


def ending_change(form: str, lemma: str) -> str:
    """Return the change of the ending by lemmatisation: `making` and `make` give `ing>e`."""
    same = 0
    for a, b in zip(form, lemma, strict=False):
        if a != b:
            break
        same += 1
    return f"{form[same:]}>{lemma[same:]}" if same else "*"


def word_features(
    form: str, lemma: str, listed: bool, kind: str, known: bool = True
) -> WordFeatures:
    """Return all features of a word.

    `listed` is whether the lemmatiser's dictionary has the form, and `kind` is the feature for
    neighbours. `known=False` omits the identity of the word, as for unknown words.
    """
    if form == BOUNDARY:
        edge = ("<>",)
        return WordFeatures((), (), (), edge, edge, edge, edge, (), ())
    low = normalize_form(form)
    shaped = shape(form)
    endings = [f"{n}{low[-n:]}" for n in (1, 2, 3, 4, 5) if n < len(low)]
    starts = [f"^{low[:n]}" for n in (1, 2, 3, 4) if n < len(low)]
    change = ending_change(low, lemma)
    own_features = ["b", *endings, *starts, f"c{change}", f"k{kind}", f"d{listed:d}{shaped}"]
    if "-" in low[1:-1]:
        own_features.append(f"-{low.rpartition('-')[2]}")
    tail = low[-3:]
    near = [f"s{tail}", f"k{kind}", f"x{shaped}"]
    far = [f"k{kind}"]
    previous = [f"s{tail}", f"x{shaped}"]
    following = [f"s{low[-2:]}"]
    if known:
        own_features += [f"w{low}", f"l{lemma}"]
        near += [f"w{low}", f"l{lemma}"]
        far.append(f"w{low}")
        previous.append(f"w{low}")
        following.append(f"w{low}")
    return WordFeatures(
        tuple(f"o{x}" for x in own_features),
        (f"ix{shaped}", f"iy{shaped}{low[-2:]}"),
        (f"fx{shaped}", f"fy{shaped}{low[-2:]}"),
        tuple(f"p{x}" for x in near),
        tuple(f"q{x}" for x in far),
        tuple(f"n{x}" for x in near),
        tuple(f"m{x}" for x in far),
        tuple(f"t{x}" for x in previous),
        tuple(f"a{x}" for x in following),
    )


def join_feature(stem: str, other: str) -> str:
    """Combine the stem of a feature with a label or kind."""
    return f"{stem}|{other}"


def label_features(previous: str, second_previous: str) -> list[str]:
    """Return the features of the two labels to the left; `second_previous` is the farther one."""
    features = [f"1{previous}", f"2{second_previous} {previous}"]
    short, shorter = previous.split(" ")[0], second_previous.split(" ")[0]
    if (short, shorter) != (previous, second_previous):
        features += [f"1{short}", f"2{shorter} {short}", f"3{shorter} {previous}"]
    return features
