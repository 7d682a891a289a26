"""`python -m skill` is the console script `skillbox`."""

from skill.cli import main

if __name__ == "__main__":  # processes that are spawned import this file again
    main()
