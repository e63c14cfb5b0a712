// YAML text: it loads under both sets of rules or ends in an Error or LimitError, and what loads is written so that it
// reads back as the same value.
#include <string>

#include "data/yaml/load.hpp"
#include "data/yaml/write.hpp"
#include "fuzz/target.hpp"
#include "value/compare.hpp"
#include "value/python_text.hpp"

namespace evalground {
namespace {

constexpr Limits small_limits{.steps = 200'000, .memory = 32U << 20U, .output = 4U << 20U};

// Tuples come back as lists outside of keys, so text is compared; reals that are not numbers equal nothing.
std::string shown(const Value& value) {
  Budget budget;
  return python_repr(value, budget);
}

void check_reads_back(const Value& value, YamlRules rules) {
  Budget budget;
  std::string yaml;
  try {
    yaml = write_yaml(value, budget);
  } catch (const LimitError&) {
    return;  // aliases can make a short document long
  } catch (const Error&) {
    return;  // a set within a key
  }
  Sources sources;
  YamlLoadOptions options;
  options.rules = rules;
  const Value again = load_yaml(sources, sources.add_file("again.yaml", yaml), budget, options);
  if (shown(again) != shown(value)) {
    report("written:\n" + yaml + "\nvalue: " + shown(value) + "\nagain: " + shown(again));
  }
}

void load_and_check(const std::string& text, YamlRules rules) {
  Budget budget(small_limits);
  const MemoryAccount account(small_limits.memory);
  Sources sources;
  YamlLoadOptions options;
  options.rules = rules;
  options.read_tag = [](std::string_view, const Value& content, OriginId) { return content; };
  Value value;
  try {
    value = load_yaml(sources, sources.add_file("in.yaml", text), budget, options);
  } catch (const Error& error) {
    describe(error.diagnostic, sources);
    return;
  } catch (const LimitError&) {
    return;
  }
  for (const YamlRules other : {YamlRules::yaml_1_1, YamlRules::yaml_1_2}) check_reads_back(value, other);
}

}  // namespace
}  // namespace evalground

void fuzz(std::string_view text) {
  for (const auto rules : {evalground::YamlRules::yaml_1_1, evalground::YamlRules::yaml_1_2}) {
    evalground::load_and_check(std::string(text), rules);
  }
}
