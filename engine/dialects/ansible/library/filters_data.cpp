// Filters that convert between documents and values (JSON, YAML, CSV), and JMESPath queries.
//
// Ansible delegates to libraries of Python, and so follow these filters: json for JSON, PyYAML for YAML (with YAML 1.1:
// `yes` is a boolean), csv for CSV. What a filter writes is marked verbatim, because Ansible never evaluates or
// re-parses it.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "data/paths/jmespath.hpp"
#include "data/yaml/load.hpp"
#include "data/yaml/pyyaml_write.hpp"
#include "dialects/ansible/data/csv.hpp"
#include "dialects/ansible/data/dates.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/function_object.hpp"
#include "dialects/jinja2/runtime/object.hpp"
#include "value/json.hpp"
#include "value/map.hpp"
#include "value/python_json.hpp"

namespace evalground::ansible {
namespace filters_data_family {
namespace {

// What to say of a method that would be written; empty for any other value.
std::string hint_at_method(const FunctionCall& call, const Value& value) {
  const auto* function = object_cast<FunctionObject>(value);
  return function == nullptr ? std::string() : function->hint_at_method(call.evaluator);
}

// Marks a text so that native types do not parse it back into a value.
Value written(std::string_view text) {
  return Value::string(text).with_verbatim();
}

// ---- JSON

// For a string json.dumps() ignores the indent.
std::optional<std::string> indent_of(const FunctionCall& call, const Value& indent) {
  if (indent.is_null() || call[0].is_string()) return std::nullopt;
  if (indent.is_string()) return std::string(indent.as_string());
  if (indent.kind() == Kind::boolean) return std::string(indent.as_boolean() ? 1 : 0, ' ');
  if (indent.kind() != Kind::integer) call.fail("The indent must be a number of spaces or a text.");
  return std::string(static_cast<std::size_t>(std::clamp<std::int64_t>(indent.as_integer(), 0, 1000)), ' ');
}

constexpr std::string_view json_keywords[] = {"indent",         "sort_keys",         "separators", "ensure_ascii",
                                              "vault_to_text",  "preprocess_unsafe", "allow_nan",  "skipkeys",
                                              "check_circular", "default",           "cls"};

// to_json and to_nice_json with the keywords of json.dumps(). Python writes no space behind a comma when it indents, so
// the separator depends on the indent unless both separators are given. Dates are written as ISO texts.
Value write_json_text(const FunctionCall& call, const Value& value, PythonJsonStyle style) {
  Evaluator& evaluator = call.evaluator;
  allow_keywords(call, json_keywords);
  if (const Value* indent = keyword(call, "indent")) style.indent = indent_of(call, *indent);
  if (const Value* sort_keys = keyword(call, "sort_keys")) style.sort_keys = evaluator.truth(*sort_keys);
  if (const Value* ascii = keyword(call, "ensure_ascii")) style.ensure_ascii = evaluator.truth(*ascii);
  std::array<std::string, 2> separators;
  const Value* given = keyword(call, "separators");
  if (given != nullptr && !given->is_null()) {
    const List items = evaluator.items(*given);
    if (items.size() != 2) call.fail("The separators must be a pair such as (',', ': ').");
    separators = {evaluator.text(items[0]), evaluator.text(items[1])};
    style.item_separator = separators[0];
    style.key_separator = separators[1];
  } else if (style.indent) {
    style.item_separator = ",";
  }
  style.plain = [&call](const Value& object) -> std::optional<Value> {
    if (const std::optional<std::string> text = date_iso_text(object)) return Value::string(*text);
    const std::string hint = hint_at_method(call, object);
    if (hint.empty()) return std::nullopt;
    call.fail("Object of type " + call.evaluator.type_name(object) + " is not JSON serializable. " + hint,
              "type-error");
  };
  return written(python_json(plain_value(evaluator, value), call.context.budget, style));
}

Value to_json(Call& base) {
  FunctionCall& call = function_call(base);
  return write_json_text(call, call[0], {});
}

Value to_nice_json(Call& base) {
  FunctionCall& call = function_call(base);
  PythonJsonStyle style;
  style.indent = indent_of(call, call[1]);
  style.sort_keys = call.truth(2);
  style.item_separator = ",";
  return write_json_text(call, call[0], style);
}

// Numbers that Python's json module reads although JSON has none of them. They are replaced by unique strings before
// parsing and put back afterwards.
constexpr std::pair<std::string_view, double> no_json_numbers[] = {
    {"NaN", std::numeric_limits<double>::quiet_NaN()},
    {"-Infinity", -std::numeric_limits<double>::infinity()},
    {"Infinity", std::numeric_limits<double>::infinity()}};
constexpr std::string_view number_mark = "\\u0000evalground-number-";

// Puts the numbers back. The mark begins with a NUL, which a JSON text can hold only as an escape, so real data rarely
// has it.
Value with_numbers(const Value& value, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (value.is_string()) {
    for (const auto& [name, number] : no_json_numbers) {
      if (value.as_string() == std::string(1, '\0').append(number_mark.substr(6)).append(name)) {
        return Value::real(number);
      }
    }
  } else if (value.is_list()) {
    List items;
    for (const Value& item : value.as_list()) items.push_back(with_numbers(item, budget));
    return Value::list(std::move(items));
  } else if (value.is_map()) {
    Map entries;
    for (const auto& [key, item] : value.as_map()) entries.set(key, with_numbers(item, budget));
    return Value::map(std::move(entries));
  }
  return value;
}

//   [1, NaN]  ->  [1, "\u0000evalground-number-NaN"]  ->  parsed  ->  [1, nan]
// Strings are copied whole, so "NaN" within one stays text. Without such a number, which is nearly always, the given
// text itself is parsed and no copy of the value is made.
Value python_json_value(std::string_view text, Budget& budget) {
  std::string marked;
  bool has_number = false;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '"') {  // skip a string
      std::size_t end = at + 1;
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text.size());
      marked += text.substr(at, end - at);
      at = end;
      continue;
    }
    bool is_number = false;
    for (const auto& [name, number] : no_json_numbers) {
      if (!text.substr(at).starts_with(name)) continue;
      marked.append("\"").append(number_mark).append(name).append("\"");
      at += name.size();
      is_number = has_number = true;
      break;
    }
    if (!is_number) marked += text[at++];
  }
  return has_number ? with_numbers(parse_json_last_wins(marked, budget), budget) : parse_json_last_wins(text, budget);
}

