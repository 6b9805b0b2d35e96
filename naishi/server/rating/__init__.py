"""How strong players seem to be, worked out from their rated games. It knows neither the database nor the lobby."""
