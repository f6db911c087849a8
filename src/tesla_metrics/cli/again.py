"""Commands that say more of what another one has read: the same files, the same options."""

import argparse
import shlex
from collections.abc import Iterator, Sequence

from ..files.lines import STDIN
from .parameters import given_words


def explaining_commands(
    args: argparse.Namespace, paths: Sequence[str], systems: Sequence[str], metric: str
) -> list[str]:
    """Of each system what explains a segment of it; none where standard input was read."""
    if STDIN in (*paths, *args.references, args.source):
        return []
    single = len(paths) == len(systems)
    common = [*_beside(args), *given_words(args, metric)]
    return [
        shlex.join(["tesla", "explain", *([paths[place]] if single else paths), *common]
                   + ([] if single else ["--systems", name]))
        for place, name in enumerate(systems)
    ]  # fmt: skip


def _beside(args: argparse.Namespace) -> Iterator[str]:
    yield from ("-r", *args.references) if args.references else ()
    yield from ("-s", args.source) if args.source else ()
    yield from ("--input", args.input) if args.input else ()
    for columns in args.columns:
        yield from ("--columns", columns)
    if args.header is not None:
        yield "--header" if args.header else "--no-header"
    yield from ("--refs", *args.only_references) if args.only_references else ()
    yield from ("--skip-empty-references",) if args.skip_empty_references else ()
    yield from ("-l", args.lang) if args.lang else ()
