"""Tables of one language that are shipped with the package, or built by the user."""

from functools import cache
from pathlib import Path

from ..errors import UsageError
from ..files.header import maker
from ..files.resource import Resource, read_resource
from ..files.schema import Shape

_DATA = Path(__file__).resolve().parent.parent / "data"


@cache  # nobody ships more of them while this runs
def shipped_table(kind: str, lang: str) -> Path | None:
    """The one that comes with the package, if there is one."""
    path = _DATA / kind / f"{lang}.{kind}"
    return path if path.is_file() else None


def tabled_languages() -> frozenset[str]:
    """Those that any table is shipped for."""
    return frozenset(path.stem for path in _DATA.glob("*/*.*"))


def is_checked(resource: Resource) -> bool:
    """Whether it is one of those that ship, byte for byte: its body need not be looked at again.

    tools/list_checked.py looks at them, and lists their checksums.
    """
    return resource.digest in _checked()


@cache
def _checked() -> frozenset[str]:
    return frozenset((_DATA / "checked.txt").read_text(encoding="utf-8").split()[::2])


def read_table(path: Path, kind: str, version: int, settings: Shape, lang: str) -> Resource:
    """Read and check; one of another language is refused."""
    resource = read_resource(path, kind, version, settings)
    own = resource.settings["language"]
    if own != lang:
        raise UsageError(
            f"{path} has {kind} of {own!r}, but the texts are {lang!r}: build a table of {lang!r} "
            f"with {maker(kind)}"
        )
    return resource
