"""Pictures as PNG. This and `glyphs` need Pillow, so import them where they are used."""

from functools import lru_cache
from io import BytesIO
from math import ceil, floor

from PIL import Image, ImageDraw, ImageFont

from .glyphs import drawable_text
from .palette import LIGHT, Ink
from .primitives import HALO, Anchor, Circle, Line, Picture, Rectangle, Text

SCALE = 2
# Pillow does not smooth the edges of shapes, so slanted ones are drawn larger and reduced.
_FINE = 4
_INCH = 96
_ANCHORS: dict[Anchor, str] = {"start": "ls", "middle": "ms", "end": "rs"}


def render_png(picture: Picture) -> bytes:
    """The picture at twice its size, for sharp print and screens."""
    size = (ceil(picture.width * SCALE), ceil(picture.height * SCALE))
    image = Image.new("RGB", size, LIGHT["paper"])
    for item in picture.items:
        match item:
            case Line():
                _line(image, item)
            case Rectangle():
                _box(image, item.x, item.y, item.x + item.width, item.y + item.height, item.ink)
            case Circle():
                _circle(image, item)
            case Text():
                _text(image, item)
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True, dpi=(_INCH * SCALE, _INCH * SCALE))
    return stream.getvalue()


def _box(
    image: Image.Image, left: float, top: float, right: float, bottom: float, ink: Ink
) -> None:
    """Edges on whole pixels."""
    x1, y1, x2, y2 = (round(value * SCALE) for value in (left, top, right, bottom))
    if x1 < x2 and y1 < y2:
        image.paste(LIGHT[ink], (x1, y1, x2, y2))


def _line(image: Image.Image, line: Line) -> None:
    if line.x1 == line.x2 or line.y1 == line.y2:
        _straight(image, line)
        return
    pad = line.width
    left = floor((min(line.x1, line.x2) - pad) * SCALE)
    top = floor((min(line.y1, line.y2) - pad) * SCALE)
    right = ceil((max(line.x1, line.x2) + pad) * SCALE)
    bottom = ceil((max(line.y1, line.y2) + pad) * SCALE)
    mask = Image.new("L", ((right - left) * _FINE, (bottom - top) * _FINE))
    ends = [
        ((x * SCALE - left) * _FINE, (y * SCALE - top) * _FINE)
        for x, y in ((line.x1, line.y1), (line.x2, line.y2))
    ]
    ImageDraw.Draw(mask).line(ends, fill=255, width=round(line.width * SCALE * _FINE))
    image.paste(LIGHT[line.ink], (left, top), mask.reduce(_FINE))


def _straight(image: Image.Image, line: Line) -> None:
    thickness = max(1, round(line.width * SCALE))
    if line.x1 == line.x2:
        x = round(line.x1 * SCALE - thickness / 2)
        y1, y2 = sorted((round(line.y1 * SCALE), round(line.y2 * SCALE)))
        image.paste(LIGHT[line.ink], (x, y1, x + thickness, y2))
    else:
        y = round(line.y1 * SCALE - thickness / 2)
        x1, x2 = sorted((round(line.x1 * SCALE), round(line.x2 * SCALE)))
        image.paste(LIGHT[line.ink], (x1, y, x2, y + thickness))


def _circle(image: Image.Image, circle: Circle) -> None:
    x, y, radius = circle.x * SCALE, circle.y * SCALE, circle.radius * SCALE
    left, top = floor(x - radius) - 1, floor(y - radius) - 1
    # To the nearest of the fine pixels, so that many circles share few masks.
    x_fine, y_fine = round((x - left) * _FINE), round((y - top) * _FINE)
    mask = _disc(x_fine, y_fine, radius * _FINE, circle.opacity)
    image.paste(LIGHT[circle.ink], (left, top), mask)


@lru_cache(maxsize=256)
def _disc(x: int, y: int, radius: float, opacity: float) -> Image.Image:
    side = ceil(2 * radius / _FINE) + 4
    mask = Image.new("L", (side * _FINE, side * _FINE))
    edges = (x - radius, y - radius, x + radius, y + radius)
    ImageDraw.Draw(mask).ellipse(edges, fill=round(255 * opacity))
    return mask.reduce(_FINE)


def _text(image: Image.Image, text: Text) -> None:
    content = drawable_text(text.text)
    font = _font(text.size)
    x, y = round(text.x * SCALE), round(text.y * SCALE)
    if not text.upright:
        _write(image, (x, y), content, font, text)
        return
    # The anchor of upright text must be in the middle of the tile that is turned around it.
    half = ceil(font.getlength(content)) + 2 * ceil(text.size * SCALE)
    tile = Image.new("L", (2 * half, 2 * half))
    _write(tile, (half, half), content, font, text)
    image.paste(LIGHT[text.ink], (x - half, y - half), tile.transpose(Image.Transpose.ROTATE_90))


def _write(
    image: Image.Image,
    place: tuple[int, int],
    content: str,
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    text: Text,
) -> None:
    draw = ImageDraw.Draw(image)
    fill = LIGHT[text.ink] if image.mode == "RGB" else 255
    x, y = place
    anchor = _ANCHORS[text.anchor]
    if text.halo:
        width = round(HALO * SCALE)
        draw.text(place, content, LIGHT["paper"], font, anchor, stroke_width=width)
    # The font has one weight; a second stroke beside the first makes it bolder.
    for shift in (0, 1) if text.bold else (0,):
        draw.text((x + shift, y), content, fill, font, anchor)


@lru_cache(maxsize=32)
def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size=size * SCALE)
