"""Keys, buttons, pointer and controllers as named actions."""
