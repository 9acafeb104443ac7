"""Start the boost helper: `python scripts/boost --help` is its manual."""

import sys

if sys.version_info < (3, 9):
    sys.stderr.write("boost needs Python 3.9 or newer, this is {}.{}\n".format(*sys.version_info))
    sys.exit(2)

from gcb.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
