#include "base/text/path.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace evalground {
namespace {

// Removes the last segment of an incomplete normalised path. Returns false when it has no segment.
bool drop_segment(std::string& path, std::size_t root_size) {
  if (path.size() == root_size) return false;
  const std::size_t slash = path.rfind('/');
  const std::size_t begin = slash == std::string::npos ? 0 : slash + 1;
  if (std::string_view(path).substr(begin) == "..") return false;
  path.resize(begin <= root_size ? root_size : slash);
  return true;
}

}  // namespace

bool is_absolute_path(std::string_view path) {
  return path.starts_with('/');
}

std::string normalise_path(std::string_view path) {
  const std::size_t root_size = is_absolute_path(path) ? 1 : 0;
  std::string normal(path.substr(0, root_size));
  for (std::string_view segment : Split(path, "/")) {
    if (segment.empty() || segment == ".") continue;
    if (segment == ".." && (drop_segment(normal, root_size) || root_size == 1)) continue;
    if (normal.size() > root_size) normal += '/';
    normal += segment;
  }
  return normal.empty() ? "." : normal;
}

std::string join_path(std::string_view base, std::string_view path) {
  if (base.empty() || is_absolute_path(path)) return std::string(path);
  std::string joined(base);
  if (!base.ends_with('/')) joined += '/';
  joined += path;
  return joined;
}

std::string_view directory_name(std::string_view path) {
  const std::string_view head = path.substr(0, path.rfind('/') + 1);
  const std::string_view trimmed = trim_end(head, "/");
  return trimmed.empty() ? head : trimmed;
}

std::string_view base_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

std::string_view path_extension(std::string_view path) {
  const std::string_view name = base_name(path);
  const std::size_t dot = name.rfind('.');
  const bool has_stem = name.find_first_not_of('.') < dot;
  return dot == std::string_view::npos || !has_stem ? std::string_view() : name.substr(dot);
}

std::string relative_path(std::string_view path, std::string_view start) {
  const std::string to = normalise_path(path);
  const std::string from = normalise_path(start);
  if (is_absolute_path(to) != is_absolute_path(from)) return to;
  auto inside = [](std::string_view normal) { return normal == "." ? "" : trim_start(normal, "/"); };
  std::string_view to_rest = inside(to);
  std::string_view from_rest = inside(from);
  auto take_segment = [](std::string_view& rest) {
    const std::string_view segment = rest.substr(0, rest.find('/'));
    rest.remove_prefix(std::min(rest.size(), segment.size() + 1));
    return segment;
  };
  while (!to_rest.empty() && !from_rest.empty() &&
         to_rest.substr(0, to_rest.find('/')) == from_rest.substr(0, from_rest.find('/'))) {
    take_segment(to_rest);
    take_segment(from_rest);
  }
  std::string relative;
  while (!from_rest.empty()) {
    if (take_segment(from_rest) == "..") return to;
    relative += relative.empty() ? ".." : "/..";
  }
  if (!to_rest.empty()) {
    if (!relative.empty()) relative += '/';
    relative += to_rest;
  }
  return relative.empty() ? "." : relative;
}

bool escapes_root(std::string_view path) {
  const std::string normal = normalise_path(path);
  return normal == ".." || normal.starts_with("../");
}

bool is_url(std::string_view path) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const std::size_t end = path.find("://");
  if (end == std::string_view::npos || end == 0 || !is_letter(path[0])) return false;
  return std::all_of(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(end), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
  });
}

}  // namespace evalground
