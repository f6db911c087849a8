"""Error messages for missing optional packages, with the command that installs them."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from .errors import ResourceError

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
