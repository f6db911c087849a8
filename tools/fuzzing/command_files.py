"""Files for commands: a folder of texts, tables and markup, some of them odd."""

import random

from .damage import damaged
from .formats import WRITERS, Written, as_sgml
from .place import Place
from .sources import write_lines
from .texts import changed_text, random_text, without_surrogates

# Names that shells, tables and messages have to bear.
NAMES = (
    "hyp.txt", "a b.txt", "héé.txt", "-dash.txt", "x.tsv", "100%.txt", "{}.txt", "q'uote\".txt",
    "new\nline.txt", "tab\tbed.txt", "=.txt", "a,b.txt", "#.txt", "雨伞.txt", ".hidden", "none",
)  # fmt: skip
_CONTENTS = (
    b"", b"\n", b"\n\n\n", b" \n", b"\xff\xfe\n", b"\xef\xbb\xbfone\n", b"no end", b"a\r\nb\r\n",
    b"a\rb\n", b"\0\n", b"a\tb\nc\td\n", b'{"mt": "a", "ref": "b"}\n', b"<doc>",
    b"<?xml version='1.0'?>", b"\x1f\x8b\x08broken", b"PK\x03\x04", b"tesla-resource 1 0\n{}\n",
    b"# text = a\n1\ta\n", b'"a","b"\n', b"mt\tref\n", b"[1]\n", b"1\n2\n3\n",
)  # fmt: skip


class Case:
    """A folder with hypotheses, references and tables, all of as many segments."""

    def __init__(self, rng: random.Random, place: Place) -> None:
        self.rng, self.place = rng, place
        self.folder = place.path()
        self.folder.mkdir()
        self.lang = rng.choice(place.languages)
        self.size = rng.choice((1, 2, 3, 12))
        texts = [self._text() for _ in range(self.size)]
        self.texts = {
            "ref.txt": texts,
            "ref2.txt": [changed_text(rng, text, self.lang) for text in texts],
            "hyp.txt": [changed_text(rng, text, self.lang) for text in texts],
            "other.txt": [self._text() for _ in texts],
        }
        for name, lines in self.texts.items():
            write_lines(self.folder / name, lines)
        self._tables()

    def _text(self) -> str:
        """A line of a file, with a word at least: most commands are to come to their end."""
        text = " ".join(random_text(self.rng, self.lang).split())
        return without_surrogates(text).replace("\ufeff", "") or "boat"

    def _tables(self) -> None:
        systems = {name: self.texts[f"{name}.txt"] for name in ("hyp", "other")}
        written = Written(systems, {"ref": self.texts["ref.txt"]})
        for form, name in (("tsv", "all.tsv"), ("csv", "all.csv"), ("jsonl", "all.jsonl")):
            (self.folder / name).write_bytes(WRITERS[form](written))
        (self.folder / "hyp.sgm").write_bytes(WRITERS["sgml"](written))
        (self.folder / "ref.sgm").write_bytes(as_sgml(written, references=True))

    def odd_file(self) -> str:
        """One that should not be given, or not so."""
        what = self.rng.randrange(5)
        if what == 0:
            return self.rng.choice(("missing.txt", ".", "no/where", "hyp.txt/x"))
        if what == 1:
            source = self.folder / self.rng.choice(("hyp.txt", "all.tsv", "all.jsonl", "hyp.sgm"))
            return self.put(self.rng.choice(NAMES), damaged(self.rng, source.read_bytes()))
        if what == 2:
            lines = self.texts["hyp.txt"][: self.rng.randint(0, self.size)]
            lines += ["more"] * self.rng.randint(0, 2)
            return self.put("other.txt", "".join(f"{line}\n" for line in lines).encode())
        if what == 3:
            names = sorted(path.name for path in self.place.workshop.folder.iterdir())
            return str(self.place.workshop.folder / self.rng.choice(names))
        return self.put(self.rng.choice(NAMES), self.rng.choice(_CONTENTS))

    def put(self, name: str, content: bytes) -> str:
        """A file of that name, where the system can have it."""
        try:
            (self.folder / name).write_bytes(content)
        except OSError:
            name = "plain.txt"
            (self.folder / name).write_bytes(content)
        return name

    def state(self) -> dict[str, bytes | None]:
        """All that is there, folders without content."""
        return {
            str(path.relative_to(self.folder)): path.read_bytes() if path.is_file() else None
            for path in sorted(self.folder.rglob("*"))
        }