Value from_json(Call& base) {
  FunctionCall& call = function_call(base);
  call.evaluator.require(call[0]);
  if (!call[0].is_string()) {
    call.fail("the JSON object must be str, bytes or bytearray, not " + call.evaluator.type_name(call[0]));
  }
  return python_json_value(call.text(0), call.context.budget);
}

// ---- YAML

// A number passed to libyaml, which truncates a float.
std::int64_t yaml_count(const FunctionCall& call, const Value& value) {
  if (value.kind() == Kind::integer) return value.as_integer();
  if (value.kind() == Kind::real && std::abs(value.as_real()) < 2'147'483'648.0) {
    return static_cast<std::int64_t>(value.as_real());
  }
  if (value.kind() == Kind::boolean) return value.as_boolean() ? 1 : 0;
  call.fail("an integer is required", "type-error");
}

[[noreturn]] void fail_unwritable(const FunctionCall& call, const Value& value) {
  const std::string hint = hint_at_method(call, value);
  call.fail(std::string(call.signature().name) + " - ('cannot represent an object', " + call.evaluator.repr(value) +
            ")" + (hint.empty() ? "" : ". ") + hint);
}

// The keywords of yaml.dump(). Unknown ones fail, and some known ones are accepted without effect, such as `version`.
// PyYAML writes a date with a blank in place of the `T`: 2001-02-03 04:05:06.
PyYamlStyle yaml_style(const FunctionCall& call) {
  static constexpr std::string_view known[] = {"indent",        "width",          "sort_keys",    "default_flow_style",
                                               "default_style", "explicit_start", "explicit_end", "canonical",
                                               "line_break",    "encoding",       "version",      "tags"};
  allow_keywords(call, known);
  Evaluator& evaluator = call.evaluator;
  const auto number = [&](std::string_view name, std::int64_t fallback) {
    const Value* given = keyword(call, name);
    if (given == nullptr || given->is_null()) return fallback;
    return yaml_count(call, *given);
  };
  const auto truth = [&](std::string_view name, bool fallback) {
    const Value* given = keyword(call, name);
    return given == nullptr ? fallback : evaluator.truth(*given);
  };
  PyYamlStyle style;
  style.indent = number("indent", 2);
  style.width = number("width", 80);
  style.sort_keys = truth("sort_keys", true);
  style.explicit_start = truth("explicit_start", false);
  style.explicit_end = truth("explicit_end", false);
  if (const Value* flow = keyword(call, "default_flow_style"); flow != nullptr && !flow->is_null()) {
    style.default_flow_style = evaluator.truth(*flow);
  }
  if (const Value* quoting = keyword(call, "default_style"); quoting != nullptr && !quoting->is_null()) {
    const std::string text = evaluator.text(*quoting);
    style.default_style = text.empty() ? '\0' : text[0];
  }
  style.object_text = [&call](const Value& object) -> std::optional<std::string> {
    std::optional<std::string> text = date_iso_text(object);
    if (!text) fail_unwritable(call, object);
    if (text->size() > 10) (*text)[10] = ' ';
    return text;
  };
  return style;
}

