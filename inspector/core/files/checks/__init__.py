"""Find problems in a pair, describe their consequences, and propose and apply repairs."""
