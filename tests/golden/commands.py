"""Which outputs of commands are golden, and the help of every command."""

import re
from functools import partial

from golden.outputs import Output, command, compact_json, of_commands

_EN = "careful.en.txt hasty.en.txt -r reference.en.txt -l en"
_DE = "careful.de.txt hasty.de.txt -r reference.de.txt -l de"
_ZH = "careful.zh.txt hasty.zh.txt -r reference.zh.txt -l zh"
_SEVERAL = "-m tesla-x tesla-m bleu chrf"
_TABLES = "--table files/en-fr.table --table files/en-de.table"

SCORES = {
    "score.txt": f"score {_EN}",
    "score_metrics.txt": f"score {_EN} {_SEVERAL} ter -v",
    "score_segments.txt": f"score {_EN} {_SEVERAL} --segments",
    "score_worst.txt": f"score {_EN} -m tesla-x bleu --worst 2",
    "score_confidence.txt": f"score {_EN} {_SEVERAL} --confidence",
    "score_de.txt": f"score {_DE} -m tesla-x maxsim tesla-celab chrf++",
    "score_zh.txt": f"score {_ZH} -m tesla-x tesla-celab tesla-celab- bleu",
    "score_references.txt": "score hasty.en.txt -r reference.en.txt careful.en.txt -l en "
    "-m tesla-x tesla-m bleu --multi max",
    "score_options.txt": f"score {_EN} -m tesla-x tesla-m --order 1 --synonyms none",
    "score_conllu.txt": "score files/given.hyp.conllu -r files/given.ref.conllu -l en "
    "--input conllu -m tesla-x tesla-m --segments",
    "score_tables.txt": f"score {_EN} -m tesla-b {_TABLES} --segments",
    "score_tesla_f.txt": f"score {_EN} -m tesla-f --model files/tesla-f.en.model {_TABLES} "
    "--lm files/en.arpa --segments",
    "score_pem.txt": "score careful.en.txt -s reference.en.txt -l en -m pem --segments",
    "score_summaries.txt": "score examples/summaries.jsonl -l en "
    "-m tesla-s rouge-1 rouge-2 rouge-su4 rouge-l dicomer",
    "score.json": f"score {_EN} {_SEVERAL} --segments -f json",
    "score.tsv": f"score {_EN} {_SEVERAL} --segments -f tsv",
    "score.md": f"score {_EN} {_SEVERAL} -f markdown",
    "score.tex": f"score {_EN} {_SEVERAL} -f latex",
}
COMPARISONS = {
    "compare.txt": f"compare {_EN} {_SEVERAL} --samples 200",
    "compare_tests.txt": "compare examples/careful.txt examples/hasty.txt -r examples/ref.txt "
    "-l en -m tesla-x bleu --test bootstrap --test randomisation --test sign --samples 200",
    "compare_summaries.txt": "compare examples/summaries.jsonl -l en -m tesla-s rouge-2 "
    "--baseline lead --show 1 --samples 200",
    "compare.json": f"compare {_DE} -m tesla-x tesla-m --samples 200 -f json",
    "compare.md": f"compare {_EN} -m tesla-x --samples 200 -f markdown",
}
EVALUATIONS = {
    "meta.txt": "meta examples/judged --samples 200",
    "meta_permutation.txt": "meta examples/judged -m tesla-x bleu --measure consistency "
    "--test permutation --differences --samples 200",
    "meta_summaries.txt": "meta examples/summaries.jsonl -l en --samples 200",
    "meta.json": "meta examples/judged -m tesla-x tesla-m --measure pearson-sys "
    "--measure kendall-wmt14 --samples 200 -f json",
}
_PAIR = '"The firm bought 3 old cars." "In May, the company did not buy used cars."'
_GERMAN = '"Die Stadt warnt vor Hochwasser." "Die Stadt warnte nicht vor der Hochwassergefahr."'
_MODEL = f"--model files/tesla-f.en.model {_TABLES} --lm files/en.arpa"
EXPLANATIONS = {
    **{
        f"explain/{metric}.json": f"explain {_PAIR} -l en -m {metric}"
        for metric in ("tesla-x", "tesla-m", "maxsim", "tesla-celab", "tesla-celab-", "tesla-s")
    },
    "explain/tesla-x_de.json": f"explain {_GERMAN} -l de",
    "explain/tesla-celab_zh.json": "explain 部长没有说会加税。 部长说了是否会加税。 -l zh "
    "-m tesla-celab",
    "explain/tesla-x_references.json": 'explain "He left." "He has left." "She went away." -l en',
    "explain/tesla-x_segments.json": "explain hasty.en.txt -r reference.en.txt -l en --segment 3",
    "explain/tesla-b.json": f"explain {_PAIR} -l en -m tesla-b {_TABLES}",
    "explain/tesla-f.json": f"explain {_PAIR} -l en -m tesla-f {_MODEL}",
    "explain/pem.json": 'explain "He sold cars." "He sold vehicles." -l en -m pem',
    "explain/dicomer.json": "explain examples/airline.txt -l en -m dicomer",
    "explain/dicomer_model.json": "explain examples/airline.txt -l en -m dicomer "
    "--model files/dicomer.model",
    "explain/cremer.json": "explain examples/airline.txt -r examples/airline.txt -l en -m cremer "
    "--model files/cremer.model",
}
DRAWINGS = {
    "explain/tesla-x.txt": f"explain {_PAIR} -l en",
    "explain/tesla-m.txt": f"explain {_PAIR} -l en -m tesla-m",
    "explain/tesla-celab.txt": f"explain {_PAIR} -l en -m tesla-celab",
}
# With a long segment, of which there is more than one best matching.
NATIVE_DRAWINGS = {"explain/worst.txt": f"explain {_EN} --worst 2"}
OTHERS = {
    "analyze.conllu": "analyze hasty.en.txt -l en",
    "analyze_de.conllu": "analyze reference.de.txt -l de",
    "mbr.txt": "mbr examples/nbest.txt -l en -m tesla-m",
    "rerank.txt": "rerank examples/nbest.txt --feature-weights examples/weights.txt",
    "tune.txt": "tune --nbest examples/nbest.txt -r examples/ref.txt -l en -m tesla-m "
    "-o made/tuned.weights",
    "discourse.txt": "discourse examples/storm.txt -l en",
    "srl.txt": "srl examples/airline.txt -l en",
    "sets.txt": "sets examples",
}
# Commands with those below them; a test compares this list with what the help lists.
COMMANDS = (
    *("", "score", "compare", "explain", "rerank", "mbr", "tune", "stream", "serve", "meta"),
    *("sets", "discourse", "srl", "analyze", "languages", "build", "train"),
    *(
        f"build {kind}"
        for kind in (
            *("tagger", "synonyms", "counts", "frequencies", "lm", "phrase-table"),
            *("paraphrases", "encoder"),
        )
    ),
    *(
        f"train {kind}"
        for kind in ("tesla-f", "tesla-x", "tesla-n", "pem", "dicomer", "cremer", "srl")
    ),
)
_LISTED = re.compile(r"^    (\w\S*)(?: .*)?$", re.MULTILINE)


