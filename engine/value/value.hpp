// The common value type of all dialects: a 16-byte handle with its origin and its marks.
//
// An evaluation passes the same values on and on: from the document to a variable, an argument, an item, the result. So
// a Value is a handle, and copying it copies no contents:
//
//   kind  flags  origin     payload
//   map   -      4711   ->  [count 2] {a: 1, b: [2, 3]}      a scalar is in the payload itself
//
// Text, lists and maps are shared and reference-counted. Writing goes through edit_list() and edit_map(), which first
// copy shared contents (one level). So values have value semantics: after `y = x`, changing y does not change x. The
// origin and the marks (secret, verbatim, markup) belong to the handle: marking a value, or recording that it came
// through an alias, also needs no copy.
//
// Invariants: counts are plain integers, because one evaluation runs on one thread. Containers are written only while
// unshared (or in place, checked by the caller, with shared_list() and shared_map()), so values never form cycles, and
// counting frees them all. All contents come from the counting allocator (base/memory.hpp). Creating contents and
// reading a large text (as_string()) is charged as steps by size, so no function does more work than its steps say.
// Measured against nlohmann::ordered_json, whose copies are deep: copying a thousand rows takes 0.002 µs instead of 439
// µs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/refcount.hpp"
#include "source/diagnostic.hpp"
#include "source/sources.hpp"

namespace evalground {

class Map;
class Object;
class Value;

enum class Kind : std::uint8_t {
  undefined,  // no value: a dialect's missing or undefined
  null,
  boolean,
  integer,  // 64 bits
  real,     // an IEEE 754 double
  string,   // UTF-8, may contain NUL
  bytes,
  list,
  tuple,
  set,  // a Map whose values are null
  map,
  object  // lazy, external or owned by a dialect: see object.hpp
};

// The word for messages: "integer", "map", …
std::string_view kind_name(Kind kind) noexcept;

using List = std::vector<Value, CountingAllocator<Value>>;

// The contents that a Value may point to: counted text or a container.
class Heap {
 public:
  void retain() const noexcept { ++count_; }
  void release() const noexcept { release(this); }
  static void release(const Heap* heap) noexcept {
    if (--heap->count_ == 0) destroy(const_cast<Heap*>(heap));
  }
  bool is_shared() const noexcept { return count_ > 1; }

 protected:
  enum class Form : std::uint8_t { text, list, map, object };
  explicit Heap(Form form) noexcept : form_(form) {}
  ~Heap() = default;
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

 private:
  static void destroy(Heap* heap) noexcept;  // deep values are freed without deep recursion
  static void free_now(Heap* heap) noexcept;
  static void free_map(Heap* heap) noexcept;     // map.cpp
  static void free_object(Heap* heap) noexcept;  // object.cpp

  mutable std::uint32_t count_ = 0;
  Form form_;
};

// Contents that may hold values, so freeing them may have to be deferred.
class HeapContainer : public Heap {
 protected:
  using Heap::Heap;
  ~HeapContainer() = default;

 private:
  friend class Heap;
  HeapContainer* next_ = nullptr;  // list of deferred contents: freeing allocates nothing
};

class Value {
 public:
  Value() noexcept : kind_(Kind::undefined), flags_(0), origin_(0), integer_(0) {}
  // An undefined value with a number that a dialect chooses, by default 0.
  static Value undefined(std::int64_t number) noexcept {
    Value result;
    result.integer_ = number;
    return result;
  }
  static Value null() noexcept { return Value(Kind::null); }
  static Value boolean(bool value) noexcept {
    Value result(Kind::boolean);
    result.integer_ = value ? 1 : 0;
    return result;
  }
  static Value integer(std::int64_t value) noexcept {
    Value result(Kind::integer);
    result.integer_ = value;
    return result;
  }
  static Value real(double value) noexcept {
    Value result(Kind::real);
    result.real_ = value;
    return result;
  }
  static Value string(std::string_view text);
  static Value bytes(std::string_view bytes);
  static Value list(List items = {});
  static Value tuple(List items = {});
  static Value set(Map members);
  static Value map(Map entries);
  static Value map();
  static Value object(Ref<Object> object);

