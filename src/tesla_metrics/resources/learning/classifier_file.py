"""Model files with several linear classifiers and lists of strings."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path
from typing import Any, ClassVar, Self

from ...errors import ResourceError
from ...files.resource import (
    Resource,
    get_build_command,
    malformed_error,
    read_resource,
    write_resource,
)
from ...files.schema import LANGUAGE, Schema, SchemaError, anything, decode_utf8, record, require
from .linear_classifier import FIRST_LETTER_CODE, LazyWeights, LinearClassifier

# The body of a model file has linear classifiers and lists of strings, each with a name.
#
# The parts follow each other, and an empty line ends each part:
#
#     list TAB name
#     string                                          (one per line, in order)
#
#     classifier TAB name TAB scale TAB label TAB label ...
#     feature TAB letter weight letter weight ...     (sorted by feature; A is the first label)

# Labels are encoded as characters from "A" upwards; 62 characters include no digit and no sign.
_MAX_LABELS = 62


def encode_parts(
    lists: Mapping[str, Sequence[str]], classifiers: Mapping[str, LinearClassifier]
) -> bytes:
    """Encode lists and classifiers as the body of a file; equal parts give equal bytes."""
    lines: list[str] = []
    for name in sorted(lists):
        lines += (f"list\t{name}", *lists[name], "")
    for name in sorted(classifiers):
        classifier = classifiers[name]
        lines.append(
            "\t".join(("classifier", name, repr(float(classifier.scale)), *classifier.labels))
        )
        lines += (
            f"{feature}\t{_encode_weights(classifier.weights[feature])}"
            for feature in sorted(classifier.weights)
        )
        lines.append("")
    return "".join(f"{line}\n" for line in lines).encode()


def _encode_weights(weights: Iterable[int]) -> str:
    return "".join(
        f"{chr(FIRST_LETTER_CODE + label)}{weight}"
        for label, weight in enumerate(weights)
        if weight
    )


def decode_parts(
    content: bytes,
) -> tuple[dict[str, tuple[str, ...]], dict[str, LinearClassifier]]:
    """Return the lists and the classifiers in the body of a file, by name.

    Raise a SchemaError if the content is malformed.
    """
    text = decode_utf8(content)
    require(not text or text.endswith("\n\n"), "its last part is not terminated by an empty line")
    lists: dict[str, tuple[str, ...]] = {}
    classifiers: dict[str, LinearClassifier] = {}
    for part in text.split("\n\n")[:-1]:
        header, _, body = part.partition("\n")
        kind, *fields = header.split("\t")
        require(
            fields and fields[0] not in lists | classifiers,
            "a part has no name, or a name occurs twice",
        )
        if kind == "list":
            require(len(fields) == 1, "the header of a list has fields after the name")
            lists[fields[0]] = tuple(body.split("\n")) if body else ()
        else:
            require(kind == "classifier", "a part is neither a list nor a classifier")
            classifiers[fields[0]] = _parse_classifier(fields, body)
    return lists, classifiers


def _parse_classifier(fields: list[str], body: str) -> LinearClassifier:
    """Parse a classifier; `fields` are the name, the scale and the labels in its header."""
    name, *values = fields
    labels = tuple(values[1:])
    require(
        labels and len(set(labels)) == len(labels) <= _MAX_LABELS and all(labels),
        f"{name} has no labels, too many labels or a duplicate label",
    )
    try:
        scale = float(values[0])
    except ValueError as error:
        raise SchemaError(f"{name} has no valid scale") from error
    require(isfinite(scale) and scale > 0, f"{name} has no valid scale")
    last_letter = re.escape(chr(FIRST_LETTER_CODE + len(labels) - 1))
    weight_pattern = rf"[A-{last_letter}]-?[0-9]{{1,4}}+"
    require(
        re.fullmatch(rf"(?>(?:[^\t\n]++\t(?>(?:{weight_pattern})+)(?:\n|\Z))*)", body),
        f"{name} has malformed weights",
    )
    lines = body.split("\n") if body else []
    weights_by_feature = dict(line.split("\t") for line in lines)
    require(len(weights_by_feature) == len(lines), f"{name} has a duplicate feature")
    return LinearClassifier(labels, LazyWeights(weights_by_feature, len(labels)), scale)


@dataclass(frozen=True)
class ClassifierModel:
    """Base class of trained models that consist of classifiers and lists.

    kind             name of the type of model in files and signatures
    version          version of the file format
    settings_schema  schema of the settings
    classifiers      classifiers by name
    lists            lists of strings by name
    settings         settings of the training
    short_hash       short checksum of the file; empty for a model that was not read from a file
    """

    kind: ClassVar[str]
    version: ClassVar[int]
    settings_schema: ClassVar[Schema] = record({"language": LANGUAGE}, other_fields=anything())

    language: str
    classifiers: Mapping[str, LinearClassifier]
    lists: Mapping[str, tuple[str, ...]]
    settings: Mapping[str, Any] = field(default_factory=dict)
    short_hash: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """Name in signatures."""
        return f"{self.kind}-{self.language}"

    def get_classifier(self, name: str) -> LinearClassifier:
        """Return a classifier by name; raise a ResourceError if the model does not have it."""
        if name not in self.classifiers:
            raise ResourceError(
                f"the {self.kind} model has no {name} classifier: build it again with "
                f"{get_build_command(self.kind)}"
            )
        return self.classifiers[name]

    def get_strings(self, name: str) -> tuple[str, ...]:
        """Return a list of strings by name; raise a ResourceError if the model does not have it."""
        if name not in self.lists:
            raise ResourceError(
                f"the {self.kind} model has no list of {name}: build it again with "
                f"{get_build_command(self.kind)}"
            )
        return self.lists[name]

    def merge(self, other: Self) -> Self:
        """Return a model with the parts and settings of both; those of `other` take precedence."""
        return replace(
            self,
            classifiers={**self.classifiers, **other.classifiers},
            lists={**self.lists, **other.lists},
            settings={**self.settings, **other.settings},
        )

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a model file; raise a ResourceError if it is damaged or has another version."""
        resource = read_resource(path, cls.kind, cls.version, cls.settings_schema)
        try:
            lists, classifiers = decode_parts(resource.body)
        except SchemaError as error:
            raise malformed_error(path, error, cls.kind) from error
        settings = resource.settings
        return cls(settings["language"], classifiers, lists, settings, resource.short_hash)

    def write(self, path: Path) -> None:
        """Write the model file atomically; equal models give equal bytes."""
        settings = {**self.settings, "language": self.language}
        body = encode_parts(self.lists, self.classifiers)
        write_resource(path, Resource(self.kind, self.version, settings, body))
