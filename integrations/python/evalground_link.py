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
import urllib.parse
import zlib

LONGEST_LINK = 512 * 1024
LARGEST_JSON = 8 * 1024 * 1024
LONGEST_INTEGER = 10_000
DEEPEST = 200

WHOLE = re.compile(r"w1\.([a-z])\.([A-Za-z0-9_-]*)\.([0-9a-f]{8})")
# Matches prefixes of a link only.
BEGINNING = re.compile(r"w(?:1(?:\.(?:[dj](?:\.(?:[A-Za-z0-9_-]*(?:\.[0-9a-f]{0,7})?)?)?)?)?)?")

# The order of keys. Other keys follow in their own order.
KEYS = (
    "dialect operation main files expression resource data local vars inputs attributes classes env secrets clock seed"
    " limits changes options title description expect"
).split()
VIEW_KINDS = {"tab": str, "file": str, "line": int, "hide": list, "live": bool}
VIEW_KEYS = list(VIEW_KINDS)
KINDS = {
    **dict.fromkeys("dialect operation main resource clock title description".split(), str),
    **dict.fromkeys("files vars inputs attributes env secrets limits options expect".split(), dict),
    "classes": list,
    "changes": list,
    "seed": int,
}
HOLDERS = "files vars inputs attributes classes env secrets limits changes options".split()
MAY_BE_NULL = ("expression", "data", "local")


class LinkError(ValueError):
    """Why a link cannot be decoded or encoded: `kind` is cut-off, damaged, too-large, newer, invalid or not-a-link."""

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
    # A string here would be split into its characters, even a secret one.
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
    """The link to a workspace, a dict in JSON form. Raises LinkError if it is invalid or too large for a link."""
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


def _pairs(pairs):
    """The map of a JSON object. Duplicate keys are rejected, because other readers interpret them differently."""
    result = dict(pairs)
    if len(result) < len(pairs):
        raise ValueError("a map has a key twice")
    return result


def _real(digits):
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError("a number is beyond what a double holds")
    return number


def _integer(digits):
    if len(digits.lstrip("-")) > LONGEST_INTEGER:
        raise ValueError("an integer has more than %d digits" % LONGEST_INTEGER)
    # Split in halves, because Python refuses to parse more than 4,300 digits at once.
    if len(digits) > 4000:
        half = len(digits) // 2
        head, tail = digits.lstrip("-")[:half], digits.lstrip("-")[half:]
        value = _integer(head) * 10 ** len(tail) + _integer(tail)
        return -value if digits.startswith("-") else value
    return int(digits)


def _no_constant(name):
    raise ValueError("%s is no JSON" % name)


def _check_text(text):
    if re.search("[\ud800-\udfff]", text):
        raise ValueError("a text has half of a character")


def _check_value(value, level=0):
    """Raises for what other readers reject: nesting that is too deep, lone surrogates."""
    if level > DEEPEST:
        raise ValueError("it is nested deeper than %d levels" % DEEPEST)
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_text(key)
            _check_value(item, level + 1)
    elif isinstance(value, list):
        for item in value:
            _check_value(item, level + 1)


def _read_json(text):
    """Raises a ValueError if the text is not JSON, or contains values that no engine accepts."""
    try:
        value = json.loads(
            text, object_pairs_hook=_pairs, parse_float=_real, parse_int=_integer, parse_constant=_no_constant
        )
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    _check_value(value)
    return value


def _check_kinds(members, kinds, what):
    if not isinstance(members, dict):
        raise ValueError("its %s is no map" % what)
    for key, kind in kinds.items():
        value = members.get(key)
        is_wrong = not isinstance(value, kind) or (kind is int and isinstance(value, bool))
        if value is not None and is_wrong:
            raise ValueError('"%s" of its %s is of another kind' % (key, what))


def _check_workspace(workspace):
    _check_kinds(workspace, KINDS, "workspace")
    if workspace.get("dialect") is None:
        raise ValueError("its workspace names no dialect")
    for path, content in (workspace.get("files") or {}).items():
        if not isinstance(content, str) and not (
            isinstance(content, dict) and isinstance(content.get("base64"), str)
        ):
            raise ValueError('the file "%s" is neither text nor {"base64": "…"}' % path)


