"""A model of linear classifiers and lists of strings, each by its name, in one file."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Self

from ..errors import ResourceError
from ..files.header import maker, malformed
from ..files.resource import Resource, read_resource, write_resource
from ..files.schema import LANGUAGE, MisfitError, Shape, anything, record
from .linear import LinearClassifier
from .parts import decode_parts, encode_parts


@dataclass(frozen=True)
class PartsModel:
    """What was learnt: classifiers and lists by name, and how they were made.

    kind        what files and signatures call it
    shape       what its settings must be
    """

    kind: ClassVar[str]
    version: ClassVar[int]
    shape: ClassVar[Shape] = record({"language": LANGUAGE}, others=anything())

    language: str
    classifiers: Mapping[str, LinearClassifier]
    lists: Mapping[str, tuple[str, ...]]
    settings: Mapping[str, Any] = field(default_factory=dict)
    short_hash: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """What signatures call it."""
        return f"{self.kind}-{self.language}"

    def classifier(self, name: str) -> LinearClassifier:
        """One that must be there."""
        if name not in self.classifiers:
            raise ResourceError(
                f"the {self.kind} model has no {name} classifier: make it anew with "
                f"{maker(self.kind)}"
            )
        return self.classifiers[name]

    def strings(self, name: str) -> tuple[str, ...]:
        """A list that must be there."""
        if name not in self.lists:
            raise ResourceError(
                f"the {self.kind} model has no list of {name}: make it anew with {maker(self.kind)}"
            )
        return self.lists[name]

    def joined(self, other: Self) -> Self:
        """With what another one has beside; what both have is the other's."""
        return replace(
            self,
            classifiers={**self.classifiers, **other.classifiers},
            lists={**self.lists, **other.lists},
            settings={**self.settings, **other.settings},
        )

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a file; a damaged one, or one of another version, is refused."""
        resource = read_resource(path, cls.kind, cls.version, cls.shape)
        try:
            lists, classifiers = decode_parts(resource.body)
        except MisfitError as error:
            raise malformed(path, error, cls.kind) from error
        settings = resource.settings
        return cls(settings["language"], classifiers, lists, settings, resource.short_hash)

    def write(self, path: Path) -> None:
        """Whole or not at all; the same model gives the same bytes."""
        settings = {**self.settings, "language": self.language}
        body = encode_parts(self.lists, self.classifiers)
        write_resource(path, Resource(self.kind, self.version, settings, body))
