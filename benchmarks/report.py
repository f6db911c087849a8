"""How long a report takes to make, how large it is, and when a browser lets one work with it.

    python benchmarks/report.py [--systems 15] [--segments 3000] [--jobs 1] [--keep FILE]

The texts are made here: sentences of a small grammar, and systems that drop, swap, replace and
misspell words, each more often than the one before. With selenium and Chromium the page is opened
from disk: from the start of the load until segments can be sorted and searched, until a segment is
drawn, and how long a frame takes while the table of segments is scrolled.
"""

import argparse
import random
import shutil
import tempfile
import time
from pathlib import Path

from tesla_metrics import write_report

NOUNS = """harbour baker ticket lantern orchard captain letter engine village river teacher market
bridge violin window blanket mountain winter garden doctor kitchen station museum apple carpet
lawyer storm island pencil forest candle tailor wagon mirror summer tunnel curtain farmer bottle
meadow""".split()
VERBS = """carried painted repaired forgot described opened followed watched sold borrowed measured
admired ignored collected promised cleaned discovered protected answered delivered""".split()
ADJECTIVES = """old quiet narrow bright heavy distant gentle broken golden hollow early careful
rapid wooden modern foreign simple tall pale famous""".split()
PLACES = """behind the station|under the bridge|near the harbour|at the end of the summer|before the
first snow|after a long discussion|in spite of the rain|without a single word|on the third of March|
during the night""".replace("\n", " ").split("|")
OTHERS = {"old": "ancient", "quiet": "silent", "bright": "shiny", "repaired": "fixed",
          "sold": "offered", "watched": "observed", "doctor": "physician", "forest": "wood",
          "letter": "note", "famous": "known", "rapid": "fast", "tall": "high"}  # fmt: skip


def sentence(chance: random.Random) -> str:
    """About 25 words."""
    parts = []
    for _ in range(3):
        noun, other = chance.sample(NOUNS, 2)
        parts.append(
            f"the {chance.choice(ADJECTIVES)} {noun} {chance.choice(VERBS)} "
            f"{chance.randint(2, 99)} {other}s {chance.choice(PLACES).strip()}"
        )
    joined = f"{parts[0]}, and {parts[1]} because {parts[2]}."
    return joined[0].upper() + joined[1:]


def translated(text: str, faults: float, chance: random.Random) -> str:
    """The text with so many faults a word."""
    words: list[str] = []
    for word in text.split():
        drawn = chance.random()
        if drawn < faults / 4:
            continue
        if drawn < faults / 2 and words:
            words.insert(-1, word)
        elif drawn < 0.8 * faults:
            words.append(OTHERS.get(word, chance.choice(NOUNS)))
        elif drawn < faults:
            words.append(word[:-1] or word)
        else:
            words.append(word)
    return " ".join(words)


def texts(systems: int, segments: int) -> tuple[dict[str, list[str]], list[str]]:
    """Outputs by name, and references."""
    chance = random.Random(1)
    references = [sentence(chance) for _ in range(segments)]
    outputs = {
        f"system-{number + 1:02}": [
            translated(text, 0.08 + 0.02 * number, chance) for text in references
        ]
        for number in range(systems)
    }
    return outputs, references


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--systems", type=int, default=15)
    parser.add_argument("--segments", type=int, default=3000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FILE", help="leave the report there")
    args = parser.parse_args()
    outputs, references = texts(args.systems, args.segments)
    documents = [f"document {number // 20 + 1}" for number in range(args.segments)]
    with tempfile.TemporaryDirectory() as folder:
        path = args.keep or Path(folder) / "report.html"
        start, worked = time.perf_counter(), time.process_time()
        write_report(path, outputs, references, lang="en", documents=documents, jobs=args.jobs)
        seconds, size = time.perf_counter() - start, path.stat().st_size / 1e6
        worked = time.process_time() - worked
        what = f"{args.systems} systems x {args.segments} segments"
        print(f"{what}: {seconds:.1f} s ({worked:.1f} s of work), {size:.1f} MB")
        browse(path)


def browse(path: Path) -> None:
    """What a browser makes of it."""
    try:
        from selenium import webdriver
    except ImportError:
        print("no selenium: the page was not opened")
        return
    binary = shutil.which("chromium") or shutil.which("google-chrome")
    driver_binary = shutil.which("chromedriver")
    if binary is None or driver_binary is None:
        print("no chromium and chromedriver: the page was not opened")
        return
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for word in ("--headless=new", "--no-sandbox", "--window-size=1400,900"):
        options.add_argument(word)
    with webdriver.Chrome(options, webdriver.ChromeService(driver_binary)) as driver:
        driver.set_script_timeout(120)
        for name, script in SCRIPTS.items():
            driver.get("about:blank")
            driver.get(path.resolve().as_uri())
            print(f"{name}: {driver.execute_async_script(WAIT + script):.0f} ms")


# Each gives milliseconds to the last argument, once the page is ready.
WAIT = """
const done = arguments[arguments.length - 1];
const ready = async () => {
  while (!document.documentElement.dataset.ready) await new Promise((r) => setTimeout(r, 5));
};
const frame = () => new Promise((r) => requestAnimationFrame(() => setTimeout(r)));
"""
SCRIPTS = {
    "interactive": "ready().then(() => done(Number(document.documentElement.dataset.ready)));",
    "sorted by a score": """ready().then(async () => {
        const start = performance.now();
        document.querySelectorAll(".grid [role=columnheader] button")[2].click();
        await frame(); done(performance.now() - start); });""",
    "searched": """ready().then(async () => {
        const start = performance.now();
        Tesla.app.segments.filterBy({ words: "harbour" });
        await frame(); done(performance.now() - start); });""",
    "a segment drawn": """ready().then(async () => {
        const start = performance.now();
        Tesla.app.choose({ segment: Math.floor(Tesla.app.facts.count / 2) });
        while (!document.querySelector(".band")) await frame();
        done(performance.now() - start); });""",
    "slowest frame of 100 while scrolling": """ready().then(async () => {
        const grid = document.querySelector(".grid"); let worst = 0;
        for (let k = 0; k < 100; k++) {
          const start = performance.now();
          grid.scrollTop += grid.scrollHeight / 100; await frame();
          worst = Math.max(worst, performance.now() - start);
        }
        done(worst); });""",
}

if __name__ == "__main__":
    main()
