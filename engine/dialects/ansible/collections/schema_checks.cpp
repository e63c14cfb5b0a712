// validate of ansible.utils, as filter and test: data against JSON Schema, or lines of a configuration against rules.
//
// The engine's messages quote values as JSON. Here they are those of Python's jsonschema, so they quote values as
// Python does.
#include <algorithm>
#include <array>
#include <iterator>

#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "data/json_schema/json_schema.hpp"
#include "data/yaml/load.hpp"
#include "data/yaml/parse.hpp"
#include "dialects/ansible/collections/arguments.hpp"
#include "dialects/ansible/collections/families.hpp"
#include "dialects/ansible/library/regex.hpp"
#include "dialects/ansible/runtime/families.hpp"
#include "value/json.hpp"
#include "value/map.hpp"
#include "value/python_text.hpp"

namespace evalground::ansible {
namespace schema_checks_family {
namespace {

// The arguments of both functions, by their place.
enum ValidateArgument : std::size_t {
  data_argument,
  criteria_argument,
  engine_argument,
  draft_argument,
  format_argument
};

// The end of the JSON text that begins at `at` with a quotation mark.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (std::size_t end = at + 1; end < text.size(); ++end) {
    if (text[end] == '\\') {
      ++end;
    } else if (text[end] == '"') {
      return end + 1;
    }
  }
  return text.size();
}

// {"a":true} is not of type "list"  ->  {'a': True} is not of type 'list'
std::string as_python(std::string_view message, Budget& budget) {
  std::string result;
  int open = 0;
  for (std::size_t at = 0; at < message.size();) {
    budget.step();
    const char c = message[at];
    if (c == '"') {
      const std::size_t end = end_of_string(message, at);
      const std::string_view json = message.substr(at, end - at);
      result += recover([&] { return python_repr(parse_json(json, budget), budget); },
                        [&](const Error&) { return std::string(json); });
      at = end;
      continue;
    }
    constexpr std::pair<std::string_view, std::string_view> words[] = {
        {"true", "True"}, {"false", "False"}, {"null", "None"}};
    const auto word = std::find_if(std::begin(words), std::end(words),
                                   [&](const auto& one) { return message.substr(at).starts_with(one.first); });
    const bool begins_word = at == 0 || std::string_view(" [{,:").find(message[at - 1]) != std::string_view::npos;
    if (word != std::end(words) && begins_word) {
      result += word->second;
      at += word->first.size();
      continue;
    }
    open += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    result += c;
    if (open > 0 && (c == ',' || c == ':') && !message.substr(at + 1).starts_with(' ')) result += ' ';
    ++at;
  }
  return result;
}

// ---- JSON Schema

// JSON stands for its data.
Value json_argument(const FunctionCall& call, const Value& value, std::string_view name) {
  if (!value.is_string()) return value;
  return recover([&] { return parse_json(value.as_string(), call.context.budget); },
                 [&](const Error& error) -> Value {
                   call.fail("'" + std::string(name) +
                             "' option value is invalid, value should a valid JSON. Failed to read with error '" +
                             error.diagnostic.message + "'");
                 });
}

JsonSchemaOptions schema_options(const FunctionCall& call) {
  constexpr std::array<std::string_view, 6> drafts = {"draft3", "draft4", "draft6", "draft7", "2019-09", "2020-12"};
  JsonSchemaOptions options;
  options.checks_schema = false;
  options.asserts_formats = boolean_argument(call, format_argument);
  const std::string draft = word_argument(call, draft_argument, drafts);
  if (draft == "draft3") call.fail("Draft 3 of JSON Schema is not supported here.", "unavailable");
  // What the drafts between have in common with the later ones is what schemas use.
  if (draft.starts_with("20")) {
    options.only = JsonSchemaDraft::draft_2020_12;
  } else if (!draft.empty()) {
    options.only = JsonSchemaDraft::draft_7;
  }
  return options;
}

std::vector<std::string> parts_of(std::string_view pointer) {
  std::vector<std::string> parts;
  if (pointer.empty()) return parts;
  for (const std::string_view part : Split(pointer.substr(1), "/")) {
    parts.push_back(replace_all(replace_all(part, "~1", "/"), "~0", "~"));
  }
  return parts;
}

// An entry or item; null when absent.
const Value* part_at(const Value& value, const std::string& part) {
  if (value.is_map()) return value.as_map().find(part);
  if (!value.is_list()) return nullptr;
  const auto index = parse_integer(part);
  if (!index || index.value < 0 || static_cast<std::size_t>(index.value) >= value.as_list().size()) return nullptr;
  return &value.as_list()[static_cast<std::size_t>(index.value)];
}

class SchemaErrors {
 public:
  SchemaErrors(const FunctionCall& call, const Value& data, const Value& schema)
      : call_(call), data_(data), schema_(schema) {}

