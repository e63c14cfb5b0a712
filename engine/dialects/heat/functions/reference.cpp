// References to other parts of a stack: parameters, resources and files. The workspace's `attributes` take the place of
// real resources: they give the results of get_attr and, under `id`, of get_resource.
//
// An expression that reads an attribute can only be as good as its mocks. So an attribute of a resource without any
// mocks is null, with a hint. An attribute that is missing beside others is an error, because it is probably
// misspelled.

#include <algorithm>

#include "base/text/number.hpp"
#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/heat/call.hpp"
#include "dialects/heat/functions/families.hpp"
#include "dialects/heat/functions/python_integer.hpp"
#include "dialects/heat/syntax.hpp"
#include "value/big_integer.hpp"

namespace evalground::heat {
namespace functions_reference_family {
namespace {

constexpr std::string_view reference_id = "id";  // the mocked attribute that get_resource returns

// The item of a list or text at an index, where negative ones count from the end; undefined when absent.
Value item_at(const Value& value, std::int64_t index) {
  const auto size =
      static_cast<std::int64_t>(value.is_list() ? value.as_list().size() : count_code_points(value.as_string()));
  if (index < 0) index += size;
  if (index < 0 || index >= size) return {};
  const auto at = static_cast<std::size_t>(index);
  return value.is_list() ? value.as_list()[at] : Value::string(slice_code_points(value.as_string(), at, at + 1));
}

// `{get_param: [servers, 0, name]}` follows a path into the value. Texts can be indexed, and an index may be written as
// text.
Value get_param(Call& generic) {
  HeatCall& call = heat_call(generic);
  const Value& argument = call.argument();
  const bool has_path = argument.is_list();
  if (has_path ? argument.as_list().empty() : !argument.is_string()) {
    call.wrong_form("the name of a parameter, or a list that begins with one");
  }
  Value value = call.stack.parameter(has_path ? argument.as_list()[0] : argument);
  if (!has_path) return value;
  const bool is_secret = value.sensitive();
  // A path that does not exist gives an empty string.
  for (std::size_t at = 1; at < argument.as_list().size(); ++at) {
    const Value& step = argument.as_list()[at];
    Value next;
    if (value.is_map()) {
      const Value* found = value.as_map().find(step);
      if (found != nullptr) next = *found;
    } else if (value.is_list() || value.is_string()) {
      // A step of the path is a string or an integer.
      const bool is_index = step.is_string() || step.kind() == Kind::integer || step.kind() == Kind::boolean;
      const auto index = is_index ? python_integer(step, call.context.budget) : std::nullopt;
      if (index) next = item_at(value, *index);
    }
    if (next.is_undefined()) return Value::string("");
    value = std::move(next);
  }
  return is_secret ? value.with_sensitive() : value;
}

// What the workspace gives for this resource; null if absent or not a map.
const Value* attributes_of(const HeatCall& call, const Resource& resource) {
  const Value* found = call.stack.attributes->find(resource.name);
  return found != nullptr && found->is_map() ? found : nullptr;
}

// The resource's mocked `id`. Without one it is the name, so that a template evaluates without any mocks.
Value get_resource(Call& generic) {
  HeatCall& call = heat_call(generic);
  if (!call.argument().is_string()) call.wrong_form("the name of a resource");
  const Resource& resource = call.stack.resource(call.argument(), call.where);
  const Value* attributes = attributes_of(call, resource);
  const Value* id = attributes == nullptr ? nullptr : attributes->as_map().find(reference_id);
  return id == nullptr ? resource.name.with_origin(0) : *id;
}

// The place of an argument as it was written, or that of its call where it was computed.
OriginId place_of(const Value& value, const HeatCall& call) {
  return value.origin() != 0 ? value.origin() : call.where;
}

// Null for an attribute of a resource that has none here, with a hint that says so once.
Value missing_attribute(HeatCall& call, Resource& resource, const std::string& attribute, bool is_hidden) {
  const bool is_known =
      std::find(resource.missing.begin(), resource.missing.end(), attribute) != resource.missing.end();
  if (is_hidden || is_known) return Value::null();
  resource.missing.push_back(attribute);
  call.context.ask("attributes", attribute, call.where, text_of(resource.name));
  Diagnostic hint;
  hint.severity = Severity::hint;
  hint.code = "missing-attribute";
  hint.message = "The resource \"" + text_of(resource.name) + "\" has no attributes here, so \"" + attribute +
                 "\" is null: give them under \"attributes\".";
  hint.where = call.where;
  call.context.diagnostics.push_back(std::move(hint));
  return Value::null();
}

// Some attributes of the resource are given, so a missing one is probably misspelled.
[[noreturn]] void fail_attribute(HeatCall& call, const List& path, const Map& attributes) {
  std::vector<std::string_view> known;
  for (const auto& entry : attributes) {
    if (entry.key.is_string()) known.push_back(entry.key.as_string());
  }
  const std::string name = text_of(path[1]);
  call.context.fail_name(place_of(path[1], call), "unknown-attribute",
                         "The Referenced Attribute (" + text_of(path[0]) + " " + name + ") is incorrect.", name,
                         nearest_name(name, known).value_or(std::string_view()));
}

// `[resource]`: all attributes, those that are given here before the outputs of a nested stack.
Value all_attributes(HeatCall& call, Resource& resource, const Map* attributes) {
  Stack* const nested = call.stack.nested(resource);
  if (attributes == nullptr && nested == nullptr) return missing_attribute(call, resource, "show", false);
  Map all;
  if (nested != nullptr) {
    for (Output& output : nested->outputs) all.set(output.name, nested->output(output));
  }
  if (attributes == nullptr) return Value::map(std::move(all));
  for (const auto& [key, value] : *attributes) {
    if (!key.is_string() || (key.as_string() != reference_id && key.as_string() != "show")) all.set(key, value);
  }
  return Value::map(std::move(all));
}

// `[resource, attribute, …]`: the attribute.
Value one_attribute(HeatCall& call, Resource& resource, const Map* attributes, const List& path) {
  const Value& name = path[1];
  const bool is_id = name.is_string() && name.as_string() == reference_id;
  const Value* found = is_id || attributes == nullptr ? nullptr : attributes->find(name);
  if (found != nullptr) return *found;
  if (Stack* const nested = call.stack.nested(resource)) {
    return Stack::nested_attribute(*nested, name, place_of(name, call));
  }
  if (attributes == nullptr) return missing_attribute(call, resource, text_of(name), name.sensitive());
  // The name may have been computed; null asks for no attribute.
  if (name.is_null()) return Value::null();
  fail_attribute(call, path, *attributes);
}

// What a step of a path leads to; undefined where it leads nowhere. Unlike those of get_param, its indices are no text.
Value next_in_attribute(const Value& value, const Value& step) {
  if (value.is_map()) {
    const Value* inner = value.as_map().find(step);
    return inner == nullptr ? Value() : *inner;
  }
  if (!value.is_list() && !value.is_string()) return {};
  if (step.kind() == Kind::integer) return item_at(value, step.as_integer());
  return step.kind() == Kind::boolean ? item_at(value, step.as_boolean() ? 1 : 0) : Value();
}

// Before 2015-10-15 an attribute is required. A path that leads nowhere is null, while get_param gives an empty text.
Value get_attr(Call& generic) {
  HeatCall& call = heat_call(generic);
  const std::size_t least = call.stack.version >= Version::v2015_10_15 ? 1 : 2;
  const List& path = call.items(least, SIZE_MAX, "a list of the form [resource, attribute, path…]");
  if (!path[0].is_string()) call.wrong_form("a list of the form [resource, attribute, path…]");
  Resource& resource = call.stack.resource(path[0], call.where);
  const Value* given = attributes_of(call, resource);
  // The id alone is no attribute.
  const bool has_some = given != nullptr && given->as_map().size() > (given->as_map().contains(reference_id) ? 1U : 0U);
  const Map* attributes = has_some ? &given->as_map() : nullptr;
  if (path.size() == 1) return all_attributes(call, resource, attributes);
  Value value = one_attribute(call, resource, attributes, path);
  for (std::size_t at = 2; at < path.size(); ++at) {
    Value next = next_in_attribute(value, path[at]);
    if (next.is_undefined()) return Value::null();
    value = std::move(next);
  }
  return value;
}

void check_attribute(const WrittenCall& call) {
  constexpr std::string_view form = "a list of the form [resource, attribute, path…]";
  if (!call.is_list(call.stack.version >= Version::v2015_10_15 ? 1 : 2, SIZE_MAX)) call.wrong_form(form);
}

// Heat's client reads the files that a template names and sends them along. So names are relative to the template. Heat
// itself finds only files that were sent: a computed name must match one of them exactly.
const Value* find_file(HeatCall& call, std::string_view name, bool is_written) {
  const std::string& main = call.stack.main;
  if (is_written && !is_url(name) && !name.starts_with('/')) {
    const std::size_t slash = main.rfind('/');
    const std::string folder = is_url(main) || slash == std::string::npos ? std::string() : main.substr(0, slash);
    const auto beside = Files::resolve(name, Files::absolute(folder));
    if (beside) {
      if (const Value* content = call.context.files.find(*beside)) return content;
    }
  }
  return call.context.files.find(name);
}

// The workspace file whose name a missing one probably misspells; empty when none is similar.
std::string_view nearest_file(const Map& files, std::string_view name) {
  constexpr std::size_t most_known = 200;
  std::vector<std::string_view> known;
  for (const auto& entry : files) {
    if (entry.key.is_string() && known.size() < most_known) known.push_back(entry.key.as_string());
  }
  return nearest_name(name, known).value_or(std::string_view());
}

// The content of a file as text. A literal name is looked up beside the template first, a computed name only as it was
// sent.
Value get_file(Call& generic) {
  HeatCall& call = heat_call(generic);
  const bool is_written = call.argument().is_string();
  const Value resolved = call.resolve_part(call.argument());
  if (!resolved.is_string()) call.wrong_form("the name of a file");
  const std::string_view name = resolved.as_string();
  const Value* content = find_file(call, name, is_written);
  if (content == nullptr) {
    call.context.fail_name(call.argument().origin(), "missing-file",
                           "No content found in the \"files\" section for get_file path: " + std::string(name) + ".",
                           name, nearest_file(call.context.workspace.files, name));
  }
  if (!content->is_string()) {
    call.context.fail(call.argument().origin(), "binary-file", "The file " + std::string(name) + " is no text.");
  }
  return *content;
}

// A call cannot compute the name of the part.
void check_facade(const WrittenCall& call) {
  const std::string name = text_of(call.argument);
  if (name != "metadata" && name != "deletion_policy" && name != "update_policy") {
    call.wrong_form("\"metadata\", \"deletion_policy\" or \"update_policy\"");
  }
}

Value resource_facade(Call& generic) {
  HeatCall& call = heat_call(generic);
  return call.stack.facade(text_of(call.argument()), call.where);
}

// `Ref`: a parameter if one has that name, otherwise a resource.
Value refer(Call& generic) {
  HeatCall& call = heat_call(generic);
  if (!call.argument().is_string()) call.wrong_form("a name");
  for (const Parameter& parameter : call.stack.parameters) {
    if (text_of(parameter.name) == call.argument().as_string()) return get_param(generic);
  }
  return call.argument().as_string().starts_with("AWS::") ? get_param(generic) : get_resource(generic);
}

constexpr std::string_view sample = R"(heat_template_version: 2021-04-16
parameters:
  cfg: {type: json, default: {sizes: [10, 20]}}
resources:
  server: {type: 'OS::Nova::Server'}
)";
constexpr std::string_view first_sample = R"(heat_template_version: 2013-05-23
parameters:
  name: {type: string, default: web}
)";

constexpr Example get_param_examples[] = {{"{get_param: [cfg, sizes, 1]}", sample, "20"},
                                          {"{get_param: [cfg, colours]}", sample, R"("")"}};
constexpr Example get_resource_examples[] = {{"{get_resource: server}", sample, R"("server")"}};
constexpr Example get_attr_examples[] = {{"{get_attr: [server, first_address]}", sample, "null"}};
constexpr Example get_file_examples[] = {
    {"{get_file: main.yaml}", "heat_template_version: wallaby\n", R"("heat_template_version: wallaby\n")"}};
constexpr Example facade_examples[] = {{"{resource_facade: metadata}", sample, "error"}};
constexpr Example ref_examples[] = {{"{Ref: name}", first_sample, R"("web")"}};

}  // namespace
}  // namespace functions_reference_family

