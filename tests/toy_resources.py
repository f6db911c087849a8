"""A phrase table, a language model and a model of TESLA-F, small enough to build in a test."""

from pathlib import Path

from app.cli.running import run
from resources.pivot.toy_bitext import write_bitext

EXAMPLES = Path(__file__).parents[1] / "examples"
JUDGED = EXAMPLES / "judged"
SENTENCES = (
    "The train left the station late.",
    "The train was late, and the station was empty.",
    "She left the house and took the train.",
    "The doctor took the last train.",
)


def make_table(folder: Path) -> Path:
    path = folder / "en-fr.table"
    bitext = write_bitext(folder / "toy.tsv")
    done("build", "phrase-table", bitext, "--target", "en", "--pivot", "fr", "-o", path)
    return path


def make_lm(folder: Path, name: str = "toy", order: int = 3, lang: str = "en") -> Path:
    text, path = folder / f"{name}.txt", folder / f"{name}.arpa"
    text.write_text("".join(f"{line}\n" for line in SENTENCES), "utf-8")
    done("build", "lm", text, "-l", lang, "-n", order, "--discount-fallback", "-o", path)
    return path


def make_model(folder: Path, *options: object) -> Path:
    path = folder / "toy.model"
    done("train", "tesla-f", "--judgments", JUDGED, "-o", path, *options)
    return path


def done(*arguments: object) -> str:
    """What a command prints, which must succeed."""
    result = run(*arguments)
    assert result.code == 0, result.err
    return result.out
