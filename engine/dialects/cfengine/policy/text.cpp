// Strings of a policy and the references in them.
#include <algorithm>

#include "dialects/cfengine/policy/policy.hpp"

namespace evalground::cfengine {
namespace {

// Limits that keep the search for an end linear: a text may contain many marks without an end.
constexpr std::size_t longest_reference = 4096;
constexpr std::size_t deepest_name = 64;

bool opens(char c) {
  return c == '(' || c == '{';
}

bool begins_reference(std::string_view text, std::size_t at) {
  return (text[at] == '$' || text[at] == '@') && at + 1 < text.size() && opens(text[at + 1]);
}

// Names contain neither slashes nor line breaks, so `$(/bin/cat file)` is plain text. Within [ ] any character is
// allowed.
bool is_name_like(std::string_view name) {
  if (name.empty()) return false;
  int brackets = 0;
  for (const char c : name) {
    if (c == '[') ++brackets;
    if (c == ']') --brackets;
    if (brackets == 0 && (c == '/' || c == '\n')) return false;
  }
  return true;
}

// A possible reference: where the search for its end stopped, and whether that is its end.
struct Search {
  std::size_t stop;
  bool is_found = false;
};

// Brackets of the other kind do not count: `$(a{b)` ends at its parenthesis.
Search find_end(std::string_view text, std::size_t at) {
  if (!begins_reference(text, at)) return {at};
  const char open = text[at + 1];
  const char close = open == '(' ? ')' : '}';
  std::size_t nested = 0;
  const std::size_t last = std::min(text.size(), at + longest_reference);
  for (std::size_t i = at + 1; i < last; ++i) {
    if (text[i] == open && ++nested > deepest_name) return {i};
    if (text[i] == close && --nested == 0) return {i + 1, is_name_like(text.substr(at + 2, i - at - 2))};
  }
  return {last};
}

}  // namespace

// The offset after the reference at `at`; 0 if none begins there.
std::size_t reference_end(std::string_view text, std::size_t at) {
  const Search search = find_end(text, at);
  return search.is_found ? search.stop : 0;
}

// True if a scalar reference is left. `@(x)` does not count: a text keeps it.
bool is_unresolved(std::string_view text) {
  for (std::size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
    if (reference_end(text, at) != 0) return true;
  }
  return false;
}

// True for both kinds of references.
bool mentions_reference(std::string_view text) {
  for (std::size_t at = text.find_first_of("$@"); at != std::string_view::npos; at = text.find_first_of("$@", at + 1)) {
    if (reference_end(text, at) != 0) return true;
  }
  return false;
}

bool is_reference(std::string_view text) {
  return !text.empty() && (text[0] == '$' || text[0] == '@') && reference_end(text, 0) == text.size();
}

// "@(x)" -> "x", if the text is nothing else.
std::string_view list_reference(std::string_view text) {
  if (text.size() < 4 || text[0] != '@' || reference_end(text, 0) != text.size()) return {};
  return text.substr(2, text.size() - 3);
}

// "a$(b[$(c)])" -> the literal "a" and a reference, whose name is parsed in turn. Views refer to the source, which must
// outlive the result.
Text parse_text(Arena& arena, std::string_view source, Budget& budget) {
  const Depth depth = budget.enter();
  Text text;
  text.source = source;
  std::vector<Segment> segments;
  std::size_t literal = 0;
  for (std::size_t at = source.find('$'); at != std::string_view::npos; at = source.find('$', at)) {
    const auto [end, is_found] = find_end(source, at);
    budget.step(1 + (end - at) / 8);  // unterminated references may overlap
    if (!is_found) {
      ++at;
      continue;
    }
    if (at > literal) segments.push_back({source.substr(literal, at - literal), nullptr});
    const std::string_view whole = source.substr(at, end - at);
    segments.push_back(
        {{}, arena.make<Reference>(Reference{whole, parse_text(arena, whole.substr(2, whole.size() - 3), budget)})});
    text.has_references = true;
    literal = at = end;
  }
  if (!text.has_references) return text;
  if (literal < source.size()) segments.push_back({source.substr(literal), nullptr});
  auto* kept = static_cast<Segment*>(arena.allocate(segments.size() * sizeof(Segment), alignof(Segment)));
  std::copy(segments.begin(), segments.end(), kept);
  text.segments = {kept, segments.size()};
  return text;
}

}  // namespace evalground::cfengine
