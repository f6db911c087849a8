"""Semantic roles: learners, auxiliary problems and features beside each other, on unseen sentences.

    python benchmarks/roles.py learners     like Table 3 of Liu & Ng (2007), on ewt_test's nouns
    python benchmarks/roles.py auxiliary    like Tables 4 and 5: observable auxiliary problems
    python benchmarks/roles.py wsj          Penn Treebank sample, five folds over documents
    python benchmarks/roles.py curve        1/8, 1/4, 1/2 and all of the training sentences
    python benchmarks/roles.py strengths    how ASO depends on its penalty, on ewt_dev
    python benchmarks/roles.py shipped      the model that ships: nouns and verbs
    python benchmarks/roles.py all          one after the other
    python benchmarks/roles.py learners --nombank FILE --treebank FOLDER    the paper's own split

Predicates are given, and their words; trees are gold (with gold tags and lemmas), or our own (by a
tagger that learnt from ewt_train only and the parser that ships, which saw neither dev nor test).
`shipped` tells beside which predicates it finds by itself.
`identified`: F1 of spans; `classified`: labels right of people's arguments; `combined`: F1 of
spans with labels. Candidates are decided one by one, as in the paper, where `decoded` is not said.
In brackets p: how often chance brings as great a difference from the row of ASO in the same block,
by approximate randomisation over sentences. --quick learns from every tenth sentence and tests on
ewt_dev.
"""

import argparse
import time
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from role_rows import (
    Rows,
    Stages,
    System,
    fit_classification,
    fit_identification,
    outcome,
)  # fmt: skip
from tesla_metrics.evaluation.training.train_srl import learn_bases
from tesla_metrics.files.resource import Resource
from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.parsing.srl.feature_sets import (
    DEFAULT_FEATURES,
    PAPER_FEATURES,
    FeatureSet,
    reveals_feature,
)
from tesla_metrics.parsing.srl.frame import Argument, Frame, LabelledSentence, read_frames
from tesla_metrics.parsing.srl.frame_accuracy import (  # fmt: skip
    Tally,
    compare_frames,
    compare_predicates,
    compare_rolesets,
    compute_p_value,
    sum_tallies,
)
from tesla_metrics.parsing.srl.labeler import RoleLabeler
from tesla_metrics.parsing.srl.propbank import TEST, TRAIN, read_release
from tesla_metrics.parsing.srl.role_assignment import (
    ScoredArgument,
    choose_independent_arguments,
    choose_roleset,
    find_best_frame,
    find_predicates,
    make_predicate_context,
)
from tesla_metrics.parsing.srl.role_model import NOUN, VERB, RoleModel, get_predicate_kind
from tesla_metrics.parsing.srl.tree_context import TreeContext
from tesla_metrics.parsing.syntax.parser import Parser, find_shipped_parser
from tesla_metrics.resources.learning.learners import (
    Aso,
    AuxiliaryProblem,
    Learner,
    LinearHuber,
    MaximumEntropy,
    make_value_problems,
)
from tesla_metrics.resources.learning.maximum_entropy import LabelWeights
from tesla_metrics.resources.learning.regression import make_folds
from tesla_metrics.text.lemmatizer import Lemmatizer
from tesla_metrics.text.tagging import Tagger
from tesla_metrics.text.tagging.training import train_tagger

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "srl"
SEED = 7
FOLDS = 5
# What auxiliary problems predict in either stage, and whether it is used there: then it is masked.
FIRST = (
    ("distance", False), ("parent.lsis.hw", False), ("parent.rsis.hw", False),
    ("hw", True), ("lastword", True), ("ptype", True), ("path", True),
)  # fmt: skip
SECOND = (
    ("path", False), ("partialpath", False), ("chunkseq", False),
    ("hw", True), ("lastword", True), ("ptype", True),
)  # fmt: skip


NAMES = tuple(dict.fromkeys(name for name, _ in FIRST + SECOND))


class Setting(NamedTuple):
    """What both stages learn with, and whether ASO is asked."""

    name: str
    identify: Learner
    classify: Learner

    @property
    def is_aso(self) -> bool:
        """Then the labels are auxiliary problems."""
        return isinstance(self.identify, Aso)


