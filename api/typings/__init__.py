"""Types of the clients that go with the service, made of its OpenAPI document: `python -m api.typings` writes them."""
