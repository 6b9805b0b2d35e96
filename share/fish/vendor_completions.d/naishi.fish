# Completes naishi in fish. The command writes the script itself, so that the two always agree.
naishi completion fish | source
