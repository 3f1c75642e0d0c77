"""Those who watch: the reader of the news, the crowds that are told the same, what each is sent, and whether he may."""
