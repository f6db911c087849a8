"""In processes of their own: one has one connection to Spark at a time."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from spark_cluster import parents
from tesla_metrics.errors import ResourceError
from tesla_metrics.scale.spark.session import check_java

pytest.importorskip("pyspark")

# Numbers in eight partitions, each as slow as it takes to kill one of two executors meanwhile.
SCRIPT = """
import json, os, signal, threading, time
from tesla_metrics.scale.spark.session import open_spark
from spark_cluster import standalone

def slowly(batches):
    for batch in batches:
        time.sleep(0.5)
        yield batch

def kill_one():
    while len(found := cluster.executors()) < 2:
        time.sleep(0.1)
    killed.append(found[0])
    time.sleep(1)
    os.kill(found[0], signal.SIGKILL)

killed = []
with standalone() as cluster:
    spark = open_spark(cluster.master, {"spark.executor.memory": "512m"})
    thread = threading.Thread(target=kill_one)
    thread.start()
    frame = spark.range(1000, numPartitions=8).mapInArrow(slowly, "id long")
    rows = sorted(row.id for row in frame.collect())
    thread.join()
    found = {"rows": rows, "workers": cluster.workers, "killed": killed[0] in cluster.executors()}
    print(json.dumps(found), flush=True)
    time.sleep(600)
"""


@pytest.fixture(autouse=True)
def _java() -> None:
    try:
        check_java()
    except ResourceError as error:
        pytest.skip(str(error))


def test_a_killed_executor_loses_nothing_and_all_goes_with_who_started_it(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ
        | {"TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert process.stdout is not None
    with process.stdout:
        try:
            found = json.loads(process.stdout.readline())
        finally:
            process.kill()
            process.wait()
    assert found["rows"] == list(range(1000))
    assert len(found["workers"]) == 2
    assert not found["killed"]
    end = time.monotonic() + 30
    while set(found["workers"]) & set(parents()) and time.monotonic() < end:
        time.sleep(0.1)
    assert not set(found["workers"]) & set(parents())
