"""Keys, buttons, pointer, fingers and controllers as named actions."""
