"""The screens, and the navigation between them."""