def _check_view(view):
    _check_kinds(view, VIEW_KINDS, "view")
    line = view.get("line")
    if line is not None and not 1 <= line <= 2**31:
        raise ValueError('"line" of its view is no line')
    if any(not isinstance(name, str) for name in view.get("hide") or []):
        raise ValueError('"hide" of its view holds no names')


def _percent_decoded(text):
    if re.search(r"%(?![0-9A-Fa-f]{2})", text):
        raise ValueError("it has a % that begins no character")
    return urllib.parse.unquote(text, errors="strict")


def _read_parameters(query):
    """`dialect=yaql&expression=1`, the form for tools and hand-written links."""
    workspace, files, result, names = {}, {}, {}, set()
    for parameter in query.split("&"):
        if not parameter:
            continue
        name, _, text = (_percent_decoded(part) for part in parameter.partition("="))
        if name in names:
            raise ValueError('it has the parameter "%s" twice' % name)
        names.add(name)
        if name == "view":
            result["view"] = _read_json(text) if text.startswith("{") else {"tab": text}
        elif name.startswith("file."):
            files[name[len("file.") :]] = text
        elif name in ("dialect", "operation", "expression", "resource", "main"):
            workspace[name] = text
        elif name in ("data", "vars", "inputs"):
            workspace[name] = _read_json(text)
        else:
            raise ValueError('it has an unknown parameter "%s"' % name)
    if files:
        workspace["files"] = files
    return {"ws": workspace, **result}


def _form_error(fragment):
    """The error for a text that is not a link of this version."""
    if re.fullmatch(r"w(?:[2-9]|[1-9][0-9]+)\..*", fragment, re.S):
        return LinkError("newer", "The link is of a newer version; this library reads w1.")
    if BEGINNING.fullmatch(fragment):
        return LinkError("cut-off", "The link is cut off: %d characters arrived." % len(fragment))
    if re.match("w1", fragment) or re.fullmatch(r"(?:w|.[0-9]*\.).*\.[0-9a-f]{8}", fragment, re.S):
        return LinkError("damaged", "The link is damaged: characters in it have changed.")
    return LinkError("not-a-link", "This is no link to a workspace.")


def _open_envelope(fragment):
    """The JSON text in a link."""
    whole = WHOLE.fullmatch(fragment)
    if not whole:
        raise _form_error(fragment)
    codec, body, checksum = whole.groups()
    if codec not in ("d", "j"):
        raise LinkError("newer", "The link is of a newer version: its packing is unknown.")
    try:
        packed = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
    except binascii.Error:
        packed = None
    # Unused bits must be zero, because no encoder writes others.
    if packed is None or base64.urlsafe_b64encode(packed).rstrip(b"=").decode("ascii") != body:
        raise LinkError("damaged", "The link is damaged: its data is no base64url.")
    data = _inflate(packed) if codec == "d" else packed
    if zlib.crc32(data) != int(checksum, 16):
        raise LinkError("damaged", "The link is damaged: its checksum does not fit.")
    return data.decode("utf-8")


def decode(link):
    """A link's content: {"ws": workspace, "view": …, "app": …}; the last two are optional. Raises LinkError."""
    fragment = link.split("#", 1)[-1].strip()
    if len(fragment) > LONGEST_LINK:
        raise LinkError("too-large", "The link is longer than 512 KiB.")
    try:
        if fragment.startswith("?"):
            envelope = _read_parameters(fragment[1:])
        else:
            envelope = _read_json(_open_envelope(fragment))
        _check_kinds(envelope, {"app": str}, "content")
        _check_workspace(envelope.get("ws"))
        if "view" in envelope:
            _check_view(envelope["view"])
    except LinkError:
        raise
    except ValueError as error:
        raise LinkError("invalid", "The link holds no workspace: %s." % error) from None
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
