"""Names of columns and fields in input files, with their aliases."""

from collections.abc import Iterable, Mapping

CANDIDATE, REFERENCE, SOURCE = "candidate", "reference", "source"
# The counterpart in place of references and sources for metrics that score a candidate by itself.
NOTHING = "nothing"
SYSTEM, GROUP, ID = "system", "group", "id"
# The name of a field with a candidate that is a list of sentences.
SENTENCES = "sentences"

FIELD_NAMES: Mapping[str, tuple[str, ...]] = {
    CANDIDATE: (
        *("candidate", "hyp", "mt", "text", "hypothesis", "prediction", "translation"),
        *("summary", SENTENCES),
    ),
    REFERENCE: ("reference", "references", "ref"),
    SOURCE: ("source", "src"),
    SYSTEM: ("system",),
    GROUP: ("group", "doc"),
    ID: ("id",),
}
# Names that have another meaning if there is also a field with a candidate.
_FALLBACK_NAMES = ("summary", SENTENCES)
_ROLE_BY_NAME = {name: role for role, names in FIELD_NAMES.items() for name in names}


def find_role(name: str) -> str | None:
    """Return the role of a column or field with this name, or None if it is unknown."""
    return _ROLE_BY_NAME.get(name.strip().lower())


def find_known_roles(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return (name, role) of each column or field of a file that has a known role.

    A column named "summary" or "sentences" is a candidate only if no other column is one.
    """
    pairs = [(name, role) for name in names if (role := find_role(name)) is not None]
    if all(is_fallback_name(name) for name, role in pairs if role == CANDIDATE):
        return pairs
    return [(name, role) for name, role in pairs if not is_fallback_name(name)]


def is_fallback_name(name: str) -> bool:
    """Return whether other names of the same role take precedence."""
    return name.strip().lower() in _FALLBACK_NAMES
