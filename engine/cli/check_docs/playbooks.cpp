#include "cli/check_docs/playbooks.hpp"

#include "base/generous_budget.hpp"
#include "base/text/text.hpp"
#include "cli/options.hpp"
#include "data/yaml/load.hpp"
#include "data/yaml/parse.hpp"
#include "engine.hpp"
#include "runtime/host.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

constexpr std::string_view data_directive = "ansible-output-data";
constexpr std::string_view meta_directive = "ansible-output-meta";

Map map_of_yaml(const std::string& text) {
  Budget budget = generous_budget();
  Sources sources;
  const Value value = load_yaml(parse_yaml(sources, sources.add_file("directive", text), budget), sources, budget);
  return value.is_map() ? value.as_map() : Map();
}

Map map_at(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->is_map() ? value->as_map() : Map();
}

std::string text_at(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

// The keys of a template that a directive leaves out, or gives as null; `variables` are merged one by one.
Map with_template(const Map& data, const Map& base) {
  Map merged = base;
  for (const auto& [key, value] : data) {
    if (!value.is_null()) merged.set(key, value);
  }
  Map variables = map_at(base, "variables");
  for (const auto& [key, value] : map_at(data, "variables")) variables.set(key, value);
  merged.set("variables", Value::map(std::move(variables)));
  return merged;
}

// A template of antsibull-docs as one of Jinja2: the playbook's own templates are text.
std::string as_jinja(std::string_view playbook) {
  std::string text = "{% raw %}";
  for (std::size_t at = 0; at < playbook.size(); ++at) {
    const std::string_view rest = playbook.substr(at);
    const bool begins = rest.starts_with("@{{") || rest.starts_with("@{%") || rest.starts_with("@{#");
    const bool ends = rest.starts_with("}}@") || rest.starts_with("%}@") || rest.starts_with("#}@");
    if (begins) {
      text.append("{% endraw %}").append(rest.substr(1, 2));
    } else if (ends) {
      text.append(rest.substr(0, 2)).append("{% raw %}");
    } else {
      text += playbook[at];
      continue;
    }
    at += 2;
  }
  return text + "{% endraw %}";
}

std::string rendered(std::string_view playbook, Map variables) {
  Budget budget = generous_budget();
  const Value workspace = Value::map({{"dialect", Value::string("jinja2")},
                                      {"main", Value::string(as_jinja(playbook))},
                                      {"vars", Value::map(std::move(variables))}});
  ClosedHost host;
  const Value outcome = parse_json(evaluate(write_json(workspace, budget), "", host), budget);
  const Value* text = outcome.as_map().find("text");
  if (!outcome.as_map().find("ok")->as_boolean() || text == nullptr)
    throw UsageError("the playbook of its directive cannot be rendered");
  return std::string(text->as_string());
}

}  // namespace

bool Playbooks::add(const Block& block) {
  run_.reset();
  const bool is_data = block.language == data_directive;
  if (!is_data && block.language != meta_directive) {
    previous_[block.language].push_back(block.text);
    return false;
  }
  Map content;
  std::string problem;
  try {
    content = map_of_yaml(block.text);
  } catch (const std::exception& error) {
    problem = "the directive before its output is no YAML";
  }
  if (is_data) {
    run_ = run_of(block, with_template(content, template_));
    if (!problem.empty()) run_->problem = problem;
    if (run_->output != nullptr) outputs_.insert(run_->output);
    return true;
  }
  const Value* actions = content.find("actions");
  if (actions == nullptr || !actions->is_list()) return true;
  for (const Value& action : actions->as_list()) {
    if (action.is_map()) act(action.as_map());
  }
  return true;
}

void Playbooks::act(const Map& action) {
  const std::string name = text_at(action, "name");
  if (name == "reset-previous-blocks") previous_.clear();
  if (name == "set-template") template_ = map_at(action, "template");
}

Playbooks::Run Playbooks::run_of(const Block& directive, const Map& data) const {
  const std::string language = text_at(data, "language");
  Run run{directive, output_behind(directive, language.empty() ? "ansible-output" : language), {}};
  try {
    run.playbook.text = rendered(text_at(data, "playbook"), variables_of(data));
  } catch (const std::exception& error) {
    run.problem = error.what();
  }
  return run;
}

Map Playbooks::variables_of(const Map& data) const {
  Map variables;
  for (const auto& [name, value] : map_at(data, "variables")) {
    if (!value.is_map()) continue;
    const std::string language = text_at(value.as_map(), "previous_code_block");
    if (language.empty()) {
      variables.set(name, Value::string(text_at(value.as_map(), "value")));
      continue;
    }
    const Value* given = value.as_map().find("previous_code_block_index");
    const std::int64_t index = given != nullptr && given->kind() == Kind::integer ? given->as_integer() : -1;
    const auto found = previous_.find(language);
    const std::int64_t count = found == previous_.end() ? 0 : static_cast<std::int64_t>(found->second.size());
    if (index >= count || index < -count) throw UsageError("no block above its directive is in " + quote(language));
    const auto at = static_cast<std::size_t>(index < 0 ? count + index : index);
    variables.set(name, Value::string(trim_end(found->second[at], "\n")));
  }
  return variables;
}

const Block* Playbooks::output_behind(const Block& directive, const std::string& language) const {
  for (const Block& block : blocks_) {
    if (block.at <= directive.at) continue;
    if (block.language == data_directive) return nullptr;
    if (block.language == language) return &block;
  }
  return nullptr;
}

}  // namespace evalground::cli
