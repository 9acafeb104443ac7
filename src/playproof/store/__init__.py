"""Records to files and back; decides nothing."""
