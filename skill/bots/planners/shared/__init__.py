"""What several planners use."""
