"""A discourse parser for the tests, without a model: neighbours are joined by what they share."""

from tesla_metrics.files.sentence import Sentence
from tesla_metrics.parsing.discourse.parser import Parsed
from tesla_metrics.parsing.discourse.relation import Document, Relation
from tesla_metrics.parsing.syntax.tree import NO_NODE, Constituent, Tree
from tesla_metrics.text.loading import load_analyzer
from tesla_metrics.text.sentence_splitting import split_sentences

# Each sentence has words of the one before it.
CHAIN = """The miller has a mill.
The mill has a wheel.
The wheel needs a river.
The river comes from a lake.
The lake feeds a forest.""".splitlines()


def flat(sentence: Sentence) -> Tree:
    """All words under one node."""
    words = tuple(token.form for token in sentence.tokens)
    own = (Constituent(t.xpos, n, n + 1, 0) for n, t in enumerate(sentence.tokens))
    return Tree(words, (Constituent("S", 0, len(words), NO_NODE), *own))


class Neighbours:
    """A relation between every two neighbouring sentences: Expansion if they share a word."""

    def __init__(self, lang: str = "en") -> None:
        self._analyzer = load_analyzer(lang, "builtin")
        self.names = {"analyzer": self._analyzer.name, "trees": "none", "discourse": "neighbours"}

    def document(self, text: str) -> Document:
        sentences = tuple(self._analyzer.analyze(split_sentences(text, "en")))
        return Document(sentences, tuple(map(flat, sentences)))

    def relations(self, document: Document) -> list[Relation]:
        words = [{t.form for t in one.tokens if len(t.form) > 3} for one in document.sentences]
        starts = document.sentence_starts
        return [
            Relation(
                "Implicit",
                "Expansion" if words[n] & words[n + 1] else "Comparison",
                "",
                ((starts[n], starts[n + 1] - 1),),
                ((starts[n + 1], starts[n + 2] - 1),),
            )
            for n in range(len(words) - 1)
        ]

    def read(self, document: Document, name: str) -> Parsed:
        return Parsed(document, tuple(self.relations(document)))
