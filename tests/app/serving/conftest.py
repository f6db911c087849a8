"""One server for all tests that leave it as it is."""

from collections.abc import Iterator

import pytest
from served import Served, serving

from tesla_metrics.app.serving.limits import ServerLimits


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    with serving(ServerLimits(body=100_000, segments=50, characters=2000)) as found:
        yield found
