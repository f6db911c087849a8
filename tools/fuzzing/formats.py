"""A test set written in every format that docs/score.md names."""

import csv
import io
import json
from collections.abc import Callable
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from .sources import OUTPUTS, REFERENCES


class Written(NamedTuple):
    """Outputs by system and references by name, all of as many segments."""

    systems: dict[str, list[str]]
    references: dict[str, list[str]]

    @property
    def segments(self) -> int:
        return len(next(iter(self.systems.values())))

    def columns(self) -> list[list[str]]:
        return [*self.systems.values(), *self.references.values()]


SMALL = Written({name: list(texts) for name, texts in OUTPUTS.items()}, {"human": list(REFERENCES)})


def as_tsv(written: Written) -> bytes:
    """A column each, named in the first line; texts have no tabs and no line ends."""
    rows = zip(*written.columns(), strict=True)
    head = [*written.systems, *written.references]
    return "".join("\t".join(row) + "\n" for row in (head, *rows)).encode()


def as_csv(written: Written) -> bytes:
    """As spreadsheets write it."""
    said = io.StringIO()
    writer = csv.writer(said, lineterminator="\n")
    writer.writerow([*written.systems, *written.references])
    writer.writerows(zip(*written.columns(), strict=True))
    return said.getvalue().encode()


def as_jsonl(written: Written) -> bytes:
    """A long table: a row a system and segment."""
    rows = (
        {
            "system": system,
            "id": number,
            "mt": texts[number],
            "references": [column[number] for column in written.references.values()],
        }
        for system, texts in written.systems.items()
        for number in range(written.segments)
    )
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def as_sgml(written: Written, references: bool = False) -> bytes:
    """Documents by sysid, of the systems or of the references."""
    chosen = written.references if references else written.systems
    what = "refset" if references else "tstset"
    docs = "".join(
        f"<doc sysid={quoteattr(name)} docid='d'>\n"
        + "".join(f"<seg id='{n}'>{escape(text)}</seg>\n" for n, text in enumerate(texts, 1))
        + "</doc>\n"
        for name, texts in chosen.items()
    )
    return f"<{what} setid='s' srclang='de' trglang='en'>\n{docs}</{what}>\n".encode()


def as_wmt_xml(written: Written) -> bytes:
    """A document with source, references by translator and systems."""
    source = [f"source {number}" for number in range(1, written.segments + 1)]
    parts = [
        _part("src lang='de'", source),
        *(
            _part(f"ref lang='en' translator={quoteattr(n)}", t)
            for n, t in written.references.items()
        ),
        *(_part(f"hyp lang='en' system={quoteattr(n)}", t) for n, t in written.systems.items()),
    ]
    body = "".join(parts)
    return (
        "<?xml version='1.0' encoding='utf-8'?>\n<dataset id='s'><doc id='d' origlang='de'>\n"
        f"{body}</doc></dataset>\n"
    ).encode()


def _part(tag: str, texts: list[str]) -> str:
    inside = "".join(f"<seg id='{n}'>{escape(text)}</seg>\n" for n, text in enumerate(texts, 1))
    return f"<{tag}><p>{inside}</p></{tag.split()[0]}>\n"


COLUMNS = ",".join([*(f"hyp={name}" for name in SMALL.systems), "ref=human"])
WRITERS: dict[str, Callable[[Written], bytes]] = {
    "tsv": as_tsv,
    "csv": as_csv,
    "jsonl": as_jsonl,
    "sgml": as_sgml,
    "wmt-xml": as_wmt_xml,
}
