"""What looks like a table or markup, and what is text all the same."""

from pathlib import Path

import pytest

from tesla_metrics.files.input_file import open_inputs
from tesla_metrics.files.testsets.formats import detect_format


def looks(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return detect_format(open_inputs([str(path)])[0])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"mt": "a boat"}\n{"mt": "two boats"}\n', "jsonl"),
        ('{"mt": "a boat"}\n\n{"mt": "two boats"}\nbroken\n', "jsonl"),
        ('[\n  {"mt": "a boat"}\n]\n', "json"),
        ('{\n  "mt": "a boat"\n}\n', "json"),
        ("a boat\tone boat\ntwo boats\tboats\n", "tsv"),
        ("1\ta boat\n2\tboats\n3\t\n", "tsv"),
        ("mt,ref\na boat,one boat\n", "csv"),
        ("mt;ref\na boat;one, boat\n", "csv"),
        ('[{"mt": "a boat"}, {"mt": "two boats"}]\n', "json"),
        ('src,MT,ref,note\n"x, y",a boat,one boat,\n', "csv"),
        ('<refset setid="x" srclang="any">\n<doc>\n', "sgml"),
        ('\n<TSTSET setid="x">\n', "sgml"),
        ('<!DOCTYPE mteval SYSTEM "x.dtd">\n<mteval>\n', "sgml"),
        ('<?xml version="1.0"?>\n<mteval>\n<refset setid="x">\n', "sgml"),
        ('<DOC docid="x" sysid="y">\n', "sgml"),
        ('<seg id="1"> a boat </seg>\n<seg id="2"> boats </seg>\n', "sgml"),
        ('<?xml version="1.0"?>\n<dataset id="x">\n', "wmt-xml"),
        ('<dataset id="x"><doc id="d">\n', "wmt-xml"),
        ('<?xml version="1.0"?><tmx version="1.4">\n', "xml"),
        ("# text = boats\n1\tboats\tboat\tNOUN" + "\t_" * 6 + "\n\n", "conllu"),
        ("a\tb\n\nc\td\n", "tsv"),
        ("a boat\tone boat\n" * 9 + "a line without\n" + "two\tboats\n" * 5, "tsv"),
        ("a boat\tone boat\n" * 9 + "one\ttwo\tthree\n", "tsv"),
        ("mt,ref\n" + "a boat,one boat\n" * 9 + "a line without\n", "csv"),
        ("0 ||| a boat ||| LM= -2.5 ||| -1\n0 ||| boats ||| LM= -3 ||| -2\n", "bars"),
        ("0 ||| a boat ||| -1\n", "bars"),
        ("ein Boot ||| a boat\nBoote ||| boats\n", "bars"),
        ('["a boat", "one boat"]\n["boats", "two boats"]\n', "json"),
        ('["a boat", "one boat"]\n', "json"),
        ('[{"mt": "a boat"}, {"mt": "boats"}]\n', "json"),
        ('"a boat"\n"two \\"boats\\""\n', "json"),
        ("<seg>a boat</seg>\n<seg>boats</seg>\n", "sgml"),
        ('<s id="1">a boat</s>\n<s id="2">boats</s>\n', "xml"),
        ("<s> a boat </s>\n<s> boats </s>\n", "xml"),
        ('<tmx version="1.4">\n<header/>\n', "xml"),
        ('<xliff version="1.2">\n<file>\n', "xml"),
        ('<collection id="x">\n<doc id="d">\n', "wmt-xml"),
        ('<srcset setid="x" srclang="de">\n', "sgml"),
        ("1-2\tzum" + "\t_" * 8 + "\n1\tzu" + "\t_" * 8 + "\n", "conllu"),
    ],
)
def test_content(tmp_path: Path, text: str, expected: str) -> None:
    assert looks(tmp_path / "file", text) == expected
    assert looks(tmp_path / "file.txt", text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "A plain sentence.\nAnother, with a comma, or two.\n",
        "A stray\ttab here.\nNone here.\n",
        "One line with\ta tab.\n",
        "\tAn indented line.\n\tAnother one.\n",
        "A tab at the end.\t\nAnd again.\t\n",
        "a\tb\nc\td\te\n",
        "{braces} in a text\n{ of a template }\n",
        '{"a quotation in braces"}\n{"another"}\n',
        "{name}, your order {id} is here.\n{name}: hello!\n",
        '{"id": 1} is what the server said.\nNothing else.\n',
        '{"id": 1}\nThe line above is an example.\nSo is this one.\n',
        "[\nA bracket by itself.\n",
        "{\nA brace by itself.\n",
        "<b>Bold</b> words.\n<i>Others</i>\n",
        "<3 to you all\n< 5 is less\n",
        "<doc>\nA tag that no test set has alone.\n",
        "<!DOCTYPE html>\n<p>About a page.\n",
        "Text, reference, source: three words.\nNothing, but, commas.\n",
        "Hyp, hyp, hurray\nText, a, b\n",
        "source, target\nwater, a lake\n",
        "# A heading\n1. first\n2. second\n",
        "1\tone\n",
        "10 columns\tnot\nhere\n",
        "C:\\new\\table\nC:\\old\n",
        "A poem\n\twith an indented line\nand none\n\tand one\n",
        "1.\tA list\nwith a line that goes on,\nand on.\n2.\tAnother.\n",
        "She left.\tHe stayed.\n" + "No tab here.\n" * 2 + "Nor\there?\n",
        '"A quotation alone."\n',
        '"Yes," she said.\n"No," said he.\n',
        '"Yes."\n"No."\nShe left.\n',
        "[Applause]\n[Laughter]\n",
        "[1]\n[2]\n",
        "[12] A footnote.\n[13] Another.\n",
        "12 || 13\n14 || 15\n",
        "a ||| b is how tables have it.\nHere there is none.\nNor here.\n",
        "3 ||| 4 is no sum.\nNor is this.\n",
        "<s>Struck out</s> and not.\nMore text.\nAnd more.\n",
        "<segment> is a word here.\n<segments> too.\n",
        "<corpora> of texts\nand more of them\n",
        "<html>\n<p>About a page.</p>\n",
        "<strong>Now</strong> or never.\n<small>Or later.</small>\n",
        "1 2 3\n4 5 6\n",
        "true\nfalse\nnull\n12\n",
        "Order, order!\nmt, ref\n",
    ],
)
def test_text(tmp_path: Path, text: str) -> None:
    assert looks(tmp_path / "file.txt", text) == "text"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.tsv", "tsv"),
        ("a.CSV", "csv"),
        ("a.jsonl", "jsonl"),
        ("a.sgm", "sgml"),
        ("a.sgml", "sgml"),
        ("a.xml", "xml"),
        ("a.json", "json"),
        ("a.conllu", "conllu"),
        ("tsv", "text"),
        ("a.tsv.txt", "text"),
        ("a.en", "text"),
    ],
)
def test_names(tmp_path: Path, name: str, expected: str) -> None:
    assert looks(tmp_path / name, "Words and no more.\n") == expected


def test_a_name_for_several_formats_is_told_by_the_content(tmp_path: Path) -> None:
    assert looks(tmp_path / "a.xml", "<dataset>") == "wmt-xml"
    assert looks(tmp_path / "a.xml", "<refset>") == "sgml"
    assert looks(tmp_path / "a.json", '{"mt": "a"}') == "jsonl"


@pytest.mark.data
def test_outputs_and_references_are_text(shared: Path) -> None:
    paths = sorted((shared / "mt").glob("*/*/**/*.txt"))
    assert paths
    assert {detect_format(open_inputs([str(path)])[0]) for path in paths} == {"text"}
