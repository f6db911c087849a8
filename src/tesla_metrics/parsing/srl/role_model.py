"""Model file of the role labeller.

For nouns and for verbs there are two classifiers: one identifies arguments, and one classifies
their roles. They are called `noun.identify`, `noun.classify`, `verb.identify` and `verb.classify`.
The list "bases" contains words whose frames have another lemma, in lines such as
`noun TAB acquisition TAB acquire`.

Optional parts are the classifier "predicate", which decides whether a word is a predicate; the list
"rolesets" with lines such as `noun TAB stay TAB stay.01 stay.02`; and the classifier "sense", which
chooses one of the rolesets of a word.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from ...files.resource import DATA_FOLDER, malformed_error
from ...files.schema import (
    LANGUAGE,
    Schema,
    SchemaError,
    anything,
    boolean,
    one_of,
    record,
    require,
)
from ...resources.learning.classifier_file import ClassifierModel
from .feature_sets import FEATURE_SETS, FeatureSet

# Kinds of predicates.
NOUN, VERB = "noun", "verb"
_KINDS_BY_TAG_PREFIX = {"NN": NOUN, "VB": VERB}
# Stages of labelling, in the names of classifiers.
IDENTIFY_STAGE, CLASSIFY_STAGE = "identify", "classify"
# Labels of the identification, in this order. The classification may have the label NO as well.
NO_LABEL, YES_LABEL = "no", "yes"
# Names of lists, of optional classifiers and of settings in the model file.
BASES_LIST, ROLESETS_LIST = "bases", "rolesets"
PREDICATE_CLASSIFIER, SENSE_CLASSIFIER = "predicate", "sense"
FEATURES_SETTING, PRUNED_SETTING = "features", "pruned"
# Matches roles such as ARG0, ARGM-TMP, C-ARG1, R-ARGM-LOC and ARG1-DSP.
ROLE_PATTERN = re.compile(r"(?:[CR]-)?[A-Z][A-Za-z0-9]{0,11}(?:-[A-Za-z0-9]{1,11}){0,2}")
_SHIPPED_FOLDER = DATA_FOLDER / "srl"


def get_predicate_kind(tag: str) -> str:
    """Return the kind of a predicate with this Penn tag, NOUN or VERB; "" for other tags."""
    return _KINDS_BY_TAG_PREFIX.get(tag[:2], "")


@dataclass(frozen=True)
class RoleModel(ClassifierModel):
    """Learned model of the role labeller."""

    kind: ClassVar[str] = "srl"
    version: ClassVar[int] = 1
    settings_schema: ClassVar[Schema] = record(
        {"language": LANGUAGE, FEATURES_SETTING: one_of(*FEATURE_SETS), PRUNED_SETTING: boolean()},
        other_fields=anything(),
    )

    @cached_property
    def feature_set(self) -> FeatureSet:
        """Feature set of the classifiers."""
        return FEATURE_SETS[self.settings[FEATURES_SETTING]]

    @cached_property
    def is_pruned(self) -> bool:
        """Whether only nodes near the predicate are candidate arguments."""
        return bool(self.settings[PRUNED_SETTING])

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of predicates that the model labels."""
        return tuple(
            kind for kind in (NOUN, VERB) if f"{kind}.{IDENTIFY_STAGE}" in self.classifiers
        )

    @cached_property
    def frame_lemmas(self) -> dict[tuple[str, str], str]:
        """Lemmas of frames by kind and word, if they differ from the word."""
        rows = (line.split("\t") for line in self.lists.get(BASES_LIST, ()))
        return {(kind, word): base for kind, word, base in rows}

    @cached_property
    def rolesets(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """Rolesets by kind and word, the most frequent first."""
        rows = (line.split("\t") for line in self.lists.get(ROLESETS_LIST, ()))
        return {(kind, word): tuple(names.split(" ")) for kind, word, names in rows}

    def get_frame_lemma(self, kind: str, word: str) -> str:
        """Return the lemma of a word's frame; by default it is the word itself."""
        return self.frame_lemmas.get((kind, word), word)


def load_role_model(path: Path) -> RoleModel:
    """Read a model file; raise an error if a part is missing or a label is unknown."""
    model = RoleModel.load(path)
    try:
        check_role_model(model)
    except SchemaError as error:
        raise malformed_error(path, error, model.kind) from error
    return model


def check_role_model(model: RoleModel) -> None:
    """Raise SchemaError if a part of the model is missing or malformed."""
    kinds = {
        kind
        for kind in (NOUN, VERB)
        for classifier_name in model.classifiers
        if classifier_name.startswith(kind)
    }
    require(kinds, "it labels neither nouns nor verbs")
    for kind in sorted(kinds):
        for name in (f"{kind}.{IDENTIFY_STAGE}", f"{kind}.{CLASSIFY_STAGE}"):
            require(name in model.classifiers, f"it has no {name} classifier")
        # The labeller expects the classifier's sums in the order of these labels.
        labels = model.classifiers[f"{kind}.{IDENTIFY_STAGE}"].labels
        require(
            labels == (NO_LABEL, YES_LABEL),
            f"{kind}.{IDENTIFY_STAGE} has labels other than {NO_LABEL} and {YES_LABEL}",
        )
        roles = set(model.classifiers[f"{kind}.{CLASSIFY_STAGE}"].labels) - {NO_LABEL}
        require(roles, f"{kind}.{CLASSIFY_STAGE} has no roles")
        for label in sorted(roles):
            require(
                ROLE_PATTERN.fullmatch(label),
                f"{kind}.{CLASSIFY_STAGE} has {label!r:.60}, which is not a role",
            )
    _check_lists_and_labels(model)


def _check_lists_and_labels(model: RoleModel) -> None:
    """Check the lists, and the labels of the optional classifiers."""
    for name in (BASES_LIST, ROLESETS_LIST):
        for line in model.lists.get(name, ()):
            columns = line.split("\t")
            require(
                len(columns) == 3 and all(columns),
                f"{line!r:.60} of {name} is not kind, word, value",
            )
    if PREDICATE_CLASSIFIER in model.classifiers:
        labels = model.classifiers[PREDICATE_CLASSIFIER].labels
        require(
            labels == (NO_LABEL, YES_LABEL),
            f"{PREDICATE_CLASSIFIER} has labels other than {NO_LABEL} and {YES_LABEL}",
        )
    if SENSE_CLASSIFIER in model.classifiers:
        are_indices = all(
            re.fullmatch("[0-9]{1,2}", label)
            for label in model.classifiers[SENSE_CLASSIFIER].labels
        )
        require(are_indices, f"{SENSE_CLASSIFIER} has labels that are not list indices")


def find_shipped_role_model(lang: str) -> Path | None:
    """Return the path of the shipped model, or None if there is none for the language."""
    path = _SHIPPED_FOLDER / f"{lang}.srl"
    return path if path.is_file() else None
