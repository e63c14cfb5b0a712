#include "dialects/ansible/runtime/waiting.hpp"

#include "dialects/ansible/runtime/vault_text.hpp"
#include "value/map.hpp"

namespace evalground::ansible {

Value waiting_copy(Evaluator& evaluator, const Value& raw, std::string_view variable) {
  const Depth depth = evaluator.context.budget.enter();
  evaluator.context.budget.step();
  if (raw.verbatim()) return raw;
  if (raw.is_object()) {
    const auto* vault = object_cast<VaultText>(raw);
    return vault == nullptr ? raw : waiting_copy(evaluator, vault->open(evaluator), variable);
  }
  if (raw.is_string()) {
    if (!is_template(raw.as_string(), evaluator.loader.text_syntax())) return raw;
    evaluator.watch_waiting();
    const Value waiting = Value::object(Ref<Object>(new Waiting(raw, std::string(variable))));
    return waiting.with_sensitive(raw.sensitive()).with_origin(raw.origin());
  }
  if (raw.is_list()) {
    List items;
    items.reserve(raw.as_list().size());
    for (const Value& item : raw.as_list()) items.push_back(waiting_copy(evaluator, item, variable));
    return Value::list(std::move(items)).with_sensitive(raw.sensitive()).with_origin(raw.origin());
  }
  if (raw.is_map()) {
    Map entries;
    for (const auto& [key, item] : raw.as_map()) entries.set(key, waiting_copy(evaluator, item, variable));
    return Value::map(std::move(entries)).with_sensitive(raw.sensitive()).with_origin(raw.origin());
  }
  return raw;
}

}  // namespace evalground::ansible
