"""The discourse parser: from text to sentences, trees and relations."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from ..analysis.analyzer import Analyzer
from ..analysis.lemmas import Lemmatizer
from ..analysis.loading import load_analyzer
from ..analysis.sentence import Sentence
from ..analysis.sentences import GIVEN_END, given_sentences, split_sentences
from ..errors import InputError, UsageError
from ..languages import parse_language
from ..languages.scripts import is_written_in, no_letter
from ..syntax.sources import source_name, tree_source
from ..syntax.stretches import LONGEST, cut_long
from ..syntax.tagged import tagged_sentence
from ..syntax.tree import Tree, TreeSource
from .document import Document
from .explicit.find import find_explicit
from .implicit.between import find_between
from .implicit.within import find_within
from .model import DiscourseModel, shipped_discourse
from .relation import Relation
from .whole import load_whole

_LANGUAGE = "en"
_EMPTY_LINE = re.compile(r"\n[^\S\n]*\n")


class Parsed(NamedTuple):
    """A text as the parser sees it, and its relations in the order of the text."""

    document: Document
    relations: tuple[Relation, ...]


class DiscourseParser:
    """Needs what it learnt, trees for sentences, and an analyser of text; `names` says which."""

    def __init__(self, model: DiscourseModel, trees: TreeSource, analyzer: Analyzer) -> None:
        self._model, self._trees, self._analyzer = model, trees, analyzer
        self.names = {
            "analyzer": analyzer.name,
            "trees": source_name(trees),
            "discourse": f"{model.name}@{model.short_hash}",
        }

    def document(self, text: str | Sentence | Sequence[str | Sentence]) -> Document:
        """Sentences with their trees.

        Of a text lines end sentences and empty lines paragraphs; a sequence has a sentence each,
        and so has an analysed text where a mark ends it. What has no word is left out, and what has
        more than 200 without an end is cut.
        """
        if isinstance(text, Sentence):
            return self._with_trees([given_sentences(text)])
        if not isinstance(text, str):
            return self._with_trees([text])
        parts = [text] if GIVEN_END in text else _EMPTY_LINE.split(text)
        cut = [split_sentences(part, self._model.language) for part in parts]
        return self._with_trees([one for one in cut if one])

    def of_trees(self, trees: Sequence[Tree]) -> Document:
        """The document that trees are: their words, with the tags that they have there.

        They cannot be cut as sentences are: one of more than 200 words is refused.
        """
        for number, tree in enumerate(trees, 1):
            if len(tree.words) > LONGEST:
                raise InputError(
                    f"tree {number} has {len(tree.words)} words, more than {LONGEST}: cut it, or "
                    "give the text"
                )
        lemma = Lemmatizer(self._model.language).lemma
        return Document(tuple(tagged_sentence(tree, lemma) for tree in trees), tuple(trees))

    def relations(self, document: Document) -> list[Relation]:
        """Those of a document, in the order of what they join."""
        explicit = find_explicit(document, self._model)
        between = find_between(document, explicit, self._model)
        return in_order([*explicit, *between, *find_within(document, self._model)])

    def parse(self, texts: Iterable[str | Sentence | Sequence[str | Sentence]]) -> list[Parsed]:
        """Texts one by one; one that is not written in the language's letters is refused."""
        if isinstance(texts, str | Sentence):
            raise InputError("texts are one text: give a list of texts")
        return [
            self.read(self.document(text), f"text {number}") for number, text in enumerate(texts, 1)
        ]

    def read(self, document: Document, name: str) -> Parsed:
        """The same of one; `name` is what an error calls it."""
        _check_script(document, self._model.language, name)
        return Parsed(document, tuple(self.relations(document)))

    def _with_trees(self, paragraphs: Sequence[Sequence[str | Sentence]]) -> Document:
        texts = [one for own in paragraphs for one in own if isinstance(one, str)]
        analysed = iter(self._analyzer.analyze(texts) if texts else [])
        pairs = [
            (number, part)
            for number, own in enumerate(paragraphs)
            for one in own
            for part in cut_long(next(analysed) if isinstance(one, str) else one)
            if part.tokens
        ]
        sentences = tuple(sentence for _, sentence in pairs)
        numbers = tuple(number for number, _ in pairs) if len(paragraphs) > 1 else ()
        return Document(sentences, tuple(self._trees.trees(sentences)), numbers)


def in_order(relations: Iterable[Relation]) -> list[Relation]:
    """By the first word that they join, then the last."""

    def place(one: Relation) -> tuple[int, int, str]:
        spans = one.arg1 + one.arg2 + one.connective_tokens
        return min(spans)[0], max(spans)[1], one.type

    return sorted(relations, key=place)


def _check_script(document: Document, lang: str, where: str) -> None:
    """Refuse a text that has letters, but none of the language's."""
    if not is_written_in(" ".join(one.text for one in document.sentences), lang):
        raise InputError(
            f"{where} has {no_letter(lang)}: relations are found in {lang!r} only, so leave it out"
        )


def load_discourse(
    lang: str,
    model: str | Path | None = None,
    trees: object | None = None,
    analyzer: str | Analyzer = "builtin",
) -> DiscourseParser:
    """With what is shipped for the language, unless a file or objects are given.

    trees   any object with `trees(sentences)` (default: our own parser)
    """
    code = parse_language(lang)
    shipped = shipped_discourse(code)
    if model is None and shipped is None:
        raise UsageError(
            f"no discourse model for {code!r} is shipped: relations are found in {_LANGUAGE!r} only"
        )
    learnt = load_whole(Path(model) if model is not None else shipped or Path())
    if learnt.language != code:
        raise UsageError(
            f"{model} is a discourse model for {learnt.language!r}, not for {code!r}: give the "
            "language it was made for"
        )
    return DiscourseParser(learnt, tree_source(code, trees), load_analyzer(code, analyzer))


def parse_discourse(
    texts: Sequence[str],
    lang: str,
    *,
    model: str | Path | None = None,
    trees: object | None = None,
    analyzer: str | Analyzer = "builtin",
) -> list[Parsed]:
    """The discourse relations of texts; of one without a word a document without sentences.

    >>> from tesla_metrics import parse_discourse
    >>> ((document, relations),) = parse_discourse(["It rained, but we went out."], "en")
    >>> [relation.connective for relation in relations]
    ['but']
    """
    return load_discourse(lang, model, trees, analyzer).parse(texts)
