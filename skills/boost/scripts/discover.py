"""Look at a game project without changing anything: `python scripts/discover.py DIR [--json]`, the same as `boost discover`."""

import os
import sys

# With -I a script does not find the folders beside it by itself.
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "boost"))

from gcb.cli import main

if __name__ == "__main__":
    sys.exit(main(["discover", *sys.argv[1:]]))
