// Shared by the two grammars of JSONPath: a cursor, the tree's memory, errors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "base/text/scanner.hpp"
#include "data/paths/json_path_tree.hpp"

namespace evalground {

// Provides the parsers with the parts of a tree to fill.
class JsonPathBuilder {
 public:
  JsonPathBuilder(JsonPathTree& tree, std::string_view text, Budget& budget_)
      : budget(budget_), scanner(text), tree_(tree), text_(text) {}

  Budget& budget;
  Scanner scanner;

  [[noreturn]] void fail(const std::string& reason) const { fail(reason, scanner.offset()); }
  [[noreturn]] void fail(const std::string& reason, std::size_t offset) const;
  // Fails with "expected …, found …" at the cursor.
  [[noreturn]] void fail_expecting(std::string_view expected) const;

  template <class T>
  std::span<const T> keep(const std::vector<T>& items) {
    if (items.empty()) return {};
    T* copy = static_cast<T*>(tree_.arena.allocate(items.size() * sizeof(T), alignof(T)));
    std::copy(items.begin(), items.end(), copy);
    return {copy, items.size()};
  }
  std::string_view keep(std::string_view text) { return tree_.arena.copy(text); }

  const json_path::Filter* make(const json_path::Filter& filter) { return tree_.arena.make<json_path::Filter>(filter); }
  const json_path::Filter* make(json_path::Filter::Kind kind, const std::vector<const json_path::Filter*>& parts,
                                json_path::Operator op = json_path::Operator::equal) {
    json_path::Filter filter{kind};
    filter.op = op;
    filter.parts = keep(parts);
    return make(filter);
  }
  const json_path::Filter* literal(Value value) {
    json_path::Filter filter{json_path::Filter::Kind::literal};
    filter.literal = static_cast<std::uint32_t>(tree_.literals.size());
    tree_.literals.push_back(std::move(value));
    return make(filter);
  }
  const json_path::Filter* query(bool from_item, const std::vector<json_path::Segment>& segments) {
    json_path::Filter filter{json_path::Filter::Kind::query};
    filter.query = tree_.arena.make<json_path::Query>(json_path::Query{from_item, keep(segments)});
    return make(filter);
  }

  const JsonPathRules& rules() const { return tree_.rules; }
  void set_query(const json_path::Query* query) { tree_.query = query; }
  void note_hyphen() { tree_.has_hyphen = true; }
  void note_precedence() { tree_.depends_on_precedence = true; }
  void note_negation() { tree_.depends_on_negation = true; }

 private:
  JsonPathTree& tree_;
  std::string_view text_;
};

// Each parses the whole text and sets the builder's query. Throws JsonPathError.
void parse_rfc_9535(JsonPathBuilder& builder);
void parse_ojg(JsonPathBuilder& builder);

}  // namespace evalground
