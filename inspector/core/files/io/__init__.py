"""Raw file access: open files and compression."""
