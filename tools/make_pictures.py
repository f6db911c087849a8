"""Make the pictures of the docs anew, from the bundled example: docs/pictures/*.png.

Needs chromium, chromium-driver, selenium and Pillow. Whoever adds a page adds a picture below.

    python tools/make_pictures.py [NAME ...]
"""

import contextlib
import io
import shutil
import sys
import tempfile
from base64 import b64decode
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from tesla_metrics.app.cli.main import main as tesla

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
EXAMPLES = ROOT / "examples"
REFERENCE = ("-r", str(EXAMPLES / "ref.txt"), "-l", "en", "-q")
# Enough for flat colours, and small.
COLOURS = 200


class Picture(NamedTuple):
    """A page at a width and a theme.

    script  runs before
    part    what is shown of it
    ready   holds when the page is there
    """

    make: Callable[[Path], None]
    width: int = 1000
    theme: str = "light"
    script: str = ""
    part: str = "body"
    ready: str = "true"


def explained(*systems: str, segment: int) -> Callable[[Path], None]:
    def make(page: Path) -> None:
        files = [str(EXAMPLES / f"{system}.txt") for system in systems]
        words = ["--segment", str(segment), "-f", "html", "-o", str(page)]
        assert tesla(["explain", *files, *REFERENCE, *words]) == 0

    return make


def reported(*systems: str) -> Callable[[Path], None]:
    def make(page: Path) -> None:
        files = [str(EXAMPLES / f"{system}.txt") for system in systems]
        with contextlib.redirect_stdout(io.StringIO()):
            assert tesla(["compare", *files, *REFERENCE, "--html", str(page)]) == 0

    return make


_WORD = (
    "[...document.querySelectorAll('.word')].find((e) => e.textContent.startsWith('{}')).focus()"
)

ALL = {
    "explain": Picture(
        explained("careful", segment=8), script=_WORD.format("small"), part="article"
    ),
    "explain-two": Picture(explained("careful", "hasty", segment=1), width=1620, part="article"),
    "report": Picture(
        reported("careful", "hasty"),
        width=1480,
        # The first cards are enough.
        script="[...document.querySelector('.cards').children].slice(4).map((e) => e.remove())",
        part=".cards",
        ready="document.documentElement.dataset.ready",
    ),
}


def main(names: Sequence[str]) -> int:
    if unknown := [name for name in names if name not in ALL]:
        print(f"no picture {unknown[0]!r}: choose from {', '.join(ALL)}", file=sys.stderr)
        return 2
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        driver = _browser()
        try:
            for name in names or ALL:
                picture, page = ALL[name], Path(folder, f"{name}.html")
                picture.make(page)
                path = PICTURES / f"{name}.png"
                path.write_bytes(_small(_shot(driver, picture, page)))
                print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")
        finally:
            driver.quit()
    return 0


def _browser() -> Any:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for word in ("headless=new", "no-sandbox", "disable-gpu", "hide-scrollbars"):
        options.add_argument(f"--{word}")
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    return webdriver.Chrome(options=options, service=service)


def _shot(driver: Any, picture: Picture, page: Path) -> bytes:
    from selenium.webdriver.support.ui import WebDriverWait

    size = {"width": picture.width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    features = [{"name": "prefers-color-scheme", "value": picture.theme}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    driver.get(page.as_uri())
    wait = WebDriverWait(driver, 20)
    wait.until(lambda _: driver.execute_script(f"return {picture.ready}"))
    driver.execute_script(picture.script)
    found = "const r = document.querySelector(arguments[0]).getBoundingClientRect();"
    x, y, width, height = driver.execute_script(
        f"{found} return [r.x + scrollX, r.y + scrollY, r.width, r.height];", picture.part
    )
    clip = {"x": x - 8, "y": y - 8, "width": width + 16, "height": height + 16, "scale": 1}
    asked = {"format": "png", "captureBeyondViewport": True, "clip": clip}
    return b64decode(driver.execute_cdp_cmd("Page.captureScreenshot", asked)["data"])


def _small(png: bytes) -> bytes:
    image = Image.open(io.BytesIO(png)).convert("RGB")
    image = image.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE)
    out = io.BytesIO()
    image.save(out, "png", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
