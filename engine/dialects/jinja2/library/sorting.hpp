// The keys by which Jinja's filters sort, group and compare: an attribute of each item, case put aside.
#pragma once

#include <optional>
#include <vector>

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// The key of an item: its attribute, text in lower case unless case counts.
Value sort_key(Evaluator& evaluator, const Value& item, const Value& attribute, bool is_case_sensitive,
               const Value* fallback = nullptr);
// The same for several attributes, separated by commas, whose keys are a list; for one its key.
Value sort_keys(Evaluator& evaluator, const Value& item, const Value& attributes, bool is_case_sensitive);
// How two keys are compared: by "<", or as the items of lists are, by "<" when they are not equal.
enum class KeyOrder : std::uint8_t { plain, as_items };
// Python's sorted(): stable, also in reverse. The keys belong to the items, place by place.
List sorted(Evaluator& evaluator, List items, const List& keys, bool is_reverse, KeyOrder key_order = KeyOrder::plain);

}  // namespace evalground::jinja2
