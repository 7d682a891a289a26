"""Files and arguments as nobody should write them, given to the command line: no traceback, nothing slow, nothing lost.

`python -m tests.fuzz -n 20000 --seed 7` tries so many; `--only 7:123` repeats one.
"""
