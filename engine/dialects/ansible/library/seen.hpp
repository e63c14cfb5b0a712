// The items of lists that were seen before, as Python's sets and lists compare them. A hash table makes this linear for
// most items. Only unhashable items are compared with each other, which has() charges.
#pragma once

#include "dialects/ansible/jinja2.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "value/map.hpp"

namespace evalground::ansible {

// As Python's hash() would decide, but without an error.
bool is_hashable(const Value& value, Budget& budget);

class Seen {
 public:
  explicit Seen(Evaluator& evaluator) : evaluator_(evaluator) {}

  void add(const Value& value);
  bool has(const Value& value);
  // True if the item was not seen before.
  bool add_new(const Value& value);

 private:
  Evaluator& evaluator_;
  Map hashed_;
  List others_;
};

Seen seen_of(Evaluator& evaluator, const List& items);

}  // namespace evalground::ansible
