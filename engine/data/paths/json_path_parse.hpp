// What the two grammars of JSONPath share: a cursor, the tree's memory, errors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text/scanner.hpp"
#include "data/paths/json_path.hpp"

namespace evalground {

// Gives the parsers the parts of a JsonPath that they fill.
class JsonPathBuilder {
 public:
  JsonPathBuilder(JsonPath& path, std::string_view text, Budget& budget_)
      : budget(budget_), scanner(text), path_(path), text_(text) {}

  Budget& budget;
  Scanner scanner;

  [[noreturn]] void fail(const std::string& reason) const { fail(reason, scanner.offset()); }
  [[noreturn]] void fail(const std::string& reason, std::size_t offset) const {
    throw JsonPathError(reason, text_, offset);
  }
  // "expected …, found …" at the cursor.
  [[noreturn]] void fail_expecting(std::string_view expected) const;

  template <class T>
  std::span<const T> keep(const std::vector<T>& items) {
    if (items.empty()) return {};
    T* copy = static_cast<T*>(path_.arena_.allocate(items.size() * sizeof(T), alignof(T)));
    std::copy(items.begin(), items.end(), copy);
    return {copy, items.size()};
  }
  std::string_view keep(std::string_view text) { return path_.arena_.copy(text); }

  const json_path::Filter* make(const json_path::Filter& filter) {
    return path_.arena_.make<json_path::Filter>(filter);
  }
  const json_path::Filter* make(json_path::Filter::Kind kind, const std::vector<const json_path::Filter*>& parts,
                                json_path::Operator op = json_path::Operator::equal) {
    json_path::Filter filter{kind};
    filter.op = op;
    filter.parts = keep(parts);
    return make(filter);
  }
  const json_path::Filter* literal(Value value) {
    json_path::Filter filter{json_path::Filter::Kind::literal};
    filter.literal = static_cast<std::uint32_t>(path_.literals_.size());
    path_.literals_.push_back(std::move(value));
    return make(filter);
  }
  const json_path::Filter* query(bool from_item, const std::vector<json_path::Segment>& segments) {
    json_path::Filter filter{json_path::Filter::Kind::query};
    filter.query = path_.arena_.make<json_path::Query>(json_path::Query{from_item, keep(segments)});
    return make(filter);
  }
  const Value& literal_value(const json_path::Filter& filter) const { return path_.literals_[filter.literal]; }

  const JsonPathRules& rules() const { return path_.rules_; }
  void set_query(const json_path::Query* query) { path_.query_ = query; }
  void note_hyphen() { path_.has_hyphen_ = true; }
  void note_precedence() { path_.depends_on_precedence_ = true; }

 private:
  JsonPath& path_;
  std::string_view text_;
};

// Each reads the whole text and sets the builder's query. Throw JsonPathError.
void parse_rfc_9535(JsonPathBuilder& builder);
void parse_ojg(JsonPathBuilder& builder);

}  // namespace evalground
