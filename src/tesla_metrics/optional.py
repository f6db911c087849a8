"""Other packages: errors for missing optional ones, and plugins that others provide."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .errors import ResourceError, warn_user

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

_NAME = "tesla-metrics"


@contextmanager
def needs(package: str, extra: str, alternative: str = "") -> Iterator[None]:
    """Turn a failed import in the block into a ResourceError that says how to install the package.

    `alternative` is appended to the message.
    """
    try:
        yield
    except ImportError as error:
        raise ResourceError(
            f"{package} is not installed: {how_to_install(extra)}{alternative}"
        ) from error


@contextmanager
def needs_package(package: str) -> Iterator[None]:
    """Turn a failed import into a ResourceError, for a package without an extra of ours."""
    try:
        yield
    except ImportError as error:
        # The package may be installed but lack a dependency of its own.
        raise ResourceError(
            f"{package} cannot be imported ({error}): pip install {package}"
        ) from error


def how_to_install(extra: str) -> str:
    """Return the pip command that adds an extra, from where this package was installed."""
    pip_options, requirement = _origin()
    return f"pip install {pip_options}'{requirement.format(extra=f'[{extra}]')}'"


@cache
def _origin() -> tuple[str, str]:
    """Return options for pip and the requirement, with `{extra}` after its name."""
    # Imported late: needed for error messages only.
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        direct_url = distribution(_NAME).read_text("direct_url.json")
    except PackageNotFoundError:  # run from a checkout that was never installed
        return "", _folder(Path(__file__).parents[2])
    if not direct_url:
        return "", _NAME + "{extra}"
    origin = json.loads(direct_url)
    if "dir_info" in origin:
        editable = "-e " if origin["dir_info"].get("editable") else ""
        return editable, _folder(Path(url2pathname(urlsplit(origin["url"]).path)))
    vcs = origin.get("vcs_info", {})
    address = origin["url"]
    if vcs:
        address = f"{vcs['vcs']}+{address}@{vcs.get('requested_revision') or vcs['commit_id']}"
    return "", f"{_NAME}{{extra}} @ {_escape(address)}"


def _folder(path: Path) -> str:
    """Return the folder as a requirement; `.` if it no longer exists (run pip inside it)."""
    return (_escape(str(path)) if (path / "pyproject.toml").is_file() else ".") + "{extra}"


def _escape(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


# Names of plugins cannot be taken for files, texts or options on a command line.
_PLUGIN_NAME = re.compile(r"[a-z0-9][a-z0-9_+-]*")


class Plugin(NamedTuple):
    """A metric or analyser that another distribution provides through an entry point."""

    kind: str  # "metric" or "analyser"
    name: str
    distribution: str
    entry_point: "EntryPoint"
    rival: str = ""  # another distribution with a plugin of this name

    def load(self) -> Any:
        """Import and return the object; raise ResourceError if that fails."""
        if self.rival:
            raise ResourceError(
                f"both {self.distribution} and {self.rival} provide the {self.kind} {self.name!r}: "
                "uninstall one of them"
            )
        try:
            return self.entry_point.load()
        except (Exception, SystemExit) as error:
            raise self.error(f"cannot be loaded ({type(error).__name__}: {error})") from error

    def error(self, fault: str) -> ResourceError:
        """Return the error for a plugin with this fault, which names its distribution."""
        return ResourceError(
            f"the {self.kind} {self.name!r} of the installed package {self.distribution} {fault}: "
            f"update or uninstall {self.distribution}"
        )


def is_plugin_name(word: str) -> bool:
    """Return whether a plugin may have this name."""
    return _PLUGIN_NAME.fullmatch(word) is not None


@cache
def find_plugins(group: str, kind: str, reserved: frozenset[str]) -> dict[str, Plugin]:
    """Return the plugins of an entry-point group by name; nothing of them is imported.

    A warning is issued for a plugin with a `reserved` name, and such a plugin is left out. Call
    this function only when it is needed: it reads the metadata of all installed packages.
    """
    from importlib.metadata import distributions  # takes longer than all of `tesla --help`

    plugins: dict[str, Plugin] = {}
    encountered: set[str] = set()
    for distribution in distributions():
        if not _mentions(distribution, group):
            continue
        owner = _name(distribution)
        if owner in encountered:  # the first one of a name is the one that is imported
            continue
        encountered.add(owner)
        for entry_point in _entry_points(distribution, owner, group):
            name = entry_point.name
            if name in reserved or not is_plugin_name(name):
                warn_user(_unusable(kind, name, owner, name in reserved))
            elif name in plugins:
                plugins[name] = plugins[name]._replace(rival=owner)
            else:
                plugins[name] = Plugin(kind, name, owner, entry_point)
    return plugins


def _mentions(distribution: "Distribution", group: str) -> bool:
    """Return whether the entry points may have this group; much faster than parsing them."""
    try:
        return group in (distribution.read_text("entry_points.txt") or "")
    except UnicodeDecodeError:
        return False


def _name(distribution: "Distribution") -> str:
    try:
        return str(distribution.metadata["Name"])
    except Exception:  # without metadata; the exception depends on the version of Python
        return "without a name"


def _entry_points(distribution: "Distribution", owner: str, group: str) -> "list[EntryPoint]":
    try:
        return [entry for entry in distribution.entry_points if entry.group == group]
    except Exception as error:  # the standard library does not check the file
        warn_user(
            f"the entry points of the installed package {owner} cannot be read "
            f"({type(error).__name__}): reinstall or uninstall {owner}"
        )
        return []


def _unusable(kind: str, name: str, owner: str, reserved: bool) -> str:
    if reserved:
        fault = f"has the name of a built-in {kind}, which is used instead"
    else:
        fault = "is ignored: a name has only lower-case letters, digits, '-', '_' and '+'"
    return f"the {kind} {name!r} of the installed package {owner} {fault}"
