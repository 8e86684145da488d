"""Opening a pair: the dialog, the controller that reads and adopts it, and files that change on disk."""
