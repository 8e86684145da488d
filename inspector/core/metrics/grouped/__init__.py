"""Overalls of groups of rows, such as the transects or kinds of a contest, and the overall that they make."""
