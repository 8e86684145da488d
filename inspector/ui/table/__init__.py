"""The table of rows: model, view, painting, menus and columns."""
