"""Find languages by code: languages of this package and languages that users have registered."""

from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass, replace
from functools import cache
from hashlib import sha256
from importlib import import_module
from math import inf

from ...errors import UsageError
from .base import Language


def compute_digest(value: object) -> str:
    """Return a short hash of a value: a dataclass, collection or basic type.

    It does not depend on the machine or on the order of sets and mappings.
    """
    return sha256(_format_value(value).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _format_value(value: object) -> str:
    """Format a value as text; equal values result in equal texts."""
    if is_dataclass(value):
        names = (field.name for field in fields(value))
        items = (f"{name}={_format_value(getattr(value, name))}" for name in names)
        return f"{type(value).__name__}({','.join(items)})"
    if isinstance(value, Mapping):
        items = (f"{_format_value(key)}:{_format_value(item)}" for key, item in value.items())
        return f"{{{','.join(sorted(items))}}}"
    if isinstance(value, Set):
        return f"{{{','.join(sorted(map(_format_value, value)))}}}"
    if isinstance(value, tuple):
        return f"({','.join(map(_format_value, value))})"
    return repr(value)


# Language code -> name of the module in this folder that describes the language.
_MODULE_BY_CODE = {
    **{code: code for code in ("cs", "de", "en", "es", "fr")},
    **dict.fromkeys("lzh nan wuu yue zh".split(), "chinese"),
    **dict.fromkeys("bo bs dz fil hr ii ja km lo my no ru sh shn sr th uk".split(), "others"),
}
# Number format -> languages, as in CLDR 45; see `Language.number_format`. Languages that have two
# formats are missing: in Spanish and Arabic, the format depends on the country.
_LANGUAGES_BY_NUMBER_FORMAT = {
    ",.": "am as bn bo cy dz en fa fil ga gd gu ha he hi ig ja km kn ko lzh mi ml mn mr ms mt my "
    "nan ne or pa si so sw ta te th tl ug ur wuu yo yue zh zu",
    ".,": "ast az bs ca da de el eu fo fy gl hr id is it jv lb lo mk nl pt ro sc sh sl sr su tr vi",
    " ,": "af be bg br cs eo et fi fr hu hy ka kk ky lt lv nb nn no oc os pl ru se sk sq sv tg tk "
    "tt uk uz",
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
        The registered or shipped language; the same object until another language with this code
        is registered. A code that is not described results in a language with default values.
    """
    return _REGISTERED.get(code) or _load_shipped_language(code)


def register(language: Language) -> Language:
    """Register a language, so that it is used for texts with its code.

    Call this function at the top level of a module, before the first text is scored, so that worker
    processes call it as well. It can replace a language of this package. A hash of the description
    becomes part of every signature.

    Parameters
    ----------
    language : Language
        The description of the language.

    Returns
    -------
    Language
        A copy of the language with a `revision`.

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
                f"the {name} of {language.code!r} are a single string: give word_set({words!r})"
            )
    registered = replace(language, revision=compute_digest(replace(language, revision="")))
    _REGISTERED[language.code] = registered
    return registered


@cache
def get_number_format(language: Language) -> str:
    """Return the separator of groups and the decimal mark; empty if a language has both formats."""
    if language.number_format is not None:
        return language.number_format
    for number_format, codes in _LANGUAGES_BY_NUMBER_FORMAT.items():
        if language.code in codes.split():
            return number_format
    return ""


def is_registered(code: str) -> bool:
    """Return whether a user has registered this code, which need not be in ISO 639."""
    return code in _REGISTERED


def uses_penn_tags(lang: str, tags: str) -> bool:
    """Return whether function words are recognised by Penn Treebank tags instead of UPOS.

    `tags` is the kind of tags that are compared: "upos" or "xpos".
    """
    return tags == "xpos" and find_language(lang).penn


@cache
def get_shipped_languages() -> tuple[Language, ...]:
    """Return the languages that this package describes, in the order of `tesla languages`."""
    languages = map(_load_shipped_language, sorted(_MODULE_BY_CODE))
    return tuple(sorted(languages, key=lambda language: language.order or inf))


@cache
def _load_shipped_language(code: str) -> Language:
    if code not in _MODULE_BY_CODE:
        return Language(code=code)
    languages: tuple[Language, ...] = import_module(
        f".{_MODULE_BY_CODE[code]}", __package__
    ).LANGUAGES
    return next(language for language in languages if language.code == code)
