"""What rooms are made of: commands and responses, places as values, and the parts that several rooms share."""
