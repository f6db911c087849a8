"""`tesla analyze`: what the metrics see of a text."""

import argparse
import sys

from ..errors import ExitCode, InputError
from ..files.lines import display_name, iterate_lines
from .options import Commands, add_command, add_language, add_max_line
from .parameters import add_analysis, given_options

_EPILOG = """\
examples:
  echo "The umbrellas weren't cheap." | tesla analyze -l en
  tesla analyze hyp.txt -l de > hyp.conllu
  tesla score hyp.conllu -r ref.conllu -l de --input conllu

The last column says which words are function words (discounted to 0.1 in tesla-m), which tokens
are dropped before matching (no letter or digit), and the synsets of the lemma.
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(
        commands,
        "analyze",
        "show tokens, lemmas, tags, function words and synsets as CoNLL-U",
        _EPILOG,
    )
    parser.add_argument("text", nargs="?", default="-", metavar="FILE", help="default: stdin")
    add_language(parser)
    add_analysis(parser)
    add_max_line(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ..analysis.conllu import write_conllu
    from ..analysis.sentence import NONE, Token, has_alphanumeric
    from ..encoding.analysis import open_analysis
    from ..encoding.session import default_session

    analysis = open_analysis(default_session(), args.lang, **given_options(args))
    analyzer, synonyms = analysis.analyzer, analysis.synonyms

    def misc(token: Token) -> str:
        if not has_alphanumeric(token.form):
            return "Dropped=Yes"
        word = analysis.word(token, analysed=False)
        facts = ["Function=Yes"] if word.function else []
        if word.synsets:
            facts.append("Synsets=" + ",".join(map(str, sorted(word.synsets))))
        return "|".join(facts) or NONE

    empty = True
    for number, line in enumerate(iterate_lines(args.text), 1):
        if number == 1:
            sys.stdout.write(f"# analyzer = {analyzer.name}\n# synonyms = {synonyms.name}\n")
        (sentence,) = analyzer.analyze([line])
        sys.stdout.write(write_conllu(sentence, number, misc))
        empty = False
    if empty:
        raise InputError(f"{display_name(args.text)} is empty: give at least one line")
    return ExitCode.DONE
