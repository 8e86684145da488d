"""Opening a pair: the dialog, the controller that reads and loads it, and the watcher for files that change on disk."""