class Fitting:
    """What is learnt from some rows; a learner that two settings have learns once."""

    def __init__(self, rows: Stages) -> None:
        self.rows = rows
        self._first: dict[Learner, LabelWeights] = {}
        self._second: dict[Learner, LabelWeights] = {}

    def system(self, setting: Setting) -> System:
        """Auxiliary problems are the unobservable ones: the labels, for both stages."""
        first, second = setting.identify, setting.classify
        if first not in self._first:
            problems = make_value_problems(self.rows.candidates.labels) if setting.is_aso else ()
            self._first[first] = fit_identification(first, self.rows, problems)
        if second not in self._second:
            self._second[second] = fit_classification(second, self.rows)
        return System(self._first[first], self._second[second])


# The paper leaves v without a penalty.
published_aso = partial(Aso, v_penalty=0.0)
# As in the paper (which says nothing of its maximum entropy), and as ewt_dev would have them.
AS_PUBLISHED = (
    Setting("maximum entropy", MaximumEntropy(), MaximumEntropy()),
    Setting("linear", LinearHuber(), LinearHuber()),
    Setting("ASO", published_aso(), published_aso()),
)
CHOSEN = (
    Setting("maximum entropy, chosen", MaximumEntropy(3.0), MaximumEntropy(3.0)),
    Setting("linear, chosen", LinearHuber(1e-5), LinearHuber(3e-4)),
    Setting("ASO, chosen", Aso(20, 1e-4), Aso(20, 3e-3)),
)
RICHER = (Setting("own features, maximum entropy", MaximumEntropy(), MaximumEntropy()),)
STRENGTHS = (3e-3, 3e-4, 1e-4, 1e-5)
COLUMNS = ("identified", "classified", "combined", "decoded", "own trees", "own trees, decoded")


def alone(scored: list[ScoredArgument], _: int) -> Iterable[Argument]:
    """Each candidate by itself."""
    return choose_independent_arguments(scored)


@dataclass
class Corpus:
    """Sentences to learn from and to test with, with gold trees and with our own.

    own_trees   makes these of sentences, or None where there are none
    """

    train: list[LabelledSentence]
    test: list[LabelledSentence]
    own_trees: Callable[[Sequence[LabelledSentence]], list[LabelledSentence]] | None = None

    @cached_property
    def own_test(self) -> list[LabelledSentence]:
        """The same words and frames with our own tags and trees."""
        return self.own_trees(self.test) if self.own_trees else []

    def rows(self, features: FeatureSet, kind: str = NOUN, least: int = 1) -> Rows:
        """How rows are made; bases are those of the training sentences."""
        return Rows(features, kind, learn_bases(self.train), least)


def own_trees(
    sentences: Sequence[LabelledSentence], known: Sequence[LabelledSentence], tagger: Path | None
) -> list[LabelledSentence]:
    """The same words and frames; the tagger learns from `known`, unless one is given.

    The one that ships has seen all of EWT; the parser that ships has not.
    """
    tags = Tagger.load(tagger) if tagger else Tagger(_learn_tags(known))
    parser, lemma = Parser.load(find_shipped_parser("en")), Lemmatizer("en").lemma
    found = []
    for one in sentences:
        forms = [token.form for token in one.sentence.tokens]
        tokens = (
            Token(form, lemma(form, upos), upos, xpos)
            for form, (upos, xpos) in zip(forms, tags.tag(forms), strict=True)
        )
        sentence = Sentence(one.sentence.text, tuple(tokens))
        found.append(replace(one, sentence=sentence).with_tree(parser))
    return found


def _learn_tags(sentences: Sequence[LabelledSentence]) -> Resource:
    corpus = [
        [(token.form, f"{token.upos} {token.xpos}") for token in one.sentence.tokens]
        for one in sentences
    ]
    return train_tagger(corpus, language="en")


def row(name: str, cells: Iterable[str]) -> str:
    """One line of Markdown."""
    return f"| {name} | {' | '.join(cells)} |"


def head(name: str, columns: Sequence[str]) -> None:
    """The first two lines of a table."""
    print(row(name, columns), "| --- |" + " ---: |" * len(columns), sep="\n", flush=True)


