"""The labeller of semantic roles: from text to frames."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from ..analysis.analyzer import Analyzer
from ..analysis.lemmas import Lemmatizer
from ..analysis.loading import load_analyzer
from ..analysis.sentence import Sentence
from ..analysis.sentences import given_sentences, split_sentences
from ..errors import InputError, UsageError
from ..languages import parse_language
from ..languages.scripts import is_written_in, no_letter
from ..syntax.sources import source_name, tree_source
from ..syntax.stretches import cut_long
from ..syntax.tagged import tagged_sentence
from ..syntax.tree import Tree, TreeSource
from .context import TreeContext
from .frame import Frame
from .model import RoleModel, load_roles, shipped_roles
from .predicates import find_predicates
from .records import LabelledSentence
from .senses import roleset
from .stages import label_predicate, predicate_context

_LANGUAGE = "en"
# Time grows with the square of the words: all predicates look at all constituents.
LONGEST = 1_000


class RoleLabeler:
    """Needs what it learnt, trees for sentences, and an analyser of text; `names` says which.

    >>> from tesla_metrics import RoleLabeler
    >>> (frame,) = RoleLabeler.load().label("The farmer sold the old boat to his neighbour.")
    >>> [tuple(one) for one in frame.arguments]
    [('ARG0', 0, 2), ('ARG1', 3, 6), ('ARG2', 6, 9)]
    """

    def __init__(self, model: RoleModel, trees: TreeSource, analyzer: Analyzer) -> None:
        self.model, self.trees, self._analyzer = model, trees, analyzer
        self._lemmatizer = Lemmatizer(model.language)
        self.names = {
            "analyzer": analyzer.name,
            "trees": source_name(trees),
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
        """With what is shipped for the language, unless a file or objects are given.

        trees   any object with `trees(sentences)` (default: our own parser)
        """
        code = parse_language(lang)
        shipped = shipped_roles(code)
        if path is None and shipped is None:
            raise UsageError(
                f"no model of roles for {code!r} is shipped: roles are found in {_LANGUAGE!r} only"
            )
        model = load_roles(Path(path) if path is not None else shipped or Path())
        if model.language != code:
            raise UsageError(
                f"{path} is a model of roles for {model.language!r}, not for {code!r}: give the "
                "language it was made for"
            )
        return cls(model, tree_source(code, trees, core), load_analyzer(code, analyzer))

    def label(self, sentence: str | Sentence) -> list[Frame]:
        """The frames of one sentence, by the places of their predicates; a text is not split."""
        if not isinstance(sentence, str | Sentence):
            raise InputError(
                f"the sentence is a {type(sentence).__name__}: give a text, or one that is "
                "analysed; label_all takes several"
            )
        (given,) = self._analyzer.analyze([sentence]) if isinstance(sentence, str) else (sentence,)
        if not given.tokens:
            return []
        self._check_script([given], "the sentence")
        (found,) = self._labelled([given])
        return list(found.frames)

    def label_all(self, texts: Iterable[str | Sentence]) -> list[LabelledSentence]:
        """All sentences of texts, one text after the other."""
        if isinstance(texts, str | Sentence):
            raise InputError("texts are one text: give a list of texts")
        if isinstance(texts, bytes) or not isinstance(texts, Iterable):
            raise InputError(f"texts are a {type(texts).__name__}: give a list of texts")
        found: list[LabelledSentence] = []
        for number, text in enumerate(texts, 1):
            if not isinstance(text, str | Sentence):
                raise InputError(f"text {number} is a {type(text).__name__}: give texts only")
            found += self.read(text, f"text {number}")
        return found

    def read(
        self, text: str | Sentence | Sequence[Sentence], name: str = "the text"
    ) -> list[LabelledSentence]:
        """The sentences of a text, each with its tree and its frames; `name` is what errors call
        it, and the document of its sentences.

        Lines end sentences, and so do marks. What has no word is left out, and what has more than
        200 without an end is cut. Of a sequence each is a sentence as it is.
        """
        sentences = [one for one in self._sentences(text) if one.tokens]
        self._check_script(sentences, name)
        return [
            replace(one, document=name, number=number)
            for number, one in enumerate(self._labelled(sentences))
        ]

    def _sentences(self, text: str | Sentence | Sequence[Sentence]) -> Iterable[Sentence]:
        if isinstance(text, str):
            parts = split_sentences(text, self.model.language)
            whole = self._analyzer.analyze(parts) if parts else []
        elif isinstance(text, Sentence):
            whole = given_sentences(text)
        else:
            return text
        return (one for long in whole for one in cut_long(long))

    def of_trees(self, trees: Sequence[Tree], name: str = "the trees") -> list[LabelledSentence]:
        """The sentences that trees are: their words, with the tags that they have there."""
        return [
            self._whole(tagged_sentence(tree, self._lemmatizer.lemma), tree, name, number)
            for number, tree in enumerate(trees)
        ]

    def relabel(self, labelled: LabelledSentence) -> LabelledSentence:
        """The same predicates with arguments of our own; their lemmas and rolesets stay, and are
        not looked at. One without a roleset gets ours.
        """
        self._check(labelled.sentence, labelled.tree)
        shared = TreeContext(labelled.sentence, labelled.tree)
        frames = []
        for one in labelled.frames:
            context = predicate_context(shared, one.predicate, self.model)
            arguments = label_predicate(context, self.model)
            own = one.roleset or roleset(context, self.model)
            frames.append(replace(one, roleset=own, arguments=arguments))
        return replace(labelled, frames=tuple(frames))

    def frames(
        self, sentence: Sentence, tree: Tree, predicates: Iterable[int] | None = None
    ) -> tuple[Frame, ...]:
        """Those of a sentence with its tree: of the predicates at these places, or of all that are
        found.
        """
        self._check(sentence, tree)
        shared = TreeContext(sentence, tree)
        if predicates is None:
            places = find_predicates(shared, self.model)
        else:
            places = sorted(set(predicates))
            self._check_places(places, len(sentence.tokens))
        return tuple(self._frame(shared, place) for place in places)

    def _frame(self, shared: TreeContext, place: int) -> Frame:
        context = predicate_context(shared, place, self.model)
        arguments = label_predicate(context, self.model)
        return Frame(place, context.tag, context.lemma, roleset(context, self.model), arguments)

    def _labelled(self, sentences: Sequence[Sentence]) -> list[LabelledSentence]:
        trees = self.trees.trees(sentences) if sentences else []
        return [
            self._whole(sentence, tree) for sentence, tree in zip(sentences, trees, strict=True)
        ]

    def _whole(
        self, sentence: Sentence, tree: Tree, name: str = "", number: int = 0
    ) -> LabelledSentence:
        return LabelledSentence(sentence, tree, self.frames(sentence, tree), name, number)

    def _check(self, sentence: Sentence, tree: Tree) -> None:
        words = len(sentence.tokens)
        if len(tree.words) != words:
            raise InputError(
                f"a tree of {len(tree.words)} words stands over a sentence of {words}: give one "
                "over the same words"
            )
        if words > LONGEST:
            raise InputError(
                f"a sentence has {words} words, more than {LONGEST}: cut it, or give the text"
            )

    def _check_places(self, places: Sequence[int], words: int) -> None:
        for place in places:
            if not 0 <= place < words:
                raise InputError(
                    f"predicate {place} is not in the sentence, which has {words} words: count "
                    "from 0"
                )

    def _check_script(self, sentences: Sequence[Sentence], where: str) -> None:
        """Refuse a text that has letters, but none of the language's."""
        lang = self.model.language
        if not is_written_in(" ".join(one.text for one in sentences), lang):
            raise InputError(
                f"{where} has {no_letter(lang)}: roles are found in {lang!r} only, so leave it out"
            )
