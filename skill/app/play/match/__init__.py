"""The match and its turn: what is agreed, what it waits for, how a person chooses, and the heap that is seen."""
