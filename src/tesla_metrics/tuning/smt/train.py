"""From a bitext to a phrase-based system, in minutes."""

import hashlib
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from ...errors import InputError
from ...files.locked import locked
from ...files.room import room_for
from ...optional import needs
from ...watching import Watch, unwatched
from .alignment import ALIGNING_STEPS, align
from .language import write_language_model
from .model import (
    LONGEST_SENTENCE,
    SmtDescription,
    language_model,
    translation_model,
    write_description,
)
from .phrases import extract_phrases

INSTALL = "; on Linux ARM, which has no wheel, tools/thot.sh of the repository builds one"
_LONGEST_TRAINED = 80

_Pair = tuple[list[str], list[str]]


def train_smt(
    pairs: Iterable[tuple[str, str]],
    languages: tuple[str, str],
    folder: Path | str,
    *,
    lowercase: bool = False,
    watch: Watch = unwatched,
) -> SmtDescription:
    """Train on sentences and their translations; the folder appears when all is done.

    Pairs with an empty side, or with more than 80 tokens, are left out.
    """
    with needs("sil-thot", "smt", INSTALL):
        import thot.alignment  # noqa: F401
    folder = Path(folder)
    if folder.exists():
        raise InputError(f"{folder} exists: remove it, or choose another folder for the system")
    if not folder.absolute().parent.is_dir():
        raise InputError(f"cannot make {folder}: choose a folder inside one that exists")
    plan = SmtDescription(*languages, lowercase)
    advance = watch("tokenising", 0)
    kept = []
    for source, target in pairs:
        tokens = plan.source_tokens(source), plan.target_tokens(target)
        if all(0 < len(side) <= min(_LONGEST_TRAINED, LONGEST_SENTENCE) for side in tokens):
            kept.append(tokens)
        advance(1)
    if len(kept) < 2:
        left = "1 sentence pair is" if kept else "no sentence pairs are"
        raise InputError(
            f"{left} left of the bitext: give at least two whose sides "
            f"have 1 to {_LONGEST_TRAINED} tokens"
        )
    description = replace(plan, pairs=len(kept), corpus=_digest(kept))
    with locked(folder):
        return _train(kept, folder, description, watch)


def _digest(pairs: list[_Pair]) -> str:
    digest = hashlib.sha256()
    for source, target in pairs:
        digest.update(f"{' '.join(source)}\t{' '.join(target)}\n".encode())
    return digest.hexdigest()


def _train(
    pairs: list[_Pair], folder: Path, description: SmtDescription, watch: Watch
) -> SmtDescription:
    work = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(work, ignore_errors=True)  # what a killed run left
    try:
        with room_for(work):
            work.mkdir()
            advance = watch("language model", 1)
            write_language_model([target for _, target in pairs], language_model(work))
            advance(1)
            align(
                pairs, translation_model(work), watch("aligning", 2 * ALIGNING_STEPS + len(pairs))
            )
            advance = watch("phrases", 1)
            extract_phrases(translation_model(work))
            advance(1)
            whole = write_description(work, description)
            work.rename(folder)
            return whole
    except OSError as error:
        raise InputError(f"cannot write {work}: {error.strerror}; choose another folder") from error
    finally:
        shutil.rmtree(work, ignore_errors=True)
