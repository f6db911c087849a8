"""A server put together."""

from collections.abc import Sequence

from .bounds import Bounds
from .connection import Service
from .doorkeeper import Doorkeeper
from .monitor import Monitor
from .routes import Routes
from .server import Place, Server
from .workers import Staff, Workers

# Reports that may wait, and how much longer than anything else one may take.
_REPORTS, _PATIENCE = 2, 10


def make_server(
    place: Place, doorkeeper: Doorkeeper, bounds: Bounds, jobs: int, langs: Sequence[str] = ()
) -> Server:
    """Ready to be started; `langs` are loaded already."""
    staff = Staff(
        Workers(jobs, bounds.waiting, bounds.seconds),
        Workers(jobs, bounds.waiting, bounds.seconds),
        Workers(1, _REPORTS, _PATIENCE * bounds.seconds),
    )
    monitor = Monitor(
        {
            "tesla_requests_in_flight": ("Worked on, or waiting.", lambda: staff.inside),
            "tesla_connections": ("Open ones.", lambda: server.connections),
        }
    )
    routes = Routes(bounds, monitor, staff)
    routes.warm(list(langs))
    server = Server(place, Service(routes, doorkeeper, monitor, bounds), staff)
    return server
