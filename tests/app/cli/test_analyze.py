"""`tesla analyze` shows what is scored: its output scores like the text it came from."""

from pathlib import Path

import pytest

from app.cli.running import run, score, write
from tesla_metrics.files.conllu import read_conllu
from tesla_metrics.text.loading import load_analyzer

HYP = {
    "en": ["The gardeners weren't planting roses.", "", "She'd sold 3 old barns... :-)"],
    "de": ["Die Gärtner pflanzten keine Rosenstöcke.", "!", "Im Zug lag ein Regenschirm."],
    "fr": ["Les jardiniers n'ont pas planté l'arbre.", "", "Elle parle du marché aux fleurs."],
    "es": ["Los jardineros no plantaron rosas.", "", "Dámelo al salir del mercado."],
    "cs": ["Zahradníci nesázeli růže.", "", "Prodala 3 staré stodoly."],
    "ja": ["庭師はバラを植えた。", "", "古い納屋 3つ"],
    "ar": ["زرع البستاني الورود.", "", "باعت 3 حظائر"],
}
REF = {
    "en": ["The gardener had planted a rose.", "", "She sold three ancient barns."],
    "de": ["Der Gärtner pflanzte eine Rose.", "?", "Im Zug liegt der Schirm."],
    "fr": ["Le jardinier a planté des arbres.", "", "Il parle des marchés."],
    "es": ["El jardinero plantó una rosa.", "", "Dame eso."],
    "cs": ["Zahradník sázel růži.", "", "Prodal tři stodoly."],
    "ja": ["庭師がバラを植える。", "", "納屋 3"],
    "ar": ["البستاني زرع وردة.", "", "باع 3"],
}


@pytest.mark.parametrize("lang", sorted(HYP))
def test_scores_like_the_text(tmp_path: Path, lang: str) -> None:
    pairs = []
    for name, lines in (("hyp", HYP[lang]), ("ref", REF[lang])):
        text = write(tmp_path / name, lines)
        result = run("analyze", text, "-l", lang)
        assert (result.code, result.err) == (0, "")
        analysed = tmp_path / f"{name}.conllu"
        analysed.write_text(result.out, encoding="utf-8")
        pairs.append((text, analysed))
    (hyp, hyp_analysed), (ref, ref_analysed) = pairs
    options = ["-l", lang, "--tags", "upos", "-m", "tesla-m", "-m", "maxsim"]
    plain = score(hyp, "-r", ref, *options)
    given = score(hyp_analysed, "-r", ref_analysed, *options, "--input", "conllu")
    for one, other in zip(plain, given, strict=True):
        assert one["segments"] == pytest.approx(other["segments"], rel=0, abs=1e-12)
        assert "analyzer:given" in other["signature"]
    assert 0 < plain[0]["score"] < 1


def test_reads_back_as_the_analysis() -> None:
    text = "The gardeners weren't planting roses.\n\n3 _ #1\n"
    result = run("analyze", "-l", "en", stdin=text.encode())
    sentences = read_conllu(result.out.split("\n"), "output")
    assert sentences == load_analyzer("en").analyze(text.split("\n")[:-1])


def test_columns_tell_function_words_dropped_tokens_and_synsets() -> None:
    result = run("analyze", "-", "-l", "en", stdin=b"The large car , big !\n")
    lines = result.out.splitlines()
    analyzer = load_analyzer("en").name
    assert lines[:2] == [f"# analyzer = {analyzer}", "# synonyms = wordnet-3.0"]
    assert lines[2:4] == ["# sent_id = 1", "# text = The large car , big !"]
    rows = [line.split("\t") for line in lines[4:-1]]
    assert {len(row) for row in rows} == {10}
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    the, large, car, comma, big, mark = (row[9] for row in rows)
    assert the == "Function=Yes"
    assert comma == mark == "Dropped=Yes"
    assert car.startswith("Synsets=")
    assert synsets(large) & synsets(big)
    assert not synsets(large) & synsets(car)
    assert lines[-1] == ""


def test_own_synonyms(tmp_path: Path) -> None:
    path = write(tmp_path / "own.tsv", ["gorse\tfurze"])
    result = run("analyze", "-l", "en", "--synonyms", path, stdin=b"Gorse car\n")
    rows = [line.split("\t") for line in result.out.splitlines() if "\t" in line]
    assert [row[9] for row in rows] == ["Synsets=0", "_"]


def test_compounds_on_request() -> None:
    forms = []
    for choice in ("auto", "none"):
        arguments = ["analyze", "-l", "de", "--compounds", choice]
        result = run(*arguments, stdin=b"Mein Regenschirm ist rot.\n")
        forms.append([line.split("\t")[1] for line in result.out.splitlines() if "\t" in line])
    assert forms == [
        ["Mein", "Regen", "Schirm", "ist", "rot", "."],
        ["Mein", "Regenschirm", "ist", "rot", "."],
    ]


def test_no_text_no_segment() -> None:
    result = run("analyze", "-l", "en", stdin=b"")
    assert result.code in (0, 3)
    assert read_conllu(result.out.split("\n"), "output") == []


def synsets(misc: str) -> set[str]:
    return set(misc.partition("Synsets=")[2].split(","))
