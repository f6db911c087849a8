"""Find languages by code: shipped languages and languages registered by users."""

from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass, replace
from functools import cache
from hashlib import sha256
from importlib import import_module
from math import inf

from ...errors import UsageError
from .base import Language


def digest(facts: object) -> str:
    """Return a hash of the facts that does not depend on the machine or the order of sets."""
    return sha256(_as_text(facts).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _as_text(facts: object) -> str:
    if is_dataclass(facts):
        parts = (f"{field.name}={_as_text(getattr(facts, field.name))}" for field in fields(facts))
        return f"{type(facts).__name__}({','.join(parts)})"
    if isinstance(facts, Mapping):
        return f"{{{','.join(sorted(f'{_as_text(k)}:{_as_text(v)}' for k, v in facts.items()))}}}"
    if isinstance(facts, Set):
        return f"{{{','.join(sorted(map(_as_text, facts)))}}}"
    if isinstance(facts, tuple):
        return f"({','.join(map(_as_text, facts))})"
    return repr(facts)


# Language code -> module of this folder that describes the language.
_MODULES = {
    **{code: code for code in ("cs", "de", "en", "es", "fr")},
    **dict.fromkeys("lzh nan wuu yue zh".split(), "chinese"),
    **dict.fromkeys("bo bs dz fil hr ii ja km lo my no sh shn sr th".split(), "others"),
}
_REGISTERED: dict[str, Language] = {}


def find_language(code: str) -> Language:
    """Return the language with this code.

    Parameters
    ----------
    code : str
        ISO 639 code such as "en".

    Returns
    -------
    Language
        The registered or shipped language, the same object until another is registered. A language
        without a description has only its code.
    """
    return _REGISTERED.get(code) or _shipped_language(code)


def register(language: Language) -> Language:
    """Register a language for texts with its code.

    Call this function at the top of a module, before the first text is scored, so that worker
    processes run it as well. A shipped language can be replaced. The hash of the facts is part of
    every signature.

    Parameters
    ----------
    language : Language
        The facts about the language.

    Returns
    -------
    Language
        The registered language, with its `revision`.

    Raises
    ------
    UsageError
        If the argument is not a `Language`, or if one of its word sets is a string.
    """
    if not isinstance(language, Language):
        raise UsageError(f"{language!r} is not a Language: give a Language, see docs/extend.md")
    for name in ("negations", "negating_idioms", "non_negating_pairs", "negating_pairs"):
        if isinstance(words := getattr(language, name), str):
            raise UsageError(
                f"the {name} of {language.code!r} are a single string: give listed({words!r})"
            )
    registered = replace(language, revision=digest(replace(language, revision="")))
    _REGISTERED[language.code] = registered
    return registered


def is_registered(code: str) -> bool:
    """Return whether a user has registered this code, which need not be in ISO 639."""
    return code in _REGISTERED


def uses_penn(lang: str, tags: str) -> bool:
    """Return whether function words are determined by Penn Treebank tags instead of UPOS."""
    return tags == "xpos" and find_language(lang).penn


@cache
def shipped_languages() -> tuple[Language, ...]:
    """Return the languages described in this package, in the order of `tesla languages`."""
    languages = map(_shipped_language, sorted(_MODULES))
    return tuple(sorted(languages, key=lambda language: language.order or inf))


@cache
def _shipped_language(code: str) -> Language:
    if code not in _MODULES:
        return Language(code=code)
    languages: tuple[Language, ...] = import_module(f".{_MODULES[code]}", __package__).LANGUAGES
    return next(language for language in languages if language.code == code)
