"""Why a text hangs together as it does: its relations, and the roles that its terms play."""
