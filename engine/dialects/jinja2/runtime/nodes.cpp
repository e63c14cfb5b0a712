#include "dialects/jinja2/runtime/nodes.hpp"

#include <algorithm>
#include <utility>

#include "dialects/jinja2/runtime/objects.hpp"
#include "value/big_integer.hpp"
#include "value/map.hpp"

namespace evalground::jinja2 {
namespace {

// Whether a value is the whole result or is joined with others. The whole result is checked; joined values become text.
enum class Standing : std::uint8_t { whole, joined };

class Finalizer {
 public:
  Finalizer(Evaluator& evaluator, Standing standing, std::string_view what)
      : evaluator_(evaluator), standing_(standing), what_(what) {}

  Value operator()(const Value& value) const {
    const Depth depth = evaluator_.context.budget.enter();
    evaluator_.context.budget.step();
    switch (value.kind()) {
      case Kind::undefined: return missing(value);
      case Kind::string: return text(value);
      case Kind::list:
      case Kind::tuple: return list(value, value.as_list());
      case Kind::set:
        if (!is_whole()) return value;
        warn("set", "list");
        return list(value, evaluator_.items(value));
      case Kind::map: return map(value);
      case Kind::object: return object(value);
      default: return value;
    }
  }

 private:
  bool is_whole() const { return standing_ == Standing::whole; }

  void warn(std::string_view type, std::string_view becomes) const {
    evaluator_.warn("converted-type", "Type '" + std::string(type) +
                                          "' is unsupported in variable storage, converting to '" +
                                          std::string(becomes) + "'.");
  }

  // Whether it comes from an `if` without `else`: joined with others it prints nothing.
  bool is_lenient(const Value& value) const {
    return value.undefined_number() > 0 && evaluator_.undefined(value).leniency == Leniency::lenient;
  }

  Value missing(const Value& value) const {
    if (is_lenient(value)) {
      if (!is_whole()) return Value::string("");
      fail_type("Undefined");
    }
    if (is_whole()) evaluator_.fail_undefined(value);
    return value;
  }

  [[noreturn]] void fail_type(std::string_view type) const {
    evaluator_.fail("unsupported-type", "Error rendering " + std::string(what_) + ": Type '" + std::string(type) +
                                            "' is unsupported for variable storage.");
  }

  Value text(const Value& value) const {
    if (!value.markup() || !is_whole()) return value;
    warn("Markup", "str");
    return Value(value).with_markup(false);
  }

  // Removes omitted items. An undefined item among several nodes becomes the value.
  Value list(const Value& whole, const List& items) const {
    List result;
    result.reserve(items.size());
    for (const Value& item : items) {
      Value one = (*this)(item);
      if (one.is_undefined()) return one;
      if (!is_omit(one)) result.push_back(std::move(one));
    }
    return Value::list(std::move(result)).with_sensitive(whole.sensitive()).with_origin(whole.origin());
  }

  Value map(const Value& whole) const {
    Map result;
    for (const auto& [key, item] : whole.as_map()) {
      Value one = (*this)(item);
      if (one.is_undefined()) return one;
      if (is_omit(one)) continue;
      Value name = key.kind() == Kind::string ? text(key) : key.is_object() ? (*this)(key) : key;
      result.set(std::move(name), std::move(one));
    }
    return Value::map(std::move(result)).with_sensitive(whole.sensitive()).with_origin(whole.origin());
  }

  Value object(const Value& value) const {
    if (Value now = evaluator_.adopted(value); !now.same_as(value)) return (*this)(now);
    const TemplateObject* object = template_object(value);
    if (object == nullptr || is_integer(value) || is_omit(value) || object->is_data()) return value;
    if (object_cast<MapView>(value) != nullptr || object_cast<Iterator>(value) != nullptr) {
      return list(value, evaluator_.items(value));
    }
    if (!is_whole()) return value;
    if (const Value* tuple = object->as_tuple()) {
      warn(object->type_name(), "list");
      return list(value, tuple->as_list());
    }
    fail_type(evaluator_.type_name(value));
  }

  Evaluator& evaluator_;
  const Standing standing_;
  const std::string_view what_;
};

}  // namespace

bool is_omit(const Value& value) {
  return value.is_object() && object_cast<Omit>(value) != nullptr;
}

Value joined_nodes(Evaluator& evaluator, const List& nodes) {
  if (nodes.empty()) return Value::null();
  if (nodes.size() == 1) return nodes.front();
  const Finalizer finalize(evaluator, Standing::joined, {});
  const std::uint64_t limit = evaluator.context.budget.limits().output;
  std::string text;
  bool is_sensitive = false;
  for (const Value& node : nodes) {
    const Value value = finalize(node);
    if (value.is_undefined()) return value;
    if (is_omit(value)) continue;
    is_sensitive = evaluator.shows_sensitive([&] { evaluator.append_text(text, value); }) || is_sensitive;
    if (text.size() > limit) throw LimitError(Limit::output, limit);
  }
  return Value::string(text).with_sensitive(is_sensitive);
}

Value finalized(Evaluator& evaluator, const Value& value, std::string_view what) {
  Value result = Finalizer(evaluator, Standing::whole, what)(value);
  if (is_omit(result)) evaluator.fail("omitted", "A template was resolved to an Omit scalar.");
  return result;
}

}  // namespace evalground::jinja2
