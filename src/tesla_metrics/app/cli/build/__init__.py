"""`tesla build`: build taggers, synonym tables, language models and more from your own data."""

from ..options import Command, Commands, add_command
from .lm import add_lm_parser
from .models import add_encoder_parser, add_synonyms_parser, add_tagger_parser
from .phrase_table import add_phrase_table_parser
from .word_tables import add_counts_parser, add_frequencies_parser, add_paraphrases_parser

# Functions that add the subcommands, in the order of the help.
_PARSER_FUNCTIONS = (
    add_tagger_parser,
    add_synonyms_parser,
    add_counts_parser,
    add_frequencies_parser,
    add_lm_parser,
    add_phrase_table_parser,
    add_paraphrases_parser,
    add_encoder_parser,
)

_EPILOG = """\
examples:
  tesla build tagger train.conllu.gz -l nl -o nl.tagger
  tesla score hyp.txt -r ref.txt -l nl --analyzer builtin:nl.tagger

  tesla build synonyms /usr/share/mythes/th_de_DE_v2.dat -l de -o de.synonyms
  tesla build counts corpus.de.txt.gz -l de -o de.counts
  tesla score hyp.txt -r ref.txt -l de --synonyms de.synonyms --compounds de.counts

  tesla build frequencies corpus.nl.txt.gz -l nl -o nl.frequencies
  tesla build lm news.en.txt.gz -l en -n 3 -o en.arpa.gz
  tesla build phrase-table news.tsv.gz --target en --pivot fr -o en-fr.table
  tesla build paraphrases en-fr.table en-de.table -o en.paraphrases
  tesla build encoder multilingual-minilm/ -o mini.encoder

'tesla build WHAT --help' describes each.
"""


def add_parser(commands: Commands) -> None:
    summary = "build taggers, synonym tables, language models and more from your own data"
    parser = add_command(commands, "build", summary, _EPILOG)
    subcommands = parser.add_subparsers(
        title="what", metavar="WHAT", required=True, parser_class=Command
    )
    for add_subcommand in _PARSER_FUNCTIONS:
        add_subcommand(subcommands)
