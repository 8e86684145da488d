"""What pasted text holds: lines of cells, and the numbers in them."""
