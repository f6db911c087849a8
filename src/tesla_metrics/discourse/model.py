"""The discourse model: linear classifiers and lists of strings, each by its name, in one file."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..errors import ResourceError
from ..files.header import malformed
from ..files.resource import Resource, read_resource, write_resource
from ..files.schema import LANGUAGE, MisfitError, anything, record
from ..learning.linear import LinearClassifier
from ..learning.parts import decode_parts, encode_parts

KIND = "discourse"
VERSION = 1
SETTINGS = record({"language": LANGUAGE}, others=anything())
_SHIPPED = Path(__file__).resolve().parents[1] / "data" / "discourse"


@dataclass(frozen=True)
class DiscourseModel:
    """What the parser learnt: classifiers and lists by name, and how they were made."""

    language: str
    classifiers: Mapping[str, LinearClassifier]
    lists: Mapping[str, tuple[str, ...]]
    settings: Mapping[str, Any] = field(default_factory=dict)
    short_hash: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """What signatures call it."""
        return f"discourse-{self.language}"

    def classifier(self, name: str) -> LinearClassifier:
        """One that must be there."""
        if name not in self.classifiers:
            raise ResourceError(
                f"the discourse model has no {name} classifier: make it anew with "
                "tools/make_discourse.py"
            )
        return self.classifiers[name]

    def strings(self, name: str) -> tuple[str, ...]:
        """A list that must be there."""
        if name not in self.lists:
            raise ResourceError(
                f"the discourse model has no list of {name}: make it anew with "
                "tools/make_discourse.py"
            )
        return self.lists[name]

    def joined(self, other: "DiscourseModel") -> "DiscourseModel":
        """With what another one has beside; what both have is the other's."""
        return replace(
            self,
            classifiers={**self.classifiers, **other.classifiers},
            lists={**self.lists, **other.lists},
            settings={**self.settings, **other.settings},
        )

    @classmethod
    def load(cls, path: Path) -> "DiscourseModel":
        """Read a file; a damaged one, or one of another version, is refused."""
        resource = read_resource(path, KIND, VERSION, SETTINGS)
        try:
            lists, classifiers = decode_parts(resource.body)
        except MisfitError as error:
            raise malformed(path, error, KIND) from error
        settings = resource.settings
        return cls(settings["language"], classifiers, lists, settings, resource.short_hash)

    def write(self, path: Path) -> None:
        """Whole or not at all; the same model gives the same bytes."""
        settings = {**self.settings, "language": self.language}
        write_resource(
            path, Resource(KIND, VERSION, settings, encode_parts(self.lists, self.classifiers))
        )


def shipped_discourse(lang: str) -> Path | None:
    """The file that comes with the package, if there is one for the language."""
    path = _SHIPPED / f"{lang}.discourse"
    return path if path.is_file() else None
