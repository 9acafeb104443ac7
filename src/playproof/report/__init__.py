"""Records to pages for people; computes nothing new."""