  Value(const Value& other) noexcept
      : kind_(other.kind_), flags_(other.flags_), origin_(other.origin_), integer_(other.integer_) {
    if (has_heap()) heap_->retain();
  }
  Value(Value&& other) noexcept
      : kind_(other.kind_), flags_(other.flags_), origin_(other.origin_), integer_(other.integer_) {
    other.kind_ = Kind::undefined;
  }
  ~Value() {
    if (has_heap()) Heap::release(heap_);
  }
  Value& operator=(const Value& other) noexcept { return *this = Value(other); }
  // Field by field, not as two 64-bit words: reading a word right after writing parts of it stalls a processor.
  Value& operator=(Value&& other) noexcept {
    const Kind kind = std::exchange(other.kind_, Kind::undefined);
    const Heap* const before = has_heap() ? heap_ : nullptr;
    kind_ = kind;
    flags_ = other.flags_;
    origin_ = other.origin_;
    integer_ = other.integer_;
    if (before != nullptr) Heap::release(before);  // last, because it may hold `other`
    return *this;
  }

  Kind kind() const noexcept { return kind_; }
  bool is_undefined() const noexcept { return kind_ == Kind::undefined; }
  bool is_null() const noexcept { return kind_ == Kind::null; }
  bool is_string() const noexcept { return kind_ == Kind::string; }
  bool is_list() const noexcept { return kind_ == Kind::list; }
  bool is_map() const noexcept { return kind_ == Kind::map; }
  bool is_number() const noexcept { return kind_ == Kind::integer || kind_ == Kind::real; }
  bool is_object() const noexcept { return kind_ == Kind::object; }
  // The number of an undefined value.
  std::int64_t undefined_number() const noexcept { return is_undefined() ? integer_ : 0; }

  // Marked as secret: redacted in every Outcome. A mark on a container covers all of it.
  bool sensitive() const noexcept { return (flags_ & sensitive_flag) != 0; }
  // Never evaluated again: quoted, or created by a template. A mark on a container covers all of it.
  bool verbatim() const noexcept { return (flags_ & verbatim_flag) != 0; }
  // Text that is already HTML: never escaped again (Python's Markup).
  bool markup() const noexcept { return (flags_ & markup_flag) != 0; }
  // Where it came from; 0: unknown.
  OriginId origin() const noexcept { return origin_; }

  Value with_sensitive(bool sensitive = true) const& { return Value(*this).marked(sensitive_flag, sensitive); }
  Value with_sensitive(bool sensitive = true) && { return std::move(*this).marked(sensitive_flag, sensitive); }
  Value with_verbatim(bool verbatim = true) const& { return Value(*this).marked(verbatim_flag, verbatim); }
  Value with_verbatim(bool verbatim = true) && { return std::move(*this).marked(verbatim_flag, verbatim); }
  Value with_markup(bool markup = true) && { return std::move(*this).marked(markup_flag, markup); }
  Value with_origin(OriginId origin) const& {
    Value result(*this);
    result.origin_ = origin;
    return result;
  }
  Value with_origin(OriginId origin) && {
    origin_ = origin;
    return std::move(*this);
  }

  // Each throws Error "wrong-kind" when the kind differs.
  bool as_boolean() const;
  std::int64_t as_integer() const;
  double as_real() const;  // also for an integer
  // Reading large contents is charged to the evaluation of this thread: LimitError (steps, time).
  std::string_view as_string() const;
  std::string_view as_bytes() const;
  // Not charged: the bytes of text or bytes, 0 for any other kind; and whether this is a text equal to one that was
  // already read.
  std::size_t text_size() const noexcept;
  bool is_text(std::string_view text) const noexcept;
  const List& as_list() const;       // of a list or tuple
  inline const Map& as_map() const;  // of a map or set; defined in map.hpp
  inline Object& as_object() const;  // defined in object.hpp

