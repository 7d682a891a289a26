"""`python -m skill` is the console script `skillbox`."""

from skill.cli import main

main()
