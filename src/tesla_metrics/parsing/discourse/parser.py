"""The discourse parser: from text to relations."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ...errors import InputError, UsageError
from ...files.item import SENTENCE_END
from ...files.resource import malformed_error
from ...files.schema import SchemaError, require
from ...files.sentence import Sentence
from ...text.analyzer import Analyzer
from ...text.languages import parse_language
from ...text.languages.scripts import describe_missing_letters, is_written_in
from ...text.lemmatizer import Lemmatizer
from ...text.loading import load_analyzer
from ...text.sentence_splitting import split_analysed, split_sentences
from ..syntax.parser import MAX_SENTENCE_TOKENS, get_source_name, split_long_sentence, tree_source
from ..syntax.tree import Tree, TreeSource, make_tagged_sentence
from .connectives import PIECE_SEPARATOR
from .explicit_relations import (
    AFTER,
    ARG1_END,
    ARG1_PLACE,
    ARG1_START,
    ARG2_END,
    ARG2_START,
    AROUND,
    BEFORE,
    CONNECTIVE_CLASSIFIER,
    CONNECTIVE_LIST,
    EARLIER,
    EXPLICIT_SENSE,
    EXPLICIT_TOP_SENSE,
    NO_LABEL,
    YES_LABEL,
    find_explicit,
)
from .implicit_relations import (
    IMPLICIT_SENSE,
    IMPLICIT_TOP_SENSE,
    IMPLICIT_WITHIN,
    NO_RELATION,
    find_implicit_between,
    find_implicit_within,
)
from .relation import (
    ENT_REL,
    NO_REL,
    TOP_SENSES,
    DiscourseModel,
    Document,
    Relation,
    find_shipped_discourse_model,
)

_ARG1_PLACES = frozenset((EARLIER, BEFORE, AFTER, AROUND))
# Matches senses such as Contingency and Contingency.Cause+belief.Reason+belief.
_SENSE = re.compile(rf"(?:{'|'.join(TOP_SENSES)})(?:\.[A-Za-z0-9+-]+){{0,2}}")


def load_discourse_model(path: Path) -> DiscourseModel:
    """Read a model file; raise an error if a part is missing or a label is unknown."""
    model = DiscourseModel.load(path)
    try:
        check_discourse_model(model)
    except SchemaError as error:
        raise malformed_error(path, error, model.kind) from error
    return model


def check_discourse_model(model: DiscourseModel) -> None:
    """Raise SchemaError if a part of the model is missing or has unexpected labels."""
    for name in (CONNECTIVE_CLASSIFIER, ARG2_START, ARG2_END, ARG1_START, ARG1_END):
        # The parser expects the classifier's sums in the order of these labels.
        require(
            _get_labels(model, name) == (NO_LABEL, YES_LABEL),
            f"{name} has labels other than {NO_LABEL} and {YES_LABEL}",
        )
    for name, is_known in _LABEL_CHECKS.items():
        unknown_label = next(
            (label for label in _get_labels(model, name) if not is_known(label)), None
        )
        require(unknown_label is None, f"{name} has an unknown label, {unknown_label!r:.60}")
    require(CONNECTIVE_LIST in model.lists, f"it has no list of {CONNECTIVE_LIST}")
    for string in model.lists[CONNECTIVE_LIST]:
        pieces = string.split(f" {PIECE_SEPARATOR} ")
        require(all(map(_is_piece, pieces)), f"{string!r:.60} is not a connective")


def _get_labels(model: DiscourseModel, name: str) -> tuple[str, ...]:
    require(name in model.classifiers, f"it has no {name} classifier")
    return model.classifiers[name].labels


def _is_sense(label: str) -> bool:
    return _SENSE.fullmatch(label) is not None


def _is_piece(piece: str) -> bool:
    """Return whether a piece of a connective consists of words separated by single spaces."""
    return (
        bool(piece) and piece.split() == piece.split(" ") and PIECE_SEPARATOR not in piece.split()
    )


# Functions that return whether a label of a classifier is valid, by name of the classifier.
_LABEL_CHECKS: Mapping[str, Callable[[str], bool]] = {
    ARG1_PLACE: _ARG1_PLACES.__contains__,
    EXPLICIT_TOP_SENSE: TOP_SENSES.__contains__,
    EXPLICIT_SENSE: _is_sense,
    IMPLICIT_TOP_SENSE: (*TOP_SENSES, ENT_REL, NO_REL).__contains__,
    IMPLICIT_SENSE: _is_sense,
    IMPLICIT_WITHIN: lambda label: label == NO_RELATION or _is_sense(label),
}


_LANGUAGE = "en"
_EMPTY_LINE = re.compile(r"\n[^\S\n]*\n")


class Parsed(NamedTuple):
    """Parsed text and its relations.

    document    sentences and trees of the text
    relations   relations in the order of the text
    """

    document: Document
    relations: tuple[Relation, ...]


class DiscourseParser:
    """Discourse parser: finds explicit and implicit relations in texts.

    Parameters
    ----------
    model : DiscourseModel
        Learned classifiers.
    trees : TreeSource
        Source of trees for sentences.
    analyzer : Analyzer
        Analyser of texts.

    Attributes
    ----------
    names : dict
        Names of the analyser, the source of trees and the model.
    """

    def __init__(self, model: DiscourseModel, trees: TreeSource, analyzer: Analyzer) -> None:
        self._model, self._trees, self._analyzer = model, trees, analyzer
        self.names = {
            "analyzer": analyzer.name,
            "trees": get_source_name(trees),
            "discourse": f"{model.name}@{model.short_hash}",
        }

    def document(self, text: str | Sentence | Sequence[str | Sentence]) -> Document:
        """Analyse a text and parse its sentences into trees.

        In a text, sentences end at line ends and paragraphs at empty lines. Each item of a sequence
        is one sentence. An analysed text is split at its sentence ends. Sentences without words are
        left out, and sentences of more than 200 tokens are split.

        Parameters
        ----------
        text : str, Sentence, or sequence of these

        Returns
        -------
        Document
        """
        if isinstance(text, Sentence):
            return self._build_document([split_analysed(text)])
        if not isinstance(text, str):
            return self._build_document([text])
        parts = [text] if SENTENCE_END in text else _EMPTY_LINE.split(text)
        paragraphs = [split_sentences(part, self._model.language) for part in parts]
        return self._build_document([paragraph for paragraph in paragraphs if paragraph])

    def of_trees(self, trees: Sequence[Tree]) -> Document:
        """Return the document of the given trees, with their words and tags.

        Parameters
        ----------
        trees : sequence of Tree

        Returns
        -------
        Document

        Raises
        ------
        InputError
            If a tree has more than 200 words, because trees cannot be split.
        """
        for tree_number, tree in enumerate(trees, 1):
            if len(tree.words) > MAX_SENTENCE_TOKENS:
                raise InputError(
                    f"tree {tree_number} has {len(tree.words)} words, more than "
                    f"{MAX_SENTENCE_TOKENS}: split it, or give the text"
                )
        lemma = Lemmatizer(self._model.language).lemma
        return Document(tuple(make_tagged_sentence(tree, lemma) for tree in trees), tuple(trees))

    def relations(self, document: Document) -> list[Relation]:
        """Find the relations of a document.

        Parameters
        ----------
        document : Document

        Returns
        -------
        list of Relation
            Relations in the order of their arguments.
        """
        explicit_relations = find_explicit(document, self._model)
        implicit_relations = find_implicit_between(document, explicit_relations, self._model)
        return sort_relations(
            [*explicit_relations, *implicit_relations, *find_implicit_within(document, self._model)]
        )

    def parse(self, texts: Iterable[str | Sentence | Sequence[str | Sentence]]) -> list[Parsed]:
        """Parse several texts.

        Parameters
        ----------
        texts : iterable of str, Sentence, or sequence of these

        Returns
        -------
        list of Parsed

        Raises
        ------
        InputError
            If a text has letters, but no letters of the language.
        """
        if isinstance(texts, str | Sentence):
            raise InputError("texts is a single text: give a list of texts")
        return [
            self.read(self.document(text), f"text {text_number}")
            for text_number, text in enumerate(texts, 1)
        ]

    def read(self, document: Document, name: str) -> Parsed:
        """Find the relations of one document.

        Parameters
        ----------
        document : Document
        name : str
            Name of the text in errors.

        Returns
        -------
        Parsed
        """
        _check_letters(document, self._model.language, name)
        return Parsed(document, tuple(self.relations(document)))

    def _build_document(self, paragraphs: Sequence[Sequence[str | Sentence]]) -> Document:
        """Analyse the sentences of paragraphs, split long ones and parse them into trees."""
        texts = [item for paragraph in paragraphs for item in paragraph if isinstance(item, str)]
        analysed_sentences = iter(self._analyzer.analyze(texts) if texts else [])
        indexed_sentences = [
            (paragraph_index, part)
            for paragraph_index, paragraph in enumerate(paragraphs)
            for item in paragraph
            for part in split_long_sentence(
                next(analysed_sentences) if isinstance(item, str) else item
            )
            if part.tokens
        ]
        sentences = tuple(sentence for _, sentence in indexed_sentences)
        paragraph_indices = (
            tuple(paragraph_index for paragraph_index, _ in indexed_sentences)
            if len(paragraphs) > 1
            else ()
        )
        return Document(sentences, tuple(self._trees.trees(sentences)), paragraph_indices)


def sort_relations(relations: Iterable[Relation]) -> list[Relation]:
    """Sort relations by the first and the last word of their arguments and connective."""

    def sort_key(relation: Relation) -> tuple[int, int, str]:
        spans = relation.arg1 + relation.arg2 + relation.connective_tokens
        return min(spans)[0], max(spans)[1], relation.type

    return sorted(relations, key=sort_key)


def _check_letters(document: Document, lang: str, name: str) -> None:
    """Raise InputError if a text has letters, but no letters of the language."""
    if not is_written_in(" ".join(sentence.text for sentence in document.sentences), lang):
        raise InputError(
            f"{name} has {describe_missing_letters(lang)}: discourse parsing supports {lang!r} "
            "only; "
            "remove this text"
        )


def load_discourse(
    lang: str,
    model: str | Path | None = None,
    trees: object | None = None,
    analyzer: str | Analyzer = "builtin",
) -> DiscourseParser:
    """Load a discourse parser, by default with the shipped model, parser and analyser.

    Parameters
    ----------
    lang : str
        Language of the texts; a model is shipped for English.
    model : str or Path, optional
        Model file.
    trees : object, optional
        Any object with a method `trees(sentences)`; by default our own parser.
    analyzer : str or Analyzer
        Analyser of texts.

    Returns
    -------
    DiscourseParser

    Raises
    ------
    UsageError
        If there is no model for the language, or the model is for another language.
    """
    language_code = parse_language(lang)
    shipped_path = find_shipped_discourse_model(language_code)
    if model is None and shipped_path is None:
        raise UsageError(
            f"no discourse model is shipped for {language_code!r}: discourse parsing supports "
            f"{_LANGUAGE!r} only"
        )
    discourse_model = load_discourse_model(
        Path(model) if model is not None else shipped_path or Path()
    )
    if discourse_model.language != language_code:
        raise UsageError(
            f"{model} is a discourse model for {discourse_model.language!r}, not for "
            f"{language_code!r}: give the language it was made for"
        )
    return DiscourseParser(
        discourse_model, tree_source(language_code, trees), load_analyzer(language_code, analyzer)
    )


def parse_discourse(
    texts: Sequence[str],
    lang: str,
    *,
    model: str | Path | None = None,
    trees: object | None = None,
    analyzer: str | Analyzer = "builtin",
) -> list[Parsed]:
    """Find the discourse relations of texts.

    Parameters
    ----------
    texts : sequence of str
    lang : str
        Language of the texts; a model is shipped for English.
    model : str or Path, optional
        Model file.
    trees : object, optional
        Any object with a method `trees(sentences)`; by default our own parser.
    analyzer : str or Analyzer
        Analyser of texts.

    Returns
    -------
    list of Parsed
        One per text; a text without words has no sentences.

    Examples
    --------
    >>> from tesla_metrics import parse_discourse
    >>> ((document, relations),) = parse_discourse(["It rained, but we went out."], "en")
    >>> [relation.connective for relation in relations]
    ['but']
    """
    return load_discourse(lang, model, trees, analyzer).parse(texts)
