"""The main window and what belongs to it as a whole. The only place where features meet."""
