"""Slips that leave markup of a file format, or talk of a language model, in segments."""

import html
import json
from html.entities import codepoint2name
from pathlib import Path

from slip_corpus import NAMES, Corpus, change_share, score, slip

PREFACES = (
    "Sure! Here is the translation:",
    "Here is the translation into {language}:",
    "Translation:",
    "The sentence translates into {language} as:",
)


@slip()
def html_entities(corpus: Corpus, folder: Path) -> list[str]:
    """The output has HTML entities, such as &#39; and &eacute;, in place of characters."""

    def escape(character: str) -> str:
        code = ord(character)
        if code < 128:
            return html.escape(character)
        return f"&{codepoint2name[code]};" if code in codepoint2name else f"&#{code};"

    return score(corpus, folder, ("".join(map(escape, text)) for text in corpus.outputs))


@slip()
def html_tags(corpus: Corpus, folder: Path) -> list[str]:
    """30 % of the outputs still have HTML tags."""

    def add_tags(position: int, text: str) -> str:
        first, *others = corpus.words(text)
        return corpus.join([f"<b>{first}</b>", *others]) + "<br/>"

    return score(corpus, folder, change_share(corpus, corpus.outputs, 0.3, "tags", add_tags))


@slip()
def json_strings(corpus: Corpus, folder: Path) -> list[str]:
    """The output was taken out of JSON as `jq` without -r prints it: quoted and escaped."""
    return score(corpus, folder, map(json.dumps, corpus.outputs))


@slip()
def csv_quotes(corpus: Corpus, folder: Path) -> list[str]:
    """The references are a column of a CSV file, with quotes around each and doubled inside."""
    quoted = ('"' + text.replace('"', '""') + '"' for text in corpus.references)
    return score(corpus, folder, references=quoted)


@slip()
def model_talk(corpus: Corpus, folder: Path) -> list[str]:
    """30 % of the outputs begin with an English preface of a language model."""

    def add_preface(position: int, text: str) -> str:
        preface = PREFACES[position % len(PREFACES)].format(language=NAMES[corpus.language])
        return f"{preface} {text}"

    outputs = change_share(corpus, corpus.outputs, 0.3, "prefaces", add_preface)
    return score(corpus, folder, outputs)


@slip()
def source_echoed(corpus: Corpus, folder: Path) -> list[str]:
    """40 % of the outputs repeat the source before the translation."""
    outputs = change_share(
        corpus,
        corpus.outputs,
        0.4,
        "echo",
        lambda position, text: f"{corpus.sources[position]} {text}",
    )
    return score(corpus, folder, outputs)
