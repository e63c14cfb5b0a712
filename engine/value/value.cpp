// Creating, sharing and freeing values.
//
// Reading a large text costs steps: the text is marked when it is made, and each as_string() charges its size. Short
// texts are free, since the step of the operation covers them.
//
// Hot: compiled for speed in every module.
#include "value/value.hpp"

#include <cstdint>
#include <cstring>
#include <new>

#include "base/budget.hpp"
#include "base/text/text.hpp"

namespace evalground {
namespace {

// More deeply nested containers wait until the others are freed, so freeing never exhausts the stack.
constexpr int free_depth = 64;
thread_local int freeing = 0;
thread_local HeapContainer* postponed = nullptr;

}  // namespace

HeapText* HeapText::make(std::string_view text) {
  void* memory = allocate_counted(sizeof(HeapText) + text.size());
  HeapText* result = new (memory) HeapText(text.size());
  if (!text.empty()) std::memcpy(static_cast<char*>(memory) + sizeof(HeapText), text.data(), text.size());
  return result;
}

void HeapText::free(HeapText* text) noexcept {
  free_counted(text, sizeof(HeapText) + text->size_);
}

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
    case Form::map: free_map(heap); return;
    case Form::object: free_object(heap); return;
  }
}

// A list of a million nested lists would free itself recursively. Beyond a depth, containers are put into a queue,
// linked through themselves, so that freeing allocates nothing.
void Heap::destroy(Heap* heap) noexcept {
  if (heap->form_ == Form::text) return free_now(heap);
  if (freeing >= free_depth) {
    auto* const container = static_cast<HeapContainer*>(heap);
    container->next_ = std::exchange(postponed, container);
    return;
  }
  ++freeing;
  free_now(heap);
  --freeing;
  if (freeing != 0) return;
  while (postponed != nullptr) {
    HeapContainer* const next = std::exchange(postponed, postponed->next_);
    ++freeing;
    free_now(next);
    --freeing;
  }
}

// A shorter text costs about as much as the step of the operation that uses it.
Value Value::of_text(Kind kind, std::string_view text) {
  constexpr std::size_t large = 4 * Budget::bytes_of_step;
  if (text.size() >= large) Budget::pass_over(text.size());
  Value result(kind, HeapText::make(text));
  if (text.size() >= large) result.flags_ = large_flag;
  return result;
}

Value Value::string(std::string_view text) {
  return of_text(Kind::string, text);
}
Value Value::bytes(std::string_view bytes) {
  return of_text(Kind::bytes, bytes);
}

std::string_view Value::charged_text(Kind kind) const {
  if (kind_ != kind) wrong_kind(kind == Kind::string ? "string" : "bytes value");
  const std::string_view text = static_cast<const HeapText*>(heap_)->view();
  if ((flags_ & large_flag) != 0) Budget::pass_over(text.size());
  return text;
}
Value Value::list(List items) {
  Budget::pass_over(items.size() * sizeof(Value));
  return Value(Kind::list, new HeapList(std::move(items)));
}
Value Value::tuple(List items) {
  Budget::pass_over(items.size() * sizeof(Value));
  return Value(Kind::tuple, new HeapList(std::move(items)));
}

void Value::wrong_kind(std::string_view expected) const {
  throw Error("wrong-kind", "Expected " + with_article(expected) + ", found " + with_article(kind_name(kind_)) + ".",
              origin_);
}

double Value::as_real() const {
  if (kind_ == Kind::integer) return static_cast<double>(integer_);
  if (kind_ != Kind::real) wrong_kind("number");
  return real_;
}

std::string_view Value::as_bytes() const {
  return charged_text(Kind::bytes);
}

List& Value::edit_list() {
  if (kind_ != Kind::list && kind_ != Kind::tuple) wrong_kind("list");
  if (heap_->is_shared()) {
    const List& items = static_cast<HeapList*>(heap_)->items;
    Budget::pass_over(items.size() * sizeof(Value));
    Heap* copy = new HeapList(List(items));
    copy->retain();
    std::exchange(heap_, copy)->release();
  }
  return static_cast<HeapList*>(heap_)->items;
}

}  // namespace evalground
