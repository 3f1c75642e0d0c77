"""Pictures of 1200 × 630 points in PNG, which other programs show beside a shared link (`og:image`)."""
