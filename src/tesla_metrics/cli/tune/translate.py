"""`tesla tune --translate`: another text, with a decoder that was tuned."""

import argparse

from ...errors import ExitCode, UsageError
from ..build.common import check_output, making_output
from ..options import Command
from ..showing import put
from .watching import watching


def add_arguments(parser: Command) -> None:
    """The text."""
    parser.add_argument(
        "--translate", metavar="SRC",
        help="with --config: translate this text with the tuned weights; - is stdin",
    )  # fmt: skip


@making_output
def run(args: argparse.Namespace) -> ExitCode:
    from ...tuning.loop.translate import translate

    if args.config is None:
        raise UsageError("by which decoder? Give --config TOML beside --translate")
    if args.output is not None:
        check_output(args.output, [args.translate, str(args.config)])
    with watching(args.quiet) as watch:
        found = translate(args.config, args.translate, watch=watch)
    put("".join(f"{text}\n" for text in found), args.output)
    return ExitCode.DONE
