"""XML as it comes, a block at a time, so that nothing in it can fill the memory."""

from collections.abc import Callable, Iterator, Mapping
from typing import BinaryIO
from xml.parsers import expat

from ..errors import InputError
from .limits import too_long

_BLOCK = 1 << 16
# No format that is read here has a tenth of it.
_DEEPEST = 100


class XmlReader:
    """Tells of elements and texts in the order of the file, and keeps none.

    line    where it is
    """

    def __init__(
        self,
        name: str,
        most: int,
        start: Callable[[str, Mapping[str, str]], None],
        end: Callable[[str], None],
        text: Callable[[str], None],
    ) -> None:
        self._name, self._most, self._start, self._end = name, most, start, end
        self._depth = 0
        self._parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._open
        parser.EndElementHandler = self._close
        parser.CharacterDataHandler = text
        # No file needs entities of its own, and some that have them are made to fill the memory.
        parser.EntityDeclHandler = self._refuse_entity
        parser.SkippedEntityHandler = self._refuse_unknown

    @property
    def line(self) -> int:
        return self._parser.CurrentLineNumber

    @property
    def where(self) -> str:
        """File and line, as messages begin."""
        return f"{self._name}, line {self.line}"

    def read(self, stream: BinaryIO) -> Iterator[None]:
        """Reads on whenever it is asked for the next."""
        fed = 0
        try:
            while block := stream.read(_BLOCK):
                self._parser.Parse(block, False)
                fed += len(block)
                # A tag is held until it ends.
                if fed - self._parser.CurrentByteIndex > 4 * self._most + _BLOCK:
                    raise too_long(self.where, self._most, "a tag")
                yield
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise InputError(
                f"{self._name}, line {error.lineno}: no well-formed XML at column "
                f"{error.offset + 1} ({expat.ErrorString(error.code)}); mend it or fetch it again"
            ) from error
        except (LookupError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(
                f"{self._name}: its encoding cannot be read ({error}); convert it to UTF-8"
            ) from error
        yield

    def _open(self, tag: str, facts: Mapping[str, str]) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise InputError(
                f"{self.where}: more than {_DEEPEST} elements inside each other: is a closing tag "
                "missing?"
            )
        self._start(tag, facts)

    def _close(self, tag: str) -> None:
        self._depth -= 1
        self._end(tag)

    def _refuse_entity(self, name: str, *_: object) -> None:
        raise InputError(
            f"{self.where}: declares an entity ({name}), which is not read: write its text instead"
        )

    def _refuse_unknown(self, name: str, *_: object) -> None:
        raise InputError(f"{self.where}: &{name}; stands for nothing known: write its text instead")
