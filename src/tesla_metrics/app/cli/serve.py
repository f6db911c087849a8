"""`tesla serve`: an HTTP server for scores and explanations."""

import argparse
import os
import sys
from typing import TYPE_CHECKING

from ...errors import ExitCode, TeslaError
from .options import Commands, add_command

if TYPE_CHECKING:
    from ..serving.authentication import RequestGuard
    from ..serving.server import ListeningAddress, Server

# Maximum time to finish running requests after a signal.
_STOP_SECONDS = 4.0
_EPILOG = """\
examples:
  tesla serve                                 then open http://127.0.0.1:8080/
  tesla serve -l en de --port 0               any free port; both languages loaded at once
  TESLA_TOKEN=... tesla serve --host 0.0.0.0  for other machines too, with a token

  curl -s http://127.0.0.1:8080/score -H 'Content-Type: application/json' -d \\
    '{"lang": "en", "hypotheses": ["a cat sat"], "references": ["the cat sat"]}'

POST /score and /explain answer like tesla score and tesla explain with -f json; GET /metrics is for
monitoring, GET /openapi.json describes the interface. Requests cannot read files, and nothing is
stored.

The server listens on this machine only. Another --host needs a token: --token or, better,
TESLA_TOKEN, which other users cannot see; without either, a token is created and printed. Nothing
is encrypted: in a network that you do not trust, put a proxy with TLS in front of the server.

Ctrl-C and SIGTERM stop the server after running requests are finished, within a few seconds.

exit codes: 1 failed, 2 usage, 4 missing resource, 130 interrupted, 143 terminated
"""


def add_parser(commands: Commands) -> None:
    from ..serving.limits import ServerLimits

    defaults = ServerLimits()
    parser = add_command(commands, "serve", "serve scores and explanations over HTTP", _EPILOG)
    parser.usage = "%(prog)s [--host HOST] [--port N] [-l LANG [LANG ...]] [options]"
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    parser.add_argument(
        "--port", type=int, default=8080, metavar="N", help="default: 8080; 0: any free one"
    )
    parser.add_argument(
        "--token", metavar="TOKEN", help="token that every request needs; or set TESLA_TOKEN"
    )
    parser.add_argument(
        "-l", "--lang", nargs="+", default=["en"], metavar="LANG", dest="langs",
        help="languages to load tesla-x for before the first request (default: en)",
    )  # fmt: skip
    parser.add_argument(
        "-j", "--jobs", type=int, default=1, metavar="N", help="requests processed in parallel"
    )
    limits_group = parser.add_argument_group("bounds")
    limits_group.add_argument(
        "--max-body", type=int, default=defaults.body, metavar="BYTES",
        help=f"size of a request (default: {defaults.body})",
    )  # fmt: skip
    limits_group.add_argument(
        "--max-segments", type=int, default=defaults.segments, metavar="N",
        help=f"segments of a request, times metrics and references (default: {defaults.segments})",
    )  # fmt: skip
    limits_group.add_argument(
        "--max-characters", type=int, default=defaults.characters, metavar="N",
        help=f"characters of a text (default: {defaults.characters})",
    )  # fmt: skip
    limits_group.add_argument(
        "--timeout", type=float, default=defaults.seconds, metavar="S",
        help=f"seconds to receive a request, and to answer it (default: {defaults.seconds:g})",
    )  # fmt: skip
    limits_group.add_argument(
        "--max-connections", type=int, default=defaults.connections, metavar="N",
        help=f"connections open at the same time (default: {defaults.connections})",
    )  # fmt: skip
    # A warning for each request would fill the screen; the answers contain the warnings.
    parser.set_defaults(run=run, quiet=True)


def run(args: argparse.Namespace) -> ExitCode:
    from ...metrics.base import check_jobs
    from ..serving.authentication import make_request_guard, read_token
    from ..serving.limits import ServerLimits
    from ..serving.server import listen_on, make_server

    check_jobs(args.jobs)
    limits = ServerLimits(
        body=args.max_body,
        segments=args.max_segments,
        characters=args.max_characters,
        seconds=args.timeout,
        connections=args.max_connections,
    )
    token = read_token(args.token)
    address = listen_on(args.host, args.port)
    with address.socket:
        guard = make_request_guard(address.host, address.is_local, token)
        server = make_server(address, guard, limits, args.jobs, args.langs)
        server.start()
        _print_address(address, guard)
        return _serve(server)


def _print_address(address: "ListeningAddress", guard: "RequestGuard") -> None:
    # Browsers do not send the part of an address after # to servers or proxies.
    token_part = f"#token={guard.token}" if guard.token else ""
    print(
        f"tesla: serving on {address.url}{token_part} (Ctrl-C ends it)", file=sys.stdout, flush=True
    )


def _serve(server: "Server") -> ExitCode:
    """Wait until a signal raises an exception, and stop the server.

    The function waits in short steps, because a signal cannot interrupt a wait on Windows.
    """
    try:
        while not server.wait(0.5):
            pass
    except BaseException as reason:
        if not server.stop(_STOP_SECONDS):
            _exit_now(reason)
        raise
    raise TeslaError("the server stopped unexpectedly: see the messages above")


def _exit_now(reason: BaseException) -> None:
    """Exit without cleaning up: the interpreter would wait for threads that still run."""
    is_interrupt = isinstance(reason, KeyboardInterrupt)
    print(f"tesla: {'interrupted' if is_interrupt else 'terminated'}", file=sys.stderr, flush=True)
    os._exit(ExitCode.INTERRUPTED if is_interrupt else ExitCode.TERMINATED)
