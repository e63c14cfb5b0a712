// Collecting arguments: the forms in which a function accepts a list, a container or a classic array.
//
//   sort(list)  sort("list")  sort(@(list))  sort("main.list")    the name of a list or container
//   sort("d[key]")                                                a part of a container
//   sort(arr)                   a classic array, variables arr[a], arr[b][c]: as an object, nested by the indices
//   sort('["b", "a"]')          JSON text
//   sort('[ list, other[1] ]')  JSON text in which bare words are again names
//
// Any other text gives undefined. Then the call fails, with a message that shows the argument as written.
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/call.hpp"

namespace evalground::cfengine {
namespace {

// A classic array as an object, nested by its indices: "a[x][y]" for the base "a" and the prefix ["x"]. An index stands
// where the walk of the agent's table first meets it.
Value array_object(const VariableScope& scope, const Name& name, Budget& budget) {
  const std::vector<std::string_view> prefix = split_indices(name.indices);
  Value object;
  for (const Variable* element : scope.elements(name.base, budget)) {
    budget.step();
    const std::vector<std::string_view> keys = split_indices(parse_name(element->name.as_string()).indices);
    if (keys.size() <= prefix.size() || !std::equal(prefix.begin(), prefix.end(), keys.begin())) continue;
    if (object.is_undefined()) object = Value::map();
    Value* slot = &object;
    for (std::size_t i = prefix.size(); i < keys.size(); ++i) {
      const Value key = Value::string(keys[i]);
      const bool is_last = i + 1 == keys.size();
      Map& entries = slot->edit_map();
      Value* next = entries.find_for_edit(key);
      if (next == nullptr || (!is_last && !next->is_map())) {
        entries.set(key, is_last ? element->value : Value::map());
        next = entries.find_for_edit(key);
      }
      slot = next;
    }
  }
  return object;
}

bool is_collection(const Value& value) {
  return value.is_list() || value.is_map();
}

}  // namespace

Value Evaluator::named_collection(std::string_view text) {
  // An array may exist beside a scalar of the same name.
  if (const std::optional<Found> found = find(text); found && (is_collection(found->value) || found->is_item))
    return is_collection(found->value) ? found->value : Value();
  const Name name = parse_name(text);
  const VariableScope* scope = variables.scope_of(name, *frame->scope, unqualified_space);
  ++unsettled;  // more elements may be defined later
  return scope == nullptr ? Value() : array_object(*scope, name, context.budget);
}

Value Evaluator::word_value(std::string_view name) {
  if (const std::optional<Found> found = find(name)) return found->value;
  return named_collection(name);
}

Value Evaluator::collection(std::string_view text) {
  const std::string_view trimmed = trim(text);
  if (const std::string_view name = list_reference(trimmed); !name.empty()) return named_collection(name);
  if (!trimmed.starts_with('[') && !trimmed.starts_with('{')) return named_collection(trimmed);
  JsonReading reading;
  reading.may_trail = true;
  reading.word = [this](std::string_view word) { return word_value(word); };
  return read_json(trimmed, context.budget, reading);
}

Value Evaluator::element(std::string_view text) {
  const std::string_view name = list_reference(trim(text));
  const std::optional<Found> found = find(name.empty() ? trim(text) : name);
  return found && found->is_item && !is_collection(found->value) ? found->value : Value();
}

Value primitives_of(const Value& collection, Budget& budget, std::string (*text_of)(const Value&)) {
  if (collection.is_list()) {
    const List& items = collection.as_list();
    budget.step(items.size());
    bool are_texts = true;
    for (const Value& item : items) are_texts = are_texts && item.is_string();
    if (are_texts) return collection;
    List texts;
    texts.reserve(items.size());
    for (const Value& item : items) {
      if (is_primitive(item)) texts.push_back(item.is_string() ? item : Value::string(text_of(item)));
    }
    return Value::list(std::move(texts));
  }
  List texts;
  for (const auto& [key, item] : collection.as_map()) {
    budget.step();
    if (is_primitive(item)) texts.push_back(item.is_string() ? item : Value::string(text_of(item)));
  }
  return Value::list(std::move(texts));
}

const Value& PolicyCall::collection(std::size_t index) const {
  const Value& value = (*this)[index];
  if (!is_collection(value)) {
    const Rvalue& argument = *node.items[index];
    fail("Argument " + std::to_string(index + 1) + " of " + std::string(signature().name) + ", " +
         quote(argument.kind == RvalueKind::text ? argument.text.source : context.sources.text_of(argument.where)) +
         ", is no list, container or array, nor the name of one.");
  }
  return value;
}

const Value& PolicyCall::collection_or_element(std::size_t index) const {
  const Value& value = (*this)[index];
  return value.is_undefined() ? collection(index) : value;
}

Value PolicyCall::primitives(std::size_t index) const {
  return primitives_of(collection(index), budget());
}

Value PolicyCall::scalars(std::size_t index) const {
  return primitives_of(collection(index), budget(), scalar_text);
}

}  // namespace evalground::cfengine
