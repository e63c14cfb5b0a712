// JSONPath: RFC 9535, and the variant that the Go library ojg reads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.hpp"
#include "base/budget.hpp"
#include "base/regex/regex.hpp"
#include "data/paths/json_path_tree.hpp"
#include "source/diagnostic.hpp"
#include "value/value.hpp"

namespace evalground {

enum class JsonPathSyntax : std::uint8_t {
  rfc_9535,
  // More characters in dot names, escapes of either kind of quote, `in`, `has`, `empty`, `=~`, arithmetic and lists in
  // filters; a descent gives what is below a value before the value's own. docs/dialects/dcontroller.md has all of it.
  ojg
};

// How a path is read; all but `syntax` are of the variant only.
struct JsonPathRules {
  JsonPathSyntax syntax = JsonPathSyntax::rfc_9535;
  bool hyphens_in_names = false;  // `$.a-b` is the member "a-b"
  bool and_before_or = false;     // `a || b && c` is `a || (b && c)`, not `(a || b) && c`
};

// Error "json-path-syntax": what is wrong with a path, and where in its text (bytes).
class JsonPathError final : public Error {
 public:
  JsonPathError(const std::string& reason, std::string_view path, std::size_t offset_);
  std::size_t offset;
};

class JsonPath {
 public:
  // Throws JsonPathError.
  JsonPath(std::string_view text, const JsonPathRules& rules, Budget& budget);

  struct Match {
    const Value* value;  // within the root
    std::string path;    // normalised, as RFC 9535 has it: $['a'][0]
  };

  // The first match, or null; it lives as long as the root.
  const Value* first(const Value& root, Budget& budget, RegexCache& regexes) const;
  // Every match in order; the text of their paths counts as output.
  std::vector<Match> matches(const Value& root, Budget& budget, RegexCache& regexes) const;

  // The children of a value that one of the path's selectors selects, in order: indexes of a list, or entries of a map.
  std::vector<std::size_t> positions(const json_path::Selector& selector, const Value& value, const Value& root,
                                     Budget& budget, RegexCache& regexes) const;

  const json_path::Query& query() const noexcept { return *query_; }
  const List& literals() const noexcept { return literals_; }
  const JsonPathRules& rules() const noexcept { return rules_; }
  // A dot name in it has a hyphen.
  bool has_hyphen() const noexcept { return has_hyphen_; }
  // A filter in it has `&&` after `||`, so that its meaning depends on JsonPathRules::and_before_or.
  bool depends_on_precedence() const noexcept { return depends_on_precedence_; }

 private:
  friend class JsonPathBuilder;

  JsonPathRules rules_;
  Arena arena_;
  List literals_;
  const json_path::Query* query_ = nullptr;
  bool has_hyphen_ = false;
  bool depends_on_precedence_ = false;
};

}  // namespace evalground
