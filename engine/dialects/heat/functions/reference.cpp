// References to other parts of a stack: parameters, resources and files. The attributes of resources are in
// attributes.cpp.

#include <algorithm>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/heat/call.hpp"
#include "dialects/heat/environment/places.hpp"
#include "dialects/heat/functions/attributes.hpp"
#include "dialects/heat/functions/families.hpp"
#include "dialects/heat/functions/python_integer.hpp"
#include "dialects/heat/syntax.hpp"

namespace evalground::heat {
namespace functions_reference_family {
namespace {

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

Value get_resource(Call& generic) {
  HeatCall& call = heat_call(generic);
  if (!call.argument().is_string()) call.wrong_form("the name of a resource");
  return reference_id(call.stack, call.stack.resource(call.argument(), call.where));
}

// Before 2015-10-15 an attribute is required. Null stands for none from then on, and what follows it is ignored.
Value get_attr(Call& generic) {
  HeatCall& call = heat_call(generic);
  const std::size_t least = call.stack.version >= Version::v2015_10_15 ? 1 : 2;
  const List& path = call.items(least, SIZE_MAX, "a list of the form [resource, attribute, path…]");
  if (!path[0].is_string()) call.wrong_form("a list of the form [resource, attribute, path…]");
  Resource& resource = call.stack.resource(path[0], call.where);
  if (path.size() == 1 || (path[1].is_null() && least == 1)) return all_attributes(call.stack, resource, call.where);
  return attribute(call.stack, resource, std::span(path).subspan(1), call.where);
}

void check_attribute(const WrittenCall& call) {
  constexpr std::string_view form = "a list of the form [resource, attribute, path…]";
  if (!call.is_list(call.stack.version >= Version::v2015_10_15 ? 1 : 2, SIZE_MAX)) call.wrong_form(form);
}

// Heat's client reads the files that a template names and sends them along. So names are relative to the template. Heat
// itself finds only files that were sent: a computed name must match one of them exactly.
const Value* find_file(HeatCall& call, std::string_view name, bool is_written) {
  if (is_written && !is_url(name) && !name.starts_with('/')) {
    if (const auto beside = file_beside(name, folder_of(call.stack.main))) {
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

// `Ref`: a parameter if one has that name, pseudo parameters included, otherwise a resource.
Value refer(Call& generic) {
  HeatCall& call = heat_call(generic);
  if (!call.argument().is_string()) call.wrong_form("a name");
  const std::string_view name = call.argument().as_string();
  const std::vector<Parameter>& parameters = call.stack.parameters;
  const bool is_parameter = name.starts_with("OS::") || name.starts_with("AWS::") ||
                            std::any_of(parameters.begin(), parameters.end(),
                                        [&](const Parameter& known) { return text_of(known.name) == name; });
  return is_parameter ? get_param(generic) : get_resource(generic);
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
