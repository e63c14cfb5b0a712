// The contents of files: values in the formats that files are written in, and bytes read in an encoding.
#pragma once

#include <string_view>

#include "runtime/context.hpp"

namespace evalground::unfurl {

// The contents of a file of that path when a value is written to it: text, bytes, or the format that the encoding
// (`yaml`, `json`, `env`, `vault`, `binary`, or one of text; empty: none) or else the suffix asks for. Marked as
// sensitive when it shows a secret of the workspace. Throws Error "unknown-encoding", "not-encodable", "wrong-contents"
// and "secret-missing".
Value file_content(Context& context, const Value& contents, std::string_view path, std::string_view encoding,
                   OriginId where);

// The text of the file at an absolute path; bytes if they are asked for (`binary`) or are no text of that encoding. A
// vault is decrypted if there is a password, and then sensitive. Throws Error "file-not-found", "wrong-password", …
Value read_file(Context& context, std::string_view path, std::string_view encoding, OriginId where);

}  // namespace evalground::unfurl
