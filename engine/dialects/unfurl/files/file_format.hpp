// The contents of files: how values are written in a file's format, and how bytes are decoded.
#pragma once

#include <string_view>

#include "runtime/context.hpp"

namespace evalground::unfurl {

// The contents of the file at that path when a value is written to it. The encoding selects text, bytes or a format:
// `yaml`, `json`, `env`, `vault`, `binary` or a text encoding. When it is empty, the suffix decides. Marked as
// sensitive if it shows a secret of the workspace. Throws Error "unknown-encoding", "not-encodable", "wrong-contents"
// and "secret-missing".
Value file_content(Context& context, const Value& contents, std::string_view path, std::string_view encoding,
                   OriginId where);

// The contents of the file at an absolute path: text, or bytes if `binary` asks for them or the encoding does not fit.
// A vault is decrypted if its password is known, and is then sensitive. Throws Error "file-not-found",
// "wrong-password", …
Value read_file(Context& context, std::string_view path, std::string_view encoding, OriginId where);

}  // namespace evalground::unfurl
