"""Thesauri that are installed on the system, for who asks for `mythes`."""

import os
from pathlib import Path

# A folder to look into before the others.
VARIABLE = "TESLA_MYTHES"

FOLDERS = (Path("/usr/share/mythes"), Path("/usr/share/myspell/dicts"))


def find_mythes(lang: str) -> Path | None:
    """The thesaurus of a language; links are followed, so that the name is the data's own."""
    own = os.environ.get(VARIABLE)
    for folder in [Path(own), *FOLDERS] if own else FOLDERS:
        # The country that the language is named after, if there is one: es_ES before es_AR.
        names = (f"th_{lang}_{lang.upper()}*.dat", f"th_{lang}_*.dat", f"thes_{lang}.dat")
        for pattern in names:
            for path in sorted(folder.glob(pattern)):
                if path.is_file():
                    return path.resolve()
    return None
