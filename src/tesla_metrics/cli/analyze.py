"""`tesla analyze`: what the metrics see of a text."""

import argparse
import sys

from ..errors import ExitCode, InputError
from ..files.lines import display_name, iterate_lines
from .options import Commands, add_analysis, add_command, add_language, add_tags

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
    add_tags(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ..analysis.conllu import write_conllu
    from ..analysis.loading import load_analyzer
    from ..analysis.scripted import in_script
    from ..analysis.sentence import NONE, Token, has_alphanumeric, is_function, uses_penn
    from ..analysis.synonyms import load_synonyms
    from ..languages import parse_language

    lang = parse_language(args.lang)
    analyzer = load_analyzer(lang, args.analyzer, compounds=args.compounds)
    analyzer = in_script(analyzer, args.script, lang)
    synonyms = load_synonyms(lang, args.synonyms, args.script)
    penn = uses_penn(lang, analyzer.preferred_tags if args.tags == "auto" else args.tags)

    def misc(token: Token) -> str:
        if not has_alphanumeric(token.form):
            return "Dropped=Yes"
        facts = ["Function=Yes"] if is_function(token.upos, token.xpos, penn) else []
        if synsets := synonyms.synsets(token.lemma.lower()):
            facts.append("Synsets=" + ",".join(map(str, sorted(synsets))))
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
