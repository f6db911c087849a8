"""`tesla build synonyms`, `tesla build tagger` and `tesla build encoder`."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from ....errors import ExitCode, InputError, UsageError
from ....files.lines import get_display_name, get_max_line_length, iterate_lines
from ..options import Commands, add_command, add_max_line_option, check_stdin_once
from ..progress import ProgressBar
from .common import (
    add_output_option,
    add_recorded_language_option,
    check_output,
    lock_output,
    report_written_file,
    write_and_report,
)

_SYNONYMS_EPILOG = """\
SOURCE is a MyThes thesaurus (.dat), a Cilin file, or a text file with one synset per line, members
separated by tabs. The compiled file has the same synonyms and loads many times faster.

example:
  tesla build synonyms /usr/share/mythes/th_de_DE_v2.dat -l de -o de.synonyms
"""


def add_synonyms_parser(subcommands: Commands) -> None:
    parser = add_command(
        subcommands, "synonyms", "compile a dictionary of synonyms", _SYNONYMS_EPILOG
    )
    parser.add_argument("source", metavar="SOURCE")
    add_recorded_language_option(parser)
    add_output_option(parser)
    add_max_line_option(parser)
    parser.set_defaults(run=run_synonyms)


@lock_output
def run_synonyms(args: argparse.Namespace) -> ExitCode:
    from ....text.languages import parse_language
    from ....text.synonyms.load import compile_synonyms

    check_output(args.output, [args.source])
    resource = compile_synonyms(Path(args.source), parse_language(args.lang))
    settings = resource.settings
    return write_and_report(
        args.output, resource, f"{settings['words']} words in {settings['synsets']} synsets"
    )


_TAGGER_EPILOG = """\
Files are CoNLL-U (.gz is read too); all are used for training. With --labels joint the tagger
predicts UPOS and XPOS, with upos only UPOS. The same files, seed and version give the same tagger.

example:
  tesla build tagger train.conllu.gz dev.conllu -l nl -o nl.tagger
"""


def add_tagger_parser(subcommands: Commands) -> None:
    parser = add_command(subcommands, "tagger", "train a part-of-speech tagger", _TAGGER_EPILOG)
    parser.add_argument("sources", nargs="+", metavar="TRAIN.conllu")
    add_recorded_language_option(
        parser, "; the tagger then also learns from the lemmas of the language"
    )
    add_output_option(parser)
    parser.add_argument("--labels", choices=("upos", "joint"), default="upos")
    parser.add_argument("--iterations", type=int, default=8, metavar="N", help="default: 8")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress bar")
    add_max_line_option(parser)
    parser.set_defaults(run=run_tagger)


@lock_output
def run_tagger(args: argparse.Namespace) -> ExitCode:
    from ....text.languages import parse_language
    from ....text.tagging.training import train_tagger

    check_output(args.output, args.sources)
    check_stdin_once("tesla build tagger", args.sources)
    if args.iterations < 1:
        raise UsageError(f"{args.iterations} iterations: give a number of at least 1")
    is_joint = args.labels == "joint"
    sentences = [
        sentence for path in args.sources for sentence in _read_tagged_sentences(path, is_joint)
    ]
    with ProgressBar(args.iterations, "training", args.quiet) as bar:
        resource = train_tagger(
            sentences,
            language=parse_language(args.lang),
            iterations=args.iterations,
            seed=args.seed,
            settings={"sources": [Path(path).name for path in args.sources]},
            progress=lambda iteration, count, share: bar.advance(1),
        )
    return write_and_report(args.output, resource, f"a tagger from {len(sentences)} sentences")


def _read_tagged_sentences(path: str, is_joint: bool) -> Iterator[list[tuple[str, str]]]:
    """Yield the (form, label) pairs of each sentence; joint labels are UPOS and XPOS."""
    from ....files.conllu import iterate_conllu
    from ....files.sentence import NO_VALUE

    for sentence in iterate_conllu(
        iterate_lines(path), get_display_name(path), get_max_line_length()
    ):
        labelled_tokens = []
        for token in sentence.tokens:
            if token.upos == NO_VALUE or (is_joint and token.xpos == NO_VALUE):
                missing_tag = "UPOS" if token.upos == NO_VALUE else "XPOS"
                raise InputError(
                    f"{get_display_name(path)}: {token.form!r} in {sentence.text[:40]!r} has no "
                    f"{missing_tag}: give a tagged corpus, or --labels upos"
                )
            label = f"{token.upos} {token.xpos}" if is_joint else token.upos
            labelled_tokens.append((token.form, label))
        yield labelled_tokens


_ENCODER_EPILOG = """\
DIR is a folder with config.json, tokenizer.json and model.safetensors, the usual files of encoders
of the BERT family (BERT, RoBERTa, XLM-R and models derived from them; absolute positions, GELU).
The command needs the extra context (pip install '.[context]'). The file has a third of the size,
and is all that tesla-n needs. tesla score also accepts the folder: it is converted once, and the
result is kept in the cache folder.

example:
  tesla build encoder multilingual-minilm/ -o mini.encoder
  tesla score hyp.txt -r ref.txt -l de -m tesla-n --encoder mini.encoder

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_encoder_parser(subcommands: Commands) -> None:
    parser = add_command(subcommands, "encoder", "convert an encoder for tesla-n", _ENCODER_EPILOG)
    parser.add_argument("source", metavar="DIR", help="folder of the encoder")
    add_output_option(parser)
    parser.set_defaults(run=run_encoder)


@lock_output
def run_encoder(args: argparse.Namespace) -> ExitCode:
    from ....resources.contextual.encoder_file import write_encoder
    from ....resources.contextual.encoder_folder import WEIGHTS_FILE, read_encoder_folder

    folder = Path(args.source)
    check_output(args.output, [str(folder / WEIGHTS_FILE)])
    encoder = read_encoder_folder(folder)
    write_encoder(args.output, encoder)
    architecture = encoder.architecture
    return report_written_file(
        args.output,
        f"an encoder of {architecture.layers} layers of {architecture.dim} dimensions, "
        f"{architecture.vocabulary} word pieces",
    )