// Finds a value that PyYAML cannot represent: Markup, or a named tuple as groupby gives it. Null when all can be
// represented.
const Value* unwritten_value(const Value& value, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  const TemplateObject* object = template_object(value);
  if (value.markup() || (object != nullptr && object->as_tuple() != nullptr)) return &value;
  const Value* found = nullptr;
  if (value.is_list() || value.kind() == Kind::tuple) {
    for (const Value& item : value.as_list()) {
      if (found == nullptr) found = unwritten_value(item, budget);
    }
  } else if (value.is_map()) {
    for (const auto& [key, item] : value.as_map()) {
      if (found == nullptr) found = unwritten_value(item, budget);
    }
  }
  return found;
}

// The value to write as YAML. An undefined part fails with an error that `default` does not catch.
Value yaml_value(const FunctionCall& call) {
  if (!call.evaluator.options.behavior.carries_failures) {
    if (const Value* unwritten = unwritten_value(call[0], call.context.budget)) {
      fail_unwritable(call, *unwritten);
    }
  }
  return recover([&] { return plain_value(call.evaluator, call[0]); },
                 [&](const Error& error) -> Value {
                   if (error.diagnostic.code != "undefined") throw error;
                   call.fail(std::string(call.signature().name) + " - " + error.diagnostic.message);
                 });
}

Value to_yaml(Call& base) {
  FunctionCall& call = function_call(base);
  PyYamlStyle style = yaml_style(call);
  if (call.set(2)) style.default_flow_style = call.truth(2);
  return written(write_pyyaml(yaml_value(call), call.context.budget, style));
}

//   {'b': 'yes', 'a': [{'x': 1}]} | to_nice_yaml  ->  "a:\n-   x: 1\nb: 'yes'\n"
// The indent of 4 also applies behind a dash, and keys are sorted.
Value to_nice_yaml(Call& base) {
  FunctionCall& call = function_call(base);
  PyYamlStyle style = yaml_style(call);
  style.indent = call.set(1) ? yaml_count(call, call[1]) : call.number(1);
  style.default_flow_style = false;
  return written(write_pyyaml(yaml_value(call), call.context.budget, style));
}

// Removes origins, which refer to places in a temporary text.
Value without_origins(const Value& value, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (value.is_list()) {
    List items;
    for (const Value& item : value.as_list()) items.push_back(without_origins(item, budget));
    return Value::list(std::move(items));
  }
  if (value.kind() == Kind::tuple) {
    List items;
    for (const Value& item : value.as_list()) items.push_back(without_origins(item, budget));
    return Value::tuple(std::move(items));
  }
  if (value.is_map()) {
    Map entries;
    for (const auto& [key, item] : value.as_map()) entries.set(key.with_origin(0), without_origins(item, budget));
    return Value::map(std::move(entries));
  }
  if (value.kind() == Kind::set) {
    Map members;
    for (const auto& [member, _] : value.as_map()) members.set(without_origins(member, budget), Value::null());
    return Value::set(std::move(members));
  }
  return value.with_origin(0);
}

// Finds "=" or "<<" used as a value. PyYAML gives these scalars tags that its safe loader rejects. Returns the name of
// the tag, or an empty text.
std::string_view unknown_tag(const YamlNode& node, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (node.is_plain_scalar() && node.tag().empty()) {
    return node.text == "=" ? "value" : node.text == "<<" ? "merge" : std::string_view();
  }
  std::string_view found;
  if (node.kind == YamlNode::Kind::sequence) {
    for (const YamlNode* item : node.items) {
      if (found.empty()) found = unknown_tag(*item, budget);
    }
  } else if (node.kind == YamlNode::Kind::mapping) {
    for (const YamlPair& pair : node.pairs) {
      if (found.empty()) found = unknown_tag(*pair.value, budget);
    }
  }
  return found;
}

