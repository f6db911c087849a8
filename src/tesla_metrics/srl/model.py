"""The model of semantic roles: a file of classifiers and lists.

For nouns and for verbs a classifier that says what is an argument, and one that says which:
`noun.identify`, `noun.classify`, `verb.identify`, `verb.classify`. The list `bases` has words whose
frames go by another lemma, `noun TAB acquisition TAB acquire`. What else there may be: `predicate`,
which words are predicates; the list `rolesets`, which ones a word has, `noun TAB stay TAB stay.01
stay.02`; and `sense`, which of these it is.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from ..files.header import malformed
from ..files.schema import LANGUAGE, MisfitError, Shape, anything, demand, flag, one_of, record
from ..learning.parts_model import PartsModel
from .features.sets import FEATURE_SETS
from .features.stage import FeatureSet

NOUN, VERB = "noun", "verb"
# Kinds of predicates, by how their Penn tags begin.
_KINDS = {"NN": NOUN, "VB": VERB}
IDENTIFY, CLASSIFY = "identify", "classify"
# What identification says, in the order of its labels; classification may say the first, too.
NO, YES = "no", "yes"
BASES, ROLESETS = "bases", "rolesets"
PREDICATE, SENSE = "predicate", "sense"
FEATURES, PRUNED = "features", "pruned"
# ARG0, ARGM-TMP, C-ARG1, R-ARGM-LOC, ARG1-DSP.
ROLE = re.compile(r"(?:[CR]-)?[A-Z][A-Za-z0-9]{0,11}(?:-[A-Za-z0-9]{1,11}){0,2}")
_SHIPPED = Path(__file__).resolve().parents[1] / "data" / "srl"


def kind_of(tag: str) -> str:
    """Whether a predicate with this tag is a noun or a verb; "" if neither."""
    return _KINDS.get(tag[:2], "")


@dataclass(frozen=True)
class RoleModel(PartsModel):
    """What the labeller learnt."""

    kind: ClassVar[str] = "srl"
    version: ClassVar[int] = 1
    shape: ClassVar[Shape] = record(
        {"language": LANGUAGE, FEATURES: one_of(*FEATURE_SETS), PRUNED: flag()}, others=anything()
    )

    @cached_property
    def feature_set(self) -> FeatureSet:
        """What its classifiers look at."""
        return FEATURE_SETS[self.settings[FEATURES]]

    @cached_property
    def pruned(self) -> bool:
        """Whether it looks at the candidates only that are left when others are pruned."""
        return bool(self.settings[PRUNED])

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Which predicates it labels."""
        return tuple(kind for kind in (NOUN, VERB) if f"{kind}.{IDENTIFY}" in self.classifiers)

    @cached_property
    def bases(self) -> dict[tuple[str, str], str]:
        """The lemma of the frame, by kind and word."""
        rows = (line.split("\t") for line in self.lists.get(BASES, ()))
        return {(kind, word): base for kind, word, base in rows}

    @cached_property
    def rolesets(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """By kind and word, the most frequent first."""
        rows = (line.split("\t") for line in self.lists.get(ROLESETS, ()))
        return {(kind, word): tuple(known.split(" ")) for kind, word, known in rows}

    def base(self, kind: str, word: str) -> str:
        """Likewise; the word itself where nothing tells."""
        return self.bases.get((kind, word), word)


def load_roles(path: Path) -> RoleModel:
    """Read a file; one that lacks a part, or has labels that nothing knows, is refused."""
    model = RoleModel.load(path)
    try:
        check_roles(model)
    except MisfitError as error:
        raise malformed(path, error, model.kind) from error
    return model


def check_roles(model: RoleModel) -> None:
    """MisfitError where a part is missing, or is not what the stages ask for."""
    found = {kind for kind in (NOUN, VERB) for part in model.classifiers if part.startswith(kind)}
    demand(found, "it labels neither nouns nor verbs")
    for kind in sorted(found):
        for name in (f"{kind}.{IDENTIFY}", f"{kind}.{CLASSIFY}"):
            demand(name in model.classifiers, f"it has no {name} classifier")
        # Which sum is whose goes by their order.
        labels = model.classifiers[f"{kind}.{IDENTIFY}"].labels
        demand(labels == (NO, YES), f"{kind}.{IDENTIFY} has other labels than {NO} and {YES}")
        roles = set(model.classifiers[f"{kind}.{CLASSIFY}"].labels) - {NO}
        demand(roles, f"{kind}.{CLASSIFY} has no roles")
        for label in sorted(roles):
            demand(ROLE.fullmatch(label), f"{kind}.{CLASSIFY} has {label!r:.60}, which is no role")
    _check_words(model)


def _check_words(model: RoleModel) -> None:
    for name in (BASES, ROLESETS):
        for line in model.lists.get(name, ()):
            parts = line.split("\t")
            demand(
                len(parts) == 3 and all(parts), f"{line!r:.60} of {name} is no kind, word, value"
            )
    if PREDICATE in model.classifiers:
        labels = model.classifiers[PREDICATE].labels
        demand(labels == (NO, YES), f"{PREDICATE} has other labels than {NO} and {YES}")
    if SENSE in model.classifiers:
        digits = all(re.fullmatch("[0-9]{1,2}", one) for one in model.classifiers[SENSE].labels)
        demand(digits, f"{SENSE} has labels that are no places in a list")


def shipped_roles(lang: str) -> Path | None:
    """The file that comes with the package, if there is one for the language."""
    path = _SHIPPED / f"{lang}.srl"
    return path if path.is_file() else None
