"""Optional packages that are not there."""

import pytest

from tesla_metrics.errors import ResourceError
from tesla_metrics.optional import needs, needs_package


def test_a_missing_package_says_how_to_get_it() -> None:
    with pytest.raises(ResourceError) as caught, needs("Frob", "frob", ", or do without"):
        import no_such_package_as_frob  # type: ignore[import-not-found]  # noqa: F401
    assert str(caught.value) == (
        "Frob is not installed: pip install 'tesla-metrics[frob]', or do without"
    )


def test_other_errors_pass() -> None:
    with pytest.raises(ValueError, match="other"), needs("Frob", "frob"):
        raise ValueError("other")


def test_a_missing_package_without_an_extra() -> None:
    with (
        pytest.raises(ResourceError, match=r"frob cannot be imported .*: pip install frob"),
        needs_package("frob"),
    ):
        import no_such_package_as_frob  # noqa: F401
