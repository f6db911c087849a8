"""A server put together."""

from collections.abc import Sequence

from .bounds import Bounds
from .connection import Service
from .doorkeeper import Doorkeeper
from .monitor import Monitor
from .routes import Routes
from .server import Place, Server
from .workers import Workers


def make_server(
    place: Place, doorkeeper: Doorkeeper, bounds: Bounds, jobs: int, langs: Sequence[str] = ()
) -> Server:
    """Ready to be started; `langs` are loaded already."""
    workers = Workers(jobs, bounds.waiting, bounds.seconds)
    monitor = Monitor(
        {
            "tesla_requests_in_flight": ("Worked on, or waiting.", lambda: workers.inside),
            "tesla_connections": ("Open ones.", lambda: server.connections),
        }
    )
    routes = Routes(bounds, monitor)
    routes.warm(list(langs))
    server = Server(place, Service(routes, doorkeeper, workers, monitor, bounds))
    return server
