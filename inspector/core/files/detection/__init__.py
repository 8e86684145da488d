"""How two files are to be read: candidate readings of both at once, tried on a part of the files and weighed."""
