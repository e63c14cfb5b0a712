#include "dialects/jinja2/runtime/undefined.hpp"

#include "base/indexed.hpp"
#include "value/python_text.hpp"

namespace evalground::jinja2 {
namespace {

std::string quoted(std::string_view text, Budget& budget) {
  return python_repr(Value::string(text), budget);
}

}  // namespace

Value Undefineds::add(Undefined undefined) {
  std::string key(1, static_cast<char>('0' + static_cast<int>(undefined.leniency)));
  key += undefined.is_unsafe ? '!' : '.';
  key.append(undefined.hint).append("\n").append(undefined.holder).append("\n");
  if (undefined.cause != nullptr) {
    const Diagnostic& diagnostic = undefined.cause->diagnostic;
    key.append("c").append(diagnostic.code).append("\n").append(diagnostic.message);
    key.append("\n").append(std::to_string(diagnostic.where)).append(undefined.is_failure ? "f" : "m");
  } else if (undefined.name.is_string()) {
    key.append("s").append(undefined.name.as_string());
  } else if (undefined.name.kind() == Kind::integer) {
    key += std::to_string(undefined.name.as_integer());
  } else {
    all_.push_back(std::move(undefined));  // rare: such keys are not shared
    return Value::undefined(static_cast<std::int64_t>(all_.size()));
  }
  const auto found = numbers_.find(key);
  if (found != numbers_.end()) {
    const Value known = Value::undefined(found->second);
    if (of(known).object.same_as(undefined.object)) {
      all_[static_cast<std::size_t>(found->second - 1)].map = std::move(undefined.map);
      return known;
    }
  }
  const auto note = [&](std::size_t number) {
    numbers_.insert_or_assign(std::move(key), static_cast<std::int64_t>(number + 1));
  };
  append_indexed(all_, note, std::move(undefined));
  return Value::undefined(static_cast<std::int64_t>(all_.size()));
}

std::string Undefineds::message(const Value& value, Budget& budget) const {
  const Undefined& undefined = of(value);
  if (!undefined.hint.empty()) return undefined.hint;
  if (undefined.cause != nullptr) return undefined.cause->diagnostic.message;
  if (undefined.holder.empty()) return quoted(undefined.name.as_string(), budget) + " is undefined";
  if (!undefined.name.is_string()) {
    return undefined.holder + " has no element " + python_repr(undefined.name, budget);
  }
  return quoted(undefined.holder, budget) + " has no attribute " + quoted(undefined.name.as_string(), budget);
}

std::string Undefineds::debug_text(const Value& value, Budget& budget) const {
  const Undefined& undefined = of(value);
  if (!undefined.hint.empty()) return "{{ undefined value printed: " + undefined.hint + " }}";
  if (undefined.holder.empty()) return "{{ " + std::string(undefined.name.as_string()) + " }}";
  return "{{ no such element: " + undefined.holder + "[" + python_repr(undefined.name, budget) + "] }}";
}

}  // namespace evalground::jinja2
