"""`tesla build encoder`."""

import argparse
from pathlib import Path

from ...errors import ExitCode
from ..options import Commands, add_command
from .common import add_output, check_output, making_output, report

_EPILOG = """\
DIR is a folder with config.json, tokenizer.json and model.safetensors, as encoders of the family of
BERT (BERT, RoBERTa, XLM-R and what others made of them; absolute positions, GELU) are handed on. It
needs the extra context (pip install '.[context]'). The file has a third of the
bytes, and is all that tesla-n needs. A folder can be given to tesla score as it is, too: it is
converted once then, and kept in the cache folder.

example:
  tesla build encoder multilingual-minilm/ -o mini.encoder
  tesla score hyp.txt -r ref.txt -l de -m tesla-n --encoder mini.encoder

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(kinds: Commands) -> None:
    parser = add_command(kinds, "encoder", "pack an encoder of others for tesla-n", _EPILOG)
    parser.add_argument("source", metavar="DIR", help="its folder")
    add_output(parser)
    parser.set_defaults(run=run)


@making_output
def run(args: argparse.Namespace) -> ExitCode:
    from ...context.encoder_file import write_encoder
    from ...context.reading import WEIGHTS, read_folder

    folder = Path(args.source)
    check_output(args.output, [str(folder / WEIGHTS)])
    found = read_folder(folder)
    write_encoder(args.output, found)
    own = found.architecture
    return report(
        args.output,
        f"an encoder of {own.layers} layers of {own.dim} numbers, {own.vocabulary} pieces",
    )
