// POSIX path arithmetic on text alone: no disk, no current directory, no links. Works as Python's posixpath
// except where said; no function fails.
#pragma once

#include <string>
#include <string_view>

namespace evalground {

// True when the path starts with a slash.
bool is_absolute_path(std::string_view path);

// The shortest path that names the same place: "a/./b//../c/" becomes "a/c", "" becomes ".", "/.." becomes
// "/". Leading
// ".." of a relative path stay. Two leading slashes mean no more than one (posixpath keeps them).
std::string normalise_path(std::string_view path);

// `path` as seen from the directory `base`, not normalised: `path` itself when it is absolute or `base` is
// empty.
std::string join_path(std::string_view base, std::string_view path);

// The part before the last slash, without the slash unless it is the root: "a/b" gives "a", "/a" gives "/",
// "a" gives "".
std::string_view directory_name(std::string_view path);

// The part behind the last slash, which is nothing when the path ends with one.
std::string_view base_name(std::string_view path);

// The last part of the name with its dot: "a.tar.gz" gives ".gz"; nothing for names such as ".profile".
std::string_view path_extension(std::string_view path);

// How `path` is reached from the directory `start`, both taken from the same directory: ("a/c", "a/b") gives
// "../c". Where ".." at the front of `start` hide what it is called, or only one of the two is absolute, the
// normalised `path`.
std::string relative_path(std::string_view path, std::string_view start);

// True when a relative path, followed from some root, leaves that root at its end: "a/../..". Never for
// absolute paths.
bool escapes_root(std::string_view path);

// Whether the path begins with a scheme and `://`, as "https://host/a" and "file:///srv/a" do.
bool is_url(std::string_view path);

}  // namespace evalground
