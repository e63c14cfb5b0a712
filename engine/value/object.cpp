// Hot: compiled for speed in every module.
#include "value/object.hpp"

namespace evalground {

Value Object::get(Context&, const Value&) {
  return {};
}

bool Object::next(Context&, Value&) {
  return false;
}

// The part of a Value that knows what an object is.

void Heap::free_object(Heap* heap) noexcept {
  delete static_cast<Object*>(heap);
}

Value Value::object(Ref<Object> object) {
  return Value(Kind::object, object.get());
}

}  // namespace evalground
