"""-t: references of a test set by its name."""

import argparse

from ..errors import UsageError
from ..languages.codes import UNDETERMINED, parse_language


def use_test_set(args: argparse.Namespace) -> None:
    """Puts the set's references where those of -r would be; the target language is the texts'."""
    if args.test_set is None:
        return
    from ..files.sacrebleu_cache import find_set

    if args.references:
        raise UsageError(f"-t {args.test_set} has references of its own: leave -r out")
    found = find_set(args.test_set, _pair(args.lang or "", args.test_set))
    args.references = list(map(str, found.references))
    args.lang = _target(found.pair)


def _pair(lang: str, name: str) -> str:
    """As sacreBLEU writes it."""
    source, dash, target = lang.replace("_", "-").lower().partition("-")
    if not (source and dash and target):
        raise UsageError(f"-t {name} needs a language pair: give -l en-de, say")
    return f"{source}-{target}"


def _target(pair: str) -> str:
    """The language of the texts; one that we know no code of is analysed by its script."""
    target = pair.partition("-")[2]
    try:
        return parse_language(target)
    except UsageError:
        return UNDETERMINED
