"""What is wrong with the files, and repairs: listed, previewed, applied."""
