// Walking collections (see cursor.hpp). A list is walked by next() in the header. Everything else comes here.
//
// Hot: compiled for speed in every module.
#include "dialects/yaql/evaluation/cursor.hpp"

#include "dialects/yaql/evaluation/ordering.hpp"
#include "dialects/yaql/evaluation/values.hpp"

namespace evalground::yaql {
namespace {

const Value null_item = Value::null();

}  // namespace

Cursor::Cursor(Evaluator& evaluator, Value collection)
    : Cursor(evaluator, std::move(collection), evaluator.settings.iterators.has_value()) {}

// For walks that the limit on items must not end.
Cursor Cursor::unlimited(Evaluator& evaluator, Value collection) {
  return Cursor(evaluator, std::move(collection), false);
}

// A collection of known length fails at once if it is too long. Others are counted item by item.
Cursor::Cursor(Evaluator& evaluator, Value collection, bool is_limited)
    : evaluator_(&evaluator), collection_(std::move(collection)), is_limited_(is_limited) {
  if (is_limited_) {
    left_ = *evaluator.settings.iterators;
    evaluator.check_length(collection_);
  }
  if (const YaqlObject* object = yaql_object(collection_)) {
    if (object->kind == ObjectKind::iterator) {
      Value pass = static_cast<Iterator&>(collection_.as_object()).start();
      if (!pass.is_undefined()) collection_ = std::move(pass);
    } else if (object->kind == ObjectKind::view) {
      size_ = static_cast<const View*>(object)->dict.as_map().size();
    }
  }
  if (collection_.is_list()) {
    take_list();
  } else if (!collection_.is_object()) {
    size_ = collection_.as_map().size();
  }
}

void Cursor::take_list() {
  items_ = collection_.as_list().data();
  size_ = collection_.as_list().size();
  // For an empty list data() may be null, which would mean "not a list".
  if (size_ == 0) items_ = &null_item;
}

// Sets and dictionaries give their keys. Views, orderings and iterators are objects; the Level bounds iterators that
// draw from each other.
const Value* Cursor::next_other() {
  if (!collection_.is_object()) {
    if (at_ == size_) return nullptr;
    item_ = plain_key(collection_.as_map().entry(at_++).key);
    return &item_;
  }
  auto& object = static_cast<YaqlObject&>(collection_.as_object());
  // An ordering becomes a list once it is sorted.
  if (object.kind == ObjectKind::ordering) {  // sorts now, when the first item is drawn
    const Evaluator::Level level(*evaluator_);
    collection_ = static_cast<Ordering&>(object).sorted(*evaluator_);
    take_list();
    return next();
  }
  if (object.kind == ObjectKind::view) {
    if (at_ == size_) return nullptr;
    if (is_limited_ && left_-- == 0) evaluator_->too_long();
    item_ = static_cast<View&>(object).at(at_++);
    evaluator_->reach(item_);
    return &item_;
  }
  const Evaluator::Level level(*evaluator_);
  if (!object.next(evaluator_->context, item_)) return nullptr;
  if (is_limited_ && left_-- == 0) evaluator_->too_long();
  return &item_;
}

}  // namespace evalground::yaql
