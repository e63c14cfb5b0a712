// Ansible's documentation shows the output of `debug`:
//
//   - debug:                               .. code-block:: ansible-output
//       msg: "{{ [1, 2] | sum }}"              ok: [localhost] => {
//                                                  "msg": "3"
//                                              }
//
// Only `debug` can be run here, and `set_fact` before it, because other modules act on a host.

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/check_docs/example.hpp"
#include "data/yaml/load.hpp"
#include "data/yaml/parse.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

struct Task {
  std::string key;  // the key of the result in the output: "msg", or the expression of `var`
  std::string main;
  Map vars;
};

// The part of the output with the JSON of one task: its begin and end in the text of the block.
using Answer = std::pair<std::size_t, std::size_t>;

void add_vars(Map& vars, const Map& holder) {
  const Value* own = holder.find("vars");
  if (own == nullptr || !own->is_map()) return;
  for (const auto& [name, value] : own->as_map()) vars.set(name, value);
}

// True for keys other than text, which a workspace in JSON cannot have.
bool has_other_keys(const Value& value, Budget& budget) {
  const auto level = budget.enter();
  budget.step();
  if (value.is_list()) {
    const List& list = value.as_list();
    return std::any_of(list.begin(), list.end(), [&](const Value& item) { return has_other_keys(item, budget); });
  }
  if (!value.is_map()) return false;
  const Map& map = value.as_map();
  return std::any_of(map.begin(), map.end(), [&](const Map::Entry& entry) {
    return !entry.key.is_string() || has_other_keys(entry.value, budget);
  });
}

const Value* module_of(const Map& task, const std::string& name) {
  const Value* found = task.find(name);
  return found != nullptr ? found : task.find("ansible.builtin." + name);
}

// Facts are variables of the tasks behind. Returns false for other tasks.
bool add_facts(const Map& task, Map& vars) {
  const Value* facts = module_of(task, "set_fact");
  if (facts == nullptr || !facts->is_map()) return false;
  for (const auto& [name, value] : facts->as_map()) vars.set(name, value);
  return true;
}

// Adds a task, unless a part of it needs a run of the playbook.
bool add_task(const Map& task, const Map& outer, std::vector<Task>& tasks) {
  for (const std::string_view word : {"loop", "register", "until", "with_items", "with_dict"}) {
    if (task.contains(word)) return false;
  }
  const Value* debug = module_of(task, "debug");
  if (debug == nullptr || !debug->is_map()) return false;
  Task result;
  result.vars = outer;
  add_vars(result.vars, task);
  const Value* message = debug->as_map().find("msg");
  const Value* variable = debug->as_map().find("var");
  if (message != nullptr && message->is_string()) {
    result.key = "msg";
    result.main = message->as_string();
  } else if (variable != nullptr && variable->is_string()) {
    result.key = variable->as_string();
    result.main = "{{ " + std::string(variable->as_string()) + " }}";
  } else {
    return false;
  }
  tasks.push_back(std::move(result));
  return true;
}

// Adds the tasks of a list of tasks, a play, or a list of plays. Returns false if the value contains anything else.
// One task that cannot be run makes the whole block unusable: outputs are matched with tasks by their order.
bool add_tasks(const Value& value, const Map& outer, std::vector<Task>& tasks) {
  const List plays = value.is_list() ? value.as_list() : List{value};
  for (const Value& item : plays) {
    if (!item.is_map()) return false;
    Map vars = outer;
    add_vars(vars, item.as_map());
    const Value* inner = item.as_map().find("tasks");
    if (inner == nullptr) {
      if (!add_task(item.as_map(), outer, tasks)) return false;
      continue;
    }
    if (!inner->is_list()) return false;
    for (const Value& task : inner->as_list()) {
      if (task.is_map() && add_facts(task.as_map(), vars)) continue;
      if (!task.is_map() || !add_task(task.as_map(), vars, tasks)) return false;
    }
  }
  return !tasks.empty();
}

