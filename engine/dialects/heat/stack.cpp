// Reads the sections of a template and checks them, as heat.engine.template and heat.engine.stack do before a stack is
// created.
//
// Heat validates a template completely before it resolves anything. A template may therefore be refused for a part that
// no output uses, and this engine refuses the same ones: unknown keys, references to missing resources, wrong forms of
// function calls, cycles. See stack.hpp for the order.

#include "dialects/heat/stack.hpp"

#include <algorithm>

#include "base/indexed.hpp"
#include "base/text/text.hpp"
#include "data/yaml/load.hpp"
#include "dialects/heat/catalogue.hpp"
#include "dialects/heat/description.hpp"
#include "dialects/heat/environment/places.hpp"
#include "dialects/heat/python_json.hpp"
#include "dialects/heat/syntax.hpp"
#include "value/compare.hpp"
#include "value/json.hpp"

namespace evalground::heat {
namespace {

// The last two were added in 2016-10-14.
constexpr std::string_view known_resource_keys[] = {"type",        "properties",      "metadata",
                                                    "depends_on",  "deletion_policy", "update_policy",
                                                    "description", "external_id",     "condition"};

// Linear search is enough: a part reads few names.
void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

// Gives JSON values the origins that the same text has when it is parsed as YAML. Both trees come from one text. If a
// collection has different sizes in the two, the values within it have no origins of their own.
Value with_places(const Value& json, const Value& yaml, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (json.is_list() && yaml.is_list() && json.as_list().size() == yaml.as_list().size()) {
    List items;
    items.reserve(json.as_list().size());
    for (std::size_t at = 0; at < json.as_list().size(); ++at) {
      items.push_back(with_places(json.as_list()[at], yaml.as_list()[at], budget));
    }
    return Value::list(std::move(items)).with_origin(yaml.origin());
  }
  if (json.is_map() && yaml.is_map() && json.as_map().size() == yaml.as_map().size()) {
    Map entries;
    entries.reserve(json.as_map().size());
    for (std::size_t at = 0; at < json.as_map().size(); ++at) {
      const Map::Entry& placed = yaml.as_map().entry(at);
      const Map::Entry& entry = json.as_map().entry(at);
      entries.set(entry.key.with_origin(placed.key.origin()), with_places(entry.value, placed.value, budget));
    }
    return Value::map(std::move(entries)).with_origin(yaml.origin());
  }
  return json.with_origin(yaml.origin());
}

// A template in JSON is parsed as JSON, where `1e20` is a number. If that fails it is YAML in flow style.
Value load_template(Context& context, std::uint32_t file, const YamlLoadOptions& options) {
  const auto yaml = [&] { return load_yaml(context.sources, file, context.budget, options); };
  const std::string_view text = trim_start(context.sources.text(file));
  if (!text.starts_with('{')) return yaml();
  const Value json = recover([&] { return parse_json(text, context.budget); }, [](const Error&) { return Value(); });
  if (json.is_undefined()) return yaml();
  // YAML does not accept all escapes of JSON. Without the YAML tree the values have no places.
  return recover([&] { return with_places(json, yaml(), context.budget); }, [&](const Error&) { return json; });
}

}  // namespace

void Stack::note_read(std::string_view section, std::string_view name) {
  if (reads != nullptr) add_once(*reads, std::string(section) + "/" + std::string(name));
}

Resource::Resource() = default;
Resource::~Resource() = default;

// The outermost stack, of the main file. The template is loaded before the environment, because parameters'
// declarations decide how the environment's values are read.
Stack::Stack(Context& context_)
    : context(context_),
      document(Value::map()),
      main(context_.workspace.main),
      attributes(&context_.workspace.attributes) {
  load();
  const Value* declared = document.as_map().find("parameters");
  environment = read_environment(context, context.workspace.inputs,
                                 declared != nullptr && declared->is_map() ? &declared->as_map() : nullptr);
}

// Loads the document and its version. YAML is read as PyYAML does: YAML 1.1, the last of two equal keys wins, and lists
// cannot be keys. Without a template an expression can still be evaluated, so only a run without both fails.
void Stack::load() {
  const auto file = main.empty() ? std::nullopt : context.files.source(main);
  if (!file) {
    if (!context.workspace.expression) context.fail(0, "no-template", "The workspace has no template to evaluate.");
    return;
  }
  YamlLoadOptions options;
  options.rules = YamlRules::yaml_1_1;
  options.last_duplicate_wins = true;
  options.sequence_keys = false;
  document = load_template(context, *file, options);
  if (!document.is_map()) context.fail(document.origin(), "invalid-template", "A template must be a map.");
  const Value* written = document.as_map().find("heat_template_version");
  if (written == nullptr) {
    context.fail(document.origin(), "invalid-template", "The template has no heat_template_version.");
  }
  const std::optional<Version> found = version_of(text_of(*written));
  if (!found) {
    context.fail(written->origin(), "invalid-template",
                 "Unknown heat_template_version " + quote(text_of(*written)) + "; the newest is 2021-04-16.");
  }
  version = *found;
  check_sections();
}

// An unknown section is refused before any other is read. `conditions` is unknown before 2016-10-14, so old templates
// with it fail as in Heat.
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
  // A section with a false value (null, an empty string or list) counts as absent, as in Python.
  const Value* found = document.as_map().find(name);
  if (found == nullptr || !python_truth(*found)) return nullptr;
  if (!found->is_map()) {
    context.fail(found->origin(), "invalid-template", "The section \"" + std::string(name) + "\" must be a map.");
  }
  check_names(name, found->as_map());
  return found;
}

