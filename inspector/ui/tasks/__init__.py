"""Long work in threads, and changes of the document as Qt signals."""
