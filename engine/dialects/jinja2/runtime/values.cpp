// Values as Python sees them: truth, text, length, comparison. Messages are those of CPython 3.11.
//
// Two concerns run through all of these functions. First, sensitive input: note_sensitive() records that it was read,
// so that the result of the current function is marked. Second, Ansible's lazy values: where watches_waiting_ is set,
// forced() evaluates a container before anything compares or prints it.
//
// Warm: compiled for speed where a module has room.
#include <charconv>

#include "base/text/number.hpp"
#include "base/text/search.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/object.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "dialects/jinja2/runtime/operand.hpp"
#include "dialects/jinja2/runtime/operators.hpp"
#include "value/compare.hpp"
#include "value/python_number.hpp"
#include "value/python_text.hpp"

namespace evalground::jinja2 {
namespace {

// Python's `is`, which containers test before `==`. Each use of a missing name is an object of its own.
bool is_same(const Value& a, const Value& b) {
  return a.same_as(b) && !a.is_undefined();
}

// Prints as the given text without quotes when it is part of a container.
class ShownText final : public Object {
 public:
  explicit ShownText(std::string text) : text_(std::move(text)) {}
  std::string_view type_name() const override { return "str"; }
  Value resolve(Context&) override { return Value::string(text_); }
  std::string python_repr() const override { return text_; }

 private:
  std::string text_;
};

std::string_view html_escape(char c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '\'': return "&#39;";
    case '"': return "&#34;";
    default: return {};
  }
}

void append_escaped(std::string& text, std::string_view plain) {
  std::size_t from = 0;
  for (std::size_t at = plain.find_first_of("&<>'\""); at != std::string_view::npos;
       at = plain.find_first_of("&<>'\"", from)) {
    text += plain.substr(from, at - from);
    text += html_escape(plain[at]);
    from = at + 1;
  }
  text += plain.substr(from);
}

}  // namespace

// Fails where Python's hash() would, as a dict key needs it. A list within a tuple makes the tuple unhashable. Jinja's
// Undefined has a hash, but StrictUndefined and AnsibleUndefined raise.
void Evaluator::check_hashable(const Value& key) const {
  const Depth depth = context.budget.enter();
  switch (key.kind()) {
    case Kind::undefined: {
      const bool has_hash = key.undefined_number() <= 0 || (undefined(key).leniency != Leniency::strict &&
                                                            undefined(key).leniency != Leniency::ansible);
      return has_hash ? void() : fail_undefined(key);
    }
    case Kind::tuple:
      context.budget.step(key.as_list().size());  // tuples may share items, so the work can exceed the size
      for (const Value& item : key.as_list()) require_hashable(item);
      return;
    case Kind::list:
    case Kind::map:
    case Kind::set: fail("type-error", "unhashable type: '" + type_name(key) + "'");
    case Kind::object:
      if (const Value* tuple = tuple_of(key)) check_hashable(*tuple);
      return;
    default: return;
  }
}

// ---- truth, text

// Python's bool(). A lenient undefined value is false, a strict one fails. An object that is not the dialect's is true.
bool Evaluator::truth(const Value& value) {
  switch (value.kind()) {
    case Kind::boolean: return value.as_boolean();
    case Kind::undefined:
      if (value.undefined_number() > 0 && undefined(value).is_lenient()) return false;
      fail_undefined(value);
    case Kind::object: {
      note_sensitive(value);
      TemplateObject* object = template_object(value);
      return object == nullptr || object->truth(*this);
    }
    default: return python_truth(value);
  }
}

// Python's str(). With debug undefined, a missing value prints as the expression that it came from: `{{ name }}`.
std::string Evaluator::text(const Value& value) {
  note_sensitive(value);
  switch (value.kind()) {
    case Kind::string: return std::string(value.as_string());
    case Kind::undefined: {
      if (value.undefined_number() <= 0) return {};
      const Undefined& missing = undefined(value);
      if (prints_source(missing.leniency)) return undefineds_.debug_text(value, context.budget);
      if (missing.is_lenient()) return {};
      fail_undefined(value);
    }
    case Kind::object:
      if (TemplateObject* object = template_object(value)) return object->text(*this);
      return python_str(value, context.budget);
    default: return repr(value);
  }
}

