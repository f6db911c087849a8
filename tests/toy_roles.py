"""A labeller that needs no model: who stands before a verb does it, who stands after bears it."""

from collections.abc import Iterator
from typing import ClassVar

from tesla_metrics.core.encoding.analysis import Analysis
from tesla_metrics.core.encoding.role_codes import RoleEncoder
from tesla_metrics.files.sentence import Sentence
from tesla_metrics.parsing.srl.frame import Argument, Frame, LabelledSentence
from tesla_metrics.parsing.syntax.tree import NO_NODE, Constituent, Tree
from tesla_metrics.text.analyzer import Analyzer
from tesla_metrics.text.sentence_splitting import split_analysed, split_sentences

_NOMINAL = ("NN", "PRP")


class ToyLabeler:
    """Of English texts; a passive with `by` is known, and -ion makes a noun of a verb."""

    names: ClassVar[dict[str, str]] = {"trees": "toy-trees@1", "roles": "toy-roles@2"}

    def __init__(self, analyzer: Analyzer) -> None:
        self._analyzer = analyzer

    def read(self, text: str | Sentence) -> list[LabelledSentence]:
        return [
            LabelledSentence(sentence, flat(sentence), tuple(_frames(sentence)))
            for sentence in self._sentences(text)
        ]

    def _sentences(self, text: str | Sentence) -> list[Sentence]:
        if isinstance(text, Sentence):
            return split_analysed(text)
        parts = split_sentences(text, "en")
        return self._analyzer.analyze(parts) if parts else []


def toy_reader(analysis: Analysis) -> RoleEncoder:
    """What stands for the shipped labeller."""
    return RoleEncoder(analysis, ToyLabeler(analysis.analyzer))  # type: ignore[arg-type]


def flat(sentence: Sentence) -> Tree:
    """All words side by side."""
    tokens = sentence.tokens
    words = (Constituent(one.xpos, at, at + 1, 0) for at, one in enumerate(tokens))
    top = Constituent("S", 0, len(tokens), NO_NODE)
    return Tree(tuple(one.form for one in tokens), (top, *words))


def _frames(sentence: Sentence) -> Iterator[Frame]:
    tags = [token.xpos for token in sentence.tokens]
    lemmas = [token.lemma.lower() for token in sentence.tokens]
    things = [at for at, tag in enumerate(tags) if tag.startswith(_NOMINAL)]
    for at, tag in enumerate(tags):
        noun = tag == "NN" and lemmas[at].endswith("ion")
        if not noun and (not tag.startswith("VB") or lemmas[at] == "be"):
            continue
        before = max((place for place in things if place < at), default=None)
        after = min((place for place in things if place > at), default=None)
        if "by" in lemmas[at + 1 : at + 2]:
            before, after = after, before
        found = [
            Argument(label, place, place + 1)
            for label, place in (("ARG0", before), ("ARG1", after))
            if place is not None
        ]
        yield Frame(at, tag, lemmas[at], "", tuple(sorted(found, key=lambda one: one.start)))