// Output in YAML has the result of one task, without what the agent says of it.
bool is_one_in_yaml(const Block& output) {
  return output.language == "yaml" && output.text.find("=> {") == std::string::npos;
}

// "ok: [localhost] => {", up to the brace at the beginning of a line
std::vector<Answer> answers_of(std::string_view text) {
  std::vector<Answer> answers;
  for (std::size_t at = text.find("=> {"); at != std::string_view::npos; at = text.find("=> {", at)) {
    const std::size_t begin = at + 3;
    const std::size_t end = text.find("\n}", begin);
    if (end == std::string_view::npos) break;
    answers.emplace_back(begin, end + 2);
    at = end;
  }
  return answers;
}

}  // namespace

// The places in the file of parts of a block's text; the first line of each begins within a line.
std::vector<Place> places_within(std::string_view file, const Block& block,
                                 const std::vector<std::pair<std::size_t, std::size_t>>& parts) {
  std::vector<Place> places;
  std::size_t in_text = 0;
  std::size_t in_file = block.content.begin;
  const auto skip_prefix = [&] {
    const std::size_t blanks = std::min(file.find_first_not_of(" \t", in_file), file.size());
    if (file.substr(in_file).starts_with(block.content.prefix)) {
      in_file += block.content.prefix.size();
    } else if (file.substr(blanks).starts_with('\n') || file.substr(blanks).starts_with("\r\n")) {
      in_file = blanks;  // a blank line that is shorter
    }
  };
  skip_prefix();
  for (const auto& [begin, end] : parts) {
    Place place = block.content;
    place.fence = {};  // no line of JSON ends a fence
    for (; in_text < end && in_file < block.content.end; ++in_text) {
      if (in_text == begin) place.begin = in_file;
      if (file[in_file] == '\r') ++in_file;
      const bool is_line_break = file[in_file] == '\n';
      ++in_file;
      if (is_line_break) skip_prefix();
    }
    place.end = in_file;
    places.push_back(std::move(place));
  }
  return places;
}

std::vector<Example> ansible_examples(std::string_view file, const Block& source, const Block& output) {
  Example example;
  example.at = source.at;
  example.shown = Shown{output.content, output.text, output.language, ""};
  std::vector<Task> tasks;
  const std::vector<Answer> answers = answers_of(output.text);
  bool is_debug = false;
  try {
    Budget budget;
    Sources sources;
    const std::uint32_t name = sources.add_file("tasks.yml", source.text);
    is_debug = add_tasks(load_yaml(parse_yaml(sources, name, budget), sources, budget), {}, tasks);
  } catch (const std::exception&) {  // not YAML, so there are no tasks
    is_debug = false;
  }
  const bool is_yaml = tasks.size() == 1 && is_one_in_yaml(output);
  if (!is_debug || (!is_yaml && tasks.size() != answers.size())) {
    example.skipped = "it needs a host: only tasks of debug without a loop are run";
    return {example};
  }
  const std::vector<Place> places = is_yaml ? std::vector{output.content} : places_within(file, output, answers);
  std::vector<Example> examples;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    Task& task = tasks[i];
    example.workspace = {{"dialect", Value::string("jinja2")},
                         {"options", Value::map({{"flavor", Value::string("ansible")}})},
                         {"main", Value::string(task.main)},
                         {"vars", Value::map(std::move(task.vars))}};
    example.is_own = false;
    const std::string text =
        is_yaml ? output.text : output.text.substr(answers[i].first, answers[i].second - answers[i].first);
    Budget budget;
    example.skipped = has_other_keys(*example.workspace.find("vars"), budget)
                          ? "its variables have keys that are no text, which a workspace cannot have"
                          : "";
    example.shown = Shown{places[i], text, is_yaml ? "yaml" : "json", task.key};
    examples.push_back(example);
  }
  return examples;
}

}  // namespace evalground::cli
