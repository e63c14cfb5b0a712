"""Encodes and decodes the share links of Evalground, with Python's standard library alone.

    link = evalground_link.encode({"dialect": "jinja2", "main": "{{ a }}\n"}, site="https://example.org/")
    workspace = evalground_link.decode(link)["ws"]

The form of links is written down in docs/links.md. Values of `secrets` never travel: they become null, "withheld". Run
as a program it makes a link of a workspace in JSON, or with --open gives the workspace of a link:

    python3 evalground_link.py workspace.json
    python3 evalground_link.py --open 'https://example.org/#w1.d…'
"""

import base64
import binascii
import json
import re
import sys
import zlib

LONGEST_LINK = 512 * 1024
LARGEST_JSON = 8 * 1024 * 1024

# The order of keys; what is absent from it follows in its own order.
KEYS = (
    "dialect operation main files expression resource data local vars inputs attributes classes env secrets clock seed"
    " limits changes options title description expect"
).split()
VIEW_KEYS = "tab file line hide live".split()
HOLDERS = "files vars inputs attributes classes env secrets limits changes options".split()
MAY_BE_NULL = ("expression", "data", "local")


class LinkError(ValueError):
    """Why a link cannot be read or made: `kind` is cut-off, damaged, too-large, newer, invalid or not-a-link."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


def _is_default(key, value, workspace):
    if value is None:
        return key in KEYS and key not in MAY_BE_NULL
    if key == "operation":
        return value == "evaluate"
    if key == "main":
        return isinstance(value, str) and value == next(iter(workspace.get("files") or {}), None)
    if key in ("title", "description"):
        return value == ""
    return key in HOLDERS and len(value) == 0


def _in_order(members, keys):
    return [key for key in keys if key in members] + [key for key in members if key not in keys]


def _ordered(workspace):
    if not isinstance(workspace, dict):
        raise LinkError("invalid", "A workspace is a map, not a %s." % type(workspace).__name__)
    # A text here would be taken apart into its letters, of secrets too.
    for key in HOLDERS:
        if not isinstance(workspace.get(key) or {}, (list, dict) if key == "changes" else dict):
            raise LinkError("invalid", "The workspace's %s must be a map." % key)
    result = {}
    for key in _in_order(workspace, KEYS):
        value = workspace[key]
        if _is_default(key, value, workspace):
            continue
        result[key] = {name: None for name in value} if key == "secrets" else value
    return result


def encode(workspace, view=None, app="python", site=""):
    """The link to a workspace, a dict in its JSON form. Raises LinkError where that is none, or would be too large."""
    envelope = {"ws": _ordered(workspace)}
    if view:
        envelope["view"] = {key: view[key] for key in _in_order(view, VIEW_KEYS)}
    envelope["app"] = app
    try:
        text = json.dumps(envelope, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        data = text.encode("utf-8")
    except (TypeError, ValueError, RecursionError) as error:
        raise LinkError("invalid", "The workspace cannot be written as JSON: %s." % error) from None
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(data) + packer.flush()
    codec, body = ("d", packed) if len(packed) < len(data) else ("j", data)
    link = "w1.%s.%s.%08x" % (codec, base64.urlsafe_b64encode(body).rstrip(b"=").decode("ascii"), zlib.crc32(data))
    if len(link) > LONGEST_LINK or len(data) > LARGEST_JSON - LARGEST_JSON // 1032 - 1:
        raise LinkError("too-large", "The workspace is too large for a link: it would have %d characters." % len(link))
    return site + "#" + link


def _inflate(packed):
    unpacker = zlib.decompressobj(-15)
    try:
        data = unpacker.decompress(packed, LARGEST_JSON + 1)
    except zlib.error:
        raise LinkError("damaged", "The link is damaged: its data cannot be unpacked.") from None
    if len(data) > LARGEST_JSON:
        raise LinkError("too-large", "The link unpacks to more than 8 MiB.")
    if not unpacker.eof or unpacker.unused_data:
        raise LinkError("damaged", "The link is damaged: its data does not end as it should.")
    return data


def decode(link):
    """What a link holds: {"ws": workspace, "view": …, "app": …}, the last two where they are there. Raises LinkError."""
    if len(link) > LONGEST_LINK:
        raise LinkError("too-large", "The link is longer than 512 KiB.")
    fragment = link.split("#", 1)[-1].strip()
    version = re.match(r"w(\d+)\.", fragment)
    if not version:
        raise LinkError("not-a-link", "This is no link to a workspace.")
    if version.group(1) != "1":
        raise LinkError("newer", "The link is of a newer version; this library reads w1.")
    parts = fragment.split(".")
    if len(parts) < 4 or len(parts[3]) < 8:
        raise LinkError("cut-off", "The link is cut off: %d characters arrived." % len(fragment))
    if len(parts) > 4 or not re.fullmatch(r"[0-9a-f]{8}", parts[3]):
        raise LinkError("damaged", "The link is damaged: its checksum does not fit.")
    codec, body = parts[1], parts[2]
    if codec not in ("d", "j"):
        raise LinkError("newer", "The link is of a newer version: its packing is unknown.")
    if not re.fullmatch(r"[A-Za-z0-9_-]*", body):
        raise LinkError("damaged", "The link is damaged: its data is no base64url.")
    try:
        packed = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
    except binascii.Error:
        raise LinkError("damaged", "The link is damaged: its data is no base64url.") from None
    data = _inflate(packed) if codec == "d" else packed
    if zlib.crc32(data) != int(parts[3], 16):
        raise LinkError("damaged", "The link is damaged: its checksum does not fit.")
    try:
        envelope = json.loads(data.decode("utf-8"))
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise LinkError("invalid", "The link holds no workspace.") from None
    if not isinstance(envelope, dict) or not isinstance(envelope.get("ws"), dict):
        raise LinkError("invalid", "The link holds no workspace.")
    return envelope


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--open":
        json.dump(decode(arguments[1])["ws"], sys.stdout, ensure_ascii=False, indent=2)
        print()
        return 0
    if len(arguments) == 1 and not arguments[0].startswith("--"):
        with open(arguments[0], encoding="utf-8") as file:
            try:
                workspace = json.load(file)
            except ValueError as error:
                raise LinkError("invalid", "%s is no JSON: %s" % (arguments[0], error)) from None
        print(encode(workspace))
        return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (LinkError, OSError, ValueError) as error:
        sys.exit("evalground_link: %s" % error)
