"""Layouts, names and buttons of widgets, each in one call, and the base class of dialogs."""
