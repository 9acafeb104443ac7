"""`python -m playproof`."""

from playproof.cli.main import main

main()
