"""Bad lines in judgments and scores: refused at once, or counted and left out."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import InputError


@dataclass
class Faults:
    """What was found wrong. Without `skip` the first fault is raised as an InputError."""

    skip: bool = False
    kinds: Counter[str] = field(default_factory=Counter)
    first: dict[str, str] = field(default_factory=dict)

    def add(self, kind: str, path: Path, line: int | None, what: str, mend: str) -> None:
        """A fault of some kind; `what` says it with its facts."""
        where = f"{path}, line {line}" if line else str(path)
        if not self.skip:
            raise InputError(f"{where}: {what}; {mend}, or leave such out with --skip-bad")
        self.kinds[kind] += 1
        self.first.setdefault(kind, f"{where}: {what}")

    def summary(self) -> list[str]:
        """For each kind of fault a line: how many, and the first of them."""
        return [
            f"{count} left out ({kind}), the first: {self.first[kind]}"
            for kind, count in self.kinds.items()
        ]
