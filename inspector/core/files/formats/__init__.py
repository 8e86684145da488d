"""How a file is written: from bytes to a sheet of text columns, and a patched sheet back to bytes."""
