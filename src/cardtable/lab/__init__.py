"""Many games for researchers: simulations, tournaments and environments. Nothing at the table imports them."""
