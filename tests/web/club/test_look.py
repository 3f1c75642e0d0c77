"""A club's logo and colour: set by its organisers, drawn anew, kept in its log, and shown where people look."""

import struct
import zlib
from base64 import b64decode, b64encode
from io import BytesIO

import pytest
from PIL import Image

from core.club.look import contrast, readable
from core.errors import Invalid
from service.handlers.club.looks import MOST_BYTES, MOST_KEPT, small_png
from service.web.pages.assets import assets
from service.web.pages.club_look import DARK, LIGHT
from tests.support.signed_in import signed_in
from tests.support.store import eventually

GREEN, YELLOW = "#2f5b46", "#ffe600"
LOOK = "/v1/clubs/vasa/look"
_JPEG_HEAD = bytes.fromhex("ffd8ffe000104a46494600010100000100010000")


def png(width, height, pixel=lambda x, y: (47, 91, 70), claims=None):
    """A PNG of so many pixels; its head may claim another size, and it has a text beside its pixels."""
    raw = b"".join(b"\0" + bytes(part for x in range(width) for part in pixel(x, y)) for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", *(claims or (width, height)), 8, 2, 0, 0, 0)
    text = chunk(b"tEXt", b"Comment\0taken at the home of Anna Berg")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + text + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b"")


def sizes(picture):
    return struct.unpack(">II", picture[16:24])


def written(data):
    return b64encode(data).decode()


def set_look(api, role="organiser", **words):
    return api.send("PUT", LOOK, role, json=words)


@pytest.fixture
def cup(api, judge):
    """A published cup of the club, as lists have it."""
    cup = api.tournament(4, format="single_elimination", published=True)
    judge()
    return cup


def test_a_picture_is_drawn_anew_small_and_without_all_else_that_was_in_its_file():
    wide = small_png(png(600, 300))
    assert sizes(wide) == (192, 96)
    assert b"Anna" not in wide
    assert sizes(small_png(png(20, 10))) == (20, 10)
    noise = small_png(png(300, 300, lambda x, y: ((x * 7919 + y * 104729) % 251, (x * x + y) % 253, (x ^ y) % 255)))
    assert len(noise) <= MOST_KEPT


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "PNG, JPEG or WebP"),
        (b"GIF89a\x01\x00\x01\x00", "PNG, JPEG or WebP"),
        (b"", "PNG, JPEG or WebP"),
        (_JPEG_HEAD, "PNG, JPEG or WebP"),
        (b"\xff\xd8\xff\xff" * 100, "PNG, JPEG or WebP"),
        (png(4, 4, claims=(40_000, 40_000)), "million pixels"),
        (png(4, 4, claims=(0, 4)), "PNG, JPEG or WebP"),
        (png(40, 40)[:90], "damaged"),
        (b"\x89PNG\r\n\x1a\n" + bytes(MOST_BYTES), "larger than 1000 kB"),
    ],
)
def test_a_file_that_is_no_sound_picture_is_refused(data, why):
    with pytest.raises(Invalid) as refused:
        small_png(data)
    assert why in str(refused.value.problems["logo"])


_TABLES = b"".join(
    (
        b"\xff\xdb" + struct.pack(">HB", 67, 0) + bytes([1] * 64),
        *(b"\xff\xc4" + struct.pack(">HB", 20, number) + b"\1" + bytes(16) for number in (0x00, 0x10)),
    )
)
_SCAN = b"\xff\xda" + struct.pack(">HBBBBBB", 8, 1, 1, 0, 0, 63, 0) + bytes(2_000) + b"\xff\xd9"


def frame(width, height):
    return b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\1\x11\0"


def comment(length):
    return b"\xff\xfe" + struct.pack(">H", length + 2) + bytes(length)


def test_a_jpeg_is_drawn_as_a_small_png():
    assert sizes(small_png(_JPEG_HEAD + comment(20) + frame(64, 32) + _TABLES + _SCAN)) == (64, 32)


def hidden_by_filling():
    """A large frame behind a byte that fills up. A reader that takes it for a segment comes to a small frame."""
    before = _JPEG_HEAD + b"\xff" + comment(0x1E) + frame(16_000, 16_000) + _TABLES
    return before + comment(len(_JPEG_HEAD) + 2 + 0xFE00 - len(before) - 4) + frame(64, 64) + _SCAN


@pytest.mark.parametrize(
    "data",
    [
        hidden_by_filling(),
        _JPEG_HEAD + frame(64, 64) + frame(16_000, 16_000) + _TABLES + _SCAN,
        _JPEG_HEAD + frame(16_000, 16_000) + frame(64, 64) + _TABLES + _SCAN,
        _JPEG_HEAD + b"\xff\xff\xff" + frame(16_000, 16_000) + _TABLES + _SCAN,
    ],
    ids=["by filling", "second", "first", "filled"],
)
def test_a_jpeg_cannot_hide_how_large_it_is(data):
    with pytest.raises(Invalid) as refused:
        small_png(data)
    assert "million pixels" in str(refused.value.problems["logo"])