def cell(own: Sequence[Tally], beside: Sequence[Tally] | None = None) -> str:
    """F1, and how likely chance brings a difference from another."""
    value = f"{sum_tallies(own).f1:.2f}"
    if beside is None:
        return value
    chance = compute_p_value(own, beside)
    return f"{value} ({'<0.001' if chance < 0.001 else f'{chance:.3f}'})"


def columns_of(system: System, test: Stages, own: Stages | None) -> list[list[Tally]]:
    """By sentence: what COLUMNS names."""
    found = list(outcome(system, test, alone))
    found.append(outcome(system, test, find_best_frame).combined)
    if own is not None:
        found += (outcome(system, own, decode).combined for decode in (alone, find_best_frame))
    return found


def print_block(rows: Sequence[tuple[str, list[list[Tally]]]]) -> None:
    """Rows of one table; p is of the difference from the last one that says ASO."""
    aso = [cells for name, cells in rows if name.startswith("ASO")][-1:]
    for name, cells in rows:
        beside = [None] * len(cells) if not aso or cells is aso[0] else aso[0]
        print(row(name, map(cell, cells, beside)), flush=True)


def learners(corpus: Corpus) -> None:
    """Like the paper's Table 3."""
    own = bool(corpus.own_trees)
    head("nouns", COLUMNS if own else COLUMNS[:4])
    for features, blocks in (
        (PAPER_FEATURES, (AS_PUBLISHED, CHOSEN)),
        (DEFAULT_FEATURES, (RICHER,)),
    ):
        rows = corpus.rows(features)
        known = rows.training(corpus.train)
        tests = rows.test(corpus.test, known), rows.test(corpus.own_test, known) if own else None
        fitting = Fitting(known)
        for block in blocks:
            print_block([(one.name, columns_of(fitting.system(one), *tests)) for one in block])


def auxiliary(corpus: Corpus, only: Container[str] = NAMES) -> None:
    """Like the paper's Tables 4 and 5: observable problems, of unused and of used features."""
    first, then = ([one for one in both if one[0] in only] for both in (FIRST, SECOND))
    rows = corpus.rows(PAPER_FEATURES)
    known = rows.training(corpus.train, predicting=True)
    test = rows.test(corpus.test, known)
    values, second = known.candidates.values, known.places
    linear = Fitting(known).system(AS_PUBLISHED[1])
    plain = outcome(linear, test, alone)

    def problems(name: str, masked: bool, early: bool, most: int) -> Sequence[AuxiliaryProblem]:
        column = values[name] if early else [values[name][place] for place in second]
        return make_value_problems(
            column, most, partial(reveals_feature, name=name) if masked else None
        )

    head("identification, problems: 20 most frequent", ("h", "F1 (p)"))
    print(row("none: linear", ("", cell(plain.identified))), flush=True)
    for name, masked in first:
        weights = fit_identification(published_aso(20), known, problems(name, masked, True, 20))
        found = outcome(linear._replace(identify=weights), test, alone).identified
        print(row(_told(name, masked), ("20", cell(found, plain.identified))), flush=True)
    print()
    head("classification, problems: 300 most frequent", ("h", "accuracy (p)"))
    print(row("none: linear", ("", cell(plain.classified))), flush=True)
    asked = [(_told(*one), problems(*one, False, 300)) for one in then]
    together = [problem for one in then for problem in problems(*one, False, 100)]
    for told, given in [*asked, ("together, 100 each", together)]:
        weights = fit_classification(published_aso(100), known, given)
        found = outcome(linear._replace(classify=weights), test, alone).classified
        print(row(told, ("100", cell(found, plain.classified))), flush=True)


def _told(name: str, masked: bool) -> str:
    return f"{name} ({'used, masked' if masked else 'unused'})"