namespace {

// In Ansible before 2.19 an undefined value within a container is printed as AnsibleUndefined(…). One that carries a
// failure fails instead.
Value with_undefined_shown(Evaluator& evaluator, const Value& value) {
  const Depth depth = evaluator.context.budget.enter();
  evaluator.context.budget.step();
  if (value.is_undefined()) {
    if (evaluator.options.behavior.carries_failures || value.undefined_number() <= 0) evaluator.fail_undefined(value);
    const Undefined& missing = evaluator.undefined(value);
    if (missing.is_lenient()) return Value::object(make_ref<ShownText>("Undefined"));
    if (missing.cause != nullptr || missing.is_unsafe) evaluator.fail_undefined(value);
    const bool has_hint = !missing.hint.empty();
    const std::string hint = has_hint ? python_repr(Value::string(missing.hint), evaluator.context.budget) : "None";
    const std::string object = missing.holder.empty() ? "missing" : evaluator.repr(missing.object);
    const std::string name = has_hint ? "None" : evaluator.repr(missing.name);
    const std::string text = "AnsibleUndefined(hint=" + hint + ", obj=" + object + ", name=" + name + ")";
    evaluator.context.budget.output(text.size());
    return Value::object(make_ref<ShownText>(text));
  }
  if (value.is_list() || value.kind() == Kind::tuple) {
    List items;
    for (const Value& item : value.as_list()) items.push_back(with_undefined_shown(evaluator, item));
    return value.is_list() ? Value::list(std::move(items)) : Value::tuple(std::move(items));
  }
  if (value.is_map()) {
    Map entries;
    for (const auto& [key, item] : value.as_map()) entries.set(key, with_undefined_shown(evaluator, item));
    return Value::map(std::move(entries));
  }
  return value;
}

}  // namespace

// Python's repr(). A container shows its parts by repr(), so it is marked if any part is sensitive, however deep.
std::string Evaluator::repr(const Value& value) {
  read_sensitive_ = read_sensitive_ || holds_sensitive(value);
  if (watches_waiting_) {
    if (const Value whole = forced(value); !whole.same_as(value)) return repr(whole);
  }
  if (options.undefined == Leniency::ansible && (value.is_undefined() || find_undefined(value) != nullptr)) {
    return python_repr(with_undefined_shown(*this, value), context.budget);
  }
  if (TemplateObject* object = template_object(value)) return object->repr(*this);
  return python_repr(value, context.budget);
}

const Value* Evaluator::find_undefined(const Value& value, std::uint32_t levels) {
  if (levels == 0) return nullptr;
  const Depth depth = context.budget.enter();
  if (value.is_list() || value.kind() == Kind::tuple) {
    for (const Value& item : value.as_list()) {
      context.budget.step();
      if (item.is_undefined()) return &item;
      if (const Value* found = find_undefined(item, levels - 1)) return found;
    }
  } else if (value.is_map()) {
    for (const auto& [key, item] : value.as_map()) {
      context.budget.step();
      if (item.is_undefined()) return &item;
      if (const Value* found = find_undefined(item, levels - 1)) return found;
    }
  }
  return nullptr;
}

// Prints a value. Strings and integers are most of what templates print, so they are appended without a temporary
// string. Numbers and booleans contain nothing to escape.
void Evaluator::append_text(std::string& result, const Value& value) {
  switch (value.kind()) {
    case Kind::string:
      note_sensitive(value);
      if (autoescape_ && !value.markup()) {
        append_escaped(result, value.as_string());
      } else {
        result += value.as_string();
      }
      return;
    case Kind::integer: {
      char digits[24];
      const auto end = std::to_chars(digits, digits + sizeof digits, value.as_integer()).ptr;
      result.append(digits, static_cast<std::size_t>(end - digits));
      note_sensitive(value);
      return;
    }
    default:
      if (autoescape_ && value.kind() != Kind::real && value.kind() != Kind::boolean && !is_markup(value)) {
        append_escaped(result, text(value));
      } else {
        result += text(value);
      }
  }
}

// Replaces an object that stands for data by this data. Both may be sensitive, so the marks are combined.
void Evaluator::settle(Value& value) {
  TemplateObject* object = template_object(value);
  if (object == nullptr) return;
  if (Value data = object->data(*this); !is_absent(data)) {
    value = std::move(data).with_sensitive(data.sensitive() || value.sensitive());
  }
}

Value Evaluator::adopted_object(Value object) {
  return template_object(object) != nullptr ? object : variables.adopt(*this, std::move(object));
}

