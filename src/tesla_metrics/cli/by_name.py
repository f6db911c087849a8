"""-t: references of a test set by its name."""

import argparse

from ..errors import UsageError


def use_test_set(args: argparse.Namespace) -> None:
    """Puts the set's references where those of -r would be; the target language is the texts'."""
    if args.test_set is None:
        return
    from ..files.sacrebleu_cache import find_set

    if args.references:
        raise UsageError(f"-t {args.test_set} has references of its own: leave -r out")
    source, _, target = (args.lang or "").partition("-")
    if not source or not target:
        raise UsageError(f"-t {args.test_set} needs a language pair: give -l en-de, say")
    found = find_set(args.test_set, args.lang)
    args.references = list(map(str, found.references))
    args.lang = target
