"""A cluster of two executors, in a process of its own, which has another connection to Spark."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tesla_metrics.errors import ResourceError
from tesla_metrics.scale.spark.session import check_java

from .files_of_metrics import with_files
from .rows import drawn

pytest.importorskip("pyspark")

SCRIPT = """
import json, os, signal, sys
from pathlib import Path
from tesla_metrics import TeslaB, TeslaF, TeslaM, load_analyzer
from tesla_metrics.scale.spark import open_spark, score_frame
from spark_cluster import parents, standalone

folder = Path(sys.argv[1])
hypotheses, references = json.loads((folder / "rows.json").read_text())
marks = [folder / "first", folder / "second"]

class Deadly:
    name, preferred_tags = "deadly", "upos"

    def analyze(self, texts):
        for mark in marks:
            if "fatal" in " ".join(texts) and not mark.exists():
                mark.touch()
                above = parents()
                executor = above[above[os.getpid()]]
                os.kill(executor, signal.SIGKILL)
        return load_analyzer("en").analyze(texts)

os.chdir("/")
metrics = [
    TeslaM(lang="en", analyzer=Deadly()),
    TeslaB(lang="en", tables=(str(folder / "en-fr.table"),)),
    TeslaF(lang="en", model=str(folder / "by-hand.model")),
]
with standalone() as cluster:
    spark = open_spark(cluster.master, {"spark.executor.memory": "512m"})
    rows = list(zip(range(len(hypotheses)), hypotheses, references))
    df = spark.createDataFrame(rows, "id long, hyp string, ref string").repartition(4, "id")
    found = score_frame(df, metrics).toArrow().sort_by("id").to_pydict()
    spark.stop()
same = [
    tuple(found[metric.name]) == metric.score(hypotheses, references).segments
    for metric in metrics
]
print(json.dumps({
    "ids": found["id"], "same": same, "killed": sum(mark.exists() for mark in marks)
}))
"""


def test_executors_killed_twice_lose_nothing_and_files_go_along(tmp_path: Path) -> None:
    try:
        check_java()
    except ResourceError as error:
        pytest.skip(str(error))
    with_files(tmp_path)
    hypotheses, references = drawn(400)
    hypotheses[350] += " fatal"
    (tmp_path / "rows.json").write_text(json.dumps([hypotheses, references]), "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path)],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert found == {"ids": list(range(400)), "same": [True, True, True], "killed": 2}
