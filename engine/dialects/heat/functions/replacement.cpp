// Replaces several keys in a text, for str_replace. Longer keys come first, so `$name` is not found in `$name_server`.
// Inserted text is never searched: {a: b, b: c} turns "ab" into "bc".
#include "dialects/heat/functions/replacement.hpp"

#include <algorithm>

namespace evalground::heat {

// Time is the number of keys times the length of the text that is not replaced yet. Keys that are not found are added
// to `missing`.
std::string replace_keys(std::string_view text, std::vector<std::pair<std::string, std::string>> replacements,
                         std::vector<std::string>& missing, Budget& budget) {
  std::sort(replacements.begin(), replacements.end(), [](const auto& a, const auto& b) {
    return a.first.size() != b.first.size() ? a.first.size() > b.first.size() : a.first < b.first;
  });
  // The text is kept in parts. An inserted part is final; the others are searched for the next key.
  struct Part {
    std::string text;
    bool is_done;
  };
  std::vector<Part> parts = {{std::string(text), false}};
  std::size_t size = text.size();
  for (const auto& [key, value] : replacements) {
    if (key.empty()) continue;
    bool is_found = false;
    std::vector<Part> next;
    for (Part& part : parts) {
      budget.step(1 + part.text.size() / 64);
      if (part.is_done) {
        next.push_back(std::move(part));
        continue;
      }
      std::size_t at = 0;
      for (;;) {
        const std::size_t found = part.text.find(key, at);
        if (found == std::string::npos) break;
        budget.step();
        is_found = true;
        next.push_back({part.text.substr(at, found - at), false});
        next.push_back({value, true});
        size += value.size();
        if (size > budget.limits().memory) throw LimitError(Limit::memory, budget.limits().memory);
        at = found + key.size();
      }
      next.push_back({part.text.substr(at), false});
    }
    parts = std::move(next);
    if (!is_found) missing.push_back(key);
  }
  std::string result;
  for (const Part& part : parts) result += part.text;
  return result;
}

}  // namespace evalground::heat
