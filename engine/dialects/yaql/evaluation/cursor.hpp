// One way through the items of every kind of collection: lists, sets, dictionaries (by their keys), iterators,
// orderings and views.
//
// Functions that take an iterable draw from a cursor and never ask what it is. next() itself walks a list, the most
// frequent case, by a pointer. next_other() handles the rest. A cursor keeps its collection alive.
//
// `limits.iterators` N is checked here, as in yaql. A collection of known length fails when the cursor is made. An
// iterator fails when item N + 1 is drawn, so `range(1000).take(5)` is fine with N = 10.
#pragma once

#include "dialects/yaql/evaluation/evaluator.hpp"
#include "value/value.hpp"

namespace evalground::yaql {

// The items of anything iterable, one after the other, within the limit of iterators.
class Cursor {
 public:
  Cursor(Evaluator& evaluator, Value collection);
  // Without the limit: for what yaql walks by Python's own means, such as the parts of a pair.
  static Cursor unlimited(Evaluator& evaluator, Value collection);

  // The next item; null at the end. It is valid until the next call.
  const Value* next() {
    evaluator_->context.budget.step();
    if (items_ != nullptr) {
      if (at_ == size_) return nullptr;
      const Value* item = items_ + at_++;
      evaluator_->reach(*item);
      return item;
    }
    return next_other();
  }
  // The number of items if it is known before they are drawn, otherwise 0.
  std::size_t known_size() const { return size_; }
  // Copies the next item; false at the end.
  bool next(Value& item) {
    const Value* found = next();
    if (found == nullptr) return false;
    item = *found;
    return true;
  }

 private:
  Cursor(Evaluator& evaluator, Value collection, bool is_limited);
  void take_list();
  const Value* next_other();

  Evaluator* evaluator_;
  Value collection_;
  const Value* items_ = nullptr;  // items of a list
  std::size_t at_ = 0;
  std::size_t size_ = 0;
  std::uint64_t left_ = 0;  // items that an iterator may still return
  bool is_limited_ = false;
  Value item_;
};

}  // namespace evalground::yaql
