"""Single changes to the source, and whether the tests notice them: `python -m tests.mutants`."""
