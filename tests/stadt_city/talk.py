"""What must not be said: anything rude, and drinks where they are left out."""

import re

RUDE = re.compile(r"\b(fuck|shit|damn|hell|idiot|stupid|ugly|fat|dumb|kill|murder)", re.IGNORECASE)
DRINKS = re.compile(
    r"\b(drink|drank|drunk|beer|wine|cocktail|spirits?|liquor|alcohol|booze|sip|chug|shots?|pub|toast|hangover)",
    re.IGNORECASE,
)