// Heat joins the names with others when it checks them, which fails for a number.
void Stack::check_names(std::string_view section, const Map& definitions) const {
  for (const auto& entry : definitions) {
    context.budget.step();
    if (entry.key.is_string()) continue;
    context.fail(entry.key.origin(), "invalid-template",
                 "A name in \"" + std::string(section) + "\" must be text, not " +
                     with_article(kind_name(entry.key.kind())) + ": put `" + text_of(entry.key) + "` in quotes.");
  }
}

// Values come first from the inputs, then from the environment's defaults, then from the declaration (see
// add_parameter). Unknown inputs are reported before missing values, because a misspelled input causes both.
void Stack::read_parameters() {
  // The first that is wrong ends the evaluation. It has no value, and the outline shows it among the others.
  std::optional<Diagnostic> wrong;
  if (const Value* definitions = section("parameters")) {
    for (const auto& entry : definitions->as_map()) add_parameter(entry.key, entry.value, wrong);
  }
  if (wrong) throw Error(*std::move(wrong));
  check_inputs();
  check_values();
  read_groups();
}

// `wrong`: the first mistake, which is kept.
void Stack::add_parameter(const Value& name, const Value& definition, std::optional<Diagnostic>& wrong) {
  const Value* given = environment.parameters.find(name);
  if (given == nullptr || given->is_null()) given = environment.defaults.find(name);
  // What a file or the properties of a resource give has its place there.
  const Value input = given == nullptr       ? Value()
                      : given->origin() != 0 ? *given
                                             : given->with_origin(context.origin_of_input(Via::input, text_of(name)));
  const bool is_hidden = is_declared_hidden(definition) || input.sensitive() || environment.hides(text_of(name));
  // An invalid value must not end the loop: the outline shows all parameters. So the mistake is kept, and an empty
  // parameter takes its place.
  Parameter read = recover([&] { return read_parameter(context, name, definition, input, version, is_hidden); },
                           [&](const Error& error) {
                             if (!wrong) wrong = error.diagnostic;
                             Parameter unread;
                             unread.name = name;
                             unread.is_hidden = is_hidden;
                             return unread;
                           });
  const auto note = [&](std::size_t number) { parameter_numbers_.emplace(text_of(name), number); };
  const Parameter& parameter = append_indexed(parameters, note, std::move(read));
  if (!parameter.is_hidden || parameter.value.is_undefined()) return;
  const Value& value = parameter.value;
  context.decisions.note(value.origin(), Value::string(redaction));
  const std::string text =
      value.is_string() ? std::string(value.as_string()) : python_json(value.with_sensitive(false), context.budget);
  if (!text.empty()) hide(text);
}

