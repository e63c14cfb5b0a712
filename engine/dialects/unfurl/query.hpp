// The query language: `a::b[c=1]?::$d`. Its text is parsed once; any text is a query.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.hpp"
#include "base/budget.hpp"

namespace evalground::unfurl {

struct Segment;

// One bracket after a segment.
struct Filter {
  const Segment* path;  // never null
  Filter* next = nullptr;
};

// One step of a path: `key[filter]=test?`.
struct Segment {
  enum class Key : std::uint8_t { none, name, integer, variable, star };
  enum class Test : std::uint8_t { none, equal, not_equal };
  enum class Modifier : std::uint8_t { none, first, negated };  // `?` at the end, `!` at the start

  Key key = Key::none;
  Test test = Test::none;
  Modifier modifier = Modifier::none;
  std::string_view name;       // as written; of a variable without `$`
  std::int64_t integer = 0;
  std::string_view operand;    // of the test, as written
  Filter* filters = nullptr;
  Segment* next = nullptr;

  bool is_empty() const { return key == Key::none && filters == nullptr; }
};

// A coloured stretch of a query's text.
struct QueryToken {
  std::uint32_t begin;  // bytes, half open
  std::uint32_t end;
  std::string_view kind;  // "variable", "special-key", "operator", …
};

// A parsed query. Never empty: parse_query gives nothing for text that is.
class Query {
 public:
  const Segment* first() const { return first_; }

 private:
  friend std::optional<Query> parse_query(std::string_view text, Budget& budget, std::vector<QueryToken>* tokens);
  Arena arena_;
  Segment* first_ = nullptr;
};

// Parses as the reference does, which rejects nothing but the empty text. With `tokens`, also says what its parts are.
std::optional<Query> parse_query(std::string_view text, Budget& budget, std::vector<QueryToken>* tokens = nullptr);

}  // namespace evalground::unfurl
