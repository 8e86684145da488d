"""Every command of the window: its text, key and effect, as menus, as Qt actions and in the palette."""
