"""Other packages: error messages for missing optional ones, and plugins that others provide."""

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

_DISTRIBUTION_NAME = "tesla-metrics"


@contextmanager
def requires_extra(package: str, extra: str, alternative: str = "") -> Iterator[None]:
    """Convert an ImportError in a block to a ResourceError with the command that installs an extra.

    `package` is the name of the missing package in the message. `alternative` is appended to the
    message.
    """
    try:
        yield
    except ImportError as error:
        raise ResourceError(
            f"{package} is not installed: {get_install_command(extra)}{alternative}"
        ) from error


@contextmanager
def requires_package(package: str) -> Iterator[None]:
    """Convert an ImportError in a block to a ResourceError, for packages that are in no extra."""
    try:
        yield
    except ImportError as error:
        # The message includes the error, because a dependency of the package may be missing.
        raise ResourceError(
            f"{package} cannot be imported ({error}): pip install {package}"
        ) from error


def get_install_command(extra: str) -> str:
    """Return the pip command that installs an extra from the same source as this package."""
    pip_options, requirement = _find_installation_source()
    return f"pip install {pip_options}'{requirement.format(extra=f'[{extra}]')}'"


@cache
def _find_installation_source() -> tuple[str, str]:
    """Return the options of pip, and the requirement with `{extra}` as a placeholder."""
    # Imported here, because they are needed for error messages only.
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        direct_url = distribution(_DISTRIBUTION_NAME).read_text("direct_url.json")
    except PackageNotFoundError:  # the package is used from a checkout that is not installed
        return "", _format_folder(Path(__file__).parents[2])
    if not direct_url:
        return "", _DISTRIBUTION_NAME + "{extra}"
    origin = json.loads(direct_url)
    if "dir_info" in origin:
        editable = "-e " if origin["dir_info"].get("editable") else ""
        return editable, _format_folder(Path(url2pathname(urlsplit(origin["url"]).path)))
    vcs = origin.get("vcs_info", {})
    address = origin["url"]
    if vcs:
        address = f"{vcs['vcs']}+{address}@{vcs.get('requested_revision') or vcs['commit_id']}"
    return "", f"{_DISTRIBUTION_NAME}{{extra}} @ {_escape_braces(address)}"


def _format_folder(path: Path) -> str:
    """Return a folder as a requirement; `.` if it does not contain the package any more."""
    has_package = (path / "pyproject.toml").is_file()
    return (_escape_braces(str(path)) if has_package else ".") + "{extra}"


def _escape_braces(text: str) -> str:
    """Double the braces of a text that is part of a format string."""
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
def find_plugins(group: str, kind: str, reserved_names: frozenset[str]) -> dict[str, Plugin]:
    """Return the plugins of an entry-point group by name; nothing of them is imported.

    A plugin with a name in `reserved_names` is left out, with a warning. Call this function only
    when it is needed: it reads the metadata of all installed packages.
    """
    from importlib.metadata import distributions  # takes longer than all of `tesla --help`

    plugins: dict[str, Plugin] = {}
    seen_owners: set[str] = set()
    for distribution in distributions():
        if not _may_have_group(distribution, group):
            continue
        owner = _get_distribution_name(distribution)
        if owner in seen_owners:  # the first one of a name is the one that is imported
            continue
        seen_owners.add(owner)
        for entry_point in _read_entry_points(distribution, owner, group):
            name = entry_point.name
            if name in reserved_names or not is_plugin_name(name):
                warn_user(_format_unusable(kind, name, owner, name in reserved_names))
            elif name in plugins:
                plugins[name] = plugins[name]._replace(rival=owner)
            else:
                plugins[name] = Plugin(kind, name, owner, entry_point)
    return plugins


def _may_have_group(distribution: "Distribution", group: str) -> bool:
    """Return whether the entry points may have this group; much faster than parsing them."""
    try:
        return group in (distribution.read_text("entry_points.txt") or "")
    except UnicodeDecodeError:
        return False


def _get_distribution_name(distribution: "Distribution") -> str:
    try:
        return str(distribution.metadata["Name"])
    except Exception:  # without metadata; the exception depends on the version of Python
        return "without a name"


def _read_entry_points(distribution: "Distribution", owner: str, group: str) -> "list[EntryPoint]":
    try:
        return [entry for entry in distribution.entry_points if entry.group == group]
    except Exception as error:  # the standard library does not check the file
        warn_user(
            f"the entry points of the installed package {owner} cannot be read "
            f"({type(error).__name__}): reinstall or uninstall {owner}"
        )
        return []


def _format_unusable(kind: str, name: str, owner: str, is_reserved: bool) -> str:
    """Return the warning about a plugin with a reserved or invalid name."""
    if is_reserved:
        fault = f"has the name of a built-in {kind}, which is used instead"
    else:
        fault = "is ignored: a name has only lower-case letters, digits, '-', '_' and '+'"
    return f"the {kind} {name!r} of the installed package {owner} {fault}"
