"""Tagger files: round trip, damage, what is shipped."""

from pathlib import Path

import pytest

from tesla_metrics.errors import ResourceError
from tesla_metrics.files.resource import Resource, write_resource
from tesla_metrics.files.schema import SchemaError
from tesla_metrics.text.tagging import Tagger
from tesla_metrics.text.tagging.tagger import TaggerContent, decode_body, encode_body
from tesla_metrics.text.tagging.training import train_tagger

SHIPPED = Path(__file__).parents[3] / "src" / "tesla_metrics" / "data" / "taggers"
LARGEST = 1_000_000


@pytest.fixture(scope="module")
def resource() -> Resource:
    """A small tagger."""
    corpus = [
        [("They", "PRON"), ("ship", "VERB"), ("new", "ADJ"), ("books", "NOUN"), (".", "PUNCT")]
    ]
    return train_tagger(corpus * 3, language="en", iterations=4)


def test_round_trip(tmp_path: Path, resource: Resource) -> None:
    path = tmp_path / "x.tagger"
    write_resource(path, resource)
    loaded = Tagger.load(path)
    forms = ["They", "ship", "new", "books", "."]
    assert loaded.tag(forms) == Tagger(resource).tag(forms)
    assert loaded.settings == resource.settings
    assert len(loaded.short_hash) == 8


def test_body_round_trip() -> None:
    body = TaggerContent(("A a", "B"), {"?x": (0, 1)}, {"the": (1,)}, {"o1x": "A12B-4", "b": "A-1"})
    assert decode_body(encode_body(body)) == body


@pytest.mark.parametrize("position", [30, 200, -20])
def test_flipped_byte(tmp_path: Path, resource: Resource, position: int) -> None:
    path = tmp_path / "x.tagger"
    write_resource(path, resource)
    content = bytearray(path.read_bytes())
    content[position] ^= 1
    path.write_bytes(content)
    with pytest.raises(ResourceError):
        Tagger.load(path)


@pytest.mark.parametrize("share", [0, 0.01, 0.5, 0.99])
def test_truncated(tmp_path: Path, resource: Resource, share: float) -> None:
    path = tmp_path / "x.tagger"
    write_resource(path, resource)
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(ResourceError):
        Tagger.load(path)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"labels\n\n",
        b"tables\tA\n\n",
        b"labels\tA\nword\tx\n\n",
        b"labels\tA\nword\tx\tB\n\n",
        b"labels\tA\tB\nword\tx\tBA\n\n",
        b"labels\tA\nwords\tx\tA\n\n",
        b"labels\tA\n\nf\tA1",
        b"labels\tA\n\nf\tB1\n",
        b"labels\tA\n\nf\tA1.5\n",
        b"labels\tA\n\nf A1\n",
        b"labels\tA\n\n\tA1\n",
        b"labels\tA\n\nf\t\n",
        b"labels\t\xff\n\n",
        b"labels\tA\tA\n\n",
        b"labels\tA\n\nf\tA1001\n",
        b"labels\tA\n\nf\tA-2000\n",
        b"labels\tA\n\nf\tA99999999999999999999\n",
        b"labels\tA\n\nf\tANaN\n",
        b"labels\tA\n\nf\tA1\nf\tA2\n",
    ],
)
def test_malformed_body(text: bytes) -> None:
    with pytest.raises(SchemaError) as caught:
        decode_body(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "The/DET cat/NOUN did/AUX n't/PART eat/VERB the/DET fish/NOUN ./PUNCT"),
        ("en", "She/PRON said/VERB that/SCONJ it/PRON was/AUX in/ADP London/PROPN ./PUNCT"),
        ("de", "Der/DET alte/ADJ Mann/NOUN liest/VERB ein/DET Buch/NOUN ./PUNCT"),
        ("fr", "Le/DET chat/NOUN mange/VERB dans/ADP la/DET maison/NOUN ./PUNCT"),
        ("es", "El/DET perro/NOUN come/VERB en/ADP la/DET casa/NOUN ./PUNCT"),
        ("cs", "Starý/ADJ muž/NOUN čte/VERB knihu/NOUN v/ADP parku/NOUN ./PUNCT"),
    ],
)
def test_shipped(lang: str, text: str) -> None:
    path = SHIPPED / f"{lang}.tagger"
    assert path.stat().st_size <= LARGEST
    pairs = [item.rsplit("/", 1) for item in text.split()]
    tags = Tagger.load(path).tag([form for form, _ in pairs])
    assert [upos for upos, _ in tags] == [upos for _, upos in pairs]
    assert all((xpos == "_") == (lang != "en") for _, xpos in tags)


@pytest.mark.parametrize("lang", ["en", "de", "fr", "es", "cs"])
def test_shipped_settings(lang: str) -> None:
    facts = Tagger.load(SHIPPED / f"{lang}.tagger").settings
    assert facts["accuracy"][f"{lang}_pud-test"]["function"] >= 96
    barred = ("lines", "partut", "gum", "fictree", "lit", "cess")
    for source in facts["trained_on"]:
        assert len(source["sha256"]) == 64
        assert source["licence"]
        assert not any(name in source["file"] for name in barred)
