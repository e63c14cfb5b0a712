// JMESPath expressions (jmespath.org) to trees: "users[?uid > `1000`].name | [0]".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "value/value.hpp"

namespace evalground {

struct JmesPathNode {
  enum class Kind : std::uint8_t {
    current,            // @, also implied where nothing is written
    field,              // text
    literal,            // value
    index,              // of children[0]: number
    slice,              // of children[0]: bounds
    flatten,            // children[0][]
    sequence,           // children[1] of what children[0] gives: "a.b", "a | b"
    projection,         // children[1] of each item of children[0]
    value_projection,   // children[1] of each value of children[0]
    filter_projection,  // children[1] of each item of children[0] for which children[2] is true
    either,             // a || b
    both,               // a && b
    negation,           // !a
    comparison,         // text: the operator
    list,               // [a, b]
    map,                // {text of a key: a, …}: children are `key` nodes
    key,                // text: children[0]
    call,               // text: the function
    reference           // &a: an argument that is evaluated later
  };
  Kind kind;
  std::uint32_t offset;      // bytes in the expression
  std::uint32_t height = 1;  // levels of nodes; never more than the budget's depth
  std::string text = {};
  Value value = {};
  std::int64_t number = 0;
  Value bounds[3] = {};  // start, stop, step: integers or undefined
  std::vector<std::unique_ptr<JmesPathNode>> children = {};
};

using JmesPathTree = std::unique_ptr<JmesPathNode>;

// Throws Error "jmespath-syntax" that names the column.
JmesPathTree parse_jmespath(std::string_view expression, Budget& budget);

}  // namespace evalground
