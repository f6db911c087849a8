"""ARPA files, plain or gzip: the format that all toolkits for language models share."""

from .reading import read_arpa, read_settings
from .writing import write_arpa

__all__ = ["read_arpa", "read_settings", "write_arpa"]
