"""Languages by code: a file of this folder, one that a user has registered, or neither."""

from dataclasses import replace
from functools import cache
from importlib import import_module
from math import inf
from pathlib import Path

from ..errors import UsageError
from .base import Language
from .digest import digest

_LONGEST_CODE = 3  # files with longer names are not languages
_REGISTERED: dict[str, Language] = {}


def find_language(code: str) -> Language:
    """What is known of a language: the same object each time, until another is registered."""
    return _REGISTERED.get(code) or _own(code)


def register(language: Language) -> Language:
    """From now on texts of that code are analysed by these facts.

    Call it before the first text is scored, where other processes come past it too: at the top of
    a module. A shipped language can be replaced. The facts' hash is part of every signature.
    """
    if not isinstance(language, Language):
        raise UsageError(f"{language!r} is no Language: give one, as docs/extend.md shows")
    for name in ("negations", "negating_idioms", "unnegating_pairs", "negating_pairs"):
        if isinstance(words := getattr(language, name), str):
            raise UsageError(
                f"the {name} of {language.code!r} are one text: give listed({words!r})"
            )
    registered = replace(language, revision=digest(replace(language, revision="")))
    _REGISTERED[language.code] = registered
    return registered


def is_registered(code: str) -> bool:
    """Whether a user has said what this code means; it need not be in ISO 639 then."""
    return code in _REGISTERED


@cache
def shipped_languages() -> tuple[Language, ...]:
    """Those with a file here: first what `tesla languages` lists, then by code."""
    found = map(_own, sorted(_codes()))
    return tuple(sorted(found, key=lambda language: language.place or inf))


@cache
def _own(code: str) -> Language:
    if code not in _codes():
        return Language(code=code)
    language: Language = import_module(f".{code}", __package__).LANGUAGE
    return language


@cache
def _codes() -> frozenset[str]:
    names = (path.stem for path in Path(__file__).parent.glob("*.py"))
    return frozenset(name for name in names if len(name) <= _LONGEST_CODE)
