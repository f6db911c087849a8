"""Part-of-speech taggers; import `training` to train one."""

from .tagger import Tagger

__all__ = ["Tagger"]
