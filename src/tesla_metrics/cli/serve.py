"""`tesla serve`: scores and explanations for browsers and programs, on this machine."""

import argparse
import os
import sys
from typing import TYPE_CHECKING

from ..errors import ExitCode, TeslaError
from .options import Commands, add_command

if TYPE_CHECKING:
    from ..serving.doorkeeper import Doorkeeper
    from ..serving.server import Place, Server

# Seconds for what was begun when the signal came.
_GRACE = 4.0
_EPILOG = """\
examples:
  tesla serve                                 then open http://127.0.0.1:8080/
  tesla serve -l en de --port 0               any free port; both languages loaded at once
  TESLA_TOKEN=... tesla serve --host 0.0.0.0  for other machines too, with a token

  curl -s http://127.0.0.1:8080/score -H 'Content-Type: application/json' -d \\
    '{"lang": "en", "hypotheses": ["a cat sat"], "references": ["the cat sat"]}'

POST /score and /explain answer as tesla score and tesla explain do with -f json; GET /metrics is
for monitoring, GET /openapi.json says all. Nothing is read from files, and nothing is kept.

It listens on this machine alone. With another --host a token is needed: --token, or better
TESLA_TOKEN, which others cannot see; without either one is made and printed. Nothing is
encrypted: where others can listen, put a proxy with TLS before it.

Ctrl-C and SIGTERM end it when what was begun is done, within a few seconds.

exit codes: 1 failed, 2 usage, 4 missing resource, 130 interrupted, 143 terminated
"""


def add_parser(commands: Commands) -> None:
    from ..serving.bounds import Bounds

    usual = Bounds()
    parser = add_command(commands, "serve", "answer browsers and programs over HTTP", _EPILOG)
    parser.usage = "%(prog)s [--host HOST] [--port N] [-l LANG [LANG ...]] [options]"
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (127.0.0.1)")
    parser.add_argument(
        "--port", type=int, default=8080, metavar="N", help="default: 8080; 0: any free one"
    )
    parser.add_argument(
        "--token", metavar="TOKEN", help="what every request must bring; TESLA_TOKEN does as well"
    )
    parser.add_argument(
        "-l", "--lang", nargs="+", default=["en"], metavar="LANG", dest="langs",
        help="languages to load tesla-x for before the first request (default: en)",
    )  # fmt: skip
    parser.add_argument(
        "-j", "--jobs", type=int, default=1, metavar="N", help="requests that are worked on at once"
    )
    bounds = parser.add_argument_group("bounds")
    bounds.add_argument(
        "--max-body", type=int, default=usual.body, metavar="BYTES",
        help=f"of a request (default: {usual.body})",
    )  # fmt: skip
    bounds.add_argument(
        "--max-segments", type=int, default=usual.segments, metavar="N",
        help=f"of a request, times metrics and references (default: {usual.segments})",
    )  # fmt: skip
    bounds.add_argument(
        "--max-characters", type=int, default=usual.characters, metavar="N",
        help=f"of a text (default: {usual.characters})",
    )  # fmt: skip
    bounds.add_argument(
        "--timeout", type=float, default=usual.seconds, metavar="S",
        help=f"seconds to send a request, and to answer it (default: {usual.seconds:g})",
    )  # fmt: skip
    bounds.add_argument(
        "--max-connections", type=int, default=usual.connections, metavar="N",
        help=f"open at once (default: {usual.connections})",
    )  # fmt: skip
    # A warning for each request would fill the screen: they stand in the answers.
    parser.set_defaults(run=run, quiet=True)


def run(args: argparse.Namespace) -> ExitCode:
    from ..metrics.base import check_jobs
    from ..serving.bounds import Bounds
    from ..serving.doorkeeper import given_token, guard
    from ..serving.server import listen_on
    from ..serving.start import make_server

    check_jobs(args.jobs)
    bounds = Bounds(
        body=args.max_body,
        segments=args.max_segments,
        characters=args.max_characters,
        seconds=args.timeout,
        connections=args.max_connections,
    )
    token = given_token(args.token)
    place = listen_on(args.host, args.port)
    with place.socket:
        doorkeeper = guard(place.host, place.local, token)
        server = make_server(place, doorkeeper, bounds, args.jobs, args.langs)
        server.start()
        _tell(place, doorkeeper)
        return _serve(server)


def _tell(place: "Place", doorkeeper: "Doorkeeper") -> None:
    # What follows # stays in the browser.
    secret = f"#token={doorkeeper.token}" if doorkeeper.token else ""
    print(f"tesla: serving on {place.url}{secret} (Ctrl-C ends it)", file=sys.stdout, flush=True)


def _serve(server: "Server") -> ExitCode:
    """Until a signal comes, as an exception; not one long wait, which Windows cannot interrupt."""
    try:
        while not server.wait(0.5):
            pass
    except BaseException as told:
        if not server.stop(_GRACE):
            _leave(told)
        raise
    raise TeslaError("the server ended by itself: what is above says why")


def _leave(told: BaseException) -> None:
    """A thread is at work still, and the interpreter would wait for it."""
    interrupted = isinstance(told, KeyboardInterrupt)
    print(f"tesla: {'interrupted' if interrupted else 'terminated'}", file=sys.stderr, flush=True)
    os._exit(ExitCode.INTERRUPTED if interrupted else ExitCode.TERMINATED)
