"""Render charts as SVG."""

import re
from html import escape as _escape_html
from math import floor

from .chart import HALO_WIDTH, LIGHT_COLOURS, Circle, Ink, Line, Picture, Primitive, Rectangle, Text

# XML cannot represent these, not even escaped; lone surrogates come from invalid file names.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def escape(text: str) -> str:
    """Escape text for elements and quoted attributes."""
    return _escape_html(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text))


FONTS = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif"
_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'


def render_svg(picture: Picture) -> str:
    """Render a standalone SVG file."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_svg(picture, _NAMESPACE)}\n'


def render_inline(picture: Picture) -> str:
    """Render an SVG element for HTML, without the namespace."""
    return _svg(picture, "")


def _svg(picture: Picture, namespace: str) -> str:
    width, height = _number(picture.width), _number(picture.height)
    start = (
        f'<svg{namespace} width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' role="img" aria-label="{escape(picture.title)}" font-family="{FONTS}">'
    )
    return "\n".join([start, *map(_element, picture.items), "</svg>"])


def _element(item: Primitive) -> str:
    match item:
        case Line():
            return _line(item)
        case Rectangle():
            return _rectangle(item)
        case Circle():
            return _circle(item)
        case Text():
            return _text(item)


def _line(line: Line) -> str:
    x1, y1, x2, y2 = line.x1, line.y1, line.x2, line.y2
    # Hairlines are sharp if they run through the centres of pixels.
    if x1 == x2 and line.width == 1:
        x1 = x2 = floor(x1) + 0.5
    elif y1 == y2 and line.width == 1:
        y1 = y2 = floor(y1) + 0.5
    return (
        f'<line x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}"'
        f' stroke="{LIGHT_COLOURS[line.ink]}" stroke-width="{_number(line.width)}"'
        f' class="stroke-{line.ink}"/>'
    )


def _rectangle(rectangle: Rectangle) -> str:
    start = (
        f'<rect x="{_number(rectangle.x)}" y="{_number(rectangle.y)}"'
        f' width="{_number(rectangle.width)}" height="{_number(rectangle.height)}"'
    )
    return f"{start}{_fill(rectangle.ink)}{_close('rect', '', rectangle.tip)}"


def _circle(circle: Circle) -> str:
    start = (
        f'<circle cx="{_number(circle.x)}" cy="{_number(circle.y)}" r="{_number(circle.radius)}"'
    )
    opacity = f' fill-opacity="{_number(circle.opacity)}"' if circle.opacity < 1 else ""
    return f"{start}{_fill(circle.ink)}{opacity}{_close('circle', '', circle.tip)}"


def _text(text: Text) -> str:
    x, y = _number(text.x), _number(text.y)
    start = f'<text x="{x}" y="{y}" font-size="{_number(text.size)}"'
    if text.anchor != "start":
        start += f' text-anchor="{text.anchor}"'
    if text.bold:
        start += ' font-weight="600"'
    if text.upright:
        start += f' transform="rotate(-90 {x} {y})"'
    letters = f"{start}{_fill(text.ink)}{_close('text', escape(text.text), text.tip)}"
    if not text.halo:
        return letters
    # A separate element: not all programs support stroking before filling.
    halo = (
        f' stroke="{LIGHT_COLOURS["paper"]}" stroke-width="{_number(2 * HALO_WIDTH)}"'
        ' stroke-linejoin="round"'
        f' fill="none" class="stroke-paper" aria-hidden="true">{escape(text.text)}</text>'
    )
    return f"{start}{halo}\n{letters}"


def _fill(ink: Ink) -> str:
    # In dark mode, HTML pages change colours by these classes; an SVG file is always light.
    return f' fill="{LIGHT_COLOURS[ink]}" class="fill-{ink}"'


def _close(name: str, content: str, tip: str) -> str:
    inner = content + (f"<title>{escape(tip)}</title>" if tip else "")
    return f">{inner}</{name}>" if inner else "/>"


def _number(value: float) -> str:
    figures = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if figures == "-0" else figures
