"""Semantic roles: learners, auxiliary problems and features beside each other, on unseen sentences.

    python benchmarks/roles.py learners     like Table 3 of Liu & Ng (2007), on ewt_test's nouns
    python benchmarks/roles.py auxiliary    like Tables 4 and 5: observable auxiliary problems
    python benchmarks/roles.py wsj          Penn Treebank sample, five folds over documents
    python benchmarks/roles.py curve        1/8, 1/4, 1/2 and all of the training sentences
    python benchmarks/roles.py strengths    how ASO depends on its penalty, on ewt_dev
    python benchmarks/roles.py shipped      the model that ships: nouns and verbs
    python benchmarks/roles.py all          one after the other
    python benchmarks/roles.py learners --nombank FILE --treebank FOLDER    the paper's own split

Predicates are given, and their words; trees are gold, or our own (tagger and parser that saw
ewt_train only). `identified`: F1 of spans; `classified`: labels right of people's arguments;
`combined`: F1 of spans with labels. Candidates are decided one by one, as in the paper, where
`decoded` is not said. In brackets p: how often chance brings as great a difference from the row
that says ASO above all others, by approximate randomisation over sentences. --quick learns from
every tenth sentence.
"""

import argparse
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from role_rows import (
    Decode, Outcome, Rows, Stages, System, fit_classification, fit_identification, outcome, part,
    tallied, Candidates,
)  # fmt: skip
from tesla_metrics.analysis.lemmas import Lemmatizer
from tesla_metrics.analysis.sentence import Sentence, Token
from tesla_metrics.analysis.tagging import Tagger, train
from tesla_metrics.learning.learners import (
    Aso, Auxiliary, Learner, LinearHuber, MaximumEntropy, frequent_values,
)  # fmt: skip
from tesla_metrics.learning.validation import make_folds
from tesla_metrics.srl.accuracy import Tally, p_value, total
from tesla_metrics.srl.decoding import best_frame, independent
from tesla_metrics.srl.features.own import OWN
from tesla_metrics.srl.features.paper import PAPER, uses
from tesla_metrics.srl.frame import Frame
from tesla_metrics.srl.model import NOUN, VERB, RoleModel, kind_of, shipped_roles
from tesla_metrics.srl.records import LabelledSentence, read_frames
from tesla_metrics.srl.stages import label_predicate, predicate_contexts
from tesla_metrics.syntax.parser import Parser, shipped_parser
from tesla_metrics.training.srl import learn_bases

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "srl"
SEED = 7
FOLDS = 5
UNUSED_FIRST = ("distance", "parent.lsis.hw", "parent.rsis.hw")
USED_FIRST = ("hw", "lastword", "ptype", "path")
UNUSED_SECOND = ("path", "partialpath", "chunkseq")
USED_SECOND = ("hw", "lastword", "ptype")


class Setting(NamedTuple):
    """What both stages learn with, and whether ASO is asked."""

    name: str
    identify: Learner
    classify: Learner

    @property
    def is_aso(self) -> bool:
        """Then the labels are auxiliary problems."""
        return isinstance(self.identify, Aso)


def fit(setting: Setting, rows: Stages) -> System:
    """Auxiliary problems are the unobservable ones: the labels, for both stages."""
    problems = frequent_values(rows.candidates.labels) if setting.is_aso else ()
    return System(
        fit_identification(setting.identify, rows, problems),
        fit_classification(setting.classify, rows),
    )


# As in the paper (which says nothing of its maximum entropy), and as ewt_dev would have them.
AS_PUBLISHED = (
    Setting("maximum entropy", MaximumEntropy(), MaximumEntropy()),
    Setting("linear", LinearHuber(), LinearHuber()),
    Setting("ASO", Aso(), Aso()),
)
CHOSEN = (
    Setting("maximum entropy, chosen", MaximumEntropy(3.0), MaximumEntropy(3.0)),
    Setting("linear, chosen", LinearHuber(1e-5), LinearHuber(3e-4)),
    Setting("ASO, chosen", Aso(20, 1e-5), Aso(20, 3e-3)),
)