// Reads `!!omap` and `!!pairs` as PyYAML does: a list of pairs.
std::optional<Value> read_pairs(std::string_view tag, const Value& content, OriginId where) {
  if (!tag.ends_with(":omap") && !tag.ends_with(":pairs")) return std::nullopt;
  if (!content.is_list()) throw Error("invalid-scalar", "Pairs must be a list of maps with one key.", where);
  List pairs;
  for (const Value& item : content.as_list()) {
    if (!item.is_map() || item.as_map().size() != 1) {
      throw Error("invalid-scalar", "Each of the pairs must be a map with one key.", where);
    }
    pairs.push_back(Value::tuple({item.as_map().entry(0).key, item.as_map().entry(0).value}));
  }
  return Value::list(std::move(pairs));
}

// Ansible 2.21 warns when a key occurs twice. The last value wins.
void warn_of_duplicate_keys(const FunctionCall& call, const YamlNode& node) {
  const Depth depth = call.context.budget.enter();
  call.context.budget.step();
  if (node.kind == YamlNode::Kind::sequence) {
    for (const YamlNode* item : node.items) warn_of_duplicate_keys(call, *item);
  }
  if (node.kind != YamlNode::Kind::mapping) return;
  Map keys;
  for (const YamlPair& pair : node.pairs) {
    const bool is_scalar = pair.key->kind == YamlNode::Kind::scalar && pair.key->text != "<<";
    if (is_scalar && keys.contains(pair.key->text)) {
      const std::string key = call[0].sensitive() ? std::string() : " " + quote(pair.key->text, 40);
      call.evaluator.warn("duplicate-key", "Found duplicate mapping key" + key + "; the last value counts.");
    }
    if (is_scalar) keys.set(pair.key->text, Value::null());
    warn_of_duplicate_keys(call, *pair.value);
  }
}

// All documents of a YAML text, by the rules of PyYAML: YAML 1.1, the last of two equal keys wins, dates become dates.
//
// The text gets Sources of its own, which end with this function. It may be the result of any expression, so it is no
// file that a user could open. Therefore nothing that leaves may refer to these sources: values lose their origins, and
// errors are thrown again with the line in their message.
List load_documents(const FunctionCall& call, std::string text) {
  Budget& budget = call.context.budget;
  Sources sources;
  YamlLoadOptions options;
  options.rules = YamlRules::yaml_1_1;
  options.last_duplicate_wins = true;
  options.sequence_keys = false;
  options.read_tag = read_pairs;
  options.read_timestamp = [&](std::string_view plain) { return read_yaml_timestamp(call.evaluator, plain); };
  budget.step(text.size() / 64);
  try {
    const std::uint32_t file = sources.add_file("<text>", std::move(text));
    List values;
    for (const Document& document : parse_yaml_stream(sources, file, budget)) {
      if (const std::string_view tag = unknown_tag(*document.root, budget); !tag.empty()) {
        throw Error("unknown-tag",
                    "could not determine a constructor for the tag 'tag:yaml.org,2002:" + std::string(tag) + "'");
      }
      if (call.evaluator.options.behavior.carries_failures) warn_of_duplicate_keys(call, *document.root);
      values.push_back(without_origins(load_yaml(document, sources, budget, options), budget));
    }
    return values;
  } catch (const LimitError& limit) {
    throw LimitError(limit.limit(), limit.allowed());  // its place would be in the temporary text
  } catch (const Error& error) {
    // Places in the temporary text mean nothing to the user, so the message names the line.
    std::string message = error.diagnostic.message;
    if (error.diagnostic.where != 0) {
      const Origin& origin = sources.origin(error.diagnostic.where);
      message += " (line " + std::to_string(sources.position(origin.file, origin.begin).line) + " of the YAML text)";
    }
    throw Error(error.diagnostic.code, std::move(message));
  }
}

Value from_yaml(Call& base) {
  FunctionCall& call = function_call(base);
  if (!call[0].is_string()) return call[0];  // also undefined values
  const List documents = load_documents(call, call.text(0));
  if (documents.size() > 1) call.fail("Expected a single document in the YAML text, but there are several.");
  return documents.empty() ? Value::null() : documents[0];
}

