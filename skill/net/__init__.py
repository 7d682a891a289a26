"""A table that others join over a network: the wire, the invitation, and what each seat may see."""
