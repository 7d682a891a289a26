"""What the bundle runs: Skillbox, or the piece of work for which one of its processes has started it again.

`sys.executable` is the bundle itself, which knows none of Python's arguments: so it reads those with which joblib and
`skill.jobs` start a Python, and `freeze_support` those of `multiprocessing`.
"""

import multiprocessing
import runpy
import sys


def main() -> None:
    """Goes by the first argument that is no switch of Python's; a player's own never begin with one of the two."""
    multiprocessing.freeze_support()  # a process that multiprocessing starts ends here
    words = sys.argv[1:]
    while words and words[0] in ("-B", "-E", "-I", "-O", "-OO", "-P", "-S", "-s", "-u"):
        del words[0]
    if len(words) > 1 and words[0] == "-m":
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    elif len(words) > 1 and words[0] == "-c":
        sys.argv = ["-c", *words[2:]]
        exec(words[1], {"__name__": "__main__"})  # noqa: S102 (the words after -c, as of Python itself)
    else:
        from skill.cli import main as skillbox

        skillbox()


if __name__ == "__main__":
    main()
