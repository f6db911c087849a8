"""Numbers come back as they were packed."""

import json
import zlib

import numpy as np

from tesla_metrics.reporting.report.alignments import pack_columns, pack_floats, pack_json


def columns_of(packed: bytes) -> list[list[int]]:
    """As report-data.js unpacks them."""
    data, at, found = zlib.decompress(packed), 0, []
    while at < len(data):
        count = int.from_bytes(data[at : at + 4], "little", signed=True)
        planes = np.frombuffer(data, np.uint8, 4 * count, at + 4).reshape(4, count)
        folded = np.ascontiguousarray(planes.T).view("<u4").ravel().astype(np.int64)
        found.append(((folded >> 1) ^ -(folded & 1)).tolist())
        at += 4 + 4 * count
    return found


def test_columns() -> None:
    given = [[1, -2, 300_000, 2**31 - 1, 1 - 2**31], [], [0] * 5]
    assert columns_of(pack_columns([np.array(one) for one in given])) == given


def test_floats() -> None:
    planes = np.frombuffer(zlib.decompress(pack_floats(np.array([[0.5, -1], [2, 3]]))), np.uint8)
    values = np.ascontiguousarray(planes.reshape(4, 4).T).view("<f4").ravel()
    assert values.tolist() == [0.5, -1, 2, 3]


def test_json_takes_any_text() -> None:
    texts = ["</script>", "\ud800", "é\u2028"]
    assert json.loads(zlib.decompress(pack_json(texts))) == texts
