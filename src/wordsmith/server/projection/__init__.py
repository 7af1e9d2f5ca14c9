"""What each viewer may see: the only place where a game becomes bytes."""
