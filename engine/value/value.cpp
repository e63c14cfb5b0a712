#include "value/value.hpp"

#include <cstring>
#include <new>

#include "base/text.hpp"
#include "value/map.hpp"
#include "value/object.hpp"

namespace evalground {
namespace {

// Containers nested deeper than this are freed through a queue, so that freeing never exhausts the stack.
constexpr int free_depth = 64;
thread_local int freeing = 0;
thread_local std::vector<Heap*> postponed;

}  // namespace

// The characters of a string follow the header in one allocation.
class HeapText final : public Heap {
 public:
  static HeapText* make(std::string_view text) {
    void* memory = allocate_counted(sizeof(HeapText) + text.size());
    HeapText* result = new (memory) HeapText(text.size());
    if (!text.empty()) std::memcpy(result->characters(), text.data(), text.size());
    return result;
  }
  static void free(HeapText* text) noexcept { free_counted(text, sizeof(HeapText) + text->size_); }
  std::string_view view() const noexcept { return {const_cast<HeapText*>(this)->characters(), size_}; }

 private:
  explicit HeapText(std::size_t size) noexcept : Heap(Form::text), size_(size) {}
  char* characters() noexcept { return reinterpret_cast<char*>(this + 1); }

  std::size_t size_;
};

class HeapList final : public Heap {
 public:
  explicit HeapList(List&& list) noexcept : Heap(Form::list), items(std::move(list)) {}
  static void* operator new(std::size_t size) { return allocate_counted(size); }
  static void operator delete(void* memory, std::size_t size) noexcept { free_counted(memory, size); }
  List items;
};

class HeapMap final : public Heap {
 public:
  explicit HeapMap(Map&& map) noexcept : Heap(Form::map), entries(std::move(map)) {}
  static void* operator new(std::size_t size) { return allocate_counted(size); }
  static void operator delete(void* memory, std::size_t size) noexcept { free_counted(memory, size); }
  Map entries;
};

std::string_view kind_name(Kind kind) noexcept {
  switch (kind) {
    case Kind::undefined: return "undefined";
    case Kind::null: return "null";
    case Kind::boolean: return "boolean";
    case Kind::integer: return "integer";
    case Kind::real: return "real number";
    case Kind::string: return "string";
    case Kind::bytes: return "bytes";
    case Kind::list: return "list";
    case Kind::tuple: return "tuple";
    case Kind::set: return "set";
    case Kind::map: return "map";
    case Kind::object: return "object";
  }
  return {};
}

void Heap::free_now(Heap* heap) noexcept {
  switch (heap->form_) {
    case Form::text: HeapText::free(static_cast<HeapText*>(heap)); return;
    case Form::list: delete static_cast<HeapList*>(heap); return;
    case Form::map: delete static_cast<HeapMap*>(heap); return;
    case Form::object: delete static_cast<Object*>(heap); return;
  }
}

void Heap::destroy(Heap* heap) noexcept {
  if (heap->form_ == Form::text) return free_now(heap);
  if (freeing >= free_depth) {
    postponed.push_back(heap);
    return;
  }
  ++freeing;
  free_now(heap);
  --freeing;
  if (freeing != 0) return;
  while (!postponed.empty()) {
    Heap* next = postponed.back();
    postponed.pop_back();
    ++freeing;
    free_now(next);
    --freeing;
  }
}

Value Value::string(std::string_view text) {
  return Value(Kind::string, HeapText::make(text));
}
Value Value::bytes(std::string_view bytes) {
  return Value(Kind::bytes, HeapText::make(bytes));
}
Value Value::list(List items) {
  return Value(Kind::list, new HeapList(std::move(items)));
}
Value Value::tuple(List items) {
  return Value(Kind::tuple, new HeapList(std::move(items)));
}
Value Value::set(Map members) {
  return Value(Kind::set, new HeapMap(std::move(members)));
}
Value Value::map(Map entries) {
  return Value(Kind::map, new HeapMap(std::move(entries)));
}
Value Value::map() {
  return map(Map());
}
Value Value::object(Ref<Object> object) {
  return Value(Kind::object, object.get());
}

void Value::wrong_kind(std::string_view expected) const {
  throw Error("wrong-kind", "Expected " + with_article(expected) + ", found " + with_article(kind_name(kind_)) + ".",
              origin_);
}

bool Value::as_boolean() const {
  if (kind_ != Kind::boolean) wrong_kind("boolean");
  return integer_ != 0;
}

std::int64_t Value::as_integer() const {
  if (kind_ != Kind::integer) wrong_kind("integer");
  return integer_;
}

double Value::as_real() const {
  if (kind_ == Kind::integer) return static_cast<double>(integer_);
  if (kind_ != Kind::real) wrong_kind("number");
  return real_;
}

std::string_view Value::as_string() const {
  if (kind_ != Kind::string) wrong_kind("string");
  return static_cast<const HeapText*>(heap_)->view();
}

std::string_view Value::as_bytes() const {
  if (kind_ != Kind::bytes) wrong_kind("bytes value");
  return static_cast<const HeapText*>(heap_)->view();
}

const List& Value::as_list() const {
  if (kind_ != Kind::list && kind_ != Kind::tuple) wrong_kind("list");
  return static_cast<const HeapList*>(heap_)->items;
}

const Map& Value::as_map() const {
  if (kind_ != Kind::map && kind_ != Kind::set) wrong_kind("map");
  return static_cast<const HeapMap*>(heap_)->entries;
}

Object& Value::as_object() const {
  if (kind_ != Kind::object) wrong_kind("object");
  return *static_cast<Object*>(heap_);
}

List& Value::edit_list() {
  if (kind_ != Kind::list && kind_ != Kind::tuple) wrong_kind("list");
  if (heap_->is_shared()) {
    Heap* copy = new HeapList(List(static_cast<HeapList*>(heap_)->items));
    copy->retain();
    std::exchange(heap_, copy)->release();
  }
  return static_cast<HeapList*>(heap_)->items;
}

Map& Value::edit_map() {
  if (kind_ != Kind::map && kind_ != Kind::set) wrong_kind("map");
  if (heap_->is_shared()) {
    Heap* copy = new HeapMap(Map(static_cast<HeapMap*>(heap_)->entries));
    copy->retain();
    std::exchange(heap_, copy)->release();
  }
  return static_cast<HeapMap*>(heap_)->entries;
}

Value Object::get(Context&, const Value&) {
  return {};
}

bool Object::next(Context&, Value&) {
  return false;
}

}  // namespace evalground
