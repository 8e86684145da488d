"""Rows as a table: its columns, exporting and copying them, and the pictures or texts behind them."""
