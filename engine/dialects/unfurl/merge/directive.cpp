#include "dialects/unfurl/merge/directive.hpp"

#include "base/text/scanner.hpp"
#include "base/text/text.hpp"
#include "source/diagnostic.hpp"

namespace evalground::unfurl {
namespace {

bool is_include_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

std::string unescape(std::string_view part) {
  std::string result;
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (part[i] != '~') {
      result += part[i];
    } else if (i + 1 < part.size() && (part[i + 1] == '0' || part[i + 1] == '1')) {
      result += part[++i] == '0' ? '~' : '/';
    } else {
      throw Error("invalid-escape",
                  "Invalid escape in the path of a merge directive: " + quote(part) + " (write ~0 for ~, ~1 for /).");
    }
  }
  return result;
}

}  // namespace

std::vector<std::string> parse_directive_path(std::string_view path) {
  std::vector<std::string> parts;
  if (path.empty()) return parts;
  for (const std::string_view part : Split(path, "/")) parts.push_back(unescape(part));
  return parts;
}

std::vector<std::string> target_of(const Directive& directive, const std::vector<std::string>& place) {
  std::vector<std::string> path;
  if (directive.dots > 0 && directive.dots <= place.size()) {
    path.assign(place.begin(), place.end() - static_cast<std::ptrdiff_t>(directive.dots - 1));
  }
  path.insert(path.end(), directive.path.begin(), directive.path.end());
  if (!path.empty() && path.back().empty() && directive.path.size() == 1) path.pop_back();  // `+/`
  return path;
}

std::optional<Directive> parse_directive(std::string_view key) {
  if (!key.starts_with('+')) return std::nullopt;
  const std::size_t slash = key.find('/');
  Scanner first(key.substr(1, slash == std::string_view::npos ? slash : slash - 1));
  Directive directive;
  directive.is_optional = first.take('?');
  if (first.take("include")) {
    directive.is_include = true;
    first.take_while(is_include_word);
  }
  if (first.sees("*") && first.rest().size() > 1) {  // the rest of the key is the name, including final dots
    directive.anchor = std::string(first.rest().substr(1));
    first.skip(first.rest().size());
  }
  directive.dots = first.take_while([](char c) { return c == '.'; }).size();
  // `+?` names the whole document, whatever text follows. The same key without `?` is data.
  if (!first.at_end() && !(directive.is_optional && first.offset() == 1)) return std::nullopt;
  if (slash != std::string_view::npos) {
    directive.path = parse_directive_path(key.substr(slash + 1));
  } else if (first.offset() == 0) {
    return std::nullopt;
  }
  return directive;
}

}  // namespace evalground::unfurl