def command_outputs() -> list[Output]:
    """What commands print."""
    several = (SCORES, COMPARISONS, EVALUATIONS, DRAWINGS, OTHERS)
    stream = partial(command, "stream -r reference.en.txt -l en -m tesla-m", _stream_input())
    return [
        *(one for lines in several for one in of_commands(lines)),
        *of_commands(EXPLANATIONS, _explanation),
        *of_commands(NATIVE_DRAWINGS, native=True),
        Output("stream.tsv", stream),
    ]


def help_outputs() -> list[Output]:
    """Of every command, as the Python that made it formats it."""
    lines = {f"help/{name.replace(' ', '_') or 'tesla'}.txt": f"{name} --help" for name in COMMANDS}
    return of_commands(lines, python=True)


def listed_commands() -> set[str]:
    """All that the help of commands lists, and the one above them."""
    found = {"", *_listed("")}
    return found | {f"{name} {one}" for name in ("build", "train") for one in _listed(name)}


def _listed(name: str) -> list[str]:
    shown = command(f"{name} --help")
    section = re.search(r"^(?:commands|what):\n(?:  \S+\n)?((?:    .*\n)+)", shown, re.MULTILINE)
    assert section is not None, shown
    return _LISTED.findall(section[1])


def _explanation(line: str) -> str:
    return compact_json(command(f"{line} -f json"))


def _stream_input() -> str:
    return "".join(f"{number} ||| The firm bought {number} cars.\n" for number in range(3))
