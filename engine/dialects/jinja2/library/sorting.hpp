// The keys by which Jinja's filters sort, group and compare: an attribute of each item, by default without regard to
// case.
#pragma once

#include <vector>

#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

// The key of an item: one of its attributes, in lower case unless the comparison is case sensitive.
class SortKey {
 public:
  SortKey(const Value& attribute, bool is_case_sensitive) : path_(attribute), is_case_sensitive_(is_case_sensitive) {}
  Value of(Evaluator& evaluator, const Value& item, const Value* fallback = nullptr);

 private:
  AttributePath path_;
  bool is_case_sensitive_;
};

// The same for several attributes separated by commas: the key is a list. For one attribute it is the plain key.
class SortKeys {
 public:
  SortKeys(const Value& attributes, bool is_case_sensitive);
  Value of(Evaluator& evaluator, const Value& item);

 private:
  std::vector<SortKey> keys_;
};

// How two keys are compared: by `<`, or as items of lists, by `<` only if they are not equal.
enum class KeyOrder : std::uint8_t { plain, as_items };
// Python's sorted(): the indexes of the keys in order. Stable, also in reverse.
std::vector<std::size_t> sorted_places(Evaluator& evaluator, const List& keys, bool is_reverse,
                                       KeyOrder key_order = KeyOrder::plain);
// The items in the order of their keys. Item n has key n.
List sorted(Evaluator& evaluator, List items, const List& keys, bool is_reverse, KeyOrder key_order = KeyOrder::plain);

}  // namespace evalground::jinja2
