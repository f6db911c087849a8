"""Throws odd texts, damaged files and odd commands at the library and looks at what comes back.

    python tools/fuzz.py [--minutes 10] [--seed N] [--jobs 2] [--kinds texts files]
    python tools/fuzz.py --inputs 1000000 --jobs 2
    python tools/fuzz.py --kinds files --copies 1000 --jobs 2

Texts must score the same natively and in plain Python, within bounds, and as the documentation
promises; a damaged file must be refused, or be right; a command must end with one of its codes and
say why in one line. Nothing may take longer than ten seconds.

The work is done in child processes, so that a crash and a hang are seen too. Rounds are counted
from the seed, and each is the same wherever it is run; what is found is printed with the options
that run its round again.
"""

import sys

from fuzzing.command_line import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
