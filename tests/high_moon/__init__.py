"""High Moon, rule by rule."""
