"""A match on screen, without pygame: `control` joins the match, a person's `hands`, the `view` and what is said."""
