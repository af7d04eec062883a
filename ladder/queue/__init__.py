"""Jobs, workers and who watches over them."""
