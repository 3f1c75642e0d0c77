"""Pages of the money of a tournament: the plan, who has paid, and the prizes."""
