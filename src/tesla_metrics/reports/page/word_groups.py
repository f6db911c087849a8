"""Words of the references by class and by frequency: where systems get what."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...analysis.frequencies import Frequencies
from ...analysis.loading import load_analyzer
from ...analysis.sentence import NONE, Sentence, has_alphanumeric
from ...arrays import Indices
from ...encoding.session import default_session
from ...encoding.word_tables import open_frequencies
from ...explaining.sides import spans
from ...languages import parse_language
from ...metrics.base import Metric
from ...tasks import Segment

_CLASSES = {
    "NOUN": "nouns", "PROPN": "names", "VERB": "verbs", "AUX": "auxiliaries", "ADJ": "adjectives",
    "ADV": "adverbs", "PRON": "pronouns", "DET": "determiners", "ADP": "adpositions",
    "CCONJ": "conjunctions", "SCONJ": "subordinators", "PART": "particles", "NUM": "numbers",
    "INTJ": "interjections", "SYM": "symbols", "X": "others",
}  # fmt: skip
# In one of so many sentences at least; what is rarer comes last.
_SENTENCES = (10, 100, 1_000, 10_000, 100_000)
# So often in the references at most.
_TIMES = (1, 2, 5, 20, 100)


class WordGroups(NamedTuple):
    """Words of the references in groups by one property.

    note    what their names mean, where these do not say it
    names   of the groups, in the order in which they are shown
    of      for each segment the group of each word
    """

    title: str
    note: str
    names: Sequence[str]
    of: Sequence[Indices]


class ReferenceWords(NamedTuple):
    """The words of each segment's first reference, where they are written, and their groups."""

    sentences: Sequence[Sentence]
    starts: Sequence[Indices]
    groups: Sequence[WordGroups]


def reference_words(
    references: Sequence[Segment], metrics: Sequence[Metric[Any]]
) -> ReferenceWords | None:
    """As the first metric that has a language analyses them; nothing where none has."""
    metric = next((one for one in metrics if getattr(one, "lang", "")), None)
    lang = "" if metric is None else parse_language(metric.lang)  # type: ignore[attr-defined]
    if isinstance(references[0], str):
        if not lang:
            return None
        spec = getattr(metric, "analyzer", "builtin")
        # Never split: a compound is one word of the text.
        found = load_analyzer(lang, spec, compounds="none").analyze([str(r) for r in references])
    else:
        found = [one for one in references if isinstance(one, Sentence)]
    sentences = [_only_words(one) for one in found]
    starts = [
        np.array([start for start, _ in spans(text, [t.form for t in tokens])], dtype=np.intp)
        for text, tokens in sentences
    ]
    groups = [*_by_class(sentences), _by_frequency(sentences, lang)]
    return ReferenceWords(sentences, starts, groups)


def _only_words(sentence: Sentence) -> Sentence:
    tokens = tuple(token for token in sentence.tokens if has_alphanumeric(token.form))
    return Sentence(sentence.text, tokens)


def _by_class(sentences: Sequence[Sentence]) -> Iterator[WordGroups]:
    """Nothing where no tagger tells words apart."""
    counts = Counter(token.upos for sentence in sentences for token in sentence.tokens)
    names = [name for name in counts if name != NONE]
    if len(names) < 2:
        return
    names.sort(key=lambda name: -counts[name])
    places = {name: place for place, name in enumerate(names)}
    of = [_grouped(s, lambda token: places.get(token.upos, -1)) for s in sentences]
    yield WordGroups("word class", "", [_CLASSES.get(name, name) for name in names], of)


def _by_frequency(sentences: Sequence[Sentence], lang: str) -> WordGroups:
    table = open_frequencies(default_session(), lang, "auto") if lang else None
    if table is not None:
        return _by_table(sentences, table)
    counts = Counter(token.form.lower() for sentence in sentences for token in sentence.tokens)
    of = [_grouped(s, lambda t: bisect_left(_TIMES, counts[t.form.lower()])) for s in sentences]
    bounds = zip((0, *_TIMES), _TIMES, strict=False)
    names = ["once", "twice", *(f"{low + 1}–{high} times" for low, high in list(bounds)[2:])]
    note = "How often the references have a word."
    return WordGroups("frequency", note, [*names, f"over {_TIMES[-1]} times"], of)


def _by_table(sentences: Sequence[Sentence], table: Frequencies) -> WordGroups:
    """A weight of 1 is that of a word in one sentence of all at most."""
    known = float(table.sentences + 1)
    # The table's own words alone: rarer ones are all alike to it.
    bounds = [one for one in _SENTENCES if one < known / 2]

    def group(token: Any) -> int:
        return bisect_left(bounds, known ** table.word(token.form.lower()) * (1 - 1e-9))

    names = [f"1 in {one:,}" for one in bounds]
    of = [_grouped(sentence, group) for sentence in sentences]
    note = "1 in 100: of 100 sentences of the language one at least has the word."
    return WordGroups("frequency", note, [*names, "rarer"], of)


def _grouped(sentence: Sentence, group: Callable[[Any], int]) -> Indices:
    return np.array([group(token) for token in sentence.tokens], dtype=np.intp)
