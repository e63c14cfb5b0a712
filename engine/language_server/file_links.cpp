#include "language_server/file_links.hpp"

#include <array>
#include <optional>

#include "base/text/path.hpp"
#include "base/text/text.hpp"

namespace evalground::language_server {
namespace {

constexpr std::size_t most_links = 500;
constexpr std::size_t longest = 300;

// What ends a name. Blanks are rare in names of files, and frequent around them.
bool ends_name(char c) {
  return static_cast<unsigned char>(c) <= ' ' ||
         std::string_view("\"'`()[]{}<>,;=|#&*?!").find(c) != std::string_view::npos;
}

// "a/../b/./c" -> "b/c"; nothing above the folder.
std::optional<std::string> normal(std::string_view path) {
  std::vector<std::string_view> parts;
  for (const std::string_view part : Split(path, "/")) {
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (parts.empty()) return std::nullopt;
      parts.pop_back();
    } else {
      parts.push_back(part);
    }
  }
  std::string result;
  for (const std::string_view part : parts) result += (result.empty() ? "" : "/") + std::string(part);
  return result;
}

// Beside the text, then in each folder around it, from the nearest. Ansible also looks into folders for each purpose.
std::optional<std::string> file_named(std::string_view word, std::string_view name, const Map& files) {
  constexpr std::array<std::string_view, 5> places = {"", "templates/", "files/", "tasks/", "vars/"};
  for (std::string_view folder = directory_name(name);; folder = directory_name(folder)) {
    for (const std::string_view place : places) {
      const std::string start =
          (folder.empty() || folder == "." ? std::string() : std::string(folder) + "/") + std::string(place);
      const std::optional<std::string> path = normal(start + std::string(word));
      if (path && files.contains(*path)) return path;
    }
    if (folder.empty() || folder == "." || folder == "/") return std::nullopt;
  }
}

}  // namespace

std::vector<FileLink> file_links(std::string_view text, std::string_view name, const Map& files) {
  std::vector<FileLink> links;
  for (std::size_t at = 0; at < text.size() && links.size() < most_links;) {
    if (ends_name(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && !ends_name(text[end])) ++end;
    std::string_view word = text.substr(at, end - at);
    const std::size_t next = end;
    // `{{ role_path }}/tasks/a.yml` goes on behind the braces.
    const bool follows_value = at > 0 && (text[at - 1] == '}' || text[at - 1] == ')');
    while (follows_value && word.starts_with('/')) word.remove_prefix(1);
    while (word.ends_with(':') || word.ends_with('.')) word.remove_suffix(1);
    const bool may_be_path = word.size() > 2 && word.size() <= longest && !word.starts_with('/') &&
                             word.find('.', 1) != std::string_view::npos;
    if (may_be_path) {
      const auto begin = static_cast<std::uint32_t>(word.data() - text.data());
      const std::optional<std::string> target = file_named(word, name, files);
      if (target && *target != name) {
        links.push_back({begin, begin + static_cast<std::uint32_t>(word.size()), *target});
      }
    }
    at = next;
  }
  return links;
}

}  // namespace evalground::language_server