  Value describe(const JsonSchemaError& error) const {
    const std::vector<std::string> schema_path = parts_of(error.schema());
    const Value* found = &data_;
    std::string json_path = "$";
    for (const std::string& part : parts_of(error.instance())) {
      json_path += found->is_list() ? "[" + part + "]" : "." + part;
      found = part_at(*found, part);
      if (found == nullptr) break;
    }
    // The schema around the keyword, and the keyword's value. `false` as a schema has no keyword.
    const Value* around = &schema_;
    const Value* expected = around;
    for (const std::string& part : schema_path) {
      call_.context.budget.step();
      around = expected == nullptr ? nullptr : with_part(*expected, part);
      expected = around == nullptr ? nullptr : part_at(*around, part);
    }
    const auto or_none = [](const Value* value) { return value == nullptr ? Value::null() : *value; };
    const bool has_keyword = !error.keyword.empty();
    return Value::map({{"message", Value::string(as_python(error.message(), call_.context.budget))},
                       {"data_path", Value::string(join(parts_of(error.instance()), "."))},
                       {"json_path", Value::string(json_path)},
                       {"schema_path", Value::string(join(schema_path, "."))},
                       {"relative_schema", or_none(has_keyword ? around : expected)},
                       {"expected", has_keyword ? or_none(expected) : Value::null()},
                       {"validator", has_keyword ? Value::string(error.keyword) : Value::null()},
                       {"found", or_none(found)}});
  }

 private:
  // The schema that has the part: this one, or the one that it refers to. Paths of errors do not name references.
  const Value* with_part(const Value& schema, const std::string& part) const {
    const Value* at = &schema;
    for (int count = 0; at != nullptr && count < most_references; ++count) {
      if (part_at(*at, part) != nullptr) return at;
      const Value* reference = at->is_map() ? at->as_map().find("$ref") : nullptr;
      if (reference == nullptr || !reference->is_string() || !reference->as_string().starts_with('#')) return nullptr;
      at = &schema_;
      for (const std::string& step : parts_of(reference->as_string().substr(1))) {
        at = at == nullptr ? nullptr : part_at(*at, step);
      }
    }
    return nullptr;
  }

  static constexpr int most_references = 100;

