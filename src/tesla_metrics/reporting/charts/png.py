"""Render charts as PNG images (requires Pillow)."""

import unicodedata
from functools import lru_cache
from io import BytesIO
from math import ceil, floor

from PIL import Image, ImageDraw, ImageFont

from .chart import (
    HALO_WIDTH,
    LIGHT_COLOURS,
    Anchor,
    Circle,
    ColourName,
    Line,
    Picture,
    Rectangle,
    Text,
)

# Replacements for characters that the font of Pillow may lack.
_REPLACEMENTS = {
    "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "×": "x", "≤": "<=", "≥": ">=", "≈": "~",
    "Δ": "Delta", "α": "alpha", "β": "beta", "κ": "kappa", "ρ": "rho", "τ": "tau", "→": "->",
    "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
    "đ": "d", "Đ": "D", "ı": "i",
}  # fmt: skip
_INVISIBLE_CATEGORIES = ("Mn", "Me", "Cf")
_UNASSIGNED_CHARACTER = "\ue000"


def replace_missing_characters(text: str) -> str:
    """Replace characters that the font lacks by similar characters, or else by boxes."""
    return "".join(map(_find_similar, text))


@lru_cache(maxsize=4096)
def _find_similar(character: str) -> str:
    if _has_glyph(character):
        return character
    if character in _REPLACEMENTS:
        return _REPLACEMENTS[character]
    decomposition = unicodedata.normalize("NFKD", character)
    parts = [
        part for part in decomposition if unicodedata.category(part) not in _INVISIBLE_CATEGORIES
    ]
    if all(_has_glyph(part) for part in parts):
        return "".join(parts)
    return _UNASSIGNED_CHARACTER


def _has_glyph(character: str) -> bool:
    if character == " ":
        return True
    return character.isprintable() and _render_glyph(character) != _render_glyph(
        _UNASSIGNED_CHARACTER
    )


@lru_cache(maxsize=4096)
def _render_glyph(character: str) -> tuple[tuple[int, int], bytes]:
    mask = ImageFont.load_default(size=24).getmask(character)
    return mask.size, bytes(mask)


PNG_SCALE = 2
# Pillow does not antialias shapes, so slanted lines and circles are drawn larger by this factor and
# then reduced.
_SUPERSAMPLING = 4
_PIXELS_PER_INCH = 96
_ANCHORS: dict[Anchor, str] = {"start": "ls", "middle": "ms", "end": "rs"}


def render_png(picture: Picture) -> bytes:
    """Render the picture at `PNG_SCALE` times its size, so that it is sharp."""
    size = (ceil(picture.width * PNG_SCALE), ceil(picture.height * PNG_SCALE))
    image = Image.new("RGB", size, LIGHT_COLOURS["paper"])
    for item in picture.items:
        match item:
            case Line():
                _draw_line(image, item)
            case Rectangle():
                _fill_box(
                    image, item.x, item.y, item.x + item.width, item.y + item.height, item.colour
                )
            case Circle():
                _draw_circle(image, item)
            case Text():
                _draw_text(image, item)
    stream = BytesIO()
    image.save(
        stream,
        "PNG",
        optimize=True,
        dpi=(_PIXELS_PER_INCH * PNG_SCALE, _PIXELS_PER_INCH * PNG_SCALE),
    )
    return stream.getvalue()


def _fill_box(
    image: Image.Image, left: float, top: float, right: float, bottom: float, colour: ColourName
) -> None:
    """Fill a rectangle; its edges are rounded to pixels."""
    x1, y1, x2, y2 = (round(value * PNG_SCALE) for value in (left, top, right, bottom))
    if x1 < x2 and y1 < y2:
        image.paste(LIGHT_COLOURS[colour], (x1, y1, x2, y2))


