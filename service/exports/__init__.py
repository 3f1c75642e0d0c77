"""Files of a tournament: what can be asked for, and what each of them is made with."""
