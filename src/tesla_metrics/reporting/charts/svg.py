"""Render charts as SVG."""

import re
from html import escape as _escape_html
from math import floor

from .chart import (
    HALO_WIDTH,
    LIGHT_COLOURS,
    Circle,
    ColourName,
    Line,
    Picture,
    Primitive,
    Rectangle,
    Text,
)

# Characters that XML does not allow, not even escaped. Surrogates come from invalid file names.
_FORBIDDEN_CHARACTERS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def escape(text: str) -> str:
    """Escape text for elements and quoted attributes."""
    return _escape_html(_FORBIDDEN_CHARACTERS.sub("\N{REPLACEMENT CHARACTER}", text))


FONTS = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif"
_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'


def render_svg(picture: Picture) -> str:
    """Render a standalone SVG file."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_render_picture(picture, _NAMESPACE)}\n'


def render_inline(picture: Picture) -> str:
    """Render an SVG element without a namespace, for an HTML page."""
    return _render_picture(picture, "")


def _render_picture(picture: Picture, namespace: str) -> str:
    width, height = _format_number(picture.width), _format_number(picture.height)
    start = (
        f'<svg{namespace} width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' role="img" aria-label="{escape(picture.title)}" font-family="{FONTS}">'
    )
    return "\n".join([start, *map(_render_primitive, picture.items), "</svg>"])


def _render_primitive(item: Primitive) -> str:
    match item:
        case Line():
            return _render_line(item)
        case Rectangle():
            return _render_rectangle(item)
        case Circle():
            return _render_circle(item)
        case Text():
            return _render_text(item)


def _render_line(line: Line) -> str:
    x1, y1, x2, y2 = line.x1, line.y1, line.x2, line.y2
    # Lines with a width of 1 are sharp if they run through the centres of pixels.
    if x1 == x2 and line.width == 1:
        x1 = x2 = floor(x1) + 0.5
    elif y1 == y2 and line.width == 1:
        y1 = y2 = floor(y1) + 0.5
    return (
        f'<line x1="{_format_number(x1)}" y1="{_format_number(y1)}"'
        f' x2="{_format_number(x2)}" y2="{_format_number(y2)}"'
        f' stroke="{LIGHT_COLOURS[line.colour]}" stroke-width="{_format_number(line.width)}"'
        f' class="stroke-{line.colour}"/>'
    )


def _render_rectangle(rectangle: Rectangle) -> str:
    start = (
        f'<rect x="{_format_number(rectangle.x)}" y="{_format_number(rectangle.y)}"'
        f' width="{_format_number(rectangle.width)}" height="{_format_number(rectangle.height)}"'
    )
    element_end = _format_element_end("rect", "", rectangle.tooltip)
    return f"{start}{_format_fill(rectangle.colour)}{element_end}"


def _render_circle(circle: Circle) -> str:
    x, y, radius = map(_format_number, (circle.x, circle.y, circle.radius))
    start = f'<circle cx="{x}" cy="{y}" r="{radius}"'
    opacity = f' fill-opacity="{_format_number(circle.opacity)}"' if circle.opacity < 1 else ""
    element_end = _format_element_end("circle", "", circle.tooltip)
    return f"{start}{_format_fill(circle.colour)}{opacity}{element_end}"


def _render_text(text: Text) -> str:
    x, y = _format_number(text.x), _format_number(text.y)
    start = f'<text x="{x}" y="{y}" font-size="{_format_number(text.size)}"'
    if text.anchor != "start":
        start += f' text-anchor="{text.anchor}"'
    if text.is_bold:
        start += ' font-weight="600"'
    if text.is_rotated:
        start += f' transform="rotate(-90 {x} {y})"'
    end = _format_element_end("text", escape(text.text), text.tooltip)
    letters = f"{start}{_format_fill(text.colour)}{end}"
    if not text.has_halo:
        return letters
    # The halo is a separate element, because not all programs can draw a border below the letters.
    halo = (
        f' stroke="{LIGHT_COLOURS["paper"]}" stroke-width="{_format_number(2 * HALO_WIDTH)}"'
        ' stroke-linejoin="round"'
        f' fill="none" class="stroke-paper" aria-hidden="true">{escape(text.text)}</text>'
    )
    return f"{start}{halo}\n{letters}"


def _format_fill(colour: ColourName) -> str:
    # HTML pages use the class to change colours in dark mode. SVG files have light colours only.
    return f' fill="{LIGHT_COLOURS[colour]}" class="fill-{colour}"'


def _format_element_end(name: str, content: str, tooltip: str) -> str:
    inner = content + (f"<title>{escape(tooltip)}</title>" if tooltip else "")
    return f">{inner}</{name}>" if inner else "/>"


def _format_number(value: float) -> str:
    digits = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits
