// Below the dialects: values, JSON, YAML, regular expressions, JSON Schema.
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/regex/regex.hpp"
#include "data/json_schema/json_schema.hpp"
#include "data/yaml/load.hpp"
#include "data/yaml/write.hpp"
#include "operations.hpp"
#include "value/json.hpp"

namespace evalground::bench {
namespace {

std::string yaml_text(int size) {
  return "servers:\n" + repeat(size,
                               "  server-~:  # number ~\n    type: tosca.nodes.Compute\n    port: ~\n    ratio: 0.5\n"
                               "    url: \"http://example.com:~/path\"\n    tags: [web, 'blue']\n    script: |\n"
                               "      exec server --port ~\n");
}

Run build_map(int size) {
  auto keys = std::make_shared<std::vector<std::string>>();
  for (int i = 0; i < size; ++i) keys->push_back("resource-" + std::to_string(i));
  return [keys] {
    Map map;
    for (const std::string& key : *keys) map.set(key, Value::integer(1));
    for (const std::string& key : *keys) {
      if (!map.contains(key)) throw std::runtime_error("a key is missing");
    }
  };
}

Run read_json(int size) {
  Budget budget = wide_budget();
  return [text = write_json(records(size), budget)] {
    Budget reading = wide_budget();
    parse_json(text, reading);
  };
}

// What reading JSON is measured by: nlohmann's events, each thrown away.
struct NoEvents : nlohmann::json_sax<nlohmann::json> {
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override { return false; }
};

Run read_events(int size) {
  Budget budget = wide_budget();
  return [text = write_json(records(size), budget)] {
    NoEvents events;
    nlohmann::json::sax_parse(text, &events);
  };
}

// What writing JSON is measured by: nlohmann's own values to text.
Run write_theirs(int size) {
  Budget budget = wide_budget();
  return [value = nlohmann::ordered_json::parse(write_json(records(size), budget))] { value.dump(); };
}

Run write_records(int size) {
  return [value = records(size)] {
    Budget budget = wide_budget();
    write_json(value, budget);
  };
}

Run parse_yaml_text(int size) {
  return [text = yaml_text(size)] {
    Sources sources;
    Budget budget = wide_budget();
    parse_yaml(sources, sources.add_file("main.yaml", text), budget);
  };
}

Run load_yaml_text(int size) {
  return [text = yaml_text(size)] {
    Sources sources;
    Budget budget = wide_budget();
    load_yaml(sources, sources.add_file("main.yaml", text), budget);
  };
}

Run write_yaml_text(int size) {
  return [value = records(size)] {
    Budget budget = wide_budget();
    write_yaml(value, budget);
  };
}

Run match_regex(int size) {
  auto compiled = std::make_shared<CompiledRegex>(Regex::compile(RegexSyntax::python, "^host(-\\w+)*[0-9]{2,}$"));
  return [compiled, list = records(size)] {
    Budget budget = wide_budget();
    for (const Value& record : list.as_list()) {
      compiled->regex->matches(record.as_map().find("name")->as_string(), RegexAnchor::none, budget);
    }
  };
}

Run validate(int size, bool is_valid) {
  Budget budget = wide_budget();
  auto regexes = std::make_shared<RegexCache>();
  auto schemas = std::make_shared<JsonSchemas>(*regexes);
  const Value rule = parse_json(R"({"type": "array", "items": {"type": "object", "required": ["name", "port"],
    "properties": {"name": {"type": "string", "pattern": "^host[0-9]+$"}, "port": {"type": "integer", "minimum": 0},
      "on": {"type": "boolean"}, "zone": {"enum": ["z0", "z1", "z2", "z3"]},
      "tags": {"type": "array", "items": {"type": "string", "maxLength": 3}}},
    "additionalProperties": false}})",
                                budget);
  Value list = records(size);
  if (!is_valid) {
    for (Value& record : list.edit_list()) record.edit_map().set("zone", Value::string("z9"));
  }
  const auto schema = schemas->compile(rule, {}, budget);
  return [regexes, schemas, schema, list, is_valid] {
    Budget checking = wide_budget();
    const bool is_accepted = is_valid ? schema->accepts(list, checking) : schema->errors(list, checking).empty();
    if (is_accepted != is_valid) throw std::runtime_error("the schema says something else");
  };
}

}  // namespace

std::vector<Operation> layer_operations() {
  return {
      {"value/map", 10'000, true, build_map},
      {"json/read", 2'000, true, read_json},
      {"json/write", 2'000, true, write_records},
      {"json/events-of-nlohmann", 0, false, read_events},
      {"json/text-of-nlohmann", 0, false, write_theirs},
      {"yaml/parse", 300, true, parse_yaml_text},
      {"yaml/load", 300, true, load_yaml_text},
      {"yaml/write", 1'000, true, write_yaml_text},
      {"regex/match", 3'000, true, match_regex},
      {"schema/accept", 1'000, true, [](int size) { return validate(size, true); }},
      {"schema/errors", 1'000, true, [](int size) { return validate(size, false); }},
  };
}

}  // namespace evalground::bench
