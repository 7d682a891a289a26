"""Files and arguments as nobody should write them, given to the command line: no traceback, nothing slow, nothing lost.

`python -m tests.fuzz -n 20000 --seed 7` tries so many; `--only 123` repeats one. With `--done FILE` it goes on where
it was broken off, and several processes share the work: `--part 1/2 --done FILE` and `--part 2/2 --done FILE` try each
its half, and afterwards the same without a part judges all of them together.
"""
