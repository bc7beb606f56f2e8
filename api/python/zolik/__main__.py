"""The `zolik` command, also as `python -m zolik`."""

from __future__ import annotations

import sys

from api.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
