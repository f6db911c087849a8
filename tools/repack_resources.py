"""Compress the shipped files again in the way that their kind is written today.

    python tools/repack_resources.py

A file keeps its settings and its body. If its compression changes, so does its checksum, which
signatures print; shipped models that record the checksum of such a file are updated. Run
tools/list_checked.py and tools/make_golden.py afterwards.
"""

import json
from pathlib import Path

from tesla_metrics.files.compression import RESOURCE_MAGIC, detect_compression
from tesla_metrics.files.resource import (
    DATA_FOLDER,
    encode_resource,
    read_json_model,
    read_resource,
    write_json_model,
)


def repack(path: Path) -> tuple[str, str] | None:
    """Write a file again if its compression changes; return its old and new checksum."""
    content = path.read_bytes()
    if not content.startswith(RESOURCE_MAGIC):
        return None
    _, header, packed = content.split(b"\n", 2)
    fields = json.loads(header)
    resource = read_resource(path, fields["kind"], fields["version"])
    new_content = encode_resource(resource)
    new_packed = new_content.split(b"\n", 2)[2]
    if detect_compression(packed) == detect_compression(new_packed):
        return None  # another version of zlib may give other bytes, which are not better
    path.write_bytes(new_content)
    print(f"{path.relative_to(DATA_FOLDER)}: {len(content)} -> {len(new_content)} bytes")
    return resource.digest, read_resource(path, resource.kind, resource.version).digest


def update_model(path: Path, changes: dict[str, str]) -> None:
    """Replace the checksums of repacked files, which a model records in full or by their start."""
    fields = json.loads(path.read_bytes())
    kind, version = fields["kind"], fields["version"]
    content = read_json_model(path, kind, version, "")
    text = json.dumps(content)
    for old, new in changes.items():
        text = text.replace(old, new).replace(f"@{old[:8]}", f"@{new[:8]}")
    if json.loads(text) != content:
        write_json_model(path, kind, version, json.loads(text))
        print(f"{path.relative_to(DATA_FOLDER)} records the new checksums")


def main() -> None:
    """Repack all shipped files."""
    changes = [repack(path) for path in sorted(DATA_FOLDER.rglob("*.*"))]
    for path in sorted(DATA_FOLDER.rglob("*.model")):
        update_model(path, dict(filter(None, changes)))


if __name__ == "__main__":
    main()
