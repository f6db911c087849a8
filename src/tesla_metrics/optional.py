"""Errors for missing optional packages, with the command that installs them."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from .errors import ResourceError

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
