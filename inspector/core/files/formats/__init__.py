"""File formats: parse bytes into a sheet of text columns, and write a patched sheet back."""
