"""Small corpora by template: a bitext of three languages, and outputs that people have judged."""

import json
from collections.abc import Iterable
from itertools import product
from pathlib import Path

PEOPLE = (
    ("doctor", "docteur", "Arzt"),
    ("physician", "docteur", "Arzt"),
    ("farmer", "fermier", "Bauer"),
    ("captain", "capitaine", "Kapitän"),
)
DEEDS = (
    ("sleeps", "dort", "schläft"),
    ("reads a letter", "lit une lettre", "liest einen Brief"),
    ("does not sell the boat", "ne vend pas le bateau", "verkauft das Boot nicht"),
    ("bought two ships", "a acheté deux bateaux", "kaufte zwei Schiffe"),
    ("has 12 cows", "a 12 vaches", "hat zwölf Kühe"),
)
SENTENCES = tuple(
    (f"The {one[0]} {two[0]}.", f"Le {one[1]} {two[1]}.", f"Der {one[2]} {two[2]}.")
    for one, two in product(PEOPLE, DEEDS)
)
ENGLISH, FRENCH, GERMAN = (tuple(column) for column in zip(*SENTENCES, strict=True))


def write_lines(path: Path, lines: Iterable[str]) -> Path:
    """A text file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes("".join(f"{line}\n" for line in lines).encode())
    return path


def bitext() -> list[str]:
    """Columns by language."""
    return ["en\tfr\tde", *("\t".join(row) for row in SENTENCES)]


def ratings() -> list[str]:
    """Of every sentence three, on a scale from 1 to 5: itself, a near one, another."""
    rows = []
    for place, source in enumerate(ENGLISH):
        other = ENGLISH[(place + 5) % len(ENGLISH)]
        far = ENGLISH[(place + 7) % len(ENGLISH)]
        rows += [f"{source}\t{text}\t{n}" for text, n in ((source, 4), (other, 2.5), (far, 1))]
    return ["source\tcandidate\trating", *rows]


def nbest() -> list[str]:
    """Three candidates of each sentence, as decoders write them."""
    return [
        f"{place} ||| {ENGLISH[(place + step) % len(ENGLISH)]} "
        f"||| LM: -{step} 0.5 TM= 1 ||| -{step}.5"
        for place in range(len(ENGLISH))
        for step in range(3)
    ]


def samples() -> list[str]:
    """The same as JSON lines."""
    rows = (
        {
            "id": place,
            "hypotheses": [ENGLISH[(place + step) % len(ENGLISH)] for step in range(3)],
            "scores": [-0.5, -1.5, -2.5],
            "features": [{"LM_0": -step, "LM_1": 0.5, "TM_0": 1} for step in range(3)],
        }
        for place in range(len(ENGLISH))
    )
    return [json.dumps(row, ensure_ascii=False) for row in rows]


def tuning() -> list[str]:
    """A configuration of a run of decoding and tuning."""
    return [
        'source = "text.fr"',
        'references = ["text.en", "text.en"]',
        'metric = "tesla-m"',
        'lang = "en"',
        "nbest = 30",
        "iterations = 2",
        "[metric_options]",
        "order = 2",
        "[features]",
        "lm_0 = 0.5",
        "tm_0 = {start = 0.2, low = 0, high = 1}",
        "[decoder]",
        'kind = "command"',
        "command = \"decode '{source}' --weights={weights} {nbest} {n}\"",
        'weights_format = "moses"',
    ]


def weights() -> list[str]:
    """Of their features."""
    return ["# of a list", "LM= 0.5 -0.25", "TM_0 1e-3"]


def tmx() -> list[str]:
    """English and French as a translation memory."""
    units = (
        f'<tu><tuv xml:lang="en-GB"><seg>{one}</seg></tuv>'
        f'<tuv xml:lang="fr"><seg>{two}</seg></tuv></tu>'
        for one, two in zip(ENGLISH, FRENCH, strict=True)
    )
    head = '<?xml version="1.0"?><tmx version="1.4"><header srclang="en"/><body>'
    return [head, *units, "</body></tmx>"]


def alignments() -> list[str]:
    """Token by token, as far as both sides go."""
    return [
        " ".join(f"{n}-{n}" for n in range(min(len(one.split()), len(two.split()))))
        for one, two in zip(ENGLISH, FRENCH, strict=True)
    ]


# Outputs of three systems: the second leaves the end out, the third turns words about.
REFERENCES = ENGLISH[:12]
OUTPUTS = {
    "good": tuple(text.replace("doctor", "physician") for text in REFERENCES),
    "short": tuple(text[: len(text) // 2] for text in REFERENCES),
    "turned": tuple(" ".join(reversed(text.split())) for text in REFERENCES),
}
_RANKED = (("good", "short"), ("good", "turned"), ("short", "turned"))


def rankings() -> list[str]:
    """human.rank.tsv"""
    rows = (
        f"{segment}\tjudge{segment % 2}\t{one}\t{two}\t{'AAB='[(segment + place) % 4]}"
        for segment in range(1, len(REFERENCES) + 1)
        for place, (one, two) in enumerate(_RANKED)
    )
    return ["seg\tjudge\tsystemA\tsystemB\tpreference", *rows]


def wmt_rankings() -> list[str]:
    """human.rank.csv as WMT published it."""
    head = "srclang,trglang,srcIndex,documentId,segmentId,judgeId"
    systems = ",".join(f"system{n}Number,system{n}Id" for n in (1, 2, 3))
    ranks = ",".join(f"system{n}rank" for n in (1, 2, 3))
    rows = (
        f"German,English,{segment},doc,{segment},judge{segment % 2},"
        f"1,good,2,short,3,turned,{segment % 3 + 1},{segment % 2 + 2},{3 - segment % 2}"
        for segment in range(1, len(REFERENCES) + 1)
    )
    return [f"{head},{systems},{ranks}", *rows]


def segment_scores() -> list[str]:
    """human.seg.tsv"""
    rows = (
        f"{system}\t{segment}\t{(90, 40, 60)[place] + segment % 7}"
        for place, system in enumerate(OUTPUTS)
        for segment in range(1, len(REFERENCES) + 1)
    )
    return ["system\tseg\tscore", *rows]


def system_scores() -> list[str]:
    """human.sys.tsv"""
    return ["system\tscore", "good\t0.9", "short\t0.3", "turned\t-0.2"]


def by_system(rows: Iterable[str]) -> list[str]:
    """As mt-metrics-eval has them: `system<TAB>score`, without header and numbers."""
    cells = [row.split("\t") for row in rows][1:]
    return [f"{row[0]}\t{row[-1]}" for row in cells]


def write_judged(folder: Path) -> Path:
    """A judged set in our layout."""
    write_lines(folder / "ref.A.txt", REFERENCES)
    for name, output in OUTPUTS.items():
        write_lines(folder / "systems" / f"{name}.txt", output)
    write_lines(folder / "human.rank.tsv", rankings())
    write_lines(folder / "human.seg.tsv", segment_scores())
    write_lines(folder / "human.sys.tsv", system_scores())
    return folder


def write_mt_metrics_eval(folder: Path, pair: str = "de-en") -> Path:
    """The same as mt-metrics-eval lays it out."""
    write_lines(folder / "references" / f"{pair}.refA.txt", REFERENCES)
    for name, output in OUTPUTS.items():
        write_lines(folder / "system-outputs" / pair / f"{name}.txt", output)
    human = folder / "human-scores"
    write_lines(human / f"{pair}.mqm.seg.score", by_system(segment_scores()))
    write_lines(human / f"{pair}.mqm.sys.score", by_system(system_scores()))
    return folder


def topics() -> list[str]:
    """Judged summaries, a topic a line."""
    return [
        json.dumps({
            "doc": f"d{number}", "source": text,
            "references": [text, [text, "Ça va."]][: 1 + number % 2],
            "systems": {
                name: {"summary": text[:size], "scores": {"content": size % 7, "form": number}}
                for name, size in (("long", 40), ("short", 12), ("odd", 1 + number % 5))
            },
        }, ensure_ascii=False)
        for number, (text, *_) in enumerate(SENTENCES[:6])
    ]  # fmt: skip


def summaries() -> list[str]:
    """The same, a summary a line."""
    rows = [
        {
            "id": topic["doc"], "system": system, "references": topic["references"],
            "sentences": [own["summary"], "Fin."], "scores": own["scores"],
        }
        for topic in map(json.loads, topics())
        for system, own in topic["systems"].items()
    ]  # fmt: skip
    return list(map(json.dumps, rows))


def rated_pairs() -> list[str]:
    """Sources and candidates under a header."""
    rows = [
        f"{text}\t{text[::step]}\t{step * number % 11}"
        for number, (text, *_) in enumerate(SENTENCES[:6])
        for step in (1, 2, 3)
    ]
    return ["source\tcandidate\tmeaning", *rows, "Who?\tNobody.\tNA"]
