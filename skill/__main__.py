"""`python -m skill` does what the console script `skillbox` does. That script never looks for modules in the current
folder.

Python itself looks there before it runs this file, unless it is started as `python -P -m skill`.
"""

import os
import sys

if __name__ == "__main__":  # processes that are spawned import this file again
    # The current folder comes before the standard library: whatever `json.py` lies there would be run. Only a checkout
    # that is not installed is found in no other way. No pathlib, which might lie there too.
    package = os.path.dirname(__file__)  # noqa: PTH120
    try:
        here = os.getcwd()  # noqa: PTH109
    except OSError:  # it has been deleted
        here = ""
    if sys.path[0] == here != os.path.dirname(package):  # noqa: PTH120
        del sys.path[0]
    from skill.cli import main

    main()
