// Makes an iterator that can be drawn several times. Each item is kept when it is drawn, so `sequence().memorize()`
// works.
#include "dialects/yaql/evaluation/memory.hpp"

#include "dialects/yaql/evaluation/cursor.hpp"
#include "dialects/yaql/evaluation/values.hpp"

namespace evalground::yaql {
namespace {

// Keeps the items drawn from an iterator. Several passes share it, and each item is drawn only once.
class Memory final : public Iterator {
 public:
  Memory(Evaluator& evaluator, Value collection) : evaluator_(evaluator), cursor_(evaluator, std::move(collection)) {}

  // The item at an index, drawn now if necessary; null past the last item.
  const Value* at(std::size_t index) {
    while (items_.size() <= index) {
      const Value* next = cursor_.next();
      if (next == nullptr) return nullptr;
      items_.push_back(*next);
      if (evaluator_.settings.quota) evaluator_.check_quota(56 + 8 * items_.size());
    }
    return &items_[index];
  }

  bool next(Context&, Value&) override { return false; }  // start() makes an iterator for each pass
  // The generator refers to the memory, which therefore lives as long as any of its passes.
  Value start() override {
    return generator([memory = Ref<Memory>(this), index = std::size_t{0}](Value& item) mutable {
      const Value* next = memory->at(index++);
      if (next == nullptr) return false;
      item = *next;
      return true;
    });
  }

 private:
  Evaluator& evaluator_;
  Cursor cursor_;
  List items_;
};

}  // namespace

Value memorized(Evaluator& evaluator, Value collection) {
  return Value::object(Ref<Object>(new Memory(evaluator, std::move(collection))));
}

}  // namespace evalground::yaql
