"""Which columns of a table hold what."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..errors import UsageError
from ..names import CANDIDATE, REFERENCE, SOURCE, SYSTEM
from ..testsets.columns import parse_columns


@dataclass(frozen=True)
class Columns:
    """By name. A column of references has texts, or lists of them.

    system  whose output a row is, where system scores are asked for
    """

    hypothesis: str
    references: tuple[str, ...] = ()
    source: str | None = None
    system: str | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """All that hold texts."""
        return (self.hypothesis, *self.references, *([self.source] if self.source else ()))

    def check(self, names: Iterable[str], where: str = "the table") -> None:
        """Refuse what the table does not have."""
        there = list(names)
        for name in (*self.texts, *([self.system] if self.system else ())):
            if there.count(name) != 1:
                what = f"{there.count(name)} columns" if name in there else "no column"
                raise UsageError(f"{where} has {what} {name!r}: it has {', '.join(there)}")


def columns_of(
    given: "str | Sequence[str] | Mapping[str, str | Sequence[str]] | Columns",
) -> Columns:
    """`hyp=mt,ref=ref` as --columns has it, the same as a mapping, or columns themselves."""
    if isinstance(given, Columns):
        return given
    if isinstance(given, Mapping):
        given = [
            f"{role}={name}"
            for role, names in given.items()
            for name in ([names] if isinstance(names, str) else names)
        ]
    if not isinstance(given, str | Sequence):
        raise UsageError(f"columns {given!r}: give 'hyp=COLUMN,ref=COLUMN'")
    roles = parse_columns([given] if isinstance(given, str) else given)
    if len(roles.get(CANDIDATE, ())) != 1:
        raise UsageError("columns must name one system's output: give hyp=COLUMN once")
    one = {role: roles[role][0] for role in (SOURCE, SYSTEM) if role in roles}
    return Columns(
        roles[CANDIDATE][0], tuple(roles.get(REFERENCE, ())), one.get(SOURCE), one.get(SYSTEM)
    )
