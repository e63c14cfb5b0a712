// The `Fn::` functions of CloudFormation that the first version of HOT, 2013-05-23, also accepted.
// Each has a newer counterpart in text.cpp or data.cpp, with different rules for null and for
// missing items. So they do not share code with those.

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "dialects/heat/call.hpp"
#include "dialects/heat/functions/families.hpp"
#include "dialects/heat/functions/python_integer.hpp"
#include "dialects/heat/functions/replacement.hpp"
#include "dialects/heat/syntax.hpp"
#include "value/json.hpp"
#include "value/python_text.hpp"

namespace evalground::heat {
namespace functions_old_family {
namespace {

// Like list_join with one list, but every item must be text or null.
Value join_list(Call& generic) {
  HeatCall& call = heat_call(generic);
  constexpr std::string_view form = "a list of the form [delimiter, list]";
  const List& arguments = call.items(2, 2, form);
  if (!arguments[0].is_string() || !(arguments[1].is_list() || arguments[1].is_null())) call.wrong_form(form);
  std::vector<std::string> pieces;
  if (arguments[1].is_list()) {
    for (const Value& item : arguments[1].as_list()) {
      if (!item.is_string() && !item.is_null()) call.wrong_form(form);
      pieces.emplace_back(item.is_null() ? std::string_view() : item.as_string());
    }
  }
  return Value::string(join(pieces, arguments[0].as_string()));
}

// A text is JSON, since Heat used to hand over lists and maps in that form. An empty one is a value that is not known
// yet. A missing index or key gives an empty text, not an error.
Value select_item(Call& generic) {
  HeatCall& call = heat_call(generic);
  constexpr std::string_view form = "a list of the form [index or key, list or map]";
  const List& arguments = call.items(2, 2, form);
  Value from = arguments[1];
  if (from.is_null() || (from.is_string() && from.as_string().empty())) return Value::string("");
  if (from.is_string()) {
    from =
        recover([&] { return parse_json(from.as_string(), call.context.budget).with_sensitive(from.sensitive()); },
                [&](const Error&) -> Value { call.wrong_form(std::string(form) + "; a text in its place is JSON"); });
    if (from.is_null()) return Value::string("");
  }
  if (from.is_map()) {
    if (!arguments[0].is_string()) call.wrong_form(form);
    const Value* found = from.as_map().find(arguments[0]);
    return found == nullptr ? Value::string("") : *found;
  }
  if (!from.is_list()) call.wrong_form(form);
  const std::optional<std::int64_t> index = python_integer(arguments[0], call.context.budget);
  if (!index) call.wrong_form(form);
  const auto size = static_cast<std::int64_t>(from.as_list().size());
  const std::int64_t at = *index < 0 ? *index + size : *index;
  return at < 0 || at >= size ? Value::string("") : from.as_list()[static_cast<std::size_t>(at)];
}

// The delimiter must not be empty, as in Python.
Value split_text(Call& generic) {
  HeatCall& call = heat_call(generic);
  constexpr std::string_view form = "a list of the form [delimiter, text]";
  const List& arguments = call.items(2, 2, form);
  if (!arguments[0].is_string() || !arguments[1].is_string() || arguments[0].as_string().empty()) call.wrong_form(form);
  List pieces;
  for (const std::string_view piece : Split(arguments[1].as_string(), arguments[0].as_string())) {
    call.context.budget.step();
    pieces.push_back(Value::string(piece));
  }
  return Value::list(std::move(pieces));
}

// Maps and lists cannot be inserted in this version.
Value replace_in_text(Call& generic) {
  HeatCall& call = heat_call(generic);
  constexpr std::string_view form = "a list of the form [map, text]";
  const List& arguments = call.items(2, 2, form);
  if (!arguments[0].is_map() || !arguments[1].is_string()) call.wrong_form(form);
  std::vector<std::pair<std::string, std::string>> replacements;
  for (const auto& [key, value] : arguments[0].as_map()) {
    if (!key.is_string() || value.is_map() || value.is_list()) call.wrong_form(form);
    replacements.emplace_back(key.as_string(),
                              value.is_null() ? std::string() : python_str(value, call.context.budget));
  }
  std::vector<std::string> missing;
  return Value::string(replace_keys(arguments[1].as_string(), std::move(replacements), missing, call.context.budget));
}

// Heat returns the text unchanged. The resource that uses it encodes it.
Value encode(Call& generic) {
  HeatCall& call = heat_call(generic);
  if (!call.argument().is_string()) call.wrong_form("text");
  return call.argument();
}

// The availability zones of a fixed installation.
Value zones(Call&) {
  return Value::list({Value::string("nova")});
}

// ["Name", "Value", [".member.0.Name=k", ".member.0.Value=v"]] -> {k: v}
Value members_to_map(Call& generic) {
  HeatCall& call = heat_call(generic);
  constexpr std::string_view form = "a list of the form [key name, value name, list]";
  const List& arguments = call.items(3, 3, form);
  if (!arguments[0].is_string() || !arguments[1].is_string() || !arguments[2].is_list()) call.wrong_form(form);
  Map keys;
  Map values;
  for (const Value& item : arguments[2].as_list()) {
    call.context.budget.step();
    if (!item.is_string()) call.wrong_form(form);
    std::string_view text = item.as_string();
    const std::size_t equals = text.find('=');
    const std::size_t dot = text.substr(0, equals).rfind('.');
    if (equals == std::string_view::npos || dot == std::string_view::npos) continue;
    const std::string_view number = text.substr(0, dot);
    const std::string_view part = text.substr(dot + 1, equals - dot - 1);
    // The part before the last dot joins a key with its value, whatever that part is.
    if (part == arguments[0].as_string()) keys.set(number, Value::string(text.substr(equals + 1)));
    if (part == arguments[1].as_string()) values.set(number, Value::string(text.substr(equals + 1)));
  }
  Map result;
  for (const auto& [number, key] : keys) {
    const Value* value = values.find(number);
    if (value != nullptr) result.set(key, *value);
  }
  return Value::map(std::move(result));
}

// The old names of the parts, in CloudFormation's spelling.
Value facade(Call& generic) {
  HeatCall& call = heat_call(generic);
  const std::string part = text_of(call.argument());
  return call.stack.facade(part == "DeletionPolicy" ? "deletion_policy"
                           : part == "UpdatePolicy" ? "update_policy"
                                                    : "metadata",
                           call.where);
}

constexpr std::string_view first = "heat_template_version: 2013-05-23\n";
constexpr Example join_examples[] = {{"{'Fn::Join': ['-', [a, b]]}", first, R"("a-b")"}};
constexpr Example select_examples[] = {{"{'Fn::Select': ['1', [a, b]]}", first, R"("b")"}};
constexpr Example split_examples[] = {{"{'Fn::Split': [',', 'a,b']}", first, R"(["a", "b"])"}};
constexpr Example replace_examples[] = {{"{'Fn::Replace': [{$n: x}, 'a $n']}", first, R"("a x")"}};
constexpr Example encode_examples[] = {{"{'Fn::Base64': text}", first, R"("text")"}};
constexpr Example zones_examples[] = {{"{'Fn::GetAZs': ''}", first, R"(["nova"])"}};
constexpr Example member_examples[] = {
    {"{'Fn::MemberListToMap': [Name, Value, ['.member.0.Name=k', '.member.0.Value=v']]}", first, R"({"k": "v"})"}};
constexpr Example facade_examples[] = {{"{'Fn::ResourceFacade': Metadata}", first, "error"}};

}  // namespace
}  // namespace functions_old_family

std::span<const IntrinsicRow> old_functions() {
  using namespace functions_old_family;
  static constexpr IntrinsicRow all[] = {
      {.function = {.kind = "function",
                    .signature = "Fn::Join(arguments: list) -> string",
                    .summary = "The texts of a list with a delimiter between them.",
                    .details = "Only in 2013-05-23; later `list_join`.",
                    .until = "2014-10-16",
                    .examples = join_examples,
                    .call = join_list},
       .until = Version::v2013_05_23},
      {.function = {.kind = "function",
                    .signature = "Fn::Select(arguments: list) -> any",
                    .summary = "An item of a list or map, or of its JSON text.",
                    .details = "Up to 2015-04-30.",
                    .until = "2015-10-15",
                    .examples = select_examples,
                    .call = select_item},
       .until = Version::v2015_04_30},
      {.function = {.kind = "function",
                    .signature = "Fn::Split(arguments: list) -> list",
                    .summary = "The pieces of a text.",
                    .details = "Only in 2013-05-23; later `str_split`.",
                    .until = "2014-10-16",
                    .examples = split_examples,
                    .call = split_text},
       .until = Version::v2013_05_23},
      {.function = {.kind = "function",
                    .signature = "Fn::Replace(arguments: list) -> string",
                    .summary = "A text in which keys are replaced by values.",
                    .details = "Only in 2013-05-23; later `str_replace`.",
                    .until = "2014-10-16",
                    .examples = replace_examples,
                    .call = replace_in_text},
       .until = Version::v2013_05_23},
      {.function = {.kind = "function",
                    .signature = "Fn::Base64(text: string) -> string",
                    .summary = "The text, unchanged.",
                    .details = "Only in 2013-05-23.",
                    .until = "2014-10-16",
                    .examples = encode_examples,
                    .call = encode},
       .until = Version::v2013_05_23},
      {.function = {.kind = "function",
                    .signature = "Fn::GetAZs(region: any) -> list",
                    .summary = "The availability zones: one, called nova.",
                    .details = "Only in 2013-05-23.",
                    .until = "2014-10-16",
                    .examples = zones_examples,
                    .call = zones},
       .until = Version::v2013_05_23},
      {.function = {.kind = "function",
                    .signature = "Fn::MemberListToMap(arguments: list) -> map",
                    .summary = "A map of texts such as `.member.0.Name=k` and `.member.0.Value=v`.",
                    .details = "Only in 2013-05-23.",
                    .until = "2014-10-16",
                    .examples = member_examples,
                    .call = members_to_map},
       .until = Version::v2013_05_23},
      {.function = {.kind = "function",
                    .signature = "Fn::ResourceFacade(name: string) -> any",
                    .summary = "A part of the resource in the parent template that this nested stack implements; an "
                               "error in a stack that is not nested.",
                    .details = "Only in 2013-05-23; later `resource_facade`.",
                    .until = "2014-10-16",
                    .examples = facade_examples,
                    .call = facade},
       .until = Version::v2013_05_23},
  };
  return all;
}

}  // namespace evalground::heat
