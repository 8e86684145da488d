"""Statistics of row scores: is one submission better than another, by how much, and could these rows tell."""
