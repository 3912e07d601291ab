"""`python -m grognard` is `grognard`."""

from __future__ import annotations

import sys

from grognard.cli import main

if __name__ == "__main__":
    sys.exit(main())
