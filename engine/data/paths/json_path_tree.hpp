// The syntax tree of a JSONPath query, one for RFC 9535 and for the variant: segments with selectors, and the filters
// within them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/arena.hpp"
#include "source/diagnostic.hpp"
#include "value/value.hpp"

namespace evalground {

enum class JsonPathSyntax : std::uint8_t {
  rfc_9535,
  // More characters in dot names, escapes of either kind of quote, `in`, `has`, `empty`, `=~`, arithmetic and lists in
  // filters; a descent gives what is below a value before the value's own. The guide of dcontroller has all of it.
  ojg
};

// How a path is read; all but `syntax` are of the variant only.
struct JsonPathRules {
  JsonPathSyntax syntax = JsonPathSyntax::rfc_9535;
  bool hyphens_in_names = false;  // `$.a-b` is the member "a-b"
  bool and_before_or = false;     // `a || b && c` is `a || (b && c)`, not `(a || b) && c`
  bool narrow_negation = false;   // `!@.a && @.b` is `(!@.a) && @.b`, not `!(@.a && @.b)`
  bool real_unequal = false;      // `@.x != 'a'` holds where `@.x` is 1.5; the library says no
};

namespace json_path {

struct Filter;

struct Selector {
  enum class Kind : std::uint8_t { name, index, slice, wildcard, filter };
  Kind kind;
  bool is_plural = false;  // of a filter: it holds a path that may have several matches
  bool has_start = false;  // of a slice, as has_end
  bool has_end = false;
  std::string_view name = {};
  std::int64_t start = 0;  // of a slice, or the index; negative: from the end
  std::int64_t end = 0;
  std::int64_t step = 1;
  const Filter* filter = nullptr;
};

struct Segment {
  // `..`: selects in the value and in everything below it. Without selectors (only the last segment of the variant) it
  // gives everything below.
  bool descends;
  std::span<const Selector> selectors;
  std::uint32_t begin;  // bytes of the path's text, half open, with its dots or brackets
  std::uint32_t end;
};

struct Query {
  bool from_item;  // starts at `@`, not at `$`
  std::span<const Segment> segments;

  // At most one value can match: only names and indexes.
  bool is_singular() const {
    for (const Segment& segment : segments) {
      if (segment.descends || segment.selectors.size() != 1) return false;
      const Selector::Kind kind = segment.selectors.front().kind;
      if (kind != Selector::Kind::name && kind != Selector::Kind::index) return false;
    }
    return true;
  }
};

enum class Operator : std::uint8_t {
  equal,
  unequal,
  less,
  less_equal,
  greater,
  greater_equal,
  // Of the variant only:
  in,       // an item of the list on the right
  exists,   // `@.x has true`
  empty,    // `@.x empty true`
  matches,  // `@.x =~ /…/`
  add,
  subtract,
  multiply,
  divide
};

enum class PathFunction : std::uint8_t { length, count, value, match, search };

// A condition, or an operand of one.
struct Filter {
  enum class Kind : std::uint8_t {
    literal,
    query,  // the values of a path
    list,
    exists,  // whether a path matches anything
    group,   // of the variant: an operand in parentheses, which stands for its value
    regex,   // of the variant: /…/
    disjunction,
    conjunction,
    negation,
    comparison,
    arithmetic,
    call
  };
  Kind kind;
  Operator op = Operator::equal;
  PathFunction function = PathFunction::length;
  std::uint32_t literal = 0;  // its number among the path's literals
  const Query* query = nullptr;
  std::span<const Filter* const> parts = {};  // operands, items or arguments
};

}  // namespace json_path

// A path as it was read, and the memory that holds it.
struct JsonPathTree {
  JsonPathRules rules;
  Arena arena;
  List literals;
  const json_path::Query* query = nullptr;
  bool has_hyphen = false;             // a dot name has one
  bool depends_on_precedence = false;  // a filter has `&&` after `||`: JsonPathRules::and_before_or tells its meaning
  bool depends_on_negation = false;    // a filter has an operator after `!…`, or `!(@.a)`: narrow_negation tells
};

// Error "json-path-syntax": what is wrong with a path, and where in its text (bytes).
class JsonPathError final : public Error {
 public:
  JsonPathError(std::string message, std::size_t offset_)
      : Error("json-path-syntax", std::move(message)), offset(offset_) {}
  std::size_t offset;
};

}  // namespace evalground
