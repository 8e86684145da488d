"""A matrix of counts as a picture: its data, where its cells stand, its painter, and the widget."""
