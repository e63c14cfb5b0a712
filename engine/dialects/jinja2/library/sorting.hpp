// The keys by which Jinja's filters sort, group and compare: an attribute of each item, case put aside.
#pragma once

#include <optional>
#include <vector>

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// The key of an item: its attribute (or several, separated by commas), text in lower case unless case counts.
Value sort_key(Evaluator& evaluator, const Value& item, const Value& attribute, bool is_case_sensitive,
               const Value* fallback = nullptr);
// Python's sorted(): stable, also in reverse. The keys belong to the items, place by place.
List sorted(Evaluator& evaluator, List items, const List& keys, bool is_reverse);

}  // namespace evalground::jinja2
