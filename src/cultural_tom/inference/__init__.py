"""From requests to a predictions file: asked batch by batch, kept reply by reply, written whole at the end."""