namespace {

// With `finalize` Ansible checks the parts of a printed list or map. Only an inline `if` without `else` may be
// undefined.
void require_strict_parts(Evaluator& evaluator, const Value& value) {
  const Depth depth = evaluator.context.budget.enter();
  const auto check = [&](const Value& item) {
    evaluator.context.budget.step();
    const bool is_missing = item.is_undefined();
    if (is_missing && (is_absent(item) || !evaluator.undefined(item).is_lenient())) evaluator.fail_undefined(item);
    require_strict_parts(evaluator, item);
  };
  if (is_sequence(value)) {
    for (const Value& item : value.as_list()) check(item);
  } else if (value.is_map()) {
    for (const Map::Entry& entry : value.as_map()) check(entry.value);
  }
}

}  // namespace

bool Evaluator::finalize(const Value& value) {
  if (value.undefined_number() > 0 && !undefined(value).is_lenient()) fail_undefined(value);
  if (options.undefined != Leniency::traced) require_strict_parts(*this, value);
  // Lookups have an environment of their own, which takes this rule over from the native one.
  return value.is_null() && !gives_native() && !options.native;
}

Value Evaluator::text_value(const Value& value) {
  if (value.is_string()) {
    note_sensitive(value);
    return value;
  }
  return Value::string(text(value));
}

Value Evaluator::noted_text(const Value& value) {
  std::string written;
  const bool is_secret = shows_sensitive([&] { written = text(value); });
  return Value::string(written).with_origin(value.origin()).with_sensitive(is_secret);
}

Value Evaluator::markup_if_escaping(std::string_view text) const {
  return Value::string(text).with_markup(filters_escape_);
}

bool Evaluator::is_markup(const Value& value) const {
  if (value.is_string()) return value.markup();
  if (value.is_undefined()) return options.undefined == Leniency::chainable;
  const TemplateObject* object = template_object(value);
  return object != nullptr && object->is_markup();
}

Value Evaluator::escape(const Value& value) {
  if (is_markup(value)) return value.is_string() ? value : Value::string(text(value)).with_markup();
  std::string escaped;
  append_escaped(escaped, value.is_string() ? value.as_string() : std::string_view(text(value)));
  return Value::string(escaped).with_markup();
}

// ---- kinds

std::string Evaluator::type_name(const Value& value) const {
  if (value.is_undefined()) {
    switch (options.undefined) {
      case Leniency::lenient: return "Undefined";
      case Leniency::chainable: return "ChainableUndefined";
      case Leniency::debug:
      case Leniency::traced: return "DebugUndefined";
      case Leniency::strict: return "StrictUndefined";
      case Leniency::ansible:
        // An inline `if` without `else` gives Jinja's own Undefined.
        if (value.undefined_number() > 0 && undefined(value).is_lenient()) return "Undefined";
        return options.behavior.carries_failures ? "UndefinedMarker" : "AnsibleUndefined";
    }
  }
  if (value.is_string() && value.markup()) return "Markup";
  return python_type_name(value);
}

// "dict object", "jinja2.utils.Namespace object": the description in messages for missing attributes.
std::string Evaluator::holder_name(const Value& holder) const {
  if (holder.is_null()) return "None";
  if (holder.is_string() && holder.markup()) return "markupsafe.Markup object";
  const TemplateObject* object = template_object(holder);
  const std::string module = object == nullptr || object->module().empty() ? "" : std::string(object->module()) + ".";
  return module + type_name(holder) + " object";
}

bool Evaluator::is_mapping(const Value& value) {
  if (value.is_map()) return true;
  const TemplateObject* object = template_object(value);
  return object != nullptr && object->shape() == Shape::mapping;
}

bool Evaluator::is_iterable(const Value& value) {
  switch (value.kind()) {
    case Kind::string:
    case Kind::bytes:
    case Kind::list:
    case Kind::tuple:
    case Kind::set:
    case Kind::map: return true;
    case Kind::undefined:
      if (value.undefined_number() > 0 && !undefined(value).is_lenient()) fail_undefined(value);
      return true;
    default: {
      const TemplateObject* object = template_object(value);
      return object != nullptr && object->shape() != Shape::none;
    }
  }
}

bool Evaluator::is_callable(const Value& value) {
  if (value.is_undefined()) return true;  // its class has __call__, which fails
  const TemplateObject* object = template_object(value);
  return object != nullptr && object->is_callable();
}

