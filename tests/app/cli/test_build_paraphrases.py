"""`tesla build paraphrases`, and the use of what it built."""

from pathlib import Path

from resources.pivot.small_tables import write_small

from app.cli.running import Run, refused, run, score, write
from tesla_metrics import TeslaX
from tesla_metrics.text.related_words import load_paraphrases

PAIRS = [("ziekte", "illness/NOUN", 9), ("kwaal", "illness/NOUN", 6), ("huis", "house/NOUN", 9)]
HYPOTHESES = ["De kwaal is weg.", "Het huis is groot."]
REFERENCES = ["De ziekte is weg.", "Het huis is groot."]


def test_from_tables_to_scores(tmp_path: Path) -> None:
    table = write_small(tmp_path / "nl-en.table", PAIRS, target="nl", pivot="en")
    output = tmp_path / "nl.paraphrases"
    result = run("build", "paraphrases", table, "-o", output)
    size = output.stat().st_size
    assert result == (0, "", f"{output}: 1 pairs of words, {size} bytes\n")
    assert load_paraphrases(output, "nl").get_related("kwaal") == {"ziekte": 0.55}

    files = write(tmp_path / "hyp", HYPOTHESES), "-r", write(tmp_path / "ref", REFERENCES)
    usual = (*files, "-l", "nl", "-m", "tesla-x", "--synonyms", "none")
    (without,), (record,) = score(*usual), score(*usual, "--paraphrases", output)
    own = TeslaX(lang="nl", paraphrases=str(output), synonyms="none").score(HYPOTHESES, REFERENCES)
    assert (record["score"], record["signature"]) == (own.score, str(own.signature))
    assert record["score"] > without["score"]
    assert "paraphrases:none" in without["signature"]
    assert "paraphrases:nl@" in record["signature"]
    refused(run("score", *files, "-l", "en", "-m", "tesla-x", "--paraphrases", output), 2, "'nl'")
    refused(
        run("score", *files, "-l", "nl", "-m", "bleu", "--paraphrases", output),
        2,
        "bleu has no option",
    )


def test_show(tmp_path: Path) -> None:
    table = write_small(tmp_path / "nl-en.table", PAIRS, target="nl", pivot="en")
    output = tmp_path / "nl.paraphrases"
    assert run("build", "paraphrases", table, "-o", output).code == 0
    assert run("build", "paraphrases", "--show", "Kwaal", output) == (0, "0.55  ziekte\n", "")
    nothing = run("build", "paraphrases", "--show", "huis", output)
    assert nothing == (0, "", "tesla: huis has no paraphrases in this table\n")
    lines = run("build", "paraphrases", "--show", "illness", "en").out.splitlines()
    strengths = [float(line.split()[0]) for line in lines]
    assert strengths == sorted(strengths, reverse=True)
    assert "disease" in lines[0]


def test_what_is_refused(tmp_path: Path) -> None:
    table = write_small(tmp_path / "nl-en.table", PAIRS, target="nl", pivot="en")
    other = write_small(tmp_path / "de-en.table", PAIRS, target="de", pivot="en")
    poor = write_small(tmp_path / "poor.table", PAIRS[2:], target="nl", pivot="en")
    output = tmp_path / "out"

    def build(*arguments: str | Path) -> Run:
        return run("build", "paraphrases", *arguments, "-o", output)

    refused(build(table, "--show", "x"), 2, "either -o FILE or --show WORD")
    refused(run("build", "paraphrases", table), 2, "either -o FILE or --show WORD")
    refused(run("build", "paraphrases", "--show", "x", table, other), 2, "one table")
    refused(run("build", "paraphrases", "--show", "x", table), 4, "nl-en.table")
    refused(build(table, table), 2, "twice")
    refused(build(table, other), 2, "'nl' and 'de'")
    refused(build(table, "--least", "0"), 2, "least strength")
    refused(build(tmp_path / "none.table"), 4, "none.table")
    refused(build(write(tmp_path / "text", ["x"])), 4, "text")
    refused(build(poor), 3, "no two words", "--least")
    refused(run("build", "paraphrases", table, "-o", table), 3, "overwritten")
    assert not output.exists()