@pytest.mark.parametrize("options", [{}, {"lossless": True}], ids=["lossy", "lossless"])
@pytest.mark.parametrize("alpha", [255, 100], ids=["opaque", "see-through"])
def test_a_webp_is_drawn_as_a_small_png(options, alpha):
    file = BytesIO()
    Image.new("RGBA", (400, 100), (200, 30, 30, alpha)).save(file, "WEBP", **options)
    with Image.open(BytesIO(small_png(file.getvalue()))) as drawn:
        assert drawn.size == (192, 48)
        red, green, _blue, seen = drawn.convert("RGBA").getpixel((96, 24))
    assert (red > 180, green < 50, abs(seen - alpha) < 3) == (True, True, True)


def webp(*chunks):
    parts = (kind + struct.pack("<I", len(data)) + data + bytes(len(data) % 2) for kind, data in chunks)
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def canvas(width, height):
    return b"VP8X", bytes(4) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")


def lossless(width, height):
    return b"VP8L", b"\x2f" + struct.pack("<I", width - 1 | height - 1 << 14) + bytes(2_000)


def lossy(width, height):
    return b"VP8 ", b"\x50\x2a\0\x9d\x01\x2a" + struct.pack("<HH", width, height) + bytes(2_000)


@pytest.mark.parametrize(
    "data",
    [
        webp(canvas(16_000, 16_000), lossy(8, 8)),
        webp(lossless(16_000, 16_000)),
        webp(lossy(16_000, 16_000)),
        webp(canvas(8, 8), lossless(16_000, 16_000)),
        webp(canvas(8, 8), lossless(8, 8), lossy(16_000, 16_000)),
        webp(canvas(8, 8), (b"JUNK", b"VP8L"), lossless(16_000, 16_000)),
    ],
    ids=["canvas", "lossless", "lossy", "in a small canvas", "second", "behind another"],
)
def test_a_webp_cannot_hide_how_large_it_is(data):
    with pytest.raises(Invalid) as refused:
        small_png(data)
    assert "million pixels" in str(refused.value.problems["logo"])


def test_an_organiser_sets_logo_and_colour_and_takes_them_away(api, cup):
    answer = set_look(api, colour="#2F5B46", logo=written(png(40, 20)))
    assert answer.status_code == 200, answer.json
    assert answer.json["colour"] == GREEN
    shown = api.client.get(answer.json["logo"])
    assert (shown.status_code, shown.mimetype, sizes(shown.data)) == (200, "image/png", (40, 20))
    assert api.get(LOOK, role="viewer").json == answer.json
    assert set_look(api, colour="").json == {
        "colour": None,
        "logo": answer.json["logo"].split("=")[0] + "=" + _version(api),
    }
    assert set_look(api, logo="").json == {"colour": None, "logo": None}
    assert api.client.get("/clubs/vasa/logo.png").status_code == 404
    assert api.client.get("/clubs/vasa/look.css").status_code == 404


def _version(api):
    return str(api.deps.repository.club("vasa").look.version)


def test_what_is_set_as_it_is_writes_nothing(api):
    set_look(api, colour=GREEN)
    before = api.deps.log.head("c_vasa")
    set_look(api, colour=GREEN)
    assert api.deps.log.head("c_vasa") == before


def test_others_set_nothing_and_what_is_wrong_is_named(api):
    for role, status in (("referee", 403), ("viewer", 403), (None, 401)):
        assert set_look(api, role=role, colour=GREEN).status_code == status
    for words, field in (({"colour": "green"}, "colour"), ({"logo": "…"}, "logo"), ({"logo": "AAAA"}, "logo")):
        answer = set_look(api, **words)
        assert answer.status_code == 422, words
        assert field in answer.json["errors"]
    assert api.deps.repository.club("vasa").look.version == 0


def test_the_form_of_the_page_sets_both_and_tells_what_is_wrong(api):
    organiser = signed_in(api, "Rut", "organiser")
    page = organiser.get("/clubs/vasa/look").text
    assert 'type="color"' in page
    key = page.split('name="key" value="')[1].split('"')[0]
    sent = {"key": key, "colour": YELLOW, "file": (BytesIO(png(40, 20)), "a.png")}
    headers = {"Sec-Fetch-Site": "same-origin"}
    assert organiser.post("/clubs/vasa/look", data=sent, headers=headers).status_code == 303
    look = api.deps.repository.club("vasa").look
    assert look.colour == YELLOW
    assert sizes(look.png) == (40, 20)
    wrong = {"key": f"{key}-again", "colour": YELLOW, "file": (BytesIO(b"<svg/>"), "a.svg")}
    answer = organiser.post("/clubs/vasa/look", data=wrong, headers=headers)
    assert answer.status_code == 422
    assert "PNG" in answer.text
    stranger = api.client.post("/clubs/vasa/look", data={"colour": GREEN}, headers=headers)
    assert stranger.status_code in (401, 403)
    assert api.deps.repository.club("vasa").look == look
    for chosen, plain, kept in ((YELLOW, True, ""), (GREEN, True, ""), (YELLOW, True, YELLOW), (GREEN, False, GREEN)):
        sent = {"key": f"{key}-{chosen}{kept}", "colour": chosen} | ({"plain": "1"} if plain else {})
        assert organiser.post("/clubs/vasa/look", data=sent, headers=headers).status_code == 303
        assert api.deps.repository.club("vasa").look.colour == kept, "a tick that was left takes no chosen colour away"


