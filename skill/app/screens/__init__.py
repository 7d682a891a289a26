"""A folder for each screen; beside them what all screens share, and the navigation between them."""
