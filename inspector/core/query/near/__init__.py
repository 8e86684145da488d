"""What may be meant by a filter that no row matches."""
