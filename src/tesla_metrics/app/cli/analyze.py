"""`tesla analyze`: print the linguistic analysis of a text as CoNLL-U."""

import argparse
import sys

from ...errors import ExitCode, InputError
from ...files.lines import get_display_name, iterate_lines
from .metric_options import add_analysis_options, get_explicit_options
from .options import Commands, add_command, add_language_option, add_max_line_option

_EPILOG = """\
examples:
  echo "The umbrellas weren't cheap." | tesla analyze -l en
  tesla analyze hyp.txt -l de > hyp.conllu
  tesla score hyp.conllu -r ref.conllu -l de --input conllu

The last column shows which words are function words (weight 0.1 in tesla-m), which tokens are
dropped before matching (no letter or digit), and the synsets of the lemma.
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(
        commands,
        "analyze",
        "show tokens, lemmas, tags, function words and synsets as CoNLL-U",
        _EPILOG,
    )
    parser.add_argument("text", nargs="?", default="-", metavar="FILE", help="default: stdin")
    add_language_option(parser)
    add_analysis_options(parser)
    add_max_line_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ...core.encoding.analysis import open_analysis
    from ...core.encoding.session import default_session
    from ...files.conllu import format_conllu
    from ...files.sentence import NO_VALUE, Token, has_alphanumeric

    analysis = open_analysis(default_session(), args.lang, **get_explicit_options(args))
    analyzer, synonyms = analysis.analyzer, analysis.synonyms

    def format_misc(token: Token) -> str:
        """Return the last column of CoNLL-U."""
        if not has_alphanumeric(token.form):
            return "Dropped=Yes"
        word = analysis.analyse_token(token, is_analysed=False)
        features = ["Function=Yes"] if word.is_function_word else []
        if word.synsets:
            features.append("Synsets=" + ",".join(map(str, sorted(word.synsets))))
        return "|".join(features) or NO_VALUE

    is_empty = True
    for line_number, line in enumerate(iterate_lines(args.text), 1):
        if line_number == 1:
            sys.stdout.write(f"# analyzer = {analyzer.name}\n# synonyms = {synonyms.name}\n")
        (sentence,) = analyzer.analyze([line])
        sys.stdout.write(format_conllu(sentence, line_number, format_misc))
        is_empty = False
    if is_empty:
        raise InputError(f"{get_display_name(args.text)} is empty: give at least one line")
    return ExitCode.DONE
