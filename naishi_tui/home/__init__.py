"""First screen of the app at one keyboard."""
