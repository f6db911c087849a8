"""Relations that no connective says: their senses beside the most frequent one.

    python benchmarks/implicit.py [DATA_DIR] [--sets gdtb_test gdtb_test2 tedmdb_eng] [--genres]

Between neighbouring sentences, of those that people found to be related without a connective
(Implicit, AltLex) or not at all (EntRel, NoRel): how often the top level of the sense is right
(accuracy, F1 averaged over the labels), six labels together and the four senses by themselves,
beside always saying the most frequent label of the training set. Within sentences, the second
argument is to be found exactly, marks aside, and its sense: precision, recall and F1. Trees: gold
are the data's own with its tags and lemmas; own are those of our tagger and parser on the data's
tokens.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.parsing.discourse.implicit_features import find_clauses, get_clause_features
from tesla_metrics.parsing.discourse.implicit_relations import (
    IMPLICIT_TOP_SENSE,
    IMPLICIT_WITHIN,
    NO_RELATION,
)
from tesla_metrics.parsing.discourse.relation import (
    TOP_SENSES,
    DiscourseModel,
    find_shipped_discourse_model,
)
from tesla_metrics.parsing.discourse.relation_records import AnnotatedDocument, read_records
from tesla_metrics.parsing.syntax.parser import Parser, find_shipped_parser
from tesla_metrics.resources.learning.linear_classifier import LinearClassifier
from tesla_metrics.text.builtin_analyzer import get_shipped_tagger_path
from tesla_metrics.text.lemmatizer import Lemmatizer
from tesla_metrics.text.tagging import Tagger

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
from model_training.discourse_training import find_annotated_clauses, list_neighbour_examples

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "discourse"
SETS = ("gdtb_test", "gdtb_test2", "tedmdb_eng")
MOST_FREQUENT = "Expansion"  # in gdtb_train


class Decision(NamedTuple):
    """What people said, and what the classifier says."""

    genre: str
    wanted: str
    found: str
    among_senses: str


def analysed(documents: Iterable[AnnotatedDocument]) -> Iterator[AnnotatedDocument]:
    """The same tokens with our own tags, lemmas and trees."""
    tagger, lemma = Tagger.load(get_shipped_tagger_path("en")), Lemmatizer("en").lemma
    parser = Parser.load(find_shipped_parser("en"))
    for one in documents:
        sentences = []
        for sentence in one.document.sentences:
            forms = [token.form for token in sentence.tokens]
            tokens = (
                Token(form, lemma(form, upos), upos, xpos)
                for form, (upos, xpos) in zip(forms, tagger.tag(forms), strict=True)
            )
            sentences.append(Sentence(sentence.text, tuple(tokens)))
        document = replace(one.document, sentences=tuple(sentences), trees=())
        yield replace(one, document=document).with_trees(parser)


def decisions(documents: Iterable[AnnotatedDocument], top: LinearClassifier) -> list[Decision]:
    """Of all neighbours whose relation is known and has one of the six labels."""
    return [
        Decision(
            document.genre,
            one.relation.top,
            top.predict(one.features),
            _among_senses(top, one.features),
        )
        for document in documents
        for one in list_neighbour_examples(document)
        if one.relation.top in top.labels
    ]


def _among_senses(top: LinearClassifier, features: Sequence[str]) -> str:
    sums = dict(zip(top.labels, top.sum_weights(features), strict=True))
    return max(TOP_SENSES, key=lambda sense: sums[sense])


def accuracy(pairs: Sequence[tuple[str, str]]) -> float:
    """In per cent."""
    return 100 * sum(wanted == found for wanted, found in pairs) / len(pairs)


def mean_f1(pairs: Sequence[tuple[str, str]]) -> float:
    """Averaged over the labels that people used, in per cent."""
    wanted, found = (Counter(column) for column in zip(*pairs, strict=True))
    right = Counter(label for label, other in pairs if label == other)
    return 100 * sum(2 * right[one] / (wanted[one] + found[one]) for one in wanted) / len(wanted)


def show(name: str, found: Sequence[Decision]) -> None:
    """A line: six labels, then the four senses."""
    all_six = [(one.wanted, one.found) for one in found]
    senses = [(one.wanted, one.among_senses) for one in found if one.wanted in TOP_SENSES]
    cells = []
    for pairs in (all_six, senses):
        if pairs:
            most = [(wanted, MOST_FREQUENT) for wanted, _ in pairs]
            figures = accuracy(pairs), accuracy(most), mean_f1(pairs), mean_f1(most)
            cells.append(f"{len(pairs):5} " + " ".join(f"{one:5.1f}" for one in figures))
    print(f"{name:28}" + "   ".join(cells))


def within(documents: Iterable[AnnotatedDocument], classifier: LinearClassifier) -> str:
    """Precision, recall and F1 of exact second arguments with their top-level senses."""
    wanted = found = right = 0
    for one in documents:
        for number, tree in enumerate(one.document.trees):
            known = {place: own.top for place, own in find_annotated_clauses(one, number).items()}
            wanted += len(known)
            for clause in find_clauses(tree):
                features = get_clause_features(one.document.sentences[number], tree, clause)
                sense = classifier.predict(features).partition(".")[0]
                found += sense != NO_RELATION
                right += known.get((clause.start, clause.end)) == sense
    precision, recall = 100 * right / max(1, found), 100 * right / max(1, wanted)
    f1 = 200 * right / max(1, wanted + found)
    return f"{wanted:5} {precision:5.1f} {recall:5.1f} {f1:5.1f}"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="relations that no connective says")
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--model", type=Path, default=find_shipped_discourse_model("en"))
    parser.add_argument("--genres", action="store_true", help="a line a genre, too")
    arguments = parser.parse_args()
    model = DiscourseModel.load(arguments.model)
    table, inner = [], []
    for name in arguments.sets:
        gold = list(read_records(str(arguments.data / f"{name}.jsonl.gz")))
        kinds = {"own": list(analysed(gold))}
        if gold[0].document.trees:
            kinds = {"gold": gold, **kinds}
        for kind, documents in kinds.items():
            table.append(
                (f"{name} {kind}", decisions(documents, model.get_classifier(IMPLICIT_TOP_SENSE)))
            )
            inner.append(
                (f"{name} {kind}", within(documents, model.get_classifier(IMPLICIT_WITHIN)))
            )
    columns = f"{'n':>5} {'acc.':>5} {'most':>5} {'F1':>5} {'most':>5}"
    print(f"{'between sentences':28}{columns}   {columns}   (six labels, four senses)")
    for name, found in table:
        show(name, found)
        for genre in sorted({one.genre for one in found}) if arguments.genres else ():
            show(f"  {genre}", [one for one in found if one.genre == genre])
    print(f"\n{'within sentences':28}{'n':>5} {'P':>5} {'R':>5} {'F1':>5}")
    for name, line in inner:
        print(f"{name:28}{line}")


if __name__ == "__main__":
    main()
