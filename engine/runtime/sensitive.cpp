#include "runtime/sensitive.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "value/map.hpp"

namespace evalground {
namespace {

// A secret text of digits becomes a number in a language that parses text as values.
bool is_secret_number(const Context& context, const Value& value) {
  if (value.kind() != Kind::integer) return false;
  std::string digits = std::to_string(value.as_integer());
  context.secrets.redact(digits);
  return digits == redaction;
}

}  // namespace

Value marked_sensitive(Context& context, Value value, SecretTexts::Kind kind) {
  const Kind form = value.kind();
  const bool can_be = form == Kind::string || form == Kind::bytes || form == Kind::list || form == Kind::map ||
                      form == Kind::tuple || form == Kind::set || is_secret_number(context, value);
  if (!can_be) return value;
  context.secrets.add(value, kind);
  return std::move(value).with_sensitive();
}

bool holds_sensitive(const Value& value, Budget& budget) {
  if (value.sensitive()) return true;
  const Kind kind = value.kind();
  const bool is_list = kind == Kind::list || kind == Kind::tuple;
  if (!is_list && kind != Kind::map && kind != Kind::set) return false;
  const Depth depth = budget.enter();
  if (is_list) {
    for (const Value& item : value.as_list()) {
      budget.step();
      if (holds_sensitive(item, budget)) return true;
    }
    return false;
  }
  for (const auto& [key, item] : value.as_map()) {
    budget.step();
    if (holds_sensitive(key, budget) || holds_sensitive(item, budget)) return true;
  }
  return false;
}

namespace {

// `is_marked`: a value that contains this one is marked.
bool holds_given(Context& context, const Value& value, bool is_marked) {
  const Depth depth = context.budget.enter();
  context.budget.step();
  const bool is_marked_itself = value.sensitive();
  is_marked = is_marked || is_marked_itself;
  switch (value.kind()) {
    case Kind::string: return is_marked && !context.secrets.is_declared(value.as_string());
    case Kind::bytes: return is_marked && !context.secrets.is_declared(value.as_bytes());
    case Kind::list:
    case Kind::tuple:
      return std::any_of(value.as_list().begin(), value.as_list().end(),
                         [&](const Value& item) { return holds_given(context, item, is_marked); });
    case Kind::set:
    case Kind::map:
      // A document declares the values of a map, not its keys.
      return std::any_of(value.as_map().begin(), value.as_map().end(), [&](const Map::Entry& entry) {
        return holds_given(context, entry.key, is_marked && value.kind() == Kind::set) ||
               holds_given(context, entry.value, is_marked);
      });
    default: return is_marked_itself;
  }
}

}  // namespace

bool holds_given_secret(Context& context, const Value& value) {
  return !context.secrets.is_empty() && holds_given(context, value, false);
}

void hide_message(Diagnostic& diagnostic, std::string_view what) {
  diagnostic.message.assign("The message of ").append(what).append(" is hidden, because it could show a secret value.");
  diagnostic.notes.clear();
  diagnostic.fixes.clear();
}

}  // namespace evalground
