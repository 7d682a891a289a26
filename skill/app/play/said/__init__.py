"""What is said of a match, as text: words, log, panel, help, hints, cards and results."""