def wsj(sentences: Sequence[LabelledSentence]) -> None:
    """Folds over documents; each sentence is tested once."""
    documents = sorted({one.document for one in sentences})
    groups = np.array([documents.index(one.document) for one in sentences])
    plan = (PAPER_FEATURES, (*AS_PUBLISHED, *CHOSEN)), (DEFAULT_FEATURES, RICHER)
    found: dict[str, list[list[Tally]]] = {}
    for held in make_folds(groups, FOLDS):
        chosen = set(held.tolist())
        rest = [one for place, one in enumerate(sentences) if place not in chosen]
        corpus = Corpus(rest, [sentences[place] for place in held.tolist()])
        for features, settings in plan:
            rows = corpus.rows(features)
            known = rows.training(corpus.train)
            test, fitting = rows.test(corpus.test, known), Fitting(known)
            for one in settings:
                cells = columns_of(fitting.system(one), test, None)
                before = found.setdefault(one.name, [[] for _ in cells])
                found[one.name] = [a + b for a, b in zip(before, cells, strict=True)]
    head("nouns of the sample", COLUMNS[:4])
    for block in (AS_PUBLISHED, CHOSEN, RICHER):
        print_block([(one.name, found[one.name]) for one in block])


def curve(corpus: Corpus) -> None:
    """More and more sentences, each part within the next; bases of words are those of the part."""
    order = np.random.default_rng(SEED).permutation(len(corpus.train)).tolist()
    head("sentences", ("arguments", *(one.name for one in (*CHOSEN, *RICHER))))
    for share in (8, 4, 2, 1):
        some = [corpus.train[place] for place in sorted(order[: len(order) // share])]
        cells = []
        for features, block in ((PAPER_FEATURES, CHOSEN), (DEFAULT_FEATURES, RICHER)):
            rows = Corpus(some, corpus.test).rows(features)
            known = rows.training(some)
            test, fitting = rows.test(corpus.test, known), Fitting(known)
            systems = map(fitting.system, block)
            cells += [cell(outcome(one, test, find_best_frame).combined) for one in systems]
        print(row(f"1/{share}", (str(len(known.places)), *cells)), flush=True)


def strengths(corpus: Corpus) -> None:
    """How the penalty rules which learner is ahead."""
    rows = corpus.rows(PAPER_FEATURES)
    known = rows.training(corpus.train)
    test = rows.test(corpus.test, known)
    head(
        "lambda", ("linear: identified", "ASO: identified", "linear: classified", "ASO: classified")
    )
    for strength in STRENGTHS:
        pair = [
            outcome(Fitting(known).system(Setting("", one, one)), test, alone)
            for one in (LinearHuber(strength), published_aso(20, strength))
        ]
        cells = [one.identified for one in pair] + [one.classified for one in pair]
        print(row(f"{strength:g}", map(cell, cells)), flush=True)


def shipped(corpus: Corpus) -> None:
    """What ships, with the predicates that people found; then which ones it finds by itself."""
    labeler = RoleLabeler.load()
    head("shipped", ("P", "R", "identified", "combined"))
    for trees, sentences in (("gold", corpus.test), ("own", corpus.own_test)):
        found = [
            labeler.frames(one.sentence, one.tree, [f.predicate for f in one.frames])
            for one in sentences
        ]
        for kind in (NOUN, VERB):
            pairs = [
                compare_frames(*_of_kind(kind, one.frames, own))
                for one, own in zip(sentences, found, strict=True)
            ]
            combined = sum_tallies(one.combined_stages for one in pairs)
            identified = sum_tallies(one.identification for one in pairs).f1
            figures = combined.precision, combined.recall, identified, combined.f1
            print(row(f"{kind}s, {trees} trees", (f"{one:.2f}" for one in figures)), flush=True)
    print()
    head("predicates found", ("P", "R", "F1", "senses"))
    for trees, sentences in (("gold", corpus.test), ("own", corpus.own_test)):
        contexts = [TreeContext(one.sentence, one.tree) for one in sentences]
        for kind in (NOUN, VERB):
            figures = _words(labeler.model, sentences, contexts, kind)
            print(row(f"{kind}s, {trees} trees", (f"{one:.2f}" for one in figures)), flush=True)


def _words(
    model: RoleModel,
    sentences: Sequence[LabelledSentence],
    contexts: Sequence[TreeContext],
    kind: str,
) -> tuple[float, float, float, float]:
    """Precision, recall and F1 of predicates of a kind, and how many senses of given ones are
    right. Kinds are by people's tags where people found a predicate, else by those of the tree.
    """
    predicates, senses = [], []
    for one, shared in zip(sentences, contexts, strict=True):
        given = {frame.predicate for frame in one.frames}
        ours = [frame for frame in one.frames if get_predicate_kind(frame.tag) == kind]
        places = {frame.predicate for frame in ours}
        found = [
            place
            for place in find_predicates(shared, model)
            if place in places
            or (place not in given and get_predicate_kind(shared.tags[place]) == kind)
        ]
        told = [
            replace(
                frame, roleset=choose_roleset(make_predicate_context(shared, place, model), model)
            )
            for frame in ours
            for place in (frame.predicate,)
        ]
        predicates.append(compare_predicates(ours, found))
        senses.append(compare_rolesets(ours, told))
    both = sum_tallies(predicates)
    return both.precision, both.recall, both.f1, sum_tallies(senses).f1


def _of_kind(
    kind: str, wanted: Sequence[Frame], found: Sequence[Frame]
) -> tuple[list[Frame], list[Frame]]:
    """Both sides' frames of predicates that people's tags call so."""
    ours = [one for one in wanted if get_predicate_kind(one.tag) == kind]
    places = {one.predicate for one in ours}
    return ours, [one for one in found if one.predicate in places]


def read(path: Path, every: int = 1) -> list[LabelledSentence]:
    """The sentences of a file, or every so many."""
    return list(read_frames(str(path)))[::every]


def corpus_of(arguments: argparse.Namespace, test: str) -> Corpus:
    """EWT, or NomBank over the treebank in the paper's split."""
    if arguments.nombank:
        known, unseen = (_release(arguments, sections) for sections in (TRAIN, TEST))
        return Corpus(known, unseen)
    known = read(arguments.data / "ewt_train.jsonl.gz", 10 if arguments.quick else 1)
    unseen = read(arguments.data / f"{test}.jsonl.gz")
    return Corpus(known, unseen, lambda sentences: own_trees(sentences, known, arguments.tagger))


def _release(
    arguments: argparse.Namespace, sections: Container[int | None]
) -> list[LabelledSentence]:
    bad: list[str] = []
    found = list(read_release(arguments.nombank, arguments.treebank, sections=sections, errors=bad))
    if bad:
        print(f"left out: {len(bad)} propositions that do not fit their trees, as {bad[0]}")
    return found


def main() -> None:
    """The command."""
    tables = {"learners": learners, "curve": curve, "shipped": shipped}
    names = ("learners", "auxiliary", "wsj", "curve", "strengths", "shipped")
    parser = argparse.ArgumentParser(description="semantic roles, learner by learner")
    parser.add_argument("table", choices=(*names, "all"))
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("--quick", action="store_true", help="every tenth training sentence")
    parser.add_argument("--tagger", type=Path, help="one that did not see ewt_test")
    parser.add_argument(
        "--only", nargs="+", choices=NAMES, default=NAMES, metavar="FEATURE",
        help="what auxiliary problems predict, for `auxiliary`: some of %(choices)s",
    )  # fmt: skip
    parser.add_argument("--nombank", help="NomBank's file of propositions, for `learners`")
    parser.add_argument("--treebank", help="the Penn Treebank's folder, with --nombank")
    arguments = parser.parse_args()
    corpus = None
    for name in names if arguments.table == "all" else (arguments.table,):
        start = time.perf_counter()
        if name == "wsj":
            wsj(read(arguments.data / "wsj_sample_propbank.jsonl.gz"))
        elif name == "strengths":
            strengths(corpus_of(arguments, "ewt_dev"))
        else:
            # The test set is for reporting: a quick look is one at ewt_dev.
            corpus = corpus or corpus_of(arguments, "ewt_dev" if arguments.quick else "ewt_test")
            if name == "auxiliary":
                auxiliary(corpus, arguments.only)
            else:
                tables[name](corpus)
        print(f"{name}: {time.perf_counter() - start:,.0f} s\n", flush=True)


if __name__ == "__main__":
    main()
