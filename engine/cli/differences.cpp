#include "cli/differences.hpp"

#include <limits>

#include "cli/outcome_of.hpp"

namespace evalground::cli {

std::vector<Difference> differences(const Value& before, const Value& after) {
  Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 40, .depth = 1000});
  return evalground::differences(before, after, std::numeric_limits<std::size_t>::max(), budget);
}

std::string path_text(const List& path) {
  std::string text;
  for (std::size_t at = 0; at < path.size(); ++at) {
    if (path[at].kind() == Kind::integer) {
      const bool is_line = at == 1 && path.size() == 2 && path[0].is_string() && path[0].as_string() == "text";
      text += is_line ? " line " + std::to_string(path[at].as_integer() + 1)
                      : "[" + std::to_string(path[at].as_integer()) + "]";
    } else {
      if (!text.empty()) text += '.';
      text += path[at].is_string() ? std::string(path[at].as_string()) : short_json(path[at]);
    }
  }
  return text;
}

std::string change_text(const Difference& difference) {
  if (difference.before.is_undefined()) return "+ " + short_json(difference.after);
  if (difference.after.is_undefined()) return "- " + short_json(difference.before);
  return short_json(difference.before) + " -> " + short_json(difference.after);
}

}  // namespace evalground::cli
