#include "cli/serve/names.hpp"

#include <algorithm>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"

namespace evalground::cli {
namespace {

constexpr std::string_view unserved[] = {"node_modules", "__pycache__", "venv"};

constexpr std::size_t longest_name = 255;  // bytes, as in common file systems

bool has_drive(std::string_view path) {
  if (path.size() < 2 || path[1] != ':') return false;
  const char letter = path[0];
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

}  // namespace

bool is_served(std::string_view name) {
  return !name.starts_with('.') && std::find(std::begin(unserved), std::end(unserved), name) == std::end(unserved);
}

std::string_view why_not_a_name(std::string_view path) {
  if (path.empty()) return "is empty";
  if (is_absolute_path(path) || has_drive(path)) return "is an absolute path";
  if (path.find('\\') != std::string_view::npos) return "has a backslash";
  const auto is_control = [](char byte) { return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F; };
  if (std::any_of(path.begin(), path.end(), is_control)) return "has a control character";
  if (find_invalid_utf8(path)) return "is not UTF-8";
  for (const std::string_view segment : Split(path, "/")) {
    if (segment.empty()) return "has an empty part";
    if (segment.size() > longest_name) return "has a part that is longer than 255 bytes";
    if (segment == "." || segment == "..") return "has a part that is a dot or two dots";
  }
  return {};
}

}  // namespace evalground::cli