Value from_yaml_all(Call& base) {
  FunctionCall& call = function_call(base);
  if (!call[0].is_string()) return call[0];  // also undefined values
  return Value::list(load_documents(call, call.text(0)));
}

// ---- CSV

// 'name,port\nweb,80\n' -> [{'name': 'web', 'port': '80'}]. As in csv.DictReader the first row that is not empty names
// the columns, empty rows are skipped, and a short row has none in its last columns.
Value from_csv(Call& base) {
  FunctionCall& call = function_call(base);
  Budget& budget = call.context.budget;
  const std::string dialect = call.text(1);
  CsvFormat format;
  if (dialect == "excel-tab") {
    format.delimiter = '\t';
  } else if (dialect != "excel" && dialect != "unix") {
    call.fail("Dialect '" + dialect + "' is not supported by your version of python.");
  }
  if (call.set(3)) {
    const std::string delimiter = call.text(3);
    if (delimiter.size() != 1) call.fail("Unable to create custom dialect: the delimiter must be one character.");
    format.delimiter = delimiter[0];
  }
  format.skip_initial_space = call.truth(4);
  format.is_strict = call.truth(5);
  const std::string text = call.text(0);
  CsvRows read = read_csv(text, format, budget);
  if (!read.error.empty()) call.fail("Unable to process file: " + read.error + ".");

  std::size_t row = 0;
  List names;
  if (call.set(2)) {
    names = call.items(2);
  } else {
    while (row < read.rows.size() && read.rows[row].empty()) ++row;
    if (row == read.rows.size()) return Value::list();
    for (const std::string& name : read.rows[row]) names.push_back(Value::string(name));
    ++row;
  }
  List result;
  for (; row < read.rows.size(); ++row) {
    const CsvRow& fields = read.rows[row];
    if (fields.empty()) continue;
    budget.step(names.size());
    Map entry;
    for (std::size_t i = 0; i < names.size(); ++i) {
      entry.set(names[i], i < fields.size() ? Value::string(fields[i]) : Value::null());
    }
    if (fields.size() > names.size()) {  // csv.DictReader puts the rest under the key None
      List rest;
      for (std::size_t i = names.size(); i < fields.size(); ++i) rest.push_back(Value::string(fields[i]));
      entry.set(Value::null(), Value::list(std::move(rest)));
    }
    result.push_back(Value::map(std::move(entry)));
  }
  return Value::list(std::move(result));
}

// ---- JMESPath

Value json_query(Call& base) {
  FunctionCall& call = function_call(base);
  // An undefined value fails only if the query reads it. `[0]` merely finds that it is not a list.
  const Value data = plain_value(call.evaluator, call[0], WithUndefined::stays);
  // The reference iterates over the expression, so it must be a text or a collection.
  const bool has_items = call[1].is_undefined() || call[1].kind() >= Kind::string;
  if (!has_items) {
    call.fail("Error in jmespath.search in json_query filter plugin: '" + call.evaluator.type_name(call[1]) +
              "' object is not iterable");
  }
  call.evaluator.require_hashable(call[1]);  // the reference caches compiled expressions by this key
  const auto touched = [&](const Value& value) { call.evaluator.require(value); };
  try {
    return search_jmespath(call.text(1), data, call.context.budget, touched);
  } catch (Error& error) {
    if (!error.diagnostic.code.starts_with("jmespath")) throw;
    error.diagnostic.message = "JMESPathError in json_query filter plugin: " + error.diagnostic.message;
    throw;
  }
}

