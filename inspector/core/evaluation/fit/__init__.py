"""The metric that is meant by a name, for what the files hold."""
