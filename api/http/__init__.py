"""The service over HTTP: the application, its addresses, and how gunicorn serves it."""