void Stack::hide(const std::string& text) {
  for (Stack* stack = this; stack != nullptr; stack = stack->parent_) {
    context.budget.step();
    stack->hidden_texts_.push_back(text);
  }
}

// Each input must have a parameter.
void Stack::check_inputs() {
  for (const auto& entry : environment.parameters) {
    const std::string text = text_of(entry.key);
    if (parameter_numbers_.contains(text)) continue;
    std::vector<std::string> names;
    for (const Parameter& known : parameters) names.push_back(text_of(known.name));
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string_view nearest = nearest_name(text, views).value_or(std::string_view());
    context.fail_name(entry.key.origin(), "unknown-parameter",
                      "The Parameter (" + text + ") was not defined in template.", text, nearest);
  }
}

// Each parameter must have a value. All that have none are asked for, before the first ends the evaluation.
void Stack::check_values() {
  for (const Parameter& parameter : parameters) {
    if (level_ == 0 && parameter.value.is_undefined()) context.ask("inputs", text_of(parameter.name), parameter.where);
  }
  for (const Parameter& parameter : parameters) {
    if (!parameter.value.is_undefined()) continue;
    context.fail(parameter.where, "missing-parameter",
                 "The Parameter (" + text_of(parameter.name) + ") was not provided." +
                     (parameter.is_hidden ? " It is hidden, so links do not contain it. Enter a value." : ""));
  }
}

// Groups only arrange parameters in a form for people. But each name must be a parameter, in one group only.
void Stack::read_groups() const {
  const Value* groups = document.as_map().find("parameter_groups");
  if (groups == nullptr || !python_truth(*groups)) return;
  const auto fail = [&](const Value& part, const std::string& problem) {
    context.fail(part.origin() != 0 ? part.origin() : groups->origin(), "invalid-parameter-group", problem + ".");
  };
  if (!groups->is_list()) fail(*groups, "The parameter_groups should be a list");
  std::unordered_set<std::string> grouped;
  for (const Value& group : groups->as_list()) {
    context.budget.step();
    if (!group.is_map()) fail(group, "A parameter group should be a map");
    const Value* names = group.as_map().find("parameters");
    if (names == nullptr || names->is_null()) fail(group, "The parameters must be provided for each parameter group");
    if (!names->is_list()) fail(*names, "The parameters of parameter group should be a list");
    for (const Value& name : names->as_list()) {
      context.budget.step();
      const std::string text = text_of(name);
      if (!grouped.insert(text).second) {
        fail(name, "The " + text + " parameter must be assigned to one parameter group only");
      }
      if (!parameter_numbers_.contains(text)) {
        fail(name, "The grouped parameter " + text + " does not reference a valid parameter");
      }
    }
  }
}

// The value of `get_param`. The reading is recorded, so that a user sees which parameters an output depends on. The
// pseudo parameters are options of the workspace, because no real stack exists.
Value Stack::parameter(const Value& name) {
  const std::string text = text_of(name);
  if (const auto found = parameter_numbers_.find(text); found != parameter_numbers_.end()) {
    note_read("parameters", text);
    return parameters[found->second].value;
  }
  // Pseudo parameters: OS::stack_name, OS::stack_id and OS::project_id.
  for (const Option* option : {&stack_name_option, &stack_id_option, &project_id_option}) {
    if (text.starts_with("OS::") && text.substr(4) == option->name) {
      return Value::string(text_option(context.workspace.options, *option));
    }
  }
  std::vector<std::string> names;
  for (const Parameter& known : parameters) names.push_back(text_of(known.name));
  const std::vector<std::string_view> views(names.begin(), names.end());
  fail_name(name, name.origin(), "missing-parameter",
            "The Parameter (" + shown_name(name) + ") was not provided." + boolean_hint(name, context.sources),
            nearest_name(text, views).value_or(std::string_view()));
}

