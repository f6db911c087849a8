"""Read XML in blocks with bounded memory, and collect the text of its segments."""

from collections.abc import Callable, Iterator, Mapping
from typing import BinaryIO
from xml.parsers import expat

from ..errors import InputError
from .lines import too_long_error

_BLOCK_BYTES = 1 << 16
# Maximum depth of nested elements; the supported formats have less than 10 levels.
_MAX_DEPTH = 100


class XmlReader:
    """Call handlers for elements and texts in the order of the file, without storing them.

    Parameters
    ----------
    name : str
        The name of the file for messages.
    max_length : int
        The maximum number of characters of a segment.
    start : callable
        Called with the tag and the attributes of each element at its start.
    end : callable
        Called with the tag of each element at its end.
    text : callable
        Called with each part of the text between tags.
    """

    def __init__(
        self,
        name: str,
        max_segment_length: int,
        handle_start: Callable[[str, Mapping[str, str]], None],
        handle_end: Callable[[str], None],
        handle_text: Callable[[str], None],
    ) -> None:
        self._name, self._max_length, self._handle_start, self._handle_end = (
            name,
            max_segment_length,
            handle_start,
            handle_end,
        )
        self._depth = 0
        self._parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._open_element
        parser.EndElementHandler = self._close_element
        parser.CharacterDataHandler = handle_text
        # No format declares entities, and malicious files use them to fill the memory.
        parser.EntityDeclHandler = self._refuse_entity_declaration
        parser.SkippedEntityHandler = self._refuse_unknown_entity

    @property
    def line_number(self) -> int:
        """Return the number of the current line."""
        return self._parser.CurrentLineNumber

    @property
    def location(self) -> str:
        """Return the name of the file and the current line for messages."""
        return f"{self._name}, line {self.line_number}"

    def read(self, stream: BinaryIO) -> Iterator[None]:
        """Parse the stream, one block per iteration."""
        bytes_fed = 0
        try:
            while block := stream.read(_BLOCK_BYTES):
                self._parser.Parse(block, False)
                bytes_fed += len(block)
                # The parser keeps a tag in memory until it ends.
                if bytes_fed - self._parser.CurrentByteIndex > 4 * self._max_length + _BLOCK_BYTES:
                    raise too_long_error(self.location, self._max_length, "a tag")
                yield
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise InputError(
                f"{self._name}, line {error.lineno}: not well-formed XML at column "
                f"{error.offset + 1} ({expat.ErrorString(error.code)}); fix it or download it again"
            ) from error
        except (LookupError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(
                f"{self._name}: unsupported encoding ({error}); convert it to UTF-8"
            ) from error
        yield

    def _open_element(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise InputError(
                f"{self.location}: elements are nested more than {_MAX_DEPTH} deep: is a closing "
                "tag "
                "missing?"
            )
        self._handle_start(tag, attributes)

    def _close_element(self, tag: str) -> None:
        self._depth -= 1
        self._handle_end(tag)

    def _refuse_entity_declaration(self, name: str, *_: object) -> None:
        raise InputError(
            f"{self.location}: entity declarations ({name}) are not supported: write the text "
            "instead"
        )

    def _refuse_unknown_entity(self, name: str, *_: object) -> None:
        raise InputError(f"{self.location}: the entity &{name}; is unknown: write the text instead")


class SegmentTextBuilder:
    """Collect the text of a segment, which may be as long as a line."""

    def __init__(self, max_length: int) -> None:
        self._max_length, self._parts, self._size = max_length, list[str](), 0

    def add(self, text: str, location: str) -> None:
        """Add a part of the text; `location` is the file and line for messages."""
        self._parts.append(text)
        self._size += len(text)
        if self._size > self._max_length:
            raise too_long_error(location, self._max_length, "a segment")

    def build(self) -> str:
        """Return the text collected so far."""
        return "".join(self._parts)
