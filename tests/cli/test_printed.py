"""What commands print stays as it is."""

from tests.cli.printed import commands, kept, printed


def test_commands_print_what_they_printed() -> None:
    before, found = kept(), dict[str, str]()
    for line, text in printed():
        found[line] = found.get(line, "") + text
    assert list(before) == list(dict.fromkeys(commands()))
    for line in found:
        assert found[line] == before[line], f"skillbox {line}; if it is meant: python -m tests.cli.printed --write"
