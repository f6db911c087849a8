"""`tesla tune --config`: a decoder and its weights, round after round."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import ExitCode
from ..options import Command
from .watching import watching

if TYPE_CHECKING:
    from ...tuning.loop.state import Iteration


def add_arguments(parser: Command) -> None:
    """The configuration, and whether to begin anew."""
    group = parser.add_argument_group("the loop of decoding and tuning")
    group.add_argument(
        "--config", type=Path, metavar="TOML",
        help="decode, pool, tune, again and again; goes on where it was interrupted",
    )  # fmt: skip
    group.add_argument(
        "--restart", action="store_true", help="with --config: begin anew, whatever was done before"
    )


def run(args: argparse.Namespace) -> ExitCode:
    from ...reports.loop import iteration_line, render_loop
    from ...tuning.loop.config import read_config
    from ...tuning.loop.run import tune_decoder

    settings = read_config(args.config)
    metric = settings.metric.name

    def say(line: str) -> None:
        if not args.quiet:
            print(line, file=sys.stderr, flush=True)

    def tell(iteration: "Iteration") -> None:
        say(iteration_line(iteration, metric))

    with watching(args.quiet) as watch:
        result = tune_decoder(
            settings, restart=args.restart, jobs=args.jobs, watch=watch, tell=tell, say=say
        )
    sys.stdout.write(render_loop(result, args.format))
    if not args.quiet:
        print(f"{settings.output}: {len(result.weights.names)} weights", file=sys.stderr)
    return ExitCode.DONE
