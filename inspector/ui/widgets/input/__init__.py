"""Line edits that complete and search."""
