"""A real browser for tests: what it was told in the console, what it asked for, what axe finds."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

LOCAL = ("127.0.0.1", "localhost", "::1")
# What a page has without asking anybody.
OWN = ("file", "data", "blob", "about", "chrome")


class Browser:
    """The driver (`driver`), and what tests do with it again and again."""

    def __init__(self, driver: "WebDriver") -> None:
        self.driver = driver

    def open(self, target: Path | str) -> None:
        """A file, or an address; scripts have run when this returns."""
        self.driver.get(target.resolve().as_uri() if isinstance(target, Path) else target)
        self.wait("document.readyState === 'complete'")

    def run(self, script: str, *arguments: object) -> Any:
        """The value of a JavaScript expression; arguments[0] and so on are what is given here."""
        return self.driver.execute_script(f"return ({script});", *arguments)

    def wait(self, script: str, seconds: float = 20.0) -> None:
        """Until the expression holds."""
        from selenium.webdriver.support.ui import WebDriverWait

        WebDriverWait(self.driver, seconds, poll_frequency=0.05).until(
            lambda _: self.run(script), f"never held: {script}"
        )

    def press(self, *keys: str) -> None:
        """On whatever has the focus."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def resize(self, width: int, height: int = 900) -> None:
        """The page's own size, which windows do not let be small."""
        self._command(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip

    def choose_theme(self, name: str) -> None:
        """Light or dark, as if the system had it."""
        features = [{"name": "prefers-color-scheme", "value": name}]
        self._command("Emulation.setEmulatedMedia", features=features)

    def picture(self, path: Path) -> None:
        """The whole page as PNG."""
        from base64 import b64decode

        found = self._command("Page.captureScreenshot", captureBeyondViewport=True, format="png")
        path.write_bytes(b64decode(found["data"]))

    def violations(self, *ignored: str) -> list[str]:
        """What axe calls serious or critical; the test is skipped where axe is not."""
        self.driver.execute_script(axe())
        found = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "axe.run().then((found) => done(found.violations), (error) => done(String(error)));"
        )
        assert isinstance(found, list), found
        return [
            f"{one['id']}: {one['help']}: {[node['html'][:150] for node in one['nodes'][:3]]}"
            for one in found
            if one["impact"] in ("serious", "critical") and one["id"] not in ignored
        ]

    def complaints(self) -> list[str]:
        """Warnings and errors in the console, and requests to another machine, since last asked."""
        console = [
            entry["message"]
            for entry in self.driver.get_log("browser")
            if entry["level"] in ("SEVERE", "WARNING")
        ]
        return console + [f"asked for {url}" for url in self._asked() if not _is_own(url)]

    def _asked(self) -> Iterator[str]:
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                yield message["params"]["request"]["url"]

    def _command(self, name: str, **parameters: object) -> Any:
        return self.driver.execute_cdp_cmd(name, parameters)


def _is_own(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in OWN or parts.hostname in LOCAL


def axe() -> str:
    cache = Path(os.environ.get("TESLA_TOOLS", Path.home() / ".cache" / "tesla-metrics"))
    found = sorted((cache / "axe").glob("axe-*.min.js"))
    if not found:
        pytest.skip("no axe-core: tools/axe.sh fetches it")
    return found[-1].read_text("utf-8")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's, or whichever is on the path; the test is skipped where none is."""
    webdriver = pytest.importorskip(
        "selenium.webdriver", reason="no selenium: pip install selenium"
    )
    binary = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.skip("no chromium and chromedriver: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for word in (
        "headless=new",
        "no-sandbox",
        "disable-gpu",
        "disable-dev-shm-usage",
        "hide-scrollbars",
    ):
        options.add_argument(f"--{word}")
    # What the browser itself would like to ask its makers is no request of the page.
    for word in ("disable-background-networking", "disable-component-update", "no-first-run"):
        options.add_argument(f"--{word}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = webdriver.ChromeService(driver)
    opened = webdriver.Chrome(options=options, service=service)
    opened.set_page_load_timeout(60)
    opened.set_script_timeout(60)
    try:
        yield Browser(opened)
    finally:
        opened.quit()
