"""Packages that are installed with an extra, imported where they are used."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from .errors import ResourceError

_NAME = "tesla-metrics"


@contextmanager
def needs(package: str, extra: str, otherwise: str = "") -> Iterator[None]:
    """An import that fails inside says how to install the package, or what to do `otherwise`."""
    try:
        yield
    except ImportError as error:
        raise ResourceError(
            f"{package} is not installed: {how_to_install(extra)}{otherwise}"
        ) from error


@contextmanager
def needs_package(package: str) -> Iterator[None]:
    """The same for a package of which this one has no extra."""
    try:
        yield
    except ImportError as error:
        # It may be there and lack something itself.
        raise ResourceError(
            f"{package} cannot be imported ({error}): pip install {package}"
        ) from error


def how_to_install(extra: str) -> str:
    """The command that adds an extra to this package, from where it was installed itself."""
    before, what = _origin()
    return f"pip install {before}'{what.format(extra=f'[{extra}]')}'"


@cache
def _origin() -> tuple[str, str]:
    """Options of pip, and what to install with {extra} after its name."""
    # Only whoever misses something waits for these.
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        recorded = distribution(_NAME).read_text("direct_url.json")
    except PackageNotFoundError:  # run from a checkout that was never installed
        return "", _folder(Path(__file__).parents[2])
    if not recorded:
        return "", _NAME + "{extra}"
    facts = json.loads(recorded)
    if "dir_info" in facts:
        editable = "-e " if facts["dir_info"].get("editable") else ""
        return editable, _folder(Path(url2pathname(urlsplit(facts["url"]).path)))
    vcs = facts.get("vcs_info", {})
    address = facts["url"]
    if vcs:
        address = f"{vcs['vcs']}+{address}@{vcs.get('requested_revision') or vcs['commit_id']}"
    return "", f"{_NAME}{{extra}} @ {_escape(address)}"


def _folder(path: Path) -> str:
    """By its path; a folder that is gone is one that the user has to enter."""
    return (_escape(str(path)) if (path / "pyproject.toml").is_file() else ".") + "{extra}"


def _escape(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")