// Python's len(), which counts code points of a string: 'é' | length -> 1. Iterators and generators have none.
std::size_t Evaluator::length(const Value& value) {
  note_sensitive(value);
  switch (value.kind()) {
    case Kind::string: return count_code_points(value.as_string());
    case Kind::bytes: return value.as_bytes().size();
    case Kind::list:
    case Kind::tuple: return value.as_list().size();
    case Kind::set:
    case Kind::map: return value.as_map().size();
    case Kind::undefined:
      if (value.undefined_number() > 0 && undefined(value).is_lenient()) return 0;
      fail_undefined(value);
    default: break;
  }
  TemplateObject* object = template_object(value);
  if (object != nullptr && (object->shape() == Shape::sequence || object->shape() == Shape::mapping)) {
    return object->size(*this);
  }
  fail("type-error", "object of type '" + type_name(value) + "' has no len()");
}

// The items of any iterable. A plain list is returned without a copy, everything else is collected in `storage`. Items
// of a sensitive list must be marked, so that list is also copied. As in Python, reading an iterator uses it up.
const List& Evaluator::peek_items(const Value& value, List& storage) {
  note_sensitive(value);
  if ((value.is_list() || value.kind() == Kind::tuple) && !value.sensitive()) return value.as_list();
  storage.clear();
  if (Iterator* iterator = object_cast<Iterator>(value)) {
    context.budget.step(iterator->left());
    storage = iterator->take_rest();
    for (Value& item : storage) {
      if (value.sensitive()) item = std::move(item).with_sensitive();
      if (item.is_object()) item = adopted(std::move(item));
    }
    return storage;
  }
  each(value, [&](Value& item) {
    storage.push_back(std::move(item));
    return true;
  });
  return storage;
}

std::size_t Evaluator::size_hint(const Value& value) const {
  if (value.is_list() || value.kind() == Kind::tuple) return value.as_list().size();
  const auto* iterator = object_cast<Iterator>(value);
  return iterator == nullptr ? 0 : iterator->left();
}

List Evaluator::items(const Value& value) {
  List list;
  const List& items = peek_items(value, list);
  return &items == &list ? std::move(list) : items;
}

// ---- comparison

// Python's `==`. The order of steps matters: lazy values are evaluated first, then objects are replaced by their data,
// then undefined values fail, and only then are contents compared. Sequences are compared here and not by
// python_equal(), because each of their items may need the same steps. Like Python, identical items count as equal
// without a comparison.
bool Evaluator::equal(const Value& a, const Value& b) {
  if (watches_waiting_) {
    const Value left = forced(a);
    const Value right = forced(b);
    if (!left.same_as(a) || !right.same_as(b)) return equal(left, right);
  }
  if (a.is_object() || b.is_object()) {
    Value left = a;
    Value right = b;
    settle(left);
    settle(right);
    if (!left.same_as(a) || !right.same_as(b)) return equal(left, right);
  }
  const auto check = [&](const Value& value) {
    if (value.is_undefined() && value.undefined_number() > 0 && !undefined(value).is_lenient()) fail_undefined(value);
  };
  check(a);
  check(b);
  note_sensitive(a);
  note_sensitive(b);
  if (const Value* tuple = tuple_of(a)) return equal(*tuple, b);
  if (const Value* tuple = tuple_of(b)) return equal(a, *tuple);
  if (is_sequence(a) && a.kind() == b.kind()) {
    const List& left = a.as_list();
    const List& right = b.as_list();
    if (left.size() != right.size()) return false;
    const Depth depth = context.budget.enter();
    for (std::size_t index = 0; index < left.size(); ++index) {
      context.budget.step();
      if (!is_same(left[index], right[index]) && !equal(left[index], right[index])) return false;
    }
    return true;
  }
  return python_equal(a, b, context.budget);
}

namespace {

[[noreturn]] void fail_order(const Evaluator& evaluator, const Value& a, const Value& b, std::string_view symbol) {
  evaluator.fail("type-error", "'" + std::string(symbol) + "' not supported between instances of '" +
                                   evaluator.type_name(a) + "' and '" + evaluator.type_name(b) + "'");
}

// Where two lists differ first; the end of the shorter one if they do not. The items before only need to be equal, as
// two undefined ones are.
std::size_t first_difference(Evaluator& evaluator, const List& left, const List& right) {
  std::size_t index = 0;
  for (; index < left.size() && index < right.size(); ++index) {
    evaluator.context.budget.step();
    if (!is_same(left[index], right[index]) && !evaluator.equal(left[index], right[index])) break;
  }
  return index;
}

bool are_ordered(const Value& a, const Value& b) {
  if (is_python_number(a) && is_python_number(b)) return true;
  return a.kind() == b.kind() && (a.is_string() || a.kind() == Kind::bytes);
}

}  // namespace

