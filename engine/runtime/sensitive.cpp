#include "runtime/sensitive.hpp"

#include <utility>

#include "value/map.hpp"

namespace evalground {

Value marked_sensitive(Context& context, Value value, SecretTexts::Kind kind) {
  const Kind form = value.kind();
  const bool can_be = form == Kind::string || form == Kind::bytes || form == Kind::list || form == Kind::map ||
                      form == Kind::tuple || form == Kind::set;
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

void hide_message(Diagnostic& diagnostic, std::string_view what) {
  diagnostic.message.assign("The message of ").append(what).append(" is hidden, because it could show a secret value.");
  diagnostic.notes.clear();
  diagnostic.fixes.clear();
}

}  // namespace evalground
