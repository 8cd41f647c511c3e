"""What every game is built from: rules, facts, secrets, chance, questions and the fold of a line."""
