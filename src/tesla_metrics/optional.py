"""Packages that are installed with an extra, imported where they are used."""

from collections.abc import Iterator
from contextlib import contextmanager

from .errors import ResourceError


@contextmanager
def needs(package: str, extra: str, otherwise: str = "") -> Iterator[None]:
    """An import that fails inside says how to install the package, or what to do `otherwise`."""
    try:
        yield
    except ImportError as error:
        raise ResourceError(
            f"{package} is not installed: pip install 'tesla-metrics[{extra}]'{otherwise}"
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
