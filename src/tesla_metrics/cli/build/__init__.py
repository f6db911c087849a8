"""`tesla build`: taggers, synonyms, counts, language models and more from your own data."""

from ..options import Command, Commands, add_command
from . import counts, encoder, frequencies, lm, paraphrases, phrase_table, synonyms, tagger

_KINDS = (tagger, synonyms, counts, frequencies, lm, phrase_table, paraphrases, encoder)

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

'tesla build WHAT --help' says more of each.
"""


def add_parser(commands: Commands) -> None:
    summary = "build taggers, synonym tables, language models and more from your own data"
    parser = add_command(commands, "build", summary, _EPILOG)
    kinds = parser.add_subparsers(title="what", metavar="WHAT", required=True, parser_class=Command)
    for kind in _KINDS:
        kind.add_parser(kinds)
