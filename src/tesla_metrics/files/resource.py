"""Read and write the container for taggers and word tables, and small models as JSON."""

import hashlib
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import InputError, ResourceError
from .atomic import write_atomically
from .compression import (
    MAX_BODY,
    MIB,
    RESOURCE_MAGIC,
    compress_xz,
    decompress_bounded,
    detect_type,
    read_bounded,
)
from .locking import hold_output_lock
from .schema import (
    Schema,
    SchemaError,
    anything,
    either,
    format_value,
    integer,
    mapping_of,
    number,
    parse_json,
    record,
    text,
)

MAX_HEADER_BYTES = MIB
ANY_SETTINGS_SCHEMA = record({}, other_fields=anything())
# Commands and scripts that make the kinds of files that `tesla build` does not make.
_MAKER_COMMANDS = {
    "parser": "tools/make_parser.py",
    "discourse": "tools/make_discourse.py",
    "srl": "'tesla train srl'",
    "adapter": "'tesla train tesla-n'",
    "relations": "tools/make_relations.py",
    "profiles": "tools/make_language_profiles.py",
}


def encode_header(fields: Mapping[str, Any]) -> bytes:
    """Encode a header line without its line end; the same fields give the same bytes."""
    # File names, which need not be valid text, are for information only: errors are replaced.
    line = json.dumps(fields, ensure_ascii=False, sort_keys=True).encode(errors="replace")
    if len(line) > MAX_HEADER_BYTES:
        raise InputError(
            f"the names of all input files take {len(line)} bytes, which is too long: join "
            "the files"
        )
    return line


def read_header(
    line: bytes, path: Path, kind: str, version: int, settings: Schema, **other_fields: Schema
) -> dict[str, Any]:
    """Parse a header line; raise a ResourceError if it has another kind or version.

    `settings` is the schema of the settings, `other_fields` the schemas of further fields by name.
    """
    if len(line) > MAX_HEADER_BYTES:
        raise SchemaError(f"its header is longer than {MAX_HEADER_BYTES} bytes")
    fields: dict[str, Any] = record(
        {"kind": text(), "version": integer(0, 10**6), "settings": anything(), **other_fields}
    )(parse_json(line), "")
    if (fields["kind"], fields["version"]) != (kind, version):
        raise ResourceError(
            f"{path} contains {_add_article(format_value(fields['kind'])[1:-1])} of version "
            f"{fields['version']}, expected {_add_article(kind)} of version {version}; build it "
            f"again with {get_build_command(kind)}"
        )
    return {**fields, "settings": settings(fields["settings"], "settings")}


def _add_article(kind: str) -> str:
    return f"{'an' if kind[:1] in tuple('aeiou') else 'a'} {kind}"


def malformed_error(path: Path, error: Exception, kind: str) -> ResourceError:
    """Return the error for a file with a correct checksum but malformed content."""
    return ResourceError(
        f"{path} is malformed ({error}); build it again with {get_build_command(kind)}, or "
        "download "
        "it again"
    )


def wrong_type_error(path: Path, kind: str, first_bytes: bytes, is_complete: bool) -> ResourceError:
    """Return the error for a file of another type.

    `first_bytes` has the first bytes of the file; with `is_complete`, the file has no others.
    """
    return ResourceError(
        f"{path} is not a {kind} file (it is {detect_type(first_bytes, is_complete).description}); "
        "make "
        f"one with {get_build_command(kind)}"
    )


def get_build_command(kind: str) -> str:
    """Return the command or script that makes files of a kind."""
    return _MAKER_COMMANDS.get(kind, f"'tesla build {kind}'")


# The container for taggers, synonym tables and counts
#
#     tesla-resource 1 <sha256 of all that follows this line> <bytes of the body, unpacked>
#     {"kind": ..., "version": ..., "settings": {...}}
#     <body, compressed with zlib or xz>
#
# The settings record how the file was made. Old files do not state the size of their body. Either
# compression is read for every kind.

MAGIC = RESOURCE_MAGIC
# The data shipped with the package.
DATA_FOLDER = Path(__file__).resolve().parents[1] / "data"
_FIRST_LINE = re.compile(re.escape(MAGIC) + rb"([0-9a-f]{64})(?: (0|[1-9][0-9]{0,11}))?\n")
_MAX_FIRST_LINE_BYTES = 128
_MAX_FILE_BYTES = 256 * MIB
# Kinds written with xz: large models that few runs load. xz makes them 6 to 27 % smaller than zlib
# does, but decompression takes three to five times as long.
_XZ_KINDS = frozenset({"parser", "srl", "discourse", "packed-lm", "packed-phrase-table"})
# Synonyms are written with xz, too, except for languages of which more is loaded at the start.
_ZLIB_SYNONYM_LANGUAGES = frozenset({"cs", "de", "en", "es", "fr", "ja", "ru", "zh"})


@dataclass(frozen=True)
class Resource:
    """The content of a file with its kind, version, build settings and checksum."""

    kind: str
    version: int
    settings: dict[str, Any]
    body: bytes
    digest: str = field(default="", compare=False)

    @property
    def short_hash(self) -> str:
        """Return the start of the checksum, as printed in signatures."""
        return self.digest[:8]


def encode_resource(resource: Resource) -> bytes:
    """Return the bytes of the file of a resource; the same resource gives the same bytes."""
    if len(resource.body) > MAX_BODY:
        raise _too_large_error(resource)
    header = {"kind": resource.kind, "version": resource.version, "settings": resource.settings}
    content = encode_header(header) + b"\n" + _compress_body(resource)
    if len(content) > _MAX_FILE_BYTES:
        raise _too_large_error(resource)
    digest = hashlib.sha256(content).hexdigest().encode()
    return b"%s%s %d\n%s" % (MAGIC, digest, len(resource.body), content)


