"""Widgets and styles that every feature may use. They know nothing of the document."""
