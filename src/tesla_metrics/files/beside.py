"""Names of what lies beside a file for a while: .NAME and more."""

import hashlib
import os
from pathlib import Path

_MOST = 255 - 16  # bytes that systems let a name have, less the most that is put around it
_KEPT = 200


def beside(path: Path) -> str:
    """How such a name begins; cut, with a digest, where the whole would be too long for a name."""
    name = os.fsencode(path.name)
    if len(name) <= _MOST:
        return f".{path.name}."
    return f".{name[:_KEPT].decode(errors='ignore')}.{hashlib.sha256(name).hexdigest()[:16]}."
