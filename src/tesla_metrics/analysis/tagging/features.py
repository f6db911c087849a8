"""What the tagger sees of a word: strings in groups, each group depending on one word only.

The groups are what makes tagging fast: the weights of a group are summed once for each distinct
word and kept. A group that also looks at the previous label or at the kind of the next word holds
stems, to be joined with those by `joined`.
"""

import re
from typing import NamedTuple

BOUNDARY = ""
_DIGIT = re.compile(r"[0-9]")
_RUN = re.compile(r"(.)\1+")
_MARKS = str.maketrans("‘’‚‛´`“”„‟«»", "''''''" + '"' * 6)


class WordFeatures(NamedTuple):
    """The features of one word in every place it can take around the token being tagged."""

    own: tuple[str, ...]
    inside: tuple[str, ...]
    first: tuple[str, ...]
    before: tuple[str, ...]
    before2: tuple[str, ...]
    after: tuple[str, ...]
    after2: tuple[str, ...]
    with_previous: tuple[str, ...]
    with_next: tuple[str, ...]


def normal(form: str) -> str:
    """The form as dictionary key: lower case, digits all alike, plain apostrophes."""
    return _DIGIT.sub("0", form.translate(_MARKS).lower())


def shape(form: str) -> str:
    """Upper case X, lower case x, digits 0, runs collapsed: `McIntosh's` is `XxXx'x`."""
    marks = "".join(map(_mark, form[:24]))
    return _RUN.sub(r"\1", marks)[:8]


def _mark(char: str) -> str:
    if char.isupper():
        return "X"
    if char.isalpha():
        return "x"
    return "0" if char.isdigit() else char


def unknown_kind(form: str) -> str:
    """The kind of a word outside the dictionary, as its neighbours see it."""
    if form == BOUNDARY:
        return "<>"
    for char in form:
        if char.isalpha():
            return "?X" if char.isupper() else "?x"
        if char.isdigit():
            return "?0"
    return "?."


def ending_change(form: str, lemma: str) -> str:
    """What lemmatising did to the end of the word: `making` and `make` give `ing>e`."""
    same = 0
    for a, b in zip(form, lemma, strict=False):
        if a != b:
            break
        same += 1
    return f"{form[same:]}>{lemma[same:]}" if same else "*"


def word_features(
    form: str, lemma: str, listed: bool, kind: str, known: bool = True
) -> WordFeatures:
    """All features of a word.

    `listed` says whether the lemmatiser's dictionary has the form, `kind` how neighbours see the
    word; `known=False` hides its identity, as of a word never seen.
    """
    if form == BOUNDARY:
        edge = ("<>",)
        return WordFeatures((), (), (), edge, edge, edge, edge, (), ())
    low = normal(form)
    shaped = shape(form)
    endings = [f"{n}{low[-n:]}" for n in (1, 2, 3, 4, 5) if n < len(low)]
    starts = [f"^{low[:n]}" for n in (1, 2, 3, 4) if n < len(low)]
    change = ending_change(low, lemma)
    own = ["b", *endings, *starts, f"c{change}", f"k{kind}", f"d{listed:d}{shaped}"]
    if "-" in low[1:-1]:
        own.append(f"-{low.rpartition('-')[2]}")
    tail = low[-3:]
    near = [f"s{tail}", f"k{kind}", f"x{shaped}"]
    far = [f"k{kind}"]
    previous = [f"s{tail}", f"x{shaped}"]
    following = [f"s{low[-2:]}"]
    if known:
        own += [f"w{low}", f"l{lemma}"]
        near += [f"w{low}", f"l{lemma}"]
        far.append(f"w{low}")
        previous.append(f"w{low}")
        following.append(f"w{low}")
    return WordFeatures(
        tuple(f"o{x}" for x in own),
        (f"ix{shaped}", f"iy{shaped}{low[-2:]}"),
        (f"fx{shaped}", f"fy{shaped}{low[-2:]}"),
        tuple(f"p{x}" for x in near),
        tuple(f"q{x}" for x in far),
        tuple(f"n{x}" for x in near),
        tuple(f"m{x}" for x in far),
        tuple(f"t{x}" for x in previous),
        tuple(f"a{x}" for x in following),
    )


def joined(stem: str, other: str) -> str:
    """A stem with the label or kind it is looked at with."""
    return f"{stem}|{other}"


def label_features(previous: str, before: str) -> list[str]:
    """The features of the two labels to the left; `before` is the farther one."""
    features = [f"1{previous}", f"2{before} {previous}"]
    short, shorter = previous.split(" ")[0], before.split(" ")[0]
    if (short, shorter) != (previous, before):
        features += [f"1{short}", f"2{shorter} {short}", f"3{shorter} {previous}"]
    return features
