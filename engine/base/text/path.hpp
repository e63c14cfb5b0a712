// POSIX path arithmetic on text alone: no disk, no current directory, no links. Works like Python's posixpath except
// where noted. No function fails.
#pragma once

#include <string>
#include <string_view>

namespace evalground {

// True when the path starts with a slash.
bool is_absolute_path(std::string_view path);

// The shortest equivalent path: "a/./b//../c/" becomes "a/c", "" becomes ".", "/.." becomes "/". Leading ".." of a
// relative path are kept. Two leading slashes become one (unlike in posixpath).
std::string normalise_path(std::string_view path);

// `path` relative to the directory `base`, not normalised. `path` is returned unchanged when it is absolute or `base`
// is empty.
std::string join_path(std::string_view base, std::string_view path);

// The part before the last slash, without the slash unless it is the root: "a/b" gives "a", "/a" gives "/",
// "a" gives "".
std::string_view directory_name(std::string_view path);

// The part after the last slash; empty when the path ends with a slash.
std::string_view base_name(std::string_view path);

// The last extension with its dot: "a.tar.gz" gives ".gz"; empty for names such as ".profile".
std::string_view path_extension(std::string_view path);

// The path from the directory `start` to `path`, both relative to the same directory: ("a/c", "a/b") gives "../c". If
// `start` begins with "..", or only one of the two is absolute, there is no such path, and the result is the normalised
// `path`.
std::string relative_path(std::string_view path, std::string_view start);

// True when a relative path ends outside of the directory it starts in: "a/../..". Never true for absolute paths.
bool escapes_root(std::string_view path);

// True when the path begins with a scheme and `://`, such as "https://host/a" and "file:///srv/a".
bool is_url(std::string_view path);

}  // namespace evalground
