"""Headers of the files that the package writes and ships, as JSON.

They are read from the bytes of the files, since that is what other versions will read:

- containers have a line with magic and checksum, then a line of JSON;
- models of 'tesla train' are JSON with kind, version and checksum;
- language models begin with a comment of JSON, weights of decoders with a comment.
"""

import gzip
import json
import re
from pathlib import Path
from typing import Any

from rated_paraphrases import RATED
from resources.pivot.toy_bitext import write_bitext
from small_frames import invented_frames

import tesla_metrics
from golden.outputs import Output, as_json, command
from tesla_metrics.parsing.srl.frame import encode_labelled_sentence

DATA = Path(tesla_metrics.__file__).parent / "data"
_MOST_SHOWN = 60
_MADE_BY = re.compile(r"tesla-metrics \d[\w.]*")
_NUMBER = re.compile(r"\d+\.\d+")
_DIGEST = re.compile(r"\b[0-9a-f]{64}\b")
_TAGGED = """\
De/DET/LID kat/NOUN/N slaapt/VERB/WW ./PUNCT/LET
De/DET/LID hond/NOUN/N blaft/VERB/WW en/CCONJ/VG slaapt/VERB/WW ./PUNCT/LET
Zij/PRON/VNW ziet/VERB/WW de/DET/LID kat/NOUN/N !/PUNCT/LET
Een/DET/LID hond/NOUN/N ziet/VERB/WW Anna/PROPN/SPEC ./PUNCT/LET
"""
BUILDS = {
    "nl.tagger": "build tagger made/train.conllu -l nl --iterations 3 -q",
    "joint.tagger": "build tagger made/train.conllu -l nl --labels joint --iterations 3 -q",
    "en.synonyms": "build synonyms files/en.synonyms.tsv -l en",
    "de.counts": "build counts reference.de.txt careful.de.txt -l de",
    "en.frequencies": "build frequencies reference.en.txt careful.en.txt -l en "
    "--min-words 1 --min-grams 2",
    "en.arpa": "build lm reference.en.txt careful.en.txt -l en -n 3 --discount-fallback -q",
    "plain.arpa.gz": "build lm reference.en.txt -n 2 --discount-fallback --no-lower -q",
    "en-fr.table": "build phrase-table made/bitext.tsv --target en --pivot fr",
    "stems.table": "build phrase-table made/bitext.tsv --target en --pivot fr --key stem "
    "--keep-punctuation",
    "en.paraphrases": "build paraphrases files/en-fr.table files/en-de.table",
}
TRAININGS = {
    "tesla-x.model": "train tesla-x --judgments examples/judged -q",
    "tesla-f.model": "train tesla-f --judgments examples/judged --features extended -q "
    "--table files/en-fr.table --lm files/en.arpa",
    "tuned.weights": "tune --nbest examples/nbest.txt -r examples/ref.txt -l en -m bleu -q",
}
# These need scikit-learn.
LEARNT = {
    "pem.model": "train pem --ratings made/rated.tsv -l en --seed 7 -q",
    "dicomer.model": "train dicomer --judgments examples/summaries.jsonl -l en --human fluency "
    "--features lin+e -q",
    "cremer.model": "train cremer --judgments examples/summaries.jsonl -l en --human content "
    "--kernel linear --dicomer files/dicomer.model -q",
    "en.srl": "train srl --frames made/frames.jsonl -l en --learner linear -q",
}


def header_outputs() -> list[Output]:
    """Of shipped files, of files that are built, and of files that are learnt."""
    return [
        Output("headers/shipped.json", shipped_headers),
        Output("headers/built.json", built_headers),
        Output("headers/trained.json", lambda: trained_headers(TRAININGS)),
        Output("headers/learnt.json", lambda: trained_headers(LEARNT), packages=("sklearn",)),
    ]


def shipped_headers() -> str:
    """With checksums: none of these files is to change."""
    paths = sorted(path for path in DATA.rglob("*") if path.is_file())
    return as_json({path.relative_to(DATA).as_posix(): header(path) for path in paths})


def built_headers() -> str:
    """Without checksums of compressed content, which another zlib changes."""
    _write_sources()
    return as_json({name: _without_digests(_made(name, line)) for name, line in BUILDS.items()})


def trained_headers(lines: dict[str, str]) -> str:
    """With a word for each number that was learnt: other versions of libraries have others."""
    _write_sources()
    found = {name: _without_digests(_made(name, line)) for name, line in lines.items()}
    return as_json(_without_numbers(found))


def header(path: Path) -> Any:
    """What a file says of itself."""
    content = path.read_bytes()
    if content.startswith(b"\x1f\x8b"):
        content = gzip.decompress(content)
    first, _, rest = content.partition(b"\n")
    if first.startswith(b"tesla-"):
        words = first.decode().split()
        facts = json.loads(rest.partition(b"\n")[0])
        return {"container": " ".join(words[:2]), "sha256": words[2], **_shortened(facts)}
    if first == b"{":
        return _shortened(json.loads(content))
    if first.startswith(b"# tesla-metrics {"):
        return {"comment": _shortened(json.loads(first.removeprefix(b"# tesla-metrics ")))}
    return {"first line": _NUMBER.sub("(number)", first.decode())}


def _made(name: str, line: str) -> Any:
    command(f"{line} -o made/{name}")
    return header(Path("made") / name)


def _write_sources() -> None:
    """What is read to build files, beside what is laid out already."""
    blocks = []
    for sentence in _TAGGED.splitlines():
        rows = [item.split("/") for item in sentence.split()]
        blocks += [
            "\t".join([str(number), form, "_", upos, xpos, *"_____"])
            for number, (form, upos, xpos) in enumerate(rows, 1)
        ]
        blocks.append("")
    _write("train.conllu", blocks * 4)
    _write("rated.tsv", ["source\tcandidate\trating", *("\t".join(map(str, r)) for r in RATED)])
    _write("frames.jsonl", [json.dumps(encode_labelled_sentence(one)) for one in invented_frames()])
    write_bitext(Path("made") / "bitext.tsv")


def _write(name: str, lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    (Path("made") / name).write_text(text, encoding="utf-8")


def _shortened(value: Any) -> Any:
    """Long tables by their length, and the same text for every version of the package."""
    if isinstance(value, dict | list) and len(value) > _MOST_SHOWN:
        return f"{len(value)} entries"
    if isinstance(value, dict):
        return {key: _shortened(one) for key, one in value.items()}
    if isinstance(value, list):
        return list(map(_shortened, value))
    return _MADE_BY.sub("tesla-metrics *", value) if isinstance(value, str) else value


def _without_digests(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_digests(one) for key, one in value.items()}
    if isinstance(value, list):
        return list(map(_without_digests, value))
    return _DIGEST.sub("(sha256)", value) if isinstance(value, str) else value


def _without_numbers(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_numbers(one) for key, one in value.items()}
    if isinstance(value, list):
        items = list(map(_without_numbers, value))
        # The length of such a list is learned as well: support vectors, for example.
        if items and "(number)" in str(items[0]) and all(item == items[0] for item in items):
            return [items[0], "(as many as were learned)"]
        return items
    return "(number)" if isinstance(value, float) else value
