"""What `tesla tune` can do, and which options each of that knows; all others are refused."""

import argparse
from collections.abc import Mapping

from ...errors import UsageError
from ..parameters import given_flags, shown_flag

LISTS, MOSES, LOOP, SMT = "--nbest", "--write-moses", "--config", "--train-smt"
TRANSLATE = "--translate"
_ON_LISTS = (LISTS, MOSES)
# Of each option, by its attribute: its flag, and who knows it.
KNOWN: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "train_smt": (SMT, (SMT,)),
    "translate": (TRANSLATE, (TRANSLATE,)),
    "config": (LOOP, (LOOP, TRANSLATE)),
    "write_moses": (MOSES, (MOSES,)),
    "nbest": (LISTS, _ON_LISTS),
    "references": ("-r", _ON_LISTS),
    "source": ("-s", _ON_LISTS),
    "metrics": ("-m", _ON_LISTS),
    "lang": ("-l", (*_ON_LISTS, SMT)),
    "start": ("--start", _ON_LISTS),
    "output": ("-o", (LISTS, TRANSLATE)),
    "choices": ("--choices", (LISTS,)),
    "method": ("--method", (LISTS,)),
    "bounds": ("--bounds", (LISTS,)),
    "fix": ("--fix", (LISTS,)),
    "restarts": ("--restarts", (LISTS,)),
    "seed": ("--seed", (LISTS,)),
    "restart": ("--restart", (LOOP,)),
    "smt": ("--smt", (SMT,)),
    "format": ("-f", (LISTS, MOSES, LOOP)),
    "jobs": ("-j", (LISTS, MOSES, LOOP)),
    **dict.fromkeys(("max_line", "quiet", "strict"), ("", (LISTS, MOSES, LOOP, SMT, TRANSLATE))),
}
# How texts of the bitext are taken; all others are of metrics.
_OF_BITEXTS = "lowercase"
_CONFIGURED = (
    *("references", "source", "metrics", "lang", "output", "restarts", "seed"),
    *("start", "bounds", "fix"),
)


def mode_of(args: argparse.Namespace, parser: argparse.ArgumentParser) -> str:
    """What is asked for, once nothing stands beside it that would be lost."""
    asked = (
        *((SMT, args.train_smt), (TRANSLATE, args.translate)),
        *((LOOP, args.config), (MOSES, args.write_moses)),
    )
    mode = next((mode for mode, given in asked if given is not None), LISTS)
    for name, (flag, known) in KNOWN.items():
        if mode not in known and getattr(args, name) != parser.get_default(name):
            raise _lost(args, mode, flag, known, name in _CONFIGURED)
    for name in given_flags(args):
        if mode not in _ON_LISTS and (mode, name) != (SMT, _OF_BITEXTS):
            raise _lost(args, mode, shown_flag(name), _ON_LISTS, True)
    return mode


def _lost(
    args: argparse.Namespace, mode: str, flag: str, known: tuple[str, ...], configured: bool
) -> UsageError:
    if mode == LOOP and configured:
        return UsageError(f"{flag} stands beside --config: say it in {args.config} instead")
    with_what = "" if flag in known else f", but with {' or '.join(known)}"
    return UsageError(f"{flag} does nothing beside {mode}{with_what}: leave one of them out")