def _compress_body(resource: Resource) -> bytes:
    if resource.kind in _XZ_KINDS or (
        resource.kind == "synonyms"
        and resource.settings.get("language", "en") not in _ZLIB_SYNONYM_LANGUAGES
    ):
        return compress_xz(resource.body, f"the {resource.kind} file")
    return zlib.compress(resource.body, 9)


def _too_large_error(resource: Resource) -> InputError:
    return InputError(
        f"the {resource.kind} data takes {len(resource.body) // MIB} MiB, which is too large "
        "for a file: give less text, or leave out rarer words"
    )


def write_resource(path: Path, resource: Resource) -> None:
    """Write the file of a resource atomically."""
    with hold_output_lock(path):
        write_atomically(path, encode_resource(resource))


def read_resource(
    path: Path, kind: str, version: int, settings: Schema = ANY_SETTINGS_SCHEMA
) -> Resource:
    """Read the file of a resource.

    A file that is damaged, of another kind or version, or with malformed settings is refused.
    """
    first_line, content = _read_parts(path, kind)
    match = _FIRST_LINE.fullmatch(first_line)
    digest = hashlib.sha256(content).hexdigest()
    if match is None or match[1] != digest.encode():
        raise ResourceError(
            f"{path} is damaged (the checksum does not match); build or download it again"
        )
    header, _, packed = content.partition(b"\n")
    try:
        fields = read_header(header, path, kind, version, settings)
        body = decompress_bounded(packed, None if match[2] is None else int(match[2]), path)
    except SchemaError as error:
        raise malformed_error(path, error, kind) from error
    return Resource(kind, version, fields["settings"], body, digest)


def _read_parts(path: Path, kind: str) -> tuple[bytes, bytes]:
    """Return the first line of a file and the content after it."""
    try:
        with path.open("rb") as stream:
            first_line = stream.readline(_MAX_FIRST_LINE_BYTES)
            if not first_line.startswith(MAGIC):
                start = first_line + stream.read(_MAX_FIRST_LINE_BYTES)
                raise wrong_type_error(path, kind, start, len(start) < _MAX_FIRST_LINE_BYTES)
            return first_line, read_bounded(stream, _MAX_FILE_BYTES, path)
    except OSError as error:
        raise ResourceError(
            f"cannot read {kind} {path}: {error.strerror}; check the path"
        ) from error


# Small models as JSON files
#
# {"kind": ..., "version": ..., "checksum": <sha256 of the rest as compact, sorted JSON>, ...}

# Models of this library have a few thousand bytes.
_MAX_MODEL_BYTES = 16 * MIB

_NUMBER_SCHEMA = number(-1e12, 1e12)
# The schema of the information that a model records about its training; no code uses it.
TRAINING_SCHEMA = mapping_of(either(_NUMBER_SCHEMA, mapping_of(_NUMBER_SCHEMA), text()))


def write_json_model(path: Path, kind: str, version: int, content: Mapping[str, Any]) -> None:
    """Write a model as JSON atomically; the same content gives the same bytes."""
    fields = {"kind": kind, "version": version, **content}
    document = {"kind": kind, "version": version, "checksum": compute_checksum(fields), **content}
    text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    with hold_output_lock(path):
        write_atomically(path, text.encode() + b"\n")


def read_json_model(
    path: Path, kind: str, version: int, command: str, content: Schema = ANY_SETTINGS_SCHEMA
) -> dict[str, Any]:
    """Read a JSON model, check its kind, version and checksum, and return its other fields.

    A file that was modified, is of another kind or has malformed content is refused. `content` is
    the schema of the other fields. `command` is the command that makes a new file, for messages.
    """
    try:
        fields = _parse_json_file(path)
    except OSError as error:
        raise ResourceError(
            f"cannot read {kind} model {path}: {error.strerror}; check the path, or make one with "
            f"{command}"
        ) from error
    except SchemaError as error:
        raise ResourceError(
            f"{path} is not a {kind} model ({error}): make one with {command}"
        ) from error
    if not isinstance(fields, dict) or fields.get("kind") != kind:
        other_kind = fields.get("kind") if isinstance(fields, dict) else None
        raise ResourceError(
            f"{path} is not a {kind} model (its kind is {format_value(other_kind)}): make one with "
            f"{command}"
        )
    if type(fields.get("version")) is not int or fields["version"] != version:
        raise ResourceError(
            f"{path} is a {kind} model of version {format_value(fields.get('version'))}, expected "
            f"version {version}: make it again with {command}"
        )
    recorded_checksum = fields.pop("checksum", None)
    if recorded_checksum != compute_checksum(fields):
        raise ResourceError(
            f"{path} was modified after it was made (the checksum does not match): make it again "
            f"with {command}, or download it again"
        )
    del fields["kind"], fields["version"]
    try:
        valid_fields: dict[str, Any] = content(fields, "")
    except SchemaError as error:
        raise ResourceError(
            f"{path} is malformed ({error}): make it again with {command}"
        ) from error
    return valid_fields


def read_recorded_kind(path: Path) -> str:
    """Return the kind recorded in a JSON model, or "" if the file has none or cannot be read."""
    try:
        fields = _parse_json_file(path)
    except (OSError, SchemaError, ResourceError):
        return ""
    kind = fields.get("kind") if isinstance(fields, dict) else None
    return kind if isinstance(kind, str) else ""


def _parse_json_file(path: Path) -> Any:
    with path.open("rb") as stream:
        return parse_json(read_bounded(stream, _MAX_MODEL_BYTES, path))


def compute_checksum(fields: Mapping[str, Any]) -> str:
    """Return the checksum of the fields, which does not depend on the layout of the JSON file."""
    text = json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
