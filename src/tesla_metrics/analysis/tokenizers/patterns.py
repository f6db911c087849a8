"""The patterns by which a chunk is cut into pieces; they run over its shape.

Every repeat is possessive, atomic or bounded, so a chunk is cut in linear time whatever it holds.
Groups are repeated in atomic groups, here and elsewhere: possessive groups match wrongly before
Python 3.11.5, and Debian 12 has an older one.
"""

import re

_X = r"[mj]*+"
_UNIT = rf"(?>(?:[aA0]{_X})+)"
_JOIN = r"(?:[-'·./&@_]|(?<=0)[,:](?=0)|(?<=A)\.-(?=A))"

PIECE = re.compile(
    rf"""
      (?P<url>  [aA]{{2,10}}+://[^"<>…]++ )
    | (?P<emoji> E{_X}(?>(?:(?<=j)E{_X})*) | RR | [0\#*]m++ )
    | (?P<word> (?: (?<![aAmc0).,:'/&@%_\]]) [-+](?=0) )?
                {_UNIT}(?>(?:{_JOIN}{_UNIT})*)(?>(?:\.(?!\.))?) )
    | (?P<char> c{_X}(?>(?:(?<=j)c{_X})*) )
    | (?P<other> .{_X} )
    """,
    re.VERBOSE | re.DOTALL,
)

# Over the text itself: western smileys, hearts, kaomoji faces.
EMOTICON = re.compile(
    r"[:;=][-o^']?(?:[)(\]\[|\\*]++|[DPpOo3](?![^\W_])|/(?![/\w]))|<3(?!\d)|\^[_.]*\^"
)
EMOTICON_STARTS = frozenset(":;=<^")

URL_TAIL = ".,;:!?'\")]}»”’"
