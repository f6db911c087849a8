"""`python -m tesla_metrics` is `tesla`."""

import sys

from .cli.main import main

if __name__ == "__main__":
    sys.exit(main())