std::span<const IntrinsicRow> reference_functions() {
  using namespace functions_reference_family;
  static constexpr IntrinsicRow all[] = {
      {.function = {.kind = "function",
                    .signature = "get_param(name: any) -> any",
                    .summary = "The value of a parameter, or what a path leads to in it: `[name, key or index…]`.",
                    .details = "A path that does not exist gives an empty text.",
                    .since = "2013-05-23",
                    .examples = get_param_examples,
                    .call = get_param},
       .in_conditions = Version::v2016_10_14},
      {.function = {.kind = "function",
                    .signature = "get_resource(name: string) -> string",
                    .summary = "The id of a resource: `id` among its attributes here, otherwise its name.",
                    .since = "2013-05-23",
                    .examples = get_resource_examples,
                    .call = get_resource}},
      {.function =
           {.kind = "function",
            .signature = "get_attr(path: list) -> any",
            .summary =
                "An attribute of a resource, or what a path leads to in it: `[resource, attribute, key or index…]`.",
            .details = "A path that leads nowhere gives null, as does a resource without attributes here. From "
                       "2015-10-15 on the "
                       "resource alone gives all of its attributes.",
            .since = "2013-05-23",
            .changed = "2015-10-15",
            .examples = get_attr_examples,
            .call = get_attr},
       .check = check_attribute},
      {.function =
           {.kind = "function",
            .signature = "get_file(name: raw) -> string",
            .summary = "The text of a file.",
            .details =
                "A name that stands in the template is relative to its folder; one that is computed, or a URL, is "
                "that of a file unchanged.",
            .since = "2013-05-23",
            .effects = Effects::reads_files,
            .examples = get_file_examples,
            .call = get_file}},
      {.function = {.kind = "function",
                    .signature = "resource_facade(name: string) -> any",
                    .summary = "A part of the resource in the parent template that this nested stack implements; an "
                               "error in a stack that is not nested.",
                    .since = "2013-05-23",
                    .examples = facade_examples,
                    .call = resource_facade},
       .check = check_facade},
      {.function = {.kind = "function",
                    .signature = "Ref(name: string) -> any",
                    .summary = "A parameter or a resource's id.",
                    .details = "Only in 2013-05-23.",
                    .since = "2013-05-23",
                    .until = "2014-10-16",
                    .examples = ref_examples,
                    .call = refer},
       .until = Version::v2013_05_23},
  };
  return all;
}

}  // namespace evalground::heat
