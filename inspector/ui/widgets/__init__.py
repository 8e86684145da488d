"""Widgets and styles that every feature may use. They do not depend on features."""
