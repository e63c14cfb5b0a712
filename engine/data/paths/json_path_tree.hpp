// The syntax tree of a JSONPath query, common to RFC 9535 and the variant: segments with selectors, and the filters
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
  // filters. A descent returns everything below a value before the value's own children. See the guide of dcontroller.
  ojg
};

// How a path is read. All members except `syntax` only apply to the variant.
struct JsonPathRules {
  JsonPathSyntax syntax = JsonPathSyntax::rfc_9535;
  bool hyphens_in_names = false;  // `$.a-b` is the member "a-b"
  bool and_before_or = false;     // `a || b && c` is `a || (b && c)`, not `(a || b) && c`
  bool narrow_negation = false;   // `!@.a && @.b` is `(!@.a) && @.b`, not `!(@.a && @.b)`
  bool real_unequal = false;      // `@.x != 'a'` holds when `@.x` is 1.5; in the library it does not
};

namespace json_path {

struct Filter;

struct Selector {
  enum class Kind : std::uint8_t { name, index, slice, wildcard, filter };
  Kind kind;
  bool is_plural = false;  // for a filter: it contains a path that may have several matches
  bool has_start = false;  // of a slice, as has_end
  bool has_end = false;
  std::string_view name = {};
  std::int64_t start = 0;  // for a slice, or the index; negative: from the end
  std::int64_t end = 0;
  std::int64_t step = 1;
  const Filter* filter = nullptr;
};

struct Segment {
  // `..`: selects in the value and in everything below it. Without selectors (only in the last segment of the variant)
  // it returns everything below.
  bool descends;
  std::span<const Selector> selectors;
  std::uint32_t begin;  // bytes of the path's text, half open, including its dots or brackets
  std::uint32_t end;
};

struct Query {
  bool from_item;  // starts at `@` instead of `$`
  std::span<const Segment> segments;

  // True when at most one value can match: only names and indexes.
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
  // Only in the variant:
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
  std::uint32_t literal = 0;  // its index among the path's literals
  const Query* query = nullptr;
  std::span<const Filter* const> parts = {};  // operands, items or arguments
};

}  // namespace json_path

// A parsed path, and the memory that holds it.
struct JsonPathTree {
  JsonPathRules rules;
  Arena arena;
  List literals;
  const json_path::Query* query = nullptr;
  bool has_hyphen = false;             // a dot name contains a hyphen
  bool depends_on_precedence = false;  // a filter has `&&` after `||`: JsonPathRules::and_before_or decides its meaning
  bool depends_on_negation = false;    // a filter has an operator after `!…`, or `!(@.a)`: narrow_negation decides
};

// Error "json-path-syntax": an error in a path, and its byte offset in the text.
class JsonPathError final : public Error {
 public:
  JsonPathError(std::string message, std::size_t offset_)
      : Error("json-path-syntax", std::move(message)), offset(offset_) {}
  std::size_t offset;
};

}  // namespace evalground