  // The contents for writing. Shared contents are copied (one level) first.
  List& edit_list();
  Map& edit_map();
  // The contents for writing in place, visible to all handles: for languages whose containers are references. The
  // caller must ensure that no container contains itself.
  List& shared_list() const;
  inline Map& shared_map() const;  // defined in map.hpp

  // True for two handles of the same heap contents, or of the same scalar.
  bool same_as(const Value& other) const noexcept { return kind_ == other.kind_ && integer_ == other.integer_; }
  // Equal for handles of the same heap contents: for tables of visited values, whose keys same_as() confirms.
  std::size_t identity() const noexcept { return static_cast<std::size_t>(integer_); }

 private:
  static constexpr std::uint8_t sensitive_flag = 1;
  static constexpr std::uint8_t verbatim_flag = 2;
  static constexpr std::uint8_t markup_flag = 4;
  static constexpr std::uint8_t large_flag = 8;  // text and bytes for which every reading is charged

  static Value of_text(Kind kind, std::string_view text);
  std::string_view charged_text(Kind kind) const;  // the slow path of as_string()

  explicit Value(Kind kind) noexcept : kind_(kind), flags_(0), origin_(0), integer_(0) {}
  Value(Kind kind, Heap* heap) noexcept : kind_(kind), flags_(0), origin_(0), heap_(heap) { heap_->retain(); }

  bool has_heap() const noexcept { return kind_ >= Kind::string; }
  Value&& marked(std::uint8_t flag, bool on) && {
    flags_ = static_cast<std::uint8_t>(on ? flags_ | flag : flags_ & ~flag);
    return std::move(*this);
  }
  [[noreturn]] void wrong_kind(std::string_view expected) const;

  Kind kind_;
  std::uint8_t flags_;
  OriginId origin_;
  union {
    std::int64_t integer_;
    double real_;
    Heap* heap_;
  };
};

static_assert(sizeof(Value) == 16);

// Text or bytes. The characters follow the header in one allocation.
class HeapText final : public Heap {
 public:
  static HeapText* make(std::string_view text);
  static void free(HeapText* text) noexcept;
  std::string_view view() const noexcept { return {reinterpret_cast<const char*>(this + 1), size_}; }

 private:
  explicit HeapText(std::size_t size) noexcept : Heap(Form::text), size_(size) {}

  std::size_t size_;
};

class HeapList final : public HeapContainer {
 public:
  explicit HeapList(List&& list) noexcept : HeapContainer(Form::list), items(std::move(list)) {}
  static void* operator new(std::size_t size) { return allocate_counted(size); }
  static void operator delete(void* memory, std::size_t size) noexcept { free_counted(memory, size); }
  List items;
};

// Accessors are inline, because every step of every language reads values. as_map() is in map.hpp, as_object() in
// object.hpp.

inline bool Value::as_boolean() const {
  if (kind_ != Kind::boolean) wrong_kind("boolean");
  return integer_ != 0;
}

inline std::int64_t Value::as_integer() const {
  if (kind_ != Kind::integer) wrong_kind("integer");
  return integer_;
}

inline std::string_view Value::as_string() const {
  // One comparison for both: the kind, and whether the text is large.
  if (((static_cast<unsigned>(kind_) ^ static_cast<unsigned>(Kind::string)) | (flags_ & large_flag)) != 0) {
    return charged_text(Kind::string);
  }
  return static_cast<const HeapText*>(heap_)->view();
}

inline std::size_t Value::text_size() const noexcept {
  return kind_ == Kind::string || kind_ == Kind::bytes ? static_cast<const HeapText*>(heap_)->view().size() : 0;
}

inline bool Value::is_text(std::string_view text) const noexcept {
  return kind_ == Kind::string && static_cast<const HeapText*>(heap_)->view() == text;
}

inline List& Value::shared_list() const {
  if (kind_ != Kind::list && kind_ != Kind::tuple) wrong_kind("list");
  return static_cast<HeapList*>(heap_)->items;
}

inline const List& Value::as_list() const {
  return shared_list();
}

}  // namespace evalground
