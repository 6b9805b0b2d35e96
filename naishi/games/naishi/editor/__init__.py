"""Position editor: the draft and the editor's view of it."""
