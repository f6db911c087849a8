"""`tesla build`: taggers, synonym tables and counts of words from your own data."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..errors import ExitCode, InputError, UsageError
from ..files.lines import display_name, iterate_lines
from ..files.resource import Resource, write_resource
from .options import Commands, add_command, check_stdin_once
from .progress import ProgressBar

_EPILOG = """\
examples:
  tesla build tagger train.conllu.gz -l nl -o nl.tagger
  tesla score hyp.txt -r ref.txt -l nl --analyzer builtin:nl.tagger

  tesla build synonyms /usr/share/mythes/th_de_DE_v2.dat -l de -o de.synonyms
  tesla build counts corpus.de.txt.gz -l de -o de.counts
  tesla score hyp.txt -r ref.txt -l de --synonyms de.synonyms --compounds de.counts

'tesla build WHAT --help' says more of each.
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "build", "build taggers, synonym tables and counts", _EPILOG)
    kinds = parser.add_subparsers(title="what", metavar="WHAT", required=True)
    _add_tagger(kinds)
    _add_synonyms(kinds)
    _add_counts(kinds)


def _add_tagger(kinds: Commands) -> None:
    epilog = """\
Sentences are CoNLL-U (.gz as well); all files are trained on. With --labels joint the tagger gives
UPOS and XPOS, with upos only UPOS. The same files, seed and version give the same tagger.

example:
  tesla build tagger train.conllu.gz dev.conllu -l nl -o nl.tagger
"""
    parser = add_command(kinds, "tagger", "train a part-of-speech tagger", epilog)
    parser.add_argument("sources", nargs="+", metavar="TRAIN.conllu")
    _add_output(parser)
    parser.add_argument("--labels", choices=("upos", "joint"), default="upos")
    parser.add_argument("--iterations", type=int, default=8, metavar="N", help="default: 8")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")
    parser.set_defaults(run=_build_tagger)


def _add_synonyms(kinds: Commands) -> None:
    epilog = """\
SOURCE is a MyThes thesaurus (.dat), a Cilin file, or a text file with one synset a line, members
separated by tabs. The compiled file gives the same synonyms and loads many times faster.

example:
  tesla build synonyms /usr/share/mythes/th_de_DE_v2.dat -l de -o de.synonyms
"""
    parser = add_command(kinds, "synonyms", "compile a dictionary of synonyms", epilog)
    parser.add_argument("source", metavar="SOURCE")
    _add_output(parser)
    parser.set_defaults(run=_build_synonyms)


def _add_counts(kinds: Commands) -> None:
    epilog = """\
Counts of words decide where a German compound is split: give a few million words.

example:
  tesla build counts corpus.de.txt.gz more.txt -l de -o de.counts
"""
    parser = add_command(kinds, "counts", "count words, for splitting compounds", epilog)
    parser.add_argument("sources", nargs="+", metavar="TEXT", help="text files; - is stdin")
    _add_output(parser)
    parser.add_argument(
        "--min-count", type=int, default=2, metavar="N", help="leave rarer words out (default: 2)"
    )
    parser.set_defaults(run=_build_counts)


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-l",
        "--lang",
        default="und",
        metavar="LANG",
        help="language, recorded in the file; a tagger also learns from its lemmas then",
    )
    parser.add_argument("-o", "--output", required=True, type=Path, metavar="FILE")


def _build_tagger(args: argparse.Namespace) -> ExitCode:
    from ..analysis.conllu import iterate_conllu
    from ..analysis.languages import parse_language
    from ..analysis.sentence import NONE
    from ..analysis.tagging import train

    _check_output(args.output)
    check_stdin_once("tesla build tagger", args.sources)
    if args.iterations < 1:
        raise UsageError(f"{args.iterations} iterations: give a number from 1 on")
    joint = args.labels == "joint"
    sentences = []
    for path in args.sources:
        for sentence in iterate_conllu(iterate_lines(path), display_name(path)):
            for token in sentence.tokens:
                if token.upos == NONE or (joint and token.xpos == NONE):
                    missing = "UPOS" if token.upos == NONE else "XPOS"
                    raise InputError(
                        f"{display_name(path)}: {token.form!r} in {sentence.text[:40]!r} has no "
                        f"{missing}: give a tagged corpus, or --labels upos"
                    )
            sentences.append(
                [(t.form, f"{t.upos} {t.xpos}" if joint else t.upos) for t in sentence.tokens]
            )
    with ProgressBar(args.iterations, "training", args.quiet) as bar:
        resource = train(
            sentences,
            language=parse_language(args.lang),
            iterations=args.iterations,
            seed=args.seed,
            settings={"sources": [Path(path).name for path in args.sources]},
            progress=lambda iteration, count, share: bar.advance(1),
        )
    return _finish(args.output, resource, f"a tagger from {len(sentences)} sentences")


def _build_synonyms(args: argparse.Namespace) -> ExitCode:
    from ..analysis.languages import parse_language
    from ..analysis.synonyms import compile_synonyms

    _check_output(args.output)
    resource = compile_synonyms(Path(args.source), parse_language(args.lang))
    facts = resource.settings
    return _finish(args.output, resource, f"{facts['words']} words in {facts['synsets']} synsets")


def _build_counts(args: argparse.Namespace) -> ExitCode:
    from ..analysis.counts import count_words
    from ..analysis.languages import parse_language

    _check_output(args.output)
    check_stdin_once("tesla build counts", args.sources)
    names = [Path(path).name for path in args.sources]
    resource = count_words(
        _lines(args.sources), parse_language(args.lang), args.min_count, sources=names
    )
    return _finish(
        args.output, resource, f"counts of a text of {resource.settings['tokens']} words"
    )


def _lines(paths: Sequence[str]) -> Iterator[str]:
    for path in paths:
        yield from iterate_lines(path)


def _check_output(path: Path) -> None:
    # Before the work and not after it.
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise InputError(f"cannot write {path}: give a file in a folder that exists")


def _finish(path: Path, resource: Resource, what: str) -> ExitCode:
    write_resource(path, resource)
    print(f"{path}: {what}, {path.stat().st_size} bytes", file=sys.stderr)
    return ExitCode.DONE
