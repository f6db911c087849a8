"""What the content of a file must be, said as shapes; what does not fit is told in one line.

A shape takes a value that was read and where in the file it stands, and gives the value back as it
is, or raises a MisfitError: where, what was found there, and what was wanted. All that is read
from models, tables and taggers goes through one, so that whoever uses it need not ask again.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

Shape = Callable[[Any, str], Any]

# Line ends, other controls and halves of surrogate pairs, which no message or signature can show.
UNSHOWN = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_SHOWN = 40
_LONGEST = 4096
# How much of a name must be right: else what is meant is something else.
_NEAR = 0.7


class MisfitError(ValueError):
    """Where in a file, what was found there, and what was wanted; one short line."""


def demand(good: object, otherwise: str) -> None:
    """A MisfitError that says so where it is not good."""
    if not good:
        raise MisfitError(otherwise)


def decode_utf8(content: bytes, what: str = "its body") -> str:
    """The text; MisfitError where `what` is none."""
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise MisfitError(f"byte {error.start + 1} of {what} is not UTF-8") from error


def shown(value: object) -> str:
    """A value for a message: short, and in one line."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, Mapping | list):
        return f"{'a list' if isinstance(value, list) else 'an object'} of {len(value)}"
    text = ascii(value) if isinstance(value, str) and UNSHOWN.search(value) else repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def misfit(where: str, value: object, wanted: str) -> MisfitError:
    """The error for a value that is not what was wanted."""
    return MisfitError(f"{where or 'the whole'} is {shown(value)}, wanted is {wanted}")


def _leaf(wanted: str, fits: Callable[[Any], bool]) -> Shape:
    def check(value: Any, where: str = "") -> Any:
        if not fits(value):
            raise misfit(where, value, wanted)
        return value

    return check


def text(pattern: str = ".+", wanted: str = "a text in one line", most: int = _LONGEST) -> Shape:
    """A text that can be shown and is neither empty nor endless."""
    form = re.compile(pattern)
    return _leaf(
        wanted,
        lambda value: (
            isinstance(value, str)
            and len(value) <= most
            and not UNSHOWN.search(value)
            and form.fullmatch(value) is not None
        ),
    )


def whole(least: int, most: int) -> Shape:
    """A whole number within bounds; true and false are none."""
    return _leaf(
        f"a whole number from {least} to {most}",
        lambda value: type(value) is int and least <= value <= most,
    )


def number(least: float, most: float, *, above: bool = False, below: bool = False) -> Shape:
    """A number within bounds, whole or not; `above`, `below`: the bound itself is none."""

    def fits(value: Any) -> bool:
        if type(value) not in (int, float):
            return False
        low = value > least if above else value >= least
        return bool(low and (value < most if below else value <= most))

    start = f"above {least:g}" if above else f"from {least:g}"
    return _leaf(f"a number {start} to {'below ' if below else ''}{most:g}", fits)


def flag() -> Shape:
    """true or false."""
    return _leaf("true or false", lambda value: isinstance(value, bool))


def one_of(*texts: str) -> Shape:
    """One of these texts."""
    return _leaf(
        " or ".join(map(repr, texts)), lambda value: isinstance(value, str) and value in texts
    )


def anything() -> Shape:
    """Whatever can be read: what is recorded for people and never asked for."""
    return _leaf("anything", lambda value: True)


def optional(shape: Shape) -> Shape:
    """null, or what fits the shape."""

    def check(value: Any, where: str = "") -> Any:
        return None if value is None else shape(value, where)

    return check


def either(*shapes: Shape) -> Shape:
    """What fits one of the shapes; the last one speaks where none does."""

    def check(value: Any, where: str = "") -> Any:
        for shape in shapes[:-1]:
            try:
                return shape(value, where)
            except MisfitError:
                continue
        return shapes[-1](value, where)

    return check


def list_of(shape: Shape, least: int = 0, most: int = 10**9) -> Shape:
    """A list whose members all fit."""
    wanted = "a list" if not least else f"a list of {least} or more"
    if most < 10**9:
        wanted = f"a list of {least} to {most}"

    def check(value: Any, where: str = "") -> Any:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise misfit(where, value, wanted)
        return [shape(one, f"{where}[{place}]") for place, one in enumerate(value)]

    return check


def row(*shapes: Shape) -> Shape:
    """A list of one value for each shape."""

    def check(value: Any, where: str = "") -> Any:
        if not isinstance(value, list) or len(value) != len(shapes):
            raise misfit(where, value, f"a list of {len(shapes)}")
        beside = zip(value, shapes, strict=True)
        return [shape(one, f"{where}[{place}]") for place, (one, shape) in enumerate(beside)]

    return check


def mapping_of(shape: Shape, least: int = 0) -> Shape:
    """An object with any names, whose values all fit."""
    wanted = "an object" if not least else f"an object of {least} or more"
    name = text(wanted="a name in one line")

    def check(value: Any, where: str = "") -> Any:
        if not isinstance(value, dict) or len(value) < least:
            raise misfit(where, value, wanted)
        return {
            name(key, f"a name in {where}"): shape(value[key], within(where, key)) for key in value
        }

    return check


def record(
    fields: Mapping[str, Shape],
    optional: Mapping[str, Shape] | None = None,
    others: Shape | None = None,
) -> Shape:
    """An object with these fields, perhaps the optional ones, and no others unless they fit."""
    known = {**fields, **(optional or {})}

    def check(value: Any, where: str = "") -> Any:
        if not isinstance(value, dict):
            raise misfit(where, value, "an object")
        for name in fields:
            if name not in value:
                strange = [
                    other for other in value if isinstance(other, str) and other not in known
                ]
                near = _near(name, strange)
                hint = f": did you mean it by {near[0]}?" if near else ""
                raise MisfitError(f"{within(where, name)} is missing{hint}")
        for name in value:
            if name not in known and others is None:
                near = _near(name, known)
                hint = f": did you mean {near[0]}?" if near else ""
                raise MisfitError(f"{within(where, name)} is unknown{hint}")
        return {
            name: known.get(name, others)(one, within(where, name))  # type: ignore[misc]
            for name, one in value.items()
        }

    return check


def within(where: str, name: str) -> str:
    """Where a field stands."""
    short = shown(name) if UNSHOWN.search(name) or len(name) > _SHOWN else name
    return f"{where}.{short}" if where else short


# What many files record.
LANGUAGE = text("[A-Za-z0-9-]{1,35}", "the code of a language")
SHA256 = text("[0-9a-f]{64}", "a SHA-256 in hexadecimal digits")


def _near(name: str, known: Iterable[str]) -> list[str]:
    """The one that may have been meant, if there is one."""
    from difflib import get_close_matches  # for errors only

    return get_close_matches(name, list(known), 1, _NEAR)