// A hidden name is compared with nothing and shown nowhere: a suggestion could reveal it.
void Stack::fail_name(const Value& name, OriginId where, std::string_view code, std::string message,
                      std::string_view nearest) const {
  if (name.sensitive()) context.fail(where, code, std::move(message));
  context.fail_name(where, code, std::move(message), text_of(name), nearest);
}

Resource* Stack::find_resource(const std::string& name) {
  const auto found = resource_numbers_.find(name);
  return found == resource_numbers_.end() ? nullptr : &resources[found->second];
}

// The resource that a reference names. A resource whose condition is false cannot be referred to. The message says so,
// because its name is visible in the template.
Resource& Stack::resource(const Value& name, OriginId where) {
  const std::string text = text_of(name);
  Resource* known = find_resource(text);
  if (known != nullptr && known->is_enabled) {
    note_read("resources", text);
    return *known;
  }
  std::string message = "The specified reference \"" + shown_name(name) + "\" is incorrect: ";
  message += known != nullptr ? "the condition of that resource is false." : "there is no such resource.";
  std::vector<std::string> names;
  for (const Resource& one : resources) {
    if (one.is_enabled) names.push_back(text_of(one.name));
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string_view nearest = known == nullptr ? nearest_name(text, views).value_or("") : std::string_view();
  fail_name(name, name.origin() != 0 ? name.origin() : where, "unknown-resource", message, nearest);
}

// Three rounds: first all definitions, then the references in them, then cycles among the references.
void Stack::read_resources() {
  const Value* definitions = section("resources");
  if (definitions == nullptr) return;
  for (const auto& [name, definition] : definitions->as_map()) read_resource(name, definition);
  // References may go forward, so they are checked once all resources are known.
  for (Resource& one : resources) {
    in_frame(one.name.origin(), "in resource", text_of(one.name), [&] {
      read_names_.clear();
      check_resource(one);
      read_dependencies(one);
    });
  }
  for (const Resource& one : resources) {
    if (one.is_enabled && parameter_numbers_.contains(text_of(one.name))) {
      context.fail(one.name.origin(), "duplicate-name",
                   "The name " + quote(text_of(one.name)) + " is that of a parameter and of a resource.");
    }
  }
  check_cycles();
}

// Evaluates the condition at once: whether a resource exists must be known before references to it are checked.
void Stack::read_resource(const Value& name, const Value& definition) {
  if (!definition.is_map()) {
    context.fail(definition.origin(), "invalid-resource", "The resource \"" + text_of(name) + "\" must be a map.");
  }
  const auto end =
      version >= Version::v2016_10_14 ? std::end(known_resource_keys) : std::prev(std::end(known_resource_keys), 2);
  for (const auto& entry : definition.as_map()) {
    const std::string key = text_of(entry.key);
    if (std::find(std::begin(known_resource_keys), end, key) == end) {
      context.fail(entry.key.origin(), "invalid-resource",
                   "\"" + key + "\" is not a valid keyword inside a resource definition.");
    }
  }
  const Value* type = definition.as_map().find("type");
  if (type != nullptr && !type->is_string() && !type->is_null()) {
    context.fail(type->origin(), "invalid-resource",
                 "The type of resource \"" + text_of(name) + "\" is a text, such as OS::Nova::Server.");
  }
  if (type == nullptr || type->is_null() || type->as_string().empty()) {
    context.fail(name.origin(), "invalid-resource", "Each resource must contain a type key.");
  }
  const auto note = [&](std::size_t number) { resource_numbers_.emplace(text_of(name), number); };
  Resource& resource_ = append_indexed(resources, note);
  resource_.name = name;
  resource_.type = type->as_string();
  resource_.of_type = template_of(context, environment, *type, text_of(name), folder_of(main));
  resource_.definition = definition;
  if (const Value* condition_ = definition.as_map().find("condition")) {
    resource_.is_enabled = in_frame(condition_->origin(), "in the condition of resource", text_of(name), [&] {
      const bool is_valid =
          condition_->is_string() || condition_->kind() == Kind::boolean || is_call(*condition_, true);
      if (!is_valid) wrong_type(name, "condition", *condition_, "a text or a boolean");
      return decides(*condition_, definition);
    });
  }
}

void Stack::wrong_type(const Value& name, std::string_view key, const Value& value, std::string_view expected) const {
  context.fail(value.origin() != 0 ? value.origin() : name.origin(), "invalid-resource",
               "The " + std::string(key) + " of resource \"" + text_of(name) + "\" must be " + std::string(expected) +
                   ", not " + short_text(value, 60) + ".");
}

// Checks the types of a resource's parts and the calls in them. They are not resolved here, but Heat refuses such a
// template before it creates anything.
void Stack::check_resource(Resource& one) {
  const Map& definition = one.definition.as_map();
  const Use use = one.is_enabled ? Use::checked : Use::none;
  const auto is_function = [&](const Value& value) { return is_call(value, false); };
  for (const std::string_view key : {"properties", "metadata", "update_policy"}) {
    const Value* found = definition.find(key);
    if (found == nullptr) continue;
    if (!found->is_map()) wrong_type(one.name, key, *found, "a map");
    check_part(*found, use, key != "update_policy" ? &one : nullptr);
  }
  for (const std::string_view key : {"deletion_policy", "external_id"}) {
    const Value* found = definition.find(key);
    if (found == nullptr) continue;
    if (!found->is_string() && !is_function(*found)) wrong_type(one.name, key, *found, "a text");
    check_part(*found, use, nullptr);
  }
  if (const Value* text = definition.find("description"); text != nullptr && !text->is_string()) {
    wrong_type(one.name, "description", *text, "a text");
  }
  if (const Value* policy = definition.find("deletion_policy")) {
    const Value resolved = resolve(*policy);
    constexpr std::string_view known[] = {"Delete", "Retain", "Snapshot", "delete", "retain", "snapshot"};
    const auto end = version >= Version::v2016_10_14 ? std::end(known) : std::begin(known) + 3;
    const bool is_known = resolved.is_null() || resolved.is_undefined() ||
                          (resolved.is_string() && std::find(std::begin(known), end, resolved.as_string()) != end);
    if (!is_known) {
      context.fail(policy->origin(), "invalid-resource",
                   "Invalid deletion policy \"" + shown_name(resolved) + "\"; there are Delete, Retain and Snapshot.");
    }
  }
}

// Explicit dependencies, `depends_on`. A resource with an external_id already exists outside of the stack. Heat does
// not create it, so its properties cause no dependencies and explicit ones are an error.
// A dependency on a resource whose condition is false is ignored.
void Stack::read_dependencies(Resource& one) {
  const Value* depends_on = one.definition.as_map().find("depends_on");
  const Value* external = one.definition.as_map().find("external_id");
  const bool is_external = one.is_enabled && external != nullptr && python_truth(resolve(*external));
  if (is_external) one.reads.clear();
  if (depends_on == nullptr) return;
  if (!depends_on->is_list() && !depends_on->is_string()) {
    wrong_type(one.name, "depends_on", *depends_on, "a text or a list of texts");
  }
  read_names_.clear();
  const List names = depends_on->is_list() ? depends_on->as_list() : List({*depends_on});
  if (is_external && !names.empty()) {
    context.fail(depends_on->origin(), "invalid-resource",
                 "A resource with an external_id cannot depend on other resources.");
  }
  for (const Value& name : names) {
    context.budget.step();
    if (!name.is_string()) wrong_type(one.name, "depends_on", name, "a text or a list of texts");
    if (!one.is_enabled) continue;
    const Resource* known = find_resource(text_of(name));
    if (known == nullptr) resource(name, depends_on->origin());
    if (known->is_enabled && read_names_.insert(text_of(name)).second) one.depends_on.push_back(text_of(name));
  }
}

// Adds an implicit dependency, once. resource() fails for an unknown name.
void Stack::add_read(Resource& reader, const Value& name, OriginId where) {
  const std::string text = text_of(resource(name, where).name);
  if (read_names_.insert(text).second) reader.reads.push_back(text);
}

void Stack::check(const Value& value) {
  check_part(value, Use::checked, nullptr);
}

// Checks the calls in a part that is not resolved, and records the resources that `reader` refers to. A computed name,
// `{get_resource: {get_param: which}}`, is resolved for this. Of an `if` only the chosen value counts.
void Stack::check_part(const Value& value, Use use, Resource* reader) {
  if (!value.is_map() && !value.is_list()) return;
  const Depth depth = context.budget.enter();
  context.budget.step();
  if (value.is_list()) {
    for (const Value& item : value.as_list()) check_part(item, use, reader);
    return;
  }
  const Map::Entry* entry = single_entry(value);
  const Intrinsic* found = entry == nullptr ? nullptr : find_intrinsic(entry->key.as_string());
  const Availability availability = found == nullptr ? Availability::unknown : found->in_values(version);
  if (availability == Availability::present && entry->key.as_string() == "if") {
    check_call(*found, entry->value, value.origin(), false, use);
    const List& parts = entry->value.as_list();
    // An `if` without a second value has two parts, so `chosen` may be out of range.
    const std::size_t chosen = condition(parts[0]) ? 1 : 2;
    if (chosen < parts.size()) check_part(parts[chosen], use, reader);
    return;
  }
  // Arguments are checked before the call that contains them, as Heat constructs inner functions first. So the
  // innermost mistake is reported.
  for (const auto& part : value.as_map()) check_part(part.value, use, reader);
  if (availability == Availability::removed && use != Use::none) {
    context.fail(entry->key.origin(), "removed-function",
                 "The function " + std::string(entry->key.as_string()) + " is not supported in this version of HOT.");
  }
  if (availability != Availability::present) return;
  check_call(*found, entry->value, value.origin(), false, use);
  if (use != Use::none) add_reference(*entry, value.origin(), reader);
}

// The resource that a call of get_resource or get_attr names: the reader depends on it.
void Stack::add_reference(const Map::Entry& call, OriginId where, Resource* reader) {
  const std::string_view function = call.key.as_string();
  if (function == "get_resource" && reader != nullptr) add_read(*reader, resolve(call.value), where);
  // `Ref` names a resource or a parameter. What is neither fails when it is resolved.
  if (function == "Ref" && reader != nullptr && call.value.is_string() && find_resource(text_of(call.value)) != nullptr)
    add_read(*reader, call.value, where);
  if (function != "get_attr") return;
  const List& path = call.value.as_list();
  const Value name = resolve(path[0]);
  Resource& named = resource(name, where);
  if (reader != nullptr) add_read(*reader, name, where);
  if (path.size() == 1 || (path[1].is_null() && version >= Version::v2015_10_15)) return;
  check_attribute_name(named, resolve(path[1]), path[1].origin() != 0 ? path[1].origin() : where);
}

namespace {

// Whether a resource is an OS::Heat::Value that has a value.
bool has_value(const Resource& one) {
  const Value* properties = one.definition.as_map().find("properties");
  return one.of_type.type == value_type && properties != nullptr && properties->is_map() &&
         properties->as_map().contains("value");
}

// Any attribute of a group may be one of its members.
bool may_compute(const Resource& one, const std::string& attribute) {
  return one.of_type.type == group_type || (has_value(one) && (attribute == "value" || attribute == "show"));
}

}  // namespace

// An attribute of a nested template must be one of its outputs. An attribute of another resource is unknown only if the
// workspace mocks attributes of that resource, beyond its id, and this one is missing.
void Stack::check_attribute_name(Resource& named, const Value& attribute, OriginId where) {
  const Value* found = attributes->find(named.name);
  const Map* given = found != nullptr && found->is_map() ? &found->as_map() : nullptr;
  if (attribute.is_string() && given != nullptr && given->contains(attribute)) return;
  if (may_compute(named, text_of(attribute))) return;
  const bool has_mocks = given != nullptr && given->size() > (given->contains("id") ? 1U : 0U);
  if (Stack* const inner = template_within(named)) {
    const Value* written = inner->section("outputs");
    if (attribute.is_null() || (written != nullptr && written->as_map().contains(attribute))) return;
  } else if (!has_mocks && !has_value(named)) {
    return;
  }
  context.fail(where, "unknown-attribute",
               "The Referenced Attribute (" + text_of(named.name) + " " + shown_name(attribute) + ") is incorrect.");
}

// Kahn's algorithm: repeatedly remove the resources that depend on no remaining one. Those left over are in a cycle or
// depend on one. Linear in the number of dependencies. Explicit and implicit dependencies count alike.
void Stack::check_cycles() {
  std::vector<std::size_t> waits_for(resources.size());
  std::vector<std::vector<std::size_t>> readers(resources.size());
  std::vector<std::size_t> ready;
  for (std::size_t at = 0; at < resources.size(); ++at) {
    const auto add = [&](const std::vector<std::string>& names) {
      for (const std::string& name : names) {
        context.budget.step();
        readers[resource_numbers_.at(name)].push_back(at);
        ++waits_for[at];
      }
    };
    add(resources[at].reads);
    add(resources[at].depends_on);
    if (waits_for[at] == 0) ready.push_back(at);
  }
  // Invariant: `ready` contains each resource whose dependencies are all in `ready` before it.
  for (std::size_t at = 0; at < ready.size(); ++at) {
    for (const std::size_t reader : readers[ready[at]]) {
      context.budget.step();
      if (--waits_for[reader] == 0) ready.push_back(reader);
    }
  }
  std::string names;
  const Resource* first = nullptr;
  for (std::size_t at = 0; at < resources.size(); ++at) {
    if (waits_for[at] == 0) continue;
    if (first == nullptr) first = &resources[at];
    names += (names.empty() ? "" : ", ") + text_of(resources[at].name);
  }
  if (first == nullptr) return;
  context.fail(first->name.origin(), "circular-dependency", "Circular Dependency Found: " + names + ".");
}

// `sections_begun_` is increased before the section is read. A section that fails is therefore not read again by
// read_remaining_sections().
void Stack::read_next_section() {
  switch (sections_begun_++) {
    case 0: return read_parameters();
    case 1: return read_conditions();
    case 2: return read_resources();
    default: return read_outputs();
  }
}

void Stack::read_sections() {
  while (sections_begun_ < section_count) read_next_section();
  has_read_all_ = true;
}

// For the outline of a template with a mistake: reads what can still be read, and ignores further mistakes.
void Stack::read_remaining_sections() {
  while (sections_begun_ < section_count) {
    recover([&] { return read_next_section(), true; }, [](const Error&) { return false; });
  }
}

void Stack::read_outputs() {
  const Value* definitions = section("outputs");
  if (definitions == nullptr) return;
  for (const auto& [name, definition] : definitions->as_map()) {
    // Keys other than value, description and condition are ignored.
    if (!definition.is_map() || !definition.as_map().contains("value")) {
      context.fail(name.origin(), "invalid-output", "Each output must contain a value key.");
    }
    outputs.push_back({name, definition, {}, true, {}, {}});
  }
}

// Replaces the values of hidden parameters in a message, because Heat's messages may quote them.
void Stack::mask(std::string& message) const {
  for (const std::string& text : hidden_texts_) message = replace_all(message, text, "******");
}

}  // namespace evalground::heat
