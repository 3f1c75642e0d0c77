"""Operations and the OpenAPI document that describes them."""
