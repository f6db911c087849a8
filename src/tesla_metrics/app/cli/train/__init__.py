"""`tesla train`: train metrics and semantic role labelling on annotated data."""

from ..options import Command, Commands, add_command
from .ratings import add_cremer_parser, add_dicomer_parser, add_pem_parser
from .srl import add_srl_parser
from .tesla import add_tesla_f_parser, add_tesla_n_parser, add_tesla_x_parser

# Functions that add the subcommands, in the order of the help.
_PARSER_FUNCTIONS = (
    add_tesla_f_parser,
    add_tesla_x_parser,
    add_tesla_n_parser,
    add_pem_parser,
    add_dicomer_parser,
    add_cremer_parser,
    add_srl_parser,
)

_EPILOG = """\
examples:
  tesla train tesla-x --judgments mydomain/de-en -o en.model
  tesla score hyp.txt -r ref.txt -l en -m tesla-x --model en.model

  tesla train tesla-n --judgments wmt12 wmt14 -l en -o en.adapter
  tesla score hyp.txt -r ref.txt -l en -m tesla-n --adapter en.adapter

  tesla train tesla-f --judgments wmt12 --pairs de-en fr-en --table en-fr.table --lm en.arpa.gz \\
      -o en.model
  tesla score hyp.txt -r ref.txt -l en -m tesla-f --model en.model

  tesla train pem --ratings rated.tsv -l en --controls -o en.model
  tesla score paraphrases.txt -s originals.txt -l en -m pem --model en.model

  tesla train dicomer --judgments summaries.jsonl --human coherence -l en -o en.model
  tesla score summaries.txt -l en -m dicomer --model en.model

  tesla train cremer --judgments summaries.jsonl --human coherence relevance -l en -o en.model
  tesla score summaries.jsonl -l en -m cremer --model en.model

  tesla train srl --frames train.jsonl.gz -l en -o en.srl
  tesla srl "Its purchase of the boats took a day." -l en --model en.srl

'tesla train WHAT --help' describes each.
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(
        commands, "train", "train a metric, or semantic roles, on human judgments", _EPILOG
    )
    subcommands = parser.add_subparsers(
        title="what", metavar="WHAT", required=True, parser_class=Command
    )
    for add_subcommand in _PARSER_FUNCTIONS:
        add_subcommand(subcommands)
