"""The parts of the window around the table: each shows one thing and asks the inspection for it."""
