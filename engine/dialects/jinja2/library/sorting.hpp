// The keys by which Jinja's filters sort, group and compare: an attribute of each item, case put aside.
#pragma once

#include <vector>

#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// The keys of items: an attribute of each, text in lower case unless case counts.
class SortKey {
 public:
  SortKey(const Value& attribute, bool is_case_sensitive) : path_(attribute), is_case_sensitive_(is_case_sensitive) {}
  Value of(Evaluator& evaluator, const Value& item, const Value* fallback = nullptr);

 private:
  AttributePath path_;
  bool is_case_sensitive_;
};

// The same for several attributes, separated by commas, whose keys are a list; for one its key.
class SortKeys {
 public:
  SortKeys(const Value& attributes, bool is_case_sensitive);
  Value of(Evaluator& evaluator, const Value& item);

 private:
  std::vector<SortKey> keys_;
};

// How two keys are compared: by "<", or as the items of lists are, by "<" when they are not equal.
enum class KeyOrder : std::uint8_t { plain, as_items };
// Python's sorted(): the places of the keys in order, stable, also in reverse.
std::vector<std::size_t> sorted_places(Evaluator& evaluator, const List& keys, bool is_reverse,
                                       KeyOrder key_order = KeyOrder::plain);
// The items in the order of their keys, which belong to them place by place.
List sorted(Evaluator& evaluator, List items, const List& keys, bool is_reverse, KeyOrder key_order = KeyOrder::plain);

}  // namespace evalground::jinja2
