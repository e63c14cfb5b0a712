// from_xml and to_xml of ansible.utils, by way of Python's xmltodict.
#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "dialects/ansible/collections/arguments.hpp"
#include "dialects/ansible/collections/families.hpp"
#include "dialects/ansible/data/xml.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "value/json.hpp"
#include "value/map.hpp"
#include "value/python_json.hpp"

namespace evalground::ansible {
namespace xml_filters_family {
namespace {

void require_engine(const FunctionCall& call, std::size_t index, std::string_view plugin) {
  const std::string engine = call.text(index);
  if (engine == "xmltodict") return;
  call.fail("Error when using plugin '" + std::string(plugin) + "': engine: " + engine + " is not supported ");
}

// '<a x="1">t</a>' | from_xml -> '{"a": {"@x": "1", "#text": "t"}}'. The result is JSON, so it is text.
Value from_xml(Call& base) {
  FunctionCall& call = function_call(base);
  require_engine(call, 1, "from_xml");
  const std::string text = call.text(0);
  const std::optional<Value> document = read_xml(text, call.context.budget);
  if (!document) call.fail("Error when using plugin 'from_xml': Input Xml is not valid");
  return Value::string(python_json(*document, call.context.budget));
}

// A dict; JSON and "a=1,b=2" stand for one.
Map dict_argument(const FunctionCall& call, std::size_t index) {
  const Value& value = call[index];
  call.evaluator.require(value);
  if (value.is_map()) return value.as_map();
  if (!value.is_string()) {
    call.fail("argument 'data' is of type <class '" + call.evaluator.type_name(value) +
              "'> and we were unable to convert to dict: <class '" + call.evaluator.type_name(value) +
              "'> cannot be converted to a dict");
  }
  const std::string text = call.text(index);
  if (trim(text).starts_with('{')) {
    const Value parsed = recover([&] { return parse_json_last_wins(text, call.context.budget); },
                                 [&](const Error&) -> Value { call.fail("unable to evaluate string as dictionary"); });
    return parsed.as_map();
  }
  if (text.find('=') == std::string::npos) {
    call.fail("dictionary requested, could not parse JSON or key=value");
  }
  Map pairs;
  for (const std::string_view pair : Split(text, ",")) {
    const std::size_t equals = std::min(pair.find('='), pair.size());
    if (equals == pair.size()) call.fail("dictionary requested, could not parse JSON or key=value");
    pairs.set(trim(pair.substr(0, equals)), Value::string(trim(pair.substr(equals + 1))));
  }
  return pairs;
}

constexpr std::array<std::string_view, 2> indents = {"tabs", "spaces"};

Value to_xml(Call& base) {
  FunctionCall& call = function_call(base);
  read_whole(call, call[0]);
  require_engine(call, 1, "to_xml");
  XmlStyle style;
  style.full_document = boolean_argument(call, 4);
  if (word_argument(call, 2, indents) == "spaces") {
    constexpr std::int64_t most = 1000;
    style.indent.assign(static_cast<std::size_t>(std::clamp<std::int64_t>(call.number(3), 0, most)), ' ');
  }
  const auto text_of = [&](const Value& value) { return call.evaluator.text(value); };
  const std::optional<std::string> text =
      write_xml(Value::map(dict_argument(call, 0)), style, text_of, call.context.budget);
  if (!text) call.fail("Error when using plugin 'to_xml': Input json is not valid");
  return Value::string(*text);
}

constexpr Example from_xml_examples[] = {
    {"{{ ('<a x=\"1\"><b>t</b><b/></a>' | ansible.utils.from_xml | from_json).a.b }}", "", R"("['t', None]")",
     in_ansible},
    {"{{ '<a>' | ansible.utils.from_xml }}", "", "error", in_ansible}};
constexpr Example to_xml_examples[] = {
    {"{{ {'a': {'@x': 1, 'b': ['t', none]}} | ansible.utils.to_xml(indent='spaces', indent_width=2) }}", "",
     R"("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<a x=\"1\">\n  <b>t</b>\n  <b></b>\n</a>")", in_ansible}};

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "ansible.utils.from_xml(data: string, engine: string = 'xmltodict') -> string",
     .summary = "JSON with the elements of an XML document, with attributes as `@name` and text as `#text`.",
     .examples = from_xml_examples,
     .call = from_xml},
    {.kind = ansible_filter,
     .signature = "ansible.utils.to_xml(data: map, engine: string = 'xmltodict', indent: string = 'tabs', "
                  "indent_width: integer = 4, full_document: boolean = true) -> string",
     .summary = "The XML document that `from_xml` reads as this dict.",
     .details = "`indent` is `tabs` or `spaces`. `full_document=false` leaves out the declaration, and allows several "
                "roots.",
     .examples = to_xml_examples,
     .call = to_xml},
};

}  // namespace
}  // namespace xml_filters_family

std::span<const Function> xml_filters() {
  using namespace xml_filters_family;
  return all;
}

}  // namespace evalground::ansible