def _draw_line(image: Image.Image, line: Line) -> None:
    if line.x1 == line.x2 or line.y1 == line.y2:
        _draw_axis_parallel_line(image, line)
        return
    padding = line.width
    left = floor((min(line.x1, line.x2) - padding) * PNG_SCALE)
    top = floor((min(line.y1, line.y2) - padding) * PNG_SCALE)
    right = ceil((max(line.x1, line.x2) + padding) * PNG_SCALE)
    bottom = ceil((max(line.y1, line.y2) + padding) * PNG_SCALE)
    mask = Image.new("L", ((right - left) * _SUPERSAMPLING, (bottom - top) * _SUPERSAMPLING))
    ends = [
        ((x * PNG_SCALE - left) * _SUPERSAMPLING, (y * PNG_SCALE - top) * _SUPERSAMPLING)
        for x, y in ((line.x1, line.y1), (line.x2, line.y2))
    ]
    ImageDraw.Draw(mask).line(ends, fill=255, width=round(line.width * PNG_SCALE * _SUPERSAMPLING))
    image.paste(LIGHT_COLOURS[line.colour], (left, top), mask.reduce(_SUPERSAMPLING))


def _draw_axis_parallel_line(image: Image.Image, line: Line) -> None:
    thickness = max(1, round(line.width * PNG_SCALE))
    if line.x1 == line.x2:
        x = round(line.x1 * PNG_SCALE - thickness / 2)
        y1, y2 = sorted((round(line.y1 * PNG_SCALE), round(line.y2 * PNG_SCALE)))
        image.paste(LIGHT_COLOURS[line.colour], (x, y1, x + thickness, y2))
    else:
        y = round(line.y1 * PNG_SCALE - thickness / 2)
        x1, x2 = sorted((round(line.x1 * PNG_SCALE), round(line.x2 * PNG_SCALE)))
        image.paste(LIGHT_COLOURS[line.colour], (x1, y, x2, y + thickness))


def _draw_circle(image: Image.Image, circle: Circle) -> None:
    x, y, radius = circle.x * PNG_SCALE, circle.y * PNG_SCALE, circle.radius * PNG_SCALE
    left, top = floor(x - radius) - 1, floor(y - radius) - 1
    # Positions are rounded to enlarged pixels, so that many circles use the same cached mask.
    x_enlarged, y_enlarged = round((x - left) * _SUPERSAMPLING), round((y - top) * _SUPERSAMPLING)
    mask = _draw_disc_mask(x_enlarged, y_enlarged, radius * _SUPERSAMPLING, circle.opacity)
    image.paste(LIGHT_COLOURS[circle.colour], (left, top), mask)


@lru_cache(maxsize=256)
def _draw_disc_mask(x: int, y: int, radius: float, opacity: float) -> Image.Image:
    size = ceil(2 * radius / _SUPERSAMPLING) + 4
    mask = Image.new("L", (size * _SUPERSAMPLING, size * _SUPERSAMPLING))
    edges = (x - radius, y - radius, x + radius, y + radius)
    ImageDraw.Draw(mask).ellipse(edges, fill=round(255 * opacity))
    return mask.reduce(_SUPERSAMPLING)


def _draw_text(image: Image.Image, text: Text) -> None:
    content = replace_missing_characters(text.text)
    font = _load_font(text.size)
    x, y = round(text.x * PNG_SCALE), round(text.y * PNG_SCALE)
    if not text.is_rotated:
        _write_text(image, (x, y), content, font, text)
        return
    # The anchor of rotated text must be in the centre of the image that is rotated.
    half_size = ceil(font.getlength(content)) + 2 * ceil(text.size * PNG_SCALE)
    text_image = Image.new("L", (2 * half_size, 2 * half_size))
    _write_text(text_image, (half_size, half_size), content, font, text)
    image.paste(
        LIGHT_COLOURS[text.colour],
        (x - half_size, y - half_size),
        text_image.transpose(Image.Transpose.ROTATE_90),
    )


def _write_text(
    image: Image.Image,
    position: tuple[int, int],
    content: str,
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    text: Text,
) -> None:
    draw = ImageDraw.Draw(image)
    fill = LIGHT_COLOURS[text.colour] if image.mode == "RGB" else 255
    x, y = position
    anchor = _ANCHORS[text.anchor]
    if text.has_halo:
        width = round(HALO_WIDTH * PNG_SCALE)
        draw.text(position, content, LIGHT_COLOURS["paper"], font, anchor, stroke_width=width)
    # The font has one weight; drawing it twice with an offset makes it bolder.
    for shift in (0, 1) if text.is_bold else (0,):
        draw.text((x + shift, y), content, fill, font, anchor)


@lru_cache(maxsize=32)
def _load_font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size=size * PNG_SCALE)
