"""JSON: one object a line, a list of objects, or one object by id. Changes leave all other text as it is."""
