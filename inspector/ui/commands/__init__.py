"""What a command is, commands as Qt actions, the palette dialog and the Help dialogs."""
