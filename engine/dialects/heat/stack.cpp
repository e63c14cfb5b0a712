#include "dialects/heat/stack.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "data/yaml/load.hpp"
#include "dialects/heat/call.hpp"
#include "dialects/heat/catalogue.hpp"
#include "dialects/heat/description.hpp"
#include "value/transform.hpp"

namespace evalground::heat {
namespace {

constexpr std::string_view resource_keys[] = {"type",        "properties",      "metadata",
                                              "depends_on",  "deletion_policy", "update_policy",
                                              "description", "external_id",     "condition"};

std::string text_of(const Value& value) {
  return value.is_string() ? std::string(value.as_string()) : short_text(value, 60);
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

bool holds_sensitive(const Value& value, Budget& budget) {
  if (value.sensitive()) return true;
  const Depth depth = budget.enter();
  budget.step();
  if (value.is_list()) {
    return std::any_of(value.as_list().begin(), value.as_list().end(),
                       [&](const Value& item) { return holds_sensitive(item, budget); });
  }
  if (value.is_map()) {
    return std::any_of(value.as_map().begin(), value.as_map().end(),
                       [&](const Map::Entry& entry) { return holds_sensitive(entry.value, budget); });
  }
  return false;
}

// The only key of a map with one, if it is text.
const Map::Entry* single_entry(const Value& value) {
  if (!value.is_map() || value.as_map().size() != 1) return nullptr;
  const Map::Entry& entry = value.as_map().entry(0);
  return entry.key.is_string() ? &entry : nullptr;
}

}  // namespace

Stack::Stack(Context& context_) : context(context_), document(Value::map()) {
  const Workspace& workspace = context.workspace;
  const auto file = workspace.main.empty() ? std::nullopt : context.files.source(workspace.main);
  if (!file) {
    if (!workspace.expression) context.fail(0, "no-template", "There is no template to evaluate.");
    return;
  }
  YamlLoadOptions options;
  options.rules = YamlRules::yaml_1_1;
  options.last_duplicate_wins = true;
  document = load_yaml(context.sources, *file, context.budget, options);
  if (!document.is_map()) context.fail(document.origin(), "invalid-template", "A template must be a map.");
  const Value* written = document.as_map().find("heat_template_version");
  if (written == nullptr) {
    context.fail(document.origin(), "invalid-template", "The template has no heat_template_version.");
  }
  const std::optional<Version> found = version_of(text_of(*written));
  if (!found) {
    context.fail(written->origin(), "invalid-template",
                 "There is no heat_template_version " + quote(text_of(*written)) + "; the newest is 2021-04-16.");
  }
  version = *found;
  check_sections();
}

void Stack::check_sections() {
  constexpr std::string_view known[] = {
      "heat_template_version", "description", "parameter_groups", "parameters", "resources", "outputs"};
  for (const auto& entry : document.as_map()) {
    const std::string name = text_of(entry.key);
    const bool is_known = std::find(std::begin(known), std::end(known), name) != std::end(known) ||
                          (name == "conditions" && version >= Version::v2016_10_14);
    if (!is_known) {
      context.fail(entry.key.origin(), "invalid-template", "The template section is invalid: " + name + ".");
    }
  }
}

const Value* Stack::section(std::string_view name) const {
  const Value* found = document.as_map().find(name);
  if (found == nullptr || found->is_null()) return nullptr;
  if (!found->is_map()) {
    context.fail(found->origin(), "invalid-template", "The section \"" + std::string(name) + "\" must be a map.");
  }
  return found;
}

void Stack::read_parameters() {
  const Map& inputs = context.workspace.inputs;
  const Value* definitions = section("parameters");
  if (definitions != nullptr) {
    for (const auto& [name, definition] : definitions->as_map()) {
      const Value* given = inputs.find(name);
      const Value input =
          given == nullptr ? Value() : given->with_origin(context.origin_of_input(Via::input, text_of(name)));
      parameters.push_back(read_parameter(context, name, definition, input, version));
      const Parameter& parameter = parameters.back();
      if (parameter.is_hidden && !parameter.value.is_undefined()) {
        const Value& value = parameter.value;
        const std::string text = value.is_string() ? std::string(value.as_string())
                                                   : python_json(value.with_sensitive(false), context.budget);
        if (!text.empty()) hidden_texts_.push_back(text);
      }
    }
  }
  for (const auto& entry : inputs) {
    const bool is_known = std::any_of(parameters.begin(), parameters.end(), [&](const Parameter& parameter) {
      return text_of(parameter.name) == text_of(entry.key);
    });
    if (!is_known) {
      context.fail(0, "unknown-parameter", "The Parameter (" + text_of(entry.key) + ") was not defined in template.");
    }
  }
  for (const Parameter& parameter : parameters) {
    if (parameter.value.is_undefined()) {
      context.fail(parameter.where, "missing-parameter",
                   "The Parameter (" + text_of(parameter.name) + ") was not provided.");
    }
  }
}

void Stack::read_conditions() {
  const Value* definitions = section("conditions");
  if (definitions == nullptr) return;
  for (const auto& [name, definition] : definitions->as_map()) conditions.push_back({name, definition});
  for (const Condition& condition_ : conditions) {
    const Map::Entry* function = single_entry(condition_.definition);
    const bool is_valid = condition_.definition.kind() == Kind::boolean || function != nullptr;
    if (!is_valid) {
      context.fail(condition_.definition.origin(), "invalid-condition",
                   "The definition of condition \"" + text_of(condition_.name) +
                       "\" is invalid: " + short_text(condition_.definition, 60) + ".");
    }
  }
  for (const Condition& condition_ : conditions) named_condition(condition_.name);
}

bool Stack::named_condition(const Value& name) {
  for (Condition& known : conditions) {
    if (text_of(known.name) != text_of(name)) continue;
    if (reads != nullptr) add_once(*reads, "conditions/" + text_of(name));
    if (known.state == Condition::State::resolving) {
      context.fail(name.origin() != 0 ? name.origin() : known.definition.origin(), "circular-condition",
                   "Circular definition for condition \"" + text_of(known.name) + "\".");
    }
    if (known.state == Condition::State::unresolved) {
      known.state = Condition::State::resolving;
      try {
        known.holds = condition(known.definition);
      } catch (...) {
        known.state = Condition::State::unresolved;
        throw;
      }
      known.state = Condition::State::resolved;
    }
    return known.holds;
  }
  context.fail(name.origin(), "invalid-condition", "Invalid condition \"" + text_of(name) + "\".");
}

bool Stack::condition(const Value& value) {
  const Depth depth = context.budget.enter();
  if (value.kind() == Kind::boolean) return value.as_boolean();
  if (value.is_string()) return named_condition(value);
  const Value resolved = value.is_map() ? resolve_in_condition(value) : value;
  if (resolved.kind() == Kind::boolean) return resolved.as_boolean();
  if (value.is_map() && resolved.is_string()) return named_condition(resolved);
  context.fail(value.origin(), "invalid-condition", "Invalid condition " + short_text(value, 60) + ".");
}

Value Stack::resolve_in_condition(const Value& value) {
  const Depth depth = context.budget.enter();
  context.budget.step();
  if (const Map::Entry* entry = single_entry(value)) {
    const std::string_view name = entry->key.as_string();
    const bool is_function = is_condition_function(name, version);
    if (is_function) {
      const auto* found = functions().find("operator", name);
      if (found == nullptr) found = functions().find("function", name);
      const bool is_raw = found->signature.parameters[0].type == "raw";
      HeatCall call_(*this, found->signature, value.origin(),
                     is_raw ? entry->value : resolve_in_condition(entry->value), true);
      return found->function->call(call_);
    }
    if (function_availability(name, version) != Availability::unknown) {
      context.fail(entry->key.origin(), "invalid-function",
                   "The function \"" + std::string(name) + "\" is invalid in this context.");
    }
  }
  return transform_items(value, [&](const Value& item) { return resolve_in_condition(item); });
}

Value Stack::resolve(const Value& value) {
  if (!value.is_map() && !value.is_list()) return value;
  const Depth depth = context.budget.enter();
  context.budget.step();
  if (value.is_list()) {
    List items;
    items.reserve(value.as_list().size());
    for (const Value& item : value.as_list()) {
      Value resolved = resolve(item);
      if (!resolved.is_undefined()) items.push_back(std::move(resolved));
    }
    return Value::list(std::move(items)).with_origin(value.origin());
  }
  if (const Map::Entry* entry = single_entry(value)) {
    const std::string_view name = entry->key.as_string();
    switch (function_availability(name, version)) {
      case Availability::present: return call(name, entry->value, value);
      case Availability::removed:
        context.fail(entry->key.origin(), "removed-function",
                     "The function " + std::string(name) + " is not supported in this version of HOT.");
      case Availability::unknown:
      case Availability::not_yet: break;
    }
  }
  Map entries;
  entries.reserve(value.as_map().size());
  for (const auto& [key, item] : value.as_map()) {
    Value resolved = resolve(item);
    if (!resolved.is_undefined()) entries.set(key, std::move(resolved));
  }
  return Value::map(std::move(entries)).with_origin(value.origin());
}

Value Stack::call(std::string_view name, const Value& argument, const Value& whole) {
  const FunctionCatalogue::Entry* found = functions().find("function", name);
  Trace::Scope step(context.trace, "function", whole.origin());
  Provenance::Computation computation(context.provenance);
  try {
    const bool is_raw = found->signature.parameters[0].type == "raw";
    Value resolved = is_raw ? argument : resolve(argument);
    if (resolved.is_undefined()) resolved = Value::null();
    const bool is_secret = !is_raw && holds_sensitive(resolved, context.budget);
    HeatCall call_(*this, found->signature, whole.origin(), resolved, false);
    Value result = found->function->call(call_);
    if (result.is_undefined()) return result;
    if (is_secret) result = std::move(result).with_sensitive();
    if (context.provenance.recording() && whole.origin() != 0) {
      const OriginId origin = context.sources.chain(whole.origin(), Via::expression, result.origin());
      context.provenance.read(result.origin());
      computation.made(origin);
      result = std::move(result).with_origin(origin);
    }
    step.done(result);
    return result;
  } catch (Error& error) {
    if (error.diagnostic.where == 0) error.diagnostic.where = whole.origin();
    throw;
  }
}

Value Stack::parameter(const Value& name) {
  const std::string text = text_of(name);
  for (const Parameter& known : parameters) {
    if (text_of(known.name) != text) continue;
    if (reads != nullptr) add_once(*reads, "parameters/" + text);
    return known.value;
  }
  for (const Option* option : {&stack_name_option, &stack_id_option, &project_id_option}) {
    if (text.starts_with("OS::") && text.substr(4) == option->name) {
      return Value::string(text_option(context.workspace.options, *option));
    }
  }
  std::string message = "The Parameter (" + text + ") was not provided";
  std::vector<std::string> names;
  for (const Parameter& known : parameters) names.push_back(text_of(known.name));
  const std::vector<std::string_view> views(names.begin(), names.end());
  message += ".";
  if (const auto nearest = nearest_name(text, views)) message += " Did you mean " + quote(*nearest) + "?";
  context.fail(name.origin(), "missing-parameter", message);
}

Resource& Stack::resource(const Value& name, OriginId where) {
  const std::string text = text_of(name);
  for (Resource& known : resources) {
    if (text_of(known.name) != text) continue;
    if (!known.is_enabled) break;
    if (reads != nullptr) add_once(*reads, "resources/" + text);
    return known;
  }
  const bool is_disabled = std::any_of(resources.begin(), resources.end(),
                                       [&](const Resource& known) { return text_of(known.name) == text; });
  context.fail(name.origin() != 0 ? name.origin() : where, "unknown-resource",
               "The specified reference \"" + text + "\" is incorrect: " +
                   (is_disabled ? "the condition of that resource is false." : "there is no such resource."));
}

void Stack::read_resources() {
  const Value* definitions = section("resources");
  if (definitions == nullptr) return;
  for (const auto& [name, definition] : definitions->as_map()) {
    if (!definition.is_map()) {
      context.fail(definition.origin(), "invalid-resource", "The resource \"" + text_of(name) + "\" must be a map.");
    }
    for (const auto& entry : definition.as_map()) {
      const std::string key = text_of(entry.key);
      if (std::find(std::begin(resource_keys), std::end(resource_keys), key) == std::end(resource_keys)) {
        context.fail(entry.key.origin(), "invalid-resource",
                     "\"" + key + "\" is not a valid keyword inside a resource definition.");
      }
    }
    const Value* type = definition.as_map().find("type");
    if (type == nullptr || !type->is_string()) {
      context.fail(name.origin(), "invalid-resource", "Each resource must contain a type key.");
    }
    Resource& resource_ = resources.emplace_back();
    resource_.name = name;
    resource_.type = type->as_string();
    resource_.definition = definition;
    if (const Value* condition_ = definition.as_map().find("condition")) {
      resource_.is_enabled = in_frame(condition_->origin(), "in the condition of resource", text_of(name),
                                      [&] { return condition(*condition_); });
    }
  }
  for (Resource& reader : resources) {
    if (!reader.is_enabled) continue;
    in_frame(reader.name.origin(), "in resource", text_of(reader.name), [&] {
      for (const std::string_view part : {"properties", "metadata"}) {
        if (const Value* found = reader.definition.as_map().find(part)) find_references(*found, reader);
      }
      const Value* depends_on = reader.definition.as_map().find("depends_on");
      if (depends_on == nullptr || depends_on->is_null()) return;
      const List names = depends_on->is_list() ? depends_on->as_list() : List({*depends_on});
      for (const Value& name : names) {
        add_once(reader.depends_on, text_of(resource(name, depends_on->origin()).name));
      }
    });
  }
  check_cycles();
}

// Notes the resources that a value refers to; those it computes the names of are looked for by resolving the names.
void Stack::find_references(const Value& value, Resource& reader) {
  const Depth depth = context.budget.enter();
  context.budget.step();
  if (value.is_list()) {
    for (const Value& item : value.as_list()) find_references(item, reader);
    return;
  }
  if (!value.is_map()) return;
  if (const Map::Entry* entry = single_entry(value)) {
    const std::string_view name = entry->key.as_string();
    if (name == "if" && function_availability(name, version) == Availability::present && entry->value.is_list() &&
        entry->value.as_list().size() >= 2) {
      const List& parts = entry->value.as_list();
      const std::size_t chosen = condition(parts[0]) ? 1 : 2;
      if (chosen < parts.size()) find_references(parts[chosen], reader);
      return;
    }
    const bool is_attribute = name == "get_attr";
    if (is_attribute || name == "get_resource") {
      const bool has_name = !is_attribute || (entry->value.is_list() && !entry->value.as_list().empty());
      if (has_name) {
        const Value named = resolve(is_attribute ? entry->value.as_list()[0] : entry->value);
        add_once(reader.reads, text_of(resource(named, value.origin()).name));
      }
    }
  }
  for (const auto& entry : value.as_map()) find_references(entry.value, reader);
}

void Stack::check_cycles() {
  // Resources whose needs are all met are taken away until none is left.
  std::vector<const Resource*> left;
  for (const Resource& one : resources) {
    if (one.is_enabled) left.push_back(&one);
  }
  for (bool has_changed = true; has_changed && !left.empty();) {
    has_changed = false;
    for (std::size_t at = 0; at < left.size();) {
      const auto is_left = [&](const std::string& name) {
        context.budget.step();
        return std::any_of(left.begin(), left.end(),
                           [&](const Resource* other) { return text_of(other->name) == name; });
      };
      const bool waits = std::any_of(left[at]->reads.begin(), left[at]->reads.end(), is_left) ||
                         std::any_of(left[at]->depends_on.begin(), left[at]->depends_on.end(), is_left);
      if (waits) {
        ++at;
        continue;
      }
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
      has_changed = true;
    }
  }
  if (left.empty()) return;
  std::string names;
  for (const Resource* one : left) names += (names.empty() ? "" : ", ") + text_of(one->name);
  context.fail(left.front()->name.origin(), "circular-dependency", "Circular Dependency Found: " + names + ".");
}

void Stack::read_outputs() {
  const Value* definitions = section("outputs");
  if (definitions == nullptr) return;
  for (const auto& [name, definition] : definitions->as_map()) {
    if (!definition.is_map() || !definition.as_map().contains("value")) {
      context.fail(name.origin(), "invalid-output", "Each output must contain a value key.");
    }
    for (const auto& entry : definition.as_map()) {
      const std::string key = text_of(entry.key);
      if (key != "value" && key != "description" && !(key == "condition" && version >= Version::v2016_10_14)) {
        context.fail(entry.key.origin(), "invalid-output",
                     "\"" + key + "\" is not a valid keyword inside an output definition.");
      }
    }
    outputs.push_back({name, definition, {}, true, {}, {}});
  }
}

Value Stack::without_marks(const Value& value) {
  const Depth depth = context.budget.enter();
  context.budget.step();
  Value result = value.with_sensitive(false);
  if (value.is_list()) {
    for (std::size_t at = 0; at < value.as_list().size(); ++at) {
      Value item = without_marks(value.as_list()[at]);
      if (!item.same_as(value.as_list()[at]) || value.as_list()[at].sensitive())
        result.edit_list()[at] = std::move(item);
    }
  } else if (value.is_map()) {
    for (std::size_t at = 0; at < value.as_map().size(); ++at) {
      const Value before = value.as_map().entry(at).value;
      Value item = without_marks(before);
      if (!item.same_as(before) || before.sensitive()) result.edit_map().value_at(at) = std::move(item);
    }
  }
  return result;
}

void Stack::mask(std::string& message) const {
  for (const std::string& text : hidden_texts_) message = replace_all(message, text, "******");
}

}  // namespace evalground::heat
