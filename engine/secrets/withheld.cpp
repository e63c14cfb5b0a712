// Which inputs must not leave the machine with a link or a report?
//
// An input is secret if a document declares it so, which only reading the documents tells. That may fail, or the
// document may not be there. An input without a declaration that was read is then withheld as well: when in doubt,
// nothing leaves. `secrets` are always withheld; their names stay, so that the receiver knows what to fill in.
#include "secrets/withheld.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include "base/generous_budget.hpp"

namespace evalground {
namespace {

// A dialect whose documents declare inputs. Texts that hold none of these words declare none; no words: each declares.
struct Declaring {
  std::string_view dialect;
  std::span<const std::string_view> words;
};
constexpr std::string_view tosca_words[] = {"topology_template", "tosca_definitions_version", "service_template",
                                            "sensitive", "hidden"};
constexpr Declaring declaring[] = {{"heat", {}}, {"unfurl", tosca_words}};

// Inputs may stand within others, as in the environments of Heat: `{parameters: {password: …}}`.
constexpr std::string_view input_sections[] = {"parameters", "parameter_defaults"};
constexpr std::string_view other_sections[] = {"resource_registry", "event_sinks",       "encrypted_param_names",
                                               "environment",       "environment_files", "parameter_merge_strategies"};

template <class Names, class Name>
bool has_name(const Names& names, const Name& name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::string_view text_of(const Value* value) {
  return value != nullptr && value->is_string() ? value->as_string() : std::string_view();
}

const Map* inputs_of(const Map& workspace) {
  const Value* inputs = workspace.find("inputs");
  return inputs != nullptr && inputs->is_map() && !inputs->as_map().empty() ? &inputs->as_map() : nullptr;
}

bool has_entry(const Value& value, const Value& name, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (!value.is_map()) return false;
  return value.as_map().contains(name) ||
         std::any_of(value.as_map().begin(), value.as_map().end(),
                     [&](const Map::Entry& entry) { return has_entry(entry.value, name, budget); });
}

// Replaces the entries with these names by what `changed` returns, or removes them where it returns undefined. Inputs
// may be nested, as in Heat environments: `{parameters: {password: …}}`.
// An entry with the name is replaced at any depth, even where it is not an input: better too much than too little.
template <class F>
Value with_named(const Value& value, const std::vector<std::string>& names, Budget& budget, const F& changed) {
  const Depth depth = budget.enter();
  budget.step();
  if (!value.is_map()) return value;
  Map kept;
  for (const auto& [name, item] : value.as_map()) {
    Value one = has_name(names, text_of(&name)) ? changed(item) : with_named(item, names, budget, changed);
    if (!one.is_undefined()) kept.set(name, std::move(one));
  }
  return Value::map(std::move(kept));
}

// The workspace where `changed` gives what stands for the inputs of these names.
template <class F>
Map with_inputs(Map workspace, const std::vector<std::string>& names, const F& changed) {
  const Map* given = inputs_of(workspace);
  if (given == nullptr || names.empty()) return workspace;
  Budget budget = generous_budget();
  workspace.set("inputs", with_named(Value::map(*given), names, budget, changed));
  return workspace;
}

// "Ab-12" -> "Xx-11".
std::string shape_of(std::string_view text) {
  std::string shape(text);
  for (char& c : shape) {
    if (c >= '0' && c <= '9') {
      c = '1';
    } else if (c >= 'A' && c <= 'Z') {
      c = 'X';
    } else if ((c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80) {
      c = 'x';
    }
  }
  return shape;
}

// A value of the same kind, and of the same shape if it `keeps_shape`.
// Keeps evaluations working without the secret: with the shape, "Ab-12" becomes "Xx-11", and checks of a format still
// pass.
Value stand_in(const Value& value, bool keeps_shape, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  switch (value.kind()) {
    case Kind::string: return Value::string(keeps_shape ? shape_of(value.as_string()) : "secret");
    case Kind::integer: {
      std::int64_t number = 1;
      for (std::int64_t rest = value.as_integer() / 10; keeps_shape && rest != 0; rest /= 10) number = number * 10 + 1;
      return Value::integer(number);
    }
    case Kind::list: {
      List items;
      for (const Value& item : value.as_list()) items.push_back(stand_in(item, keeps_shape, budget));
      return Value::list(std::move(items));
    }
    case Kind::map: {
      Map entries;
      for (const auto& [name, item] : value.as_map()) entries.set(name, stand_in(item, keeps_shape, budget));
      return Value::map(std::move(entries));
    }
    case Kind::real: return Value::real(0.5);
    case Kind::boolean: return Value::boolean(true);
    default: return Value::null();
  }
}

// Heat's inputs may be an environment file as a whole, whose sections are no inputs themselves.
bool is_environment(const Map& inputs) {
  return std::any_of(inputs.begin(), inputs.end(), [](const Map::Entry& entry) {
    const std::string_view name = text_of(&entry.key);
    return has_name(input_sections, name) || has_name(other_sections, name);
  });
}

// Calls f(name, value) for each input.
template <class F>
void each_input(const Map& inputs, const F& f) {
  const bool has_sections = is_environment(inputs);
  for (const auto& [key, value] : inputs) {
    const std::string_view name = text_of(&key);
    if (has_sections && has_name(input_sections, name) && value.is_map()) {
      for (const auto& entry : value.as_map()) f(text_of(&entry.key), entry.value);
    } else if (!has_sections || !has_name(other_sections, name)) {
      f(name, value);
    }
  }
}

bool holds_word(const Map& workspace, std::span<const std::string_view> words) {
  const auto holds = [&](const Value* value) {
    const std::string_view text = text_of(value);
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
  };
  const Value* files = workspace.find("files");
  return holds(workspace.find("main")) || (files != nullptr && files->is_map() &&
                                           std::any_of(files->as_map().begin(), files->as_map().end(),
                                                       [&](const Map::Entry& entry) { return holds(&entry.value); }));
}

// Whether a document of the workspace may declare inputs. The documents of an unknown dialect may.
bool may_declare(const Map& workspace, bool is_read) {
  const std::string_view dialect = text_of(workspace.find("dialect"));
  for (const Declaring& one : declaring) {
    if (one.dialect == dialect) return !is_read || one.words.empty() || holds_word(workspace, one.words);
  }
  return false;
}

}  // namespace

// `plain` are declared and not secret, `secret` are declared as such, `unread` are the rest.
WithheldInputs withheld_inputs(const Map& workspace, const std::vector<OutlineNode>& outline) {
  WithheldInputs withheld;
  const Map* inputs = inputs_of(workspace);
  if (inputs == nullptr) return withheld;
  Budget budget = generous_budget();
  std::vector<std::string> plain;
  std::vector<const std::vector<OutlineNode>*> open = {&outline};
  while (!open.empty()) {
    const std::vector<OutlineNode>& nodes = *open.back();
    open.pop_back();
    for (const OutlineNode& node : nodes) {
      open.push_back(&node.children);
      if (node.kind != "parameter") continue;
      if (!node.sensitive) {
        plain.push_back(node.name);
      } else if (has_entry(Value::map(*inputs), Value::string(node.name), budget)) {
        withheld.secret.push_back(node.name);
      }
    }
  }
  if (!may_declare(workspace, !outline.empty())) return withheld;
  each_input(*inputs, [&](std::string_view name, const Value& value) {
    const bool is_known = has_name(plain, name) || has_name(withheld.secret, name) || has_name(withheld.unread, name);
    if (!is_known && !value.is_null()) withheld.unread.emplace_back(name);
  });
  return withheld;
}

// Secret inputs are removed. Unread ones become null, which shows that something is missing.
Map without_secrets(const Map& workspace, const WithheldInputs& inputs) {
  Map shared = workspace;
  const Value* secrets = workspace.find("secrets");
  if (secrets != nullptr && secrets->is_map()) {
    Map withheld;
    for (const auto& entry : secrets->as_map()) withheld.set(entry.key, Value::null());
    shared.set("secrets", Value::map(std::move(withheld)));
  } else {
    shared.erase("secrets");  // only a map has names that could stay
  }
  shared = with_inputs(std::move(shared), inputs.unread, [](const Value&) { return Value::null(); });
  return with_inputs(std::move(shared), inputs.secret, [](const Value&) { return Value(); });
}

Map with_stand_ins(const Map& workspace, const WithheldInputs& inputs, bool keeps_shape) {
  std::vector<std::string> names = inputs.secret;
  names.insert(names.end(), inputs.unread.begin(), inputs.unread.end());
  Budget budget = generous_budget();
  return with_inputs(workspace, names, [&](const Value& value) { return stand_in(value, keeps_shape, budget); });
}

std::vector<std::string> withheld_notes(const WithheldInputs& inputs) {
  std::vector<std::string> notes;
  for (const std::string& name : inputs.secret)
    notes.push_back("inputs." + name + " is declared secret and is not in the link.");
  for (const std::string& name : inputs.unread)
    notes.push_back("inputs." + name +
                    " is not in the link, because no declaration was read that says that it is not secret.");
  return notes;
}

}  // namespace evalground