constexpr Example to_json_examples[] = {
    {"{{ {'a': [1, none]} | to_json }}", "", R"J("{\"a\": [1, null]}")J", in_ansible},
    {"{{ [1, 'é'] | to_json(separators=(',', ':'), ensure_ascii=false) }}", "", R"J("[1,\"é\"]")J", in_ansible}};
constexpr Example to_nice_json_examples[] = {
    {"{{ {'b': 1, 'a': []} | to_nice_json(indent=2) }}", "", R"J("{\n  \"a\": [],\n  \"b\": 1\n}")J", in_ansible}};
constexpr Example from_json_examples[] = {{"{{ ('[1, 2.5]' | from_json)[1] }}", "", R"("2.5")", in_ansible}};
constexpr Example to_yaml_examples[] = {
    {"{{ {'a': [1, 2], 'b': {'c': ['x']}} | to_yaml }}", "", R"("a: [1, 2]\nb:\n  c: [x]\n")", in_ansible}};
constexpr Example to_nice_yaml_examples[] = {
    {"{{ {'b': 'yes', 'a': [{'x': 1, 'y': []}]} | to_nice_yaml }}", "", R"("a:\n-   x: 1\n    y: []\nb: 'yes'\n")",
     in_ansible},
    {"{{ [{'a': 1, 'b': 2}] | to_nice_yaml(indent=2) }}", "", R"("- a: 1\n  b: 2\n")", in_ansible}};
constexpr Example from_yaml_examples[] = {
    {"{{ 'a: yes\\nb: 0x1f' | from_yaml }}", "", R"("{'a': True, 'b': 31}")", in_ansible}};
constexpr Example from_yaml_all_examples[] = {
    {"{{ '--- 1\\n--- [2]\\n' | from_yaml_all }}", "", R"("[1, [2]]")", in_ansible}};
constexpr Example from_csv_examples[] = {{"{{ 'name,port\\nweb,80\\n' | community.general.from_csv }}", "",
                                          R"("[{'name': 'web', 'port': '80'}]")", in_ansible}};
constexpr Example json_query_examples[] = {
    {"{{ [{'n': 'a', 'x': 1}, {'n': 'b', 'x': 5}] | json_query('[?x > `2`].n') }}", "", R"("['b']")", in_ansible}};
constexpr std::string_view json_query_aliases[] = {"community.general.json_query"};

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "to_json(value: any, **keywords: any) -> string",
     .summary = "Writes a value as JSON, as Python's `json.dumps` does.",
     .details = "Keywords: `indent`, `sort_keys`, `separators`, `ensure_ascii`.",
     .examples = to_json_examples,
     .call = to_json},
    {.kind = ansible_filter,
     .signature = "to_nice_json(value: any, indent: any = 4, sort_keys: boolean = true, **keywords: any) -> string",
     .summary = "Writes a value as JSON on several lines, keys sorted.",
     .examples = to_nice_json_examples,
     .call = to_nice_json},
    {.kind = ansible_filter,
     .signature = "from_json(value: string) -> any",
     .summary = "The value of a JSON text.",
     .examples = from_json_examples,
     .call = from_json},
    {.kind = ansible_filter,
     .signature = "to_yaml(value: any, *ignored: any, default_flow_style: boolean = null, **keywords: any) -> string",
     .summary = "Writes a value as YAML, collections of scalars on one line.",
     .details = "Keywords: `indent`, `width`, `sort_keys`, `default_style`, `explicit_start`, `explicit_end`.",
     .examples = to_yaml_examples,
     .call = to_yaml},
    {.kind = ansible_filter,
     .signature = "to_nice_yaml(value: any, indent: integer = 4, *ignored: any, **keywords: any) -> string",
     .summary = "Writes a value as YAML in block style.",
     .details = "Keywords as those of `to_yaml`.",
     .examples = to_nice_yaml_examples,
     .call = to_nice_yaml},
    {.kind = ansible_filter,
     .signature = "from_yaml(value: string) -> any",
     .summary = "The value of a YAML 1.1 document.",
     .details = "Any other value is returned unchanged. Dates become dates.",
     .examples = from_yaml_examples,
     .call = from_yaml},
    {.kind = ansible_filter,
     .signature = "from_yaml_all(value: string) -> list",
     .summary = "The values of all documents of a YAML text.",
     .examples = from_yaml_all_examples,
     .call = from_yaml_all},
    {.kind = ansible_filter,
     .signature = "community.general.from_csv(value: string, dialect: string = 'excel', fieldnames: list = null, "
                  "delimiter: string = null, skipinitialspace: boolean = null, strict: boolean = null) -> list",
     .summary = "The rows of comma-separated values as maps, named by the first row.",
     .examples = from_csv_examples,
     .call = from_csv},
    {.kind = ansible_filter,
     .signature = "json_query(value: any, expr: string) -> any",
     .summary = "What a JMESPath expression selects.",
     .aliases = json_query_aliases,
     .examples = json_query_examples,
     .call = json_query},
};

}  // namespace
}  // namespace filters_data_family

std::span<const Function> ansible_data_filters() {
  using namespace filters_data_family;
  return all;
}

}  // namespace evalground::ansible