  const FunctionCall& call_;
  const Value& data_;
  const Value& schema_;
};

// Python orders errors by the path to the value.
void sort_by_instance(std::vector<JsonSchemaError>& errors) {
  std::stable_sort(errors.begin(), errors.end(), [](const JsonSchemaError& a, const JsonSchemaError& b) {
    const std::vector<std::string> left = parts_of(a.instance());
    const std::vector<std::string> right = parts_of(b.instance());
    for (std::size_t at = 0; at < std::min(left.size(), right.size()); ++at) {
      if (left[at] == right[at]) continue;
      const auto one = parse_integer(left[at]);
      const auto other = parse_integer(right[at]);
      return one && other ? one.value < other.value : left[at] < right[at];
    }
    return left.size() < right.size();
  });
}

List schema_errors(const FunctionCall& call) {
  const Value data = json_argument(call, call[data_argument], "data");
  const Value& criteria = call[criteria_argument];
  const JsonSchemaOptions options = schema_options(call);
  List found;
  for (const Value& written : criteria.is_list() ? criteria.as_list() : List{criteria}) {
    const Value schema = json_argument(call, written, "criteria");
    JsonSchemas schemas(call.context.regexes);
    const Ref<const JsonSchema> compiled = schemas.compile(schema, options, call.context.budget);
    std::vector<JsonSchemaError> errors = compiled->errors(data, call.context.budget);
    sort_by_instance(errors);
    const SchemaErrors describer(call, data, schema);
    for (const JsonSchemaError& error : errors) found.push_back(describer.describe(error));
  }
  return found;
}

// ---- lines of a configuration

// A rule: {name: …, rule: a regular expression, action: fail or warn}.
List rules_of(const FunctionCall& call) {
  Value criteria = call[criteria_argument];
  if (criteria.is_string()) {
    Sources& sources = call.context.sources;
    const std::uint32_t file = sources.add_file("<criteria>", std::string(criteria.as_string()));
    criteria = load_yaml(parse_yaml(sources, file, call.context.budget), sources, call.context.budget);
  }
  const List rules = criteria.is_list() ? criteria.as_list() : List{criteria};
  for (const Value& rule : rules) {
    for (const std::string_view key : {"name", "action", "rule"}) {
      if (rule.is_map() && rule.as_map().contains(key)) continue;
      call.fail("Criteria " + call.evaluator.text(rule) + " missing \"" + std::string(key) + "\" key");
    }
    const std::string action = call.evaluator.text(*rule.as_map().find("action"));
    if (action != "warn" && action != "fail") {
      call.fail("Action in criteria " + call.evaluator.text(rule) + " is not one of \"warn\" or \"fail\"");
    }
  }
  return rules;
}

List config_errors(const FunctionCall& call) {
  const std::string data = call.text(data_argument);
  List found;
  for (const Value& rule : rules_of(call)) {
    const Map& map = rule.as_map();
    const Ref<const Regex> pattern = compile_regex(call, *map.find("rule"), false, false);
    const bool fails = call.evaluator.text(*map.find("action")) == "fail";
    for (const std::string_view line : Split(data, "\n")) {
      call.context.budget.step();
      if (!fails || !pattern->matches(std::string(line), RegexAnchor::none, call.context.budget)) continue;
      found.push_back(Value::map({{"message", *map.find("name")}, {"found", Value::string(line)}}));
    }
  }
  return found;
}

List errors_of(const FunctionCall& call) {
  read_whole(call, call[data_argument]);
  read_whole(call, call[criteria_argument]);
  const std::string engine = call.text(engine_argument);
  if (engine == "ansible.utils.jsonschema") return schema_errors(call);
  if (engine == "ansible.utils.config") return config_errors(call);
  if (std::count(engine.begin(), engine.end(), '.') != 2) {
    call.fail(
        "validate lookup plugin failed with errors: Parser name should be provided as a full name including "
        "collection");
  }
  call.fail("For engine '" + engine + "' error loading the corresponding validate plugin: it is not known here");
}

Value validate(Call& base) {
  return Value::list(errors_of(function_call(base)));
}
Value is_valid(Call& base) {
  return Value::boolean(errors_of(function_call(base)).empty());
}

constexpr Example validate_examples[] = {
    {"{{ ({'port': '80'} | ansible.utils.validate({'properties': {'port': {'type': 'integer'}}}))[0].message }}", "",
     R"("'80' is not of type 'integer'")", in_ansible}};
constexpr Example is_valid_examples[] = {
    {"{{ {'port': 80} is ansible.utils.validate(criteria={'required': ['port']}) }}", "", R"("True")", in_ansible}};
constexpr std::string_view engines =
    "`engine` is `ansible.utils.jsonschema`, with drafts 7 and 2020-12, or `ansible.utils.config` for lines of text.";

constexpr Function all[] = {
    {.kind = ansible_filter,
     .signature = "ansible.utils.validate(data: any, criteria: any, engine: string = 'ansible.utils.jsonschema', "
                  "draft: string = null, check_format: boolean = true) -> list",
     .summary = "The errors of data by a JSON schema; an empty list for valid data.",
     .details = engines,
     .examples = validate_examples,
     .call = validate},
    {.kind = ansible_test,
     .signature = "ansible.utils.validate(data: any, criteria: any, engine: string = 'ansible.utils.jsonschema', "
                  "draft: string = null, check_format: boolean = true) -> boolean",
     .summary = "Whether data is valid by a JSON schema.",
     .details = engines,
     .examples = is_valid_examples,
     .call = is_valid},
};

}  // namespace
}  // namespace schema_checks_family

std::span<const Function> schema_checks() {
  using namespace schema_checks_family;
  return all;
}

}  // namespace evalground::ansible
