"""Part-of-speech taggers: loaded and used; `training` is imported by who trains one."""

from .model import Tagger

__all__ = ["Tagger"]
