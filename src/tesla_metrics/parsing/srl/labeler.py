"""The semantic role labeller: from text to frames."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ...errors import InputError, UsageError
from ...files.sentence import Sentence
from ...text.analyzer import Analyzer
from ...text.languages import parse_language
from ...text.languages.scripts import describe_missing_letters, is_written_in
from ...text.lemmatizer import Lemmatizer
from ...text.loading import load_analyzer
from ...text.sentence_splitting import split_analysed, split_sentences
from ..syntax.parser import get_source_name, split_long_sentence, tree_source
from ..syntax.tree import PUNCTUATION, Tree, TreeSource, find_head_child, make_tagged_sentence
from .frame import CONTINUATION_PREFIX, REFERENCE_PREFIX, Argument, Frame, LabelledSentence
from .role_assignment import (
    choose_roleset,
    find_predicates,
    label_predicate,
    make_predicate_context,
)
from .role_model import RoleModel, find_shipped_role_model, load_role_model
from .tree_context import TreeContext

# Labels of phrases in which the content word is not in the syntactic head, and labels of the child
# that contains the content word: the object of a preposition, the clause after a conjunction, the
# verb after its auxiliaries.
_CONTENT_CHILDREN = {
    "PP": frozenset({"NP", "NML", "S", "SBAR", "ADJP", "ADVP", "PP", "QP"}),
    "WHPP": frozenset({"WHNP"}),
    "SBAR": frozenset({"S", "SQ", "SINV", "FRAG", "SBAR"}),
    "SQ": frozenset({"VP"}),
    "SINV": frozenset({"VP", "S"}),
    "VP": frozenset({"VP"}),
}

# Lemmas that PropBank annotates as predicates even if they are auxiliaries.
_AUXILIARY_LEMMAS = frozenset({"be", "do", "have"})


class RoleTuple(NamedTuple):
    """Predicate, role and content word of one argument; both words are indices."""

    predicate: int
    role: str
    content_word: int


def is_auxiliary_frame(frame: Frame) -> bool:
    """Return whether the predicate of a frame is an auxiliary verb without arguments."""
    return frame.lemma in _AUXILIARY_LEMMAS and not frame.arguments


def get_role_tuples(frame: Frame, tree: Tree) -> list[RoleTuple]:
    """Return one tuple per argument, except for references (R-) such as `who` and `which`."""
    return [
        RoleTuple(
            frame.predicate,
            argument.label.removeprefix(CONTINUATION_PREFIX),
            find_content_word(tree, argument),
        )
        for argument in frame.arguments
        if not argument.label.startswith(REFERENCE_PREFIX)
    ]


def find_content_word(tree: Tree, argument: Argument) -> int:
    """Return the index of the content word of an argument.

    If the argument is not a constituent, it is the content word of its longest constituent.
    """
    start, end = argument.start, argument.end
    node = tree.find_constituent(start, end)
    if node is None:
        inner_nodes = [
            node_index
            for node_index, constituent in enumerate(tree.nodes)
            if start <= constituent.start < constituent.end <= end
        ]
        node = max(
            inner_nodes,
            key=lambda node_index: tree.nodes[node_index].end - tree.nodes[node_index].start,
        )
    while children := tree.children[node]:
        child_labels = [tree.nodes[child].label for child in children]
        node = children[_find_content_child(tree.nodes[node].label, child_labels)]
    return tree.nodes[node].start


def _find_content_child(label: str, child_labels: list[str]) -> int:
    """Return which child of a node with this label contains the content word, as an index."""
    content_labels = _CONTENT_CHILDREN.get(label, frozenset())
    content_child = next(
        (index for index, child_label in enumerate(child_labels) if child_label in content_labels),
        None,
    )
    if content_child is not None:
        return content_child
    if label == "PP":  # the object of the preposition is a single word, the last child
        return max(
            index
            for index, child_label in enumerate(child_labels)
            if child_label not in PUNCTUATION or not index
        )
    return find_head_child(label, tuple(child_labels))


_LANGUAGE = "en"
# Maximum number of words per sentence. Time grows with the square of the number of words, because
# each predicate is compared with all constituents.
MAX_SENTENCE_WORDS = 1_000


class RoleLabeler:
    """Semantic role labeller: finds predicates and their arguments.

    Parameters
    ----------
    model : RoleModel
        Learned classifiers.
    trees : TreeSource
        Source of trees for sentences.
    analyzer : Analyzer
        Analyser of texts.

    Attributes
    ----------
    names : dict
        Names of the analyser, the source of trees and the model.

    Examples
    --------
    >>> from tesla_metrics import RoleLabeler
    >>> (frame,) = RoleLabeler.load().label("The farmer sold the old boat to his neighbour.")
    >>> [tuple(argument) for argument in frame.arguments]
    [('ARG0', 0, 2), ('ARG1', 3, 6), ('ARG2', 6, 9)]
    """

    def __init__(self, model: RoleModel, trees: TreeSource, analyzer: Analyzer) -> None:
        self.model, self.trees, self._analyzer = model, trees, analyzer
        self._lemmatizer = Lemmatizer(model.language)
        self.names = {
            "analyzer": analyzer.name,
            "trees": get_source_name(trees),
            "roles": f"{model.name}@{model.short_hash}",
        }

    @classmethod
    def load(
        cls,
        path: str | Path | None = None,
        lang: str = _LANGUAGE,
        *,
        trees: object | None = None,
        analyzer: str | Analyzer = "builtin",
        core: str = "auto",
    ) -> "RoleLabeler":
        """Load a labeller, by default with the shipped model, parser and analyser.

        Parameters
        ----------
        path : str or Path, optional
            Model file.
        lang : str
            Language of the texts; a model is shipped for English.
        trees : object, optional
            Any object with a method `trees(sentences)`; by default the shipped parser.
        analyzer : str or Analyzer
            Analyser of texts.
        core : str
            Implementation of the parser: "auto", "native" or "python".

        Returns
        -------
        RoleLabeler

        Raises
        ------
        UsageError
            If there is no model for the language, or the model is for another language.
        """
        language_code = parse_language(lang)
        shipped_path = find_shipped_role_model(language_code)
        if path is None and shipped_path is None:
            raise UsageError(
                f"no role model is shipped for {language_code!r}: role labelling supports "
                f"{_LANGUAGE!r} only"
            )
        model = load_role_model(Path(path) if path is not None else shipped_path or Path())
        if model.language != language_code:
            raise UsageError(
                f"{path} is a role model for {model.language!r}, not for {language_code!r}: give "
                "the language it was made for"
            )
        return cls(
            model, tree_source(language_code, trees, core), load_analyzer(language_code, analyzer)
        )

    def label(self, sentence: str | Sentence) -> list[Frame]:
        """Label one sentence; a text is not split into sentences.

        Parameters
        ----------
        sentence : str or Sentence
            Text of one sentence, or its analysis.

        Returns
        -------
        list of Frame
            Frames in the order of their predicates.
        """
        if not isinstance(sentence, str | Sentence):
            raise InputError(
                f"the sentence is of type {type(sentence).__name__}: give a str or a "
                "Sentence; label_all takes several texts"
            )
        (analysed_sentence,) = (
            self._analyzer.analyze([sentence]) if isinstance(sentence, str) else (sentence,)
        )
        if not analysed_sentence.tokens:
            return []
        self._check_letters([analysed_sentence], "the sentence")
        (labelled_sentence,) = self._label_sentences([analysed_sentence])
        return list(labelled_sentence.frames)

    def label_all(self, texts: Iterable[str | Sentence]) -> list[LabelledSentence]:
        """Label all sentences of several texts.

        Parameters
        ----------
        texts : iterable of str or Sentence

        Returns
        -------
        list of LabelledSentence
            Sentences of the texts, one text after the other.
        """
        if isinstance(texts, str | Sentence):
            raise InputError("texts is a single text: give a list of texts")
        if isinstance(texts, bytes) or not isinstance(texts, Iterable):
            raise InputError(f"texts is of type {type(texts).__name__}: give a list of texts")
        labelled_sentences: list[LabelledSentence] = []
        for text_number, text in enumerate(texts, 1):
            if not isinstance(text, str | Sentence):
                raise InputError(
                    f"text {text_number} is of type {type(text).__name__}: give texts only"
                )
            labelled_sentences += self.read(text, f"text {text_number}")
        return labelled_sentences

    def read(
        self, text: str | Sentence | Sequence[Sentence], name: str = "the text"
    ) -> list[LabelledSentence]:
        """Label the sentences of one text.

        Sentences end at line ends and at punctuation. Sentences without words are left out, and
        sentences of more than 200 tokens are split. Items of a sequence are not split.

        Parameters
        ----------
        text : str, Sentence or sequence of Sentence
        name : str
            Name of the text in errors, and document name of its sentences.

        Returns
        -------
        list of LabelledSentence
        """
        sentences = [sentence for sentence in self._split_into_sentences(text) if sentence.tokens]
        self._check_letters(sentences, name)
        return [
            replace(sentence, document=name, number=index)
            for index, sentence in enumerate(self._label_sentences(sentences))
        ]

    def _split_into_sentences(
        self, text: str | Sentence | Sequence[Sentence]
    ) -> Iterable[Sentence]:
        if isinstance(text, str):
            parts = split_sentences(text, self.model.language)
            sentences = self._analyzer.analyze(parts) if parts else []
        elif isinstance(text, Sentence):
            sentences = split_analysed(text)
        else:
            return text
        return (part for analysed in sentences for part in split_long_sentence(analysed))

    def of_trees(self, trees: Sequence[Tree], name: str = "the trees") -> list[LabelledSentence]:
        """Label the sentences of trees, with the words and tags of the trees.

        Parameters
        ----------
        trees : sequence of Tree
        name : str
            Document name of the sentences.

        Returns
        -------
        list of LabelledSentence
        """
        return [
            self._label_sentence(
                make_tagged_sentence(tree, self._lemmatizer.lemma), tree, name, index
            )
            for index, tree in enumerate(trees)
        ]

    def relabel(self, labelled: LabelledSentence) -> LabelledSentence:
        """Predict the arguments of annotated predicates.

        Lemmas and rolesets are kept and not used as features; missing rolesets are predicted.

        Parameters
        ----------
        labelled : LabelledSentence

        Returns
        -------
        LabelledSentence
        """
        self._check_tree(labelled.sentence, labelled.tree)
        tree_context = TreeContext(labelled.sentence, labelled.tree)
        frames = []
        for frame in labelled.frames:
            context = make_predicate_context(tree_context, frame.predicate, self.model)
            arguments = label_predicate(context, self.model)
            roleset = frame.roleset or choose_roleset(context, self.model)
            frames.append(replace(frame, roleset=roleset, arguments=arguments))
        return replace(labelled, frames=tuple(frames))

    def frames(
        self, sentence: Sentence, tree: Tree, predicates: Iterable[int] | None = None
    ) -> tuple[Frame, ...]:
        """Return the frames of a sentence with a given tree.

        Parameters
        ----------
        sentence : Sentence
        tree : Tree
        predicates : iterable of int, optional
            Indices of the predicates; by default they are predicted.

        Returns
        -------
        tuple of Frame
        """
        self._check_tree(sentence, tree)
        tree_context = TreeContext(sentence, tree)
        if predicates is None:
            predicate_indices = find_predicates(tree_context, self.model)
        else:
            predicate_indices = sorted(set(predicates))
            self._check_predicates(predicate_indices, len(sentence.tokens))
        return tuple(self._label_frame(tree_context, predicate) for predicate in predicate_indices)

    def _label_frame(self, tree_context: TreeContext, predicate: int) -> Frame:
        context = make_predicate_context(tree_context, predicate, self.model)
        arguments = label_predicate(context, self.model)
        return Frame(
            predicate,
            context.tag,
            context.frame_lemma,
            choose_roleset(context, self.model),
            arguments,
        )

    def _label_sentences(self, sentences: Sequence[Sentence]) -> list[LabelledSentence]:
        trees = self.trees.trees(sentences) if sentences else []
        return [
            self._label_sentence(sentence, tree)
            for sentence, tree in zip(sentences, trees, strict=True)
        ]

    def _label_sentence(
        self, sentence: Sentence, tree: Tree, document_name: str = "", sentence_index: int = 0
    ) -> LabelledSentence:
        return LabelledSentence(
            sentence, tree, self.frames(sentence, tree), document_name, sentence_index
        )

    def _check_tree(self, sentence: Sentence, tree: Tree) -> None:
        word_count = len(sentence.tokens)
        if len(tree.words) != word_count:
            raise InputError(
                f"the tree has {len(tree.words)} words and its sentence {word_count}: give a tree "
                "over the same words"
            )
        if word_count > MAX_SENTENCE_WORDS:
            raise InputError(
                f"a sentence has {word_count} words, more than {MAX_SENTENCE_WORDS}: split it, or "
                "give the text"
            )

    def _check_predicates(self, predicates: Sequence[int], word_count: int) -> None:
        for predicate in predicates:
            if not 0 <= predicate < word_count:
                raise InputError(
                    f"predicate {predicate} is not in the sentence, which has {word_count} words: "
                    "indices start at 0"
                )

    def _check_letters(self, sentences: Sequence[Sentence], name: str) -> None:
        """Raise InputError if a text has letters, but no letters of the model's language."""
        lang = self.model.language
        if not is_written_in(" ".join(sentence.text for sentence in sentences), lang):
            raise InputError(
                f"{name} has {describe_missing_letters(lang)}: role labelling supports {lang!r} "
                "only; "
                "remove this text"
            )
