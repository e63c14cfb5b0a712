// JSONPath: RFC 9535, and the variant of the Go library ojg.
//
// A path is a list of segments, each of which maps every value found so far to some of its children. In
//
//   $.spec..containers[?@.name == 'web' && @.ports[0] > 1024].image
//
// `.spec` selects one member, `..containers` every member of that name at any depth, `[?…]` the items for which the
// condition holds (@ is the item; a path within a condition may give several values or none), `.image` their member.
// Parsing creates a tree (json_path_tree.hpp) in an arena. Two grammars, json_path_parse.cpp and json_path_ojg.cpp,
// build the same tree.
//
// Matching walks depth first and passes each match to a function that may end the walk. So first() stops early, and no
// intermediate lists are built. Plain names and indexes are followed in a loop. Only segments with several results
// recurse. The normalised path of a match, $['spec']['a'][0], is tracked only on request.
//
// Invariants: every selector, child and condition is a step. Recursion is bounded by the depth of the value and by the
// budget. A match points into the root, which must outlive it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "base/regex/regex.hpp"
#include "data/paths/json_path_tree.hpp"
#include "value/value.hpp"

namespace evalground {

class JsonPath {
 public:
  // Throws JsonPathError.
  JsonPath(std::string_view text, const JsonPathRules& rules, Budget& budget);

  struct Match {
    const Value* value;  // within the root
    std::string path;    // normalised, as in RFC 9535: $['a'][0]
  };

  // The first match; null without a match. It lives as long as the root.
  const Value* first(const Value& root, Budget& budget, RegexCache& regexes) const;
  // Every match in order. The text of their paths counts as output.
  std::vector<Match> matches(const Value& root, Budget& budget, RegexCache& regexes) const;

  // The children of a value that one of the path's selectors selects, in order: indexes of a list, or entries of a map.
  std::vector<std::size_t> positions(const json_path::Selector& selector, const Value& value, const Value& root,
                                     Budget& budget, RegexCache& regexes) const;

  const json_path::Query& query() const noexcept { return *tree_.query; }
  const List& literals() const noexcept { return tree_.literals; }
  const JsonPathRules& rules() const noexcept { return tree_.rules; }
  bool has_hyphen() const noexcept { return tree_.has_hyphen; }
  bool depends_on_precedence() const noexcept { return tree_.depends_on_precedence; }
  bool depends_on_negation() const noexcept { return tree_.depends_on_negation; }
  // True when a filter has applied `!=` to a float, where the result depends on JsonPathRules::real_unequal.
  bool met_real_unequal() const noexcept { return met_real_unequal_; }
  void note_real_unequal() const noexcept { met_real_unequal_ = true; }

 private:
  JsonPathTree tree_;
  mutable bool met_real_unequal_ = false;
};

}  // namespace evalground
