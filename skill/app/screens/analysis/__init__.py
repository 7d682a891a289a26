"""What bots find out about games."""
