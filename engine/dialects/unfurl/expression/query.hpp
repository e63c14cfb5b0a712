// The query language: `a::b[c=1]?::$d`. A query is parsed once. Any text except the empty one is a query.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/arena.hpp"
#include "base/budget.hpp"

namespace evalground::unfurl {

struct Segment;

// One bracket after a segment.
struct Filter {
  Segment* path;  // never null
  Filter* next;
};

// One step of a path: `key[filter]=test?`.
struct Segment {
  enum class Key : std::uint8_t { none, name, integer, variable, star };
  enum class Test : std::uint8_t { none, equal, not_equal };
  enum class Modifier : std::uint8_t { none, first, negated };  // `?` at the end, `!` at the start

  Key key = Key::none;
  Test test = Test::none;
  Modifier modifier = Modifier::none;
  std::string_view name;  // as written; without `$` for a variable
  std::int64_t integer = 0;
  std::string_view operand;  // of the test, as written
  Filter* filters = nullptr;
  Segment* next = nullptr;

  bool is_empty() const { return key == Key::none && filters == nullptr; }
};

// A coloured stretch of a query's text.
struct QueryToken {
  std::size_t begin;  // bytes, half open
  std::size_t end;
  std::string_view kind;  // "property", "variable", "special", "number", "string", "operator"
};

// The path that a text stands for, allocated in the arena; null for the empty text.
const Segment* parse_query(std::string_view text, Arena& arena, Budget& budget);

// The tokens of a query's text, in order.
std::vector<QueryToken> query_tokens(std::string_view text);

}  // namespace evalground::unfurl