@pytest.mark.parametrize("colour", [GREEN, YELLOW, "#000000", "#ffffff", "#808080", "#1a1aff"])
@pytest.mark.parametrize("ground", [LIGHT, DARK])
def test_a_colour_is_shown_in_a_shade_that_can_be_read(colour, ground):
    shade = readable(colour, ground)
    assert contrast(shade, ground) >= 4.5
    assert shade == colour or contrast(colour, ground) < 4.5


def test_the_grounds_are_those_of_the_pages():
    style = assets()["shared/brade.css"].content.decode()
    assert f"--paper: {LIGHT};" in style
    assert f"--paper: {DARK};" in style


def test_pages_pictures_wall_and_prints_show_them(api, cup, judge):
    api.post(f"/v1/tournaments/{cup}/start")
    judge()
    shown = (*_shown(cup), _match_of(api, cup))
    before = {path: api.client.get(path).data for path in shown}
    plain = api.get(f"/v1/tournaments/{cup}/standings.pdf", role="organiser").data
    address = set_look(api, colour=YELLOW, logo=written(png(64, 64))).json["logo"]
    wall = f"/tournaments/{cup}/wall/slide?slide=0"
    for path in (wall, _match_of(api, cup)):  # is the same for a second
        eventually(lambda at=path: address.encode() in api.client.get(at).data, what=f"the logo at {path}")
    after = {path: api.client.get(path).data for path in shown}
    for path in shown:
        assert after[path] != before[path], path
    pages = (f"/tournaments/{cup}", "/clubs/vasa", _match_of(api, cup))
    for path in (*pages, f"/tournaments/{cup}/wall/slide?slide=0"):
        assert address.encode() in after[path], path
    for path in pages:
        assert f"/clubs/vasa/look.css?v={_version(api)}".encode() in after[path], path
    style = api.client.get(f"/clubs/vasa/look.css?v={_version(api)}")
    assert style.mimetype == "text/css"
    assert readable(YELLOW, LIGHT) in style.text
    assert readable(YELLOW, DARK) in style.text
    printed = api.get(f"/v1/tournaments/{cup}/standings.pdf", role="organiser").data
    assert b"/Subtype /Image" in printed or b"/Subtype/Image" in printed
    assert b"/Subtype /Image" not in plain
    assert b"/Subtype/Image" not in plain


def _shown(cup):
    return (
        f"/tournaments/{cup}",
        "/clubs/vasa",
        f"/tournaments/{cup}/wall/slide?slide=0",
        f"/tournaments/{cup}/picture.png",
        f"/tournaments/{cup}/picture.png?shape=tall",
    )


def _match_of(api, cup):
    return f"/matches/{api.get(f'/v1/tournaments/{cup}', role='viewer').json['rounds'][0]['matches'][0]['id']}"


def test_a_friendly_match_has_the_head_and_the_look_of_its_club(api):
    match = api.friendly()
    address = set_look(api, colour=YELLOW, logo=written(png(64, 64))).json["logo"]
    page = signed_in(api, "Rut", "viewer").get(f"/matches/{match}").text
    assert address in page
    assert 'href="/clubs/vasa"' in page


def test_a_browser_keeps_a_look_as_long_as_its_address(api):
    set_look(api, colour=GREEN, logo=written(png(8, 8)))
    for name in ("logo.png", "look.css"):
        kept = api.get(f"/clubs/vasa/{name}?v={_version(api)}", role="viewer")
        assert kept.headers["Cache-Control"] == "private, max-age=604800"
        assert api.get(f"/clubs/vasa/{name}", role="viewer").headers["Cache-Control"] == "private, no-cache"


def test_the_logo_of_a_club_that_a_stranger_may_not_see_is_not_there_for_them(api):
    set_look(api, colour=GREEN, logo=written(png(8, 8)))
    for path in ("/clubs/vasa/logo.png", "/clubs/vasa/look.css"):
        assert api.client.get(path).status_code in (401, 404)
    assert b64decode(api.deps.repository.club("vasa").look.logo)