// Python's `<` and its siblings, with the same steps as equal(). `symbol` is the operator for the message. Sequences
// are ordered by their first difference: [1, 'a'] < [2, 3] compares no text with a number.
Order Evaluator::order(const Value& a, const Value& b, std::string_view symbol) {
  if (watches_waiting_) {
    const Value left = forced(a);
    const Value right = forced(b);
    if (!left.same_as(a) || !right.same_as(b)) return order(left, right, symbol);
  }
  if (a.is_object() || b.is_object()) {
    Value left = a;
    Value right = b;
    settle(left);
    settle(right);
    if (!left.same_as(a) || !right.same_as(b)) return order(left, right, symbol);
  }
  require(a);
  require(b);
  note_sensitive(a);
  note_sensitive(b);
  const Value* left_tuple = tuple_of(a);
  const Value* right_tuple = tuple_of(b);
  if (left_tuple != nullptr || right_tuple != nullptr) {
    const Value& left = left_tuple != nullptr ? *left_tuple : a;
    const Value& right = right_tuple != nullptr ? *right_tuple : b;
    if (left.kind() != right.kind()) fail_order(*this, a, b, symbol);
    return order(left, right, symbol);
  }
  if (TemplateObject* object = template_object(a)) {
    if (const std::optional<int> compared = object->compare(b)) return order_of(*compared, 0);
  }
  if (is_sequence(a) && a.kind() == b.kind()) {
    const Depth depth = context.budget.enter();
    const std::size_t at = first_difference(*this, a.as_list(), b.as_list());
    if (at == a.as_list().size() || at == b.as_list().size()) return order_of(a.as_list().size(), b.as_list().size());
    return order(a.as_list()[at], b.as_list()[at], symbol);
  }
  if (!are_ordered(a, b)) fail_order(*this, a, b, symbol);
  return python_order(a, b, context.budget);
}

bool Evaluator::less(const Value& a, const Value& b) {
  return order(a, b, "<") == Order::less;
}

// Python's `in`: a part of a string, a key of a map, or an item found by searching a sequence from its start. An object
// that stands for data is searched as that data. For others the items are produced one at a time until one matches.
bool Evaluator::contains(const Value& container, const Value& item) {
  note_sensitive(container);
  switch (container.kind()) {
    case Kind::string:
      require_operand(*this, item, "'in <string>' requires string as left operand, not ", "");
      if (!item.is_string()) {
        fail("type-error", "'in <string>' requires string as left operand, not " + type_name(item));
      }
      note_sensitive(item);
      context.budget.step();
      return find_text(container.as_string(), item.as_string()) != std::string_view::npos;
    case Kind::map:
    case Kind::set: require_hashable(item); return container.as_map().contains(item);
    case Kind::list:
    case Kind::tuple:
      for (const Value& one : container.as_list()) {
        context.budget.step();
        // Each use of a missing name is an object of its own, so it is not identical to itself here.
        if ((one.same_as(item) && !one.is_undefined()) || equal(item, one)) return true;
      }
      return false;
    case Kind::undefined:
      if (container.undefined_number() > 0 && undefined(container).is_lenient()) return false;
      fail_undefined(container);
    default: break;
  }
  TemplateObject* object = template_object(container);
  if (object != nullptr && object->shape() == Shape::none) {
    Value data = object->data(*this);
    if (!is_absent(data)) return contains(data, item);
  }
  if (object != nullptr && object->shape() == Shape::mapping) return object->item(*this, item).has_value();
  if (object != nullptr && object->shape() != Shape::none) {
    if (object->has_hashed_items()) require_hashable(item);
    bool is_found = false;
    each(container, [&](const Value& one) {
      is_found = equal(item, one);
      return !is_found;
    });
    return is_found;
  }
  fail("type-error", "argument of type '" + type_name(container) + "' is not iterable");
}

}  // namespace evalground::jinja2
