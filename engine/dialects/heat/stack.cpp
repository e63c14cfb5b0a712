#include "dialects/heat/stack.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "data/yaml/load.hpp"
#include "dialects/heat/catalogue.hpp"
#include "dialects/heat/description.hpp"
#include "dialects/heat/python_json.hpp"
#include "dialects/heat/syntax.hpp"

namespace evalground::heat {
namespace {

constexpr std::string_view resource_keys[] = {"type",        "properties",      "metadata",
                                              "depends_on",  "deletion_policy", "update_policy",
                                              "description", "external_id",     "condition"};

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

}  // namespace

void Stack::note_read(std::string_view section, std::string_view name) {
  if (reads != nullptr) add_once(*reads, std::string(section) + "/" + std::string(name));
}

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
  // Each input must have a parameter, and each parameter a value.
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

Value Stack::parameter(const Value& name) {
  const std::string text = text_of(name);
  for (const Parameter& known : parameters) {
    if (text_of(known.name) != text) continue;
    note_read("parameters", text);
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
    note_read("resources", text);
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
  // All resources are known now, so references can be followed.
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

// Adds the resources that a value refers to. A name that is computed, `{get_resource: {get_param: which}}`, is
// resolved.
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
    if (name == "if" && find_intrinsic(name)->in_values(version) == Availability::present && entry->value.is_list() &&
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
  // Kahn's algorithm: resources that depend on none of those left are taken away, until nothing changes. Those that
  // remain are in a circle or depend on one.
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

void Stack::mask(std::string& message) const {
  for (const std::string& text : hidden_texts_) message = replace_all(message, text, "******");
}

}  // namespace evalground::heat
