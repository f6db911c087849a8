"""Pictures as SVG."""

from math import floor

from .markup import escape
from .palette import LIGHT, Ink
from .primitives import HALO, Circle, Line, Picture, Primitive, Rectangle, Text

FONTS = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif"
_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'


def render_svg(picture: Picture) -> str:
    """A file of its own."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_svg(picture, _NAMESPACE)}\n'


def render_inline(picture: Picture) -> str:
    """An element for HTML, which knows the namespace."""
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
    # Hairlines fill whole pixels when they run through the middle of them.
    if x1 == x2 and line.width == 1:
        x1 = x2 = floor(x1) + 0.5
    elif y1 == y2 and line.width == 1:
        y1 = y2 = floor(y1) + 0.5
    return (
        f'<line x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}"'
        f' stroke="{LIGHT[line.ink]}" stroke-width="{_number(line.width)}"'
        f' class="stroke-{line.ink}"/>'
    )


def _rectangle(rectangle: Rectangle) -> str:
    start = (
        f'<rect x="{_number(rectangle.x)}" y="{_number(rectangle.y)}"'
        f' width="{_number(rectangle.width)}" height="{_number(rectangle.height)}"'
    )
    return f"{start}{_paint(rectangle.ink)}{_closed('rect', '', rectangle.tip)}"


def _circle(circle: Circle) -> str:
    start = (
        f'<circle cx="{_number(circle.x)}" cy="{_number(circle.y)}" r="{_number(circle.radius)}"'
    )
    opacity = f' fill-opacity="{_number(circle.opacity)}"' if circle.opacity < 1 else ""
    return f"{start}{_paint(circle.ink)}{opacity}{_closed('circle', '', circle.tip)}"


def _text(text: Text) -> str:
    x, y = _number(text.x), _number(text.y)
    start = f'<text x="{x}" y="{y}" font-size="{_number(text.size)}"'
    if text.anchor != "start":
        start += f' text-anchor="{text.anchor}"'
    if text.bold:
        start += ' font-weight="600"'
    if text.upright:
        start += f' transform="rotate(-90 {x} {y})"'
    letters = f"{start}{_paint(text.ink)}{_closed('text', escape(text.text), text.tip)}"
    if not text.halo:
        return letters
    # An element of its own: not all programs know how to stroke before filling.
    halo = (
        f' stroke="{LIGHT["paper"]}" stroke-width="{_number(2 * HALO)}" stroke-linejoin="round"'
        f' fill="none" class="stroke-paper" aria-hidden="true">{escape(text.text)}</text>'
    )
    return f"{start}{halo}\n{letters}"


def _paint(ink: Ink) -> str:
    # HTML changes colours by these classes when it is dark; a lone SVG is black on white.
    return f' fill="{LIGHT[ink]}" class="fill-{ink}"'


def _closed(name: str, content: str, tip: str) -> str:
    inner = content + (f"<title>{escape(tip)}</title>" if tip else "")
    return f">{inner}</{name}>" if inner else "/>"


def _number(value: float) -> str:
    figures = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if figures == "-0" else figures
