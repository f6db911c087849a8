"""Tables and taggers whose checksum fits and whose header does not: refused, or what they were."""

import json
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from odd_values import InMemory, container, odd_texts

from tesla_metrics.errors import ResourceError, UsageError
from tesla_metrics.text.compounds import load_counts
from tesla_metrics.text.frequencies import load_frequencies
from tesla_metrics.text.related_words import load_paraphrases, load_relations
from tesla_metrics.text.synonyms.load import load_compiled
from tesla_metrics.text.tagging import Tagger

Load = Callable[[Any], Any]


def named(load: Callable[[Any, str], Any]) -> Load:
    return lambda path: load(path, "en")


FILES: dict[str, tuple[Load, dict[str, Any], bytes]] = {
    "tagger": (
        Tagger.load,
        {"language": "en", "labels": "upos", "held_out": {"upos": 90.5, "function": 99}},
        b"labels\tNOUN\tVERB\nword\tdog\tA\n\nb\tA1B-2\n",
    ),
    "synonyms": (
        load_compiled,
        {"language": "en", "source": "x", "sha256": "0" * 64, "words": 2, "synsets": 1},
        b"car\t0\nhouse\t0\n",
    ),
    "counts": (load_counts, {"language": "en", "sources": ["x"], "tokens": 3}, b"2\tdog\n1\tcat\n"),
    "frequencies": (
        named(load_frequencies),
        {"language": "en", "sources": [], "sentences": 3},
        b"2\tdog\n\n3\td\n",
    ),
    "paraphrases": (
        named(load_paraphrases),
        {"language": "en", "sources": [], "pairs": 1},
        b"dog\t50 hound\n",
    ),
    "relations": (
        named(load_relations),
        {"language": "en", "sources": [], "pairs": 2},
        b"bright\t+brighten\t-dim\n",
    ),
}


@pytest.mark.parametrize("kind", FILES)
def test_every_field_with_every_odd_value(kind: str) -> None:
    load, settings, body = FILES[kind]
    facts = {"kind": kind, "version": 1, "settings": settings}
    packed = zlib.compress(body)
    load(InMemory(container(json.dumps(facts).encode(), packed, f" {len(body)}")))
    refused = 0
    for what, text in odd_texts(facts):
        try:
            load(InMemory(container(text.encode(), packed)))
        except (ResourceError, UsageError) as error:
            refused += 1
            message = str(error)
            assert "\n" not in message, what
            assert len(message) < 500, what
            assert message.encode(), what
    assert refused > 100


@pytest.mark.parametrize("kind", FILES)
def test_every_cut_of_the_body(kind: str) -> None:
    load, settings, body = FILES[kind]
    header = json.dumps({"kind": kind, "version": 1, "settings": settings}).encode()
    for length in range(len(body)):
        if kind in ("tagger", "counts", "frequencies") and body[:length].endswith(b"\n"):
            continue  # less, but whole: only the checksum tells
        with pytest.raises(ResourceError, match="malformed"):
            load(InMemory(container(header, zlib.compress(body[:length]))))
