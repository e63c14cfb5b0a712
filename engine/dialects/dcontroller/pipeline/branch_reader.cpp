#include "dialects/dcontroller/pipeline/branch_reader.hpp"

#include <algorithm>
#include <iterator>

#include "base/text/text.hpp"
#include "dialects/dcontroller/expression/versions.hpp"
#include "dialects/dcontroller/pipeline/map_reader.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {
namespace {

struct StageName2026 {
  std::string_view name;
  Stage::Kind kind;
};

constexpr StageName2026 stage_names_2026[] = {{"@join", Stage::Kind::join},       {"@select", Stage::Kind::select},
                                              {"@project", Stage::Kind::project}, {"@unwind", Stage::Kind::unwind},
                                              {"@groupBy", Stage::Kind::group},   {"@distinct", Stage::Kind::distinct}};

constexpr std::string_view inputs_directive = "@inputs";
constexpr std::string_view output_directive = "@output";

// A stage as written: `"@distinct"` has null as its argument.
struct WrittenStage {
  std::string_view name;
  OriginId name_where;
  Value argument;
};

template <class Items, class Item>
bool has(const Items& items, const Item& item) {
  return std::find(items.begin(), items.end(), item) != items.end();
}

class BranchReader : private MapReader {
 public:
  BranchReader(Controller& controller, ExpressionTree& tree, bool is_bare)
      : MapReader(tree.context), controller_(controller), tree_(tree), context_(tree.context), is_bare_(is_bare) {}

  void read(const Value& pipeline) {
    for (const Source& source : controller_.sources) {
      if (!has(sources_, source.kind)) sources_.push_back(source.kind);
    }
    const bool has_branches = pipeline.is_list() && std::any_of(pipeline.as_list().begin(), pipeline.as_list().end(),
                                                                [](const Value& item) { return item.is_list(); });
    if (has_branches) {
      for (const Value& branch : pipeline.as_list()) read_branch(branch, true);
    } else {
      read_branch(pipeline, false);
    }
    check_streams();
    put_in_order();
  }

 private:
  WrittenStage written_stage(const Value& written) const {
    context_.budget.step();
    if (written.is_string() && written.as_string().starts_with('@'))
      return {written.as_string(), written.origin(), Value::null().with_origin(written.origin())};
    if (!written.is_map() || written.as_map().size() != 1) {
      fail("A stage must be a map with one key, such as {\"@select\": …}, or a name such as \"@distinct\", not " +
               short_text(written, 60) + ".",
           written.origin());
    }
    const auto& [key, argument] = written.as_map().entry(0);
    return {key.as_string(), key.origin(), argument};
  }

  std::vector<WrittenStage> written_stages(const Value& branch) const {
    std::vector<WrittenStage> stages;
    if (branch.is_list()) {
      for (const Value& stage : branch.as_list()) stages.push_back(written_stage(stage));
    } else if (branch.is_map() || branch.is_string()) {
      stages.push_back(written_stage(branch));
    } else {
      fail("A pipeline must be a list of stages, one stage or a list of branches, not " + short_text(branch, 60) + ".",
           branch.origin());
    }
    return stages;
  }

  // The directives may stand anywhere in the branch, and a @join needs its inputs.
  void read_branch(const Value& written, bool is_one_of_many) {
    Branch branch{{}, "", {}, written.origin()};
    const std::vector<WrittenStage> stages = written_stages(written);
    const WrittenStage* inputs = directive(stages, inputs_directive);
    const WrittenStage* output = directive(stages, output_directive);
    if (is_one_of_many && (inputs == nullptr || output == nullptr)) {
      fail("A branch needs " + std::string(inputs == nullptr ? "`@inputs`" : "`@output`") + ".", written.origin());
    }
    branch.inputs = inputs == nullptr ? sources_ : names(inputs->argument, "`@inputs`");
    if (branch.inputs.empty() && !is_bare_) fail("A branch needs at least one input.", written.origin());
    branch.output = output == nullptr ? controller_.targets.front().kind : output_name(*output);
    for (const WrittenStage& stage : stages) {
      if (stage.name == inputs_directive || stage.name == output_directive) continue;
      branch.stages.push_back(controller_.stages.size());
      controller_.stages.push_back(read_stage(stage, branch));
      if (branch.stages.size() > 1 && controller_.stages.back().kind == Stage::Kind::join)
        fail("A @join must be the first stage of its branch.", stage.name_where);
    }
    const bool joins = !branch.stages.empty() && controller_.stages[branch.stages.front()].kind == Stage::Kind::join;
    if (branch.inputs.size() > 1 && !joins)
      fail("A branch with several inputs must begin with a @join.", written.origin());
    if (branch.inputs.size() == 1 && joins)
      fail("A @join needs several inputs. With one, write `$.x` for `$." + branch.inputs.front() + ".x`.",
           written.origin());
    controller_.branches.push_back(std::move(branch));
  }

  const WrittenStage* directive(const std::vector<WrittenStage>& stages, std::string_view name) const {
    const WrittenStage* found = nullptr;
    for (const WrittenStage& stage : stages) {
      if (stage.name != name) continue;
      if (found != nullptr) fail("A branch can have one `" + std::string(name) + "` only.", stage.name_where);
      found = &stage;
    }
    return found;
  }

  std::vector<std::string> names(const Value& written, std::string_view what) const {
    std::vector<std::string> names;
    const bool are_texts = written.is_list() && std::all_of(written.as_list().begin(), written.as_list().end(),
                                                            [](const Value& name) { return name.is_string(); });
    if (!are_texts) {
      fail(std::string(what) + " needs a list of names, not " + short_text(written, 60) + ".", written.origin());
    }
    for (const Value& name : written.as_list()) names.emplace_back(name.as_string());
    return names;
  }

  std::string output_name(const WrittenStage& stage) const {
    if (!stage.argument.is_string() || stage.argument.text_size() == 0)
      fail("`@output` needs a name, not " + short_text(stage.argument, 60) + ".", stage.name_where);
    return std::string(stage.argument.as_string());
  }

  Stage read_stage(const WrittenStage& written, const Branch& branch) {
    const StageName2026* known = std::find_if(std::begin(stage_names_2026), std::end(stage_names_2026),
                                              [&](const StageName2026& each) { return each.name == written.name; });
    if (known == std::end(stage_names_2026)) {
      const std::string hint = hint_of_other_version(written.name, tree_.version);
      context_.fail_name(written.name_where, "unknown-stage", "Unknown stage " + quote(written.name) + "." + hint,
                         written.name,
                         hint.empty() ? tree_.catalogue.nearest(tree_.version.stage_kind, written.name) : "");
    }
    Stage stage{known->kind, std::string(written.name), written.name_where, nullptr, nullptr};
    switch (stage.kind) {
      case Stage::Kind::join: read_join(written, branch, stage); break;
      case Stage::Kind::project: read_project(written.argument, stage); break;
      case Stage::Kind::unwind: read_unwind(written, stage); break;
      case Stage::Kind::group: read_group(written, stage); break;
      case Stage::Kind::distinct: require_no_argument(written); break;
      default: stage.expression = &tree_.read(written.argument);
    }
    return stage;
  }

  [[noreturn]] void fail_argument(const WrittenStage& stage, const std::string& needs) const {
    fail("The stage " + quote(stage.name) + " needs " + needs + ", not " + short_text(stage.argument, 60) + ".",
         stage.argument.origin() != 0 ? stage.argument.origin() : stage.name_where);
  }

  void require_no_argument(const WrittenStage& stage) const {
    const bool is_empty = stage.argument.is_null() || (stage.argument.is_map() && stage.argument.as_map().empty());
    if (!is_empty) fail_argument(stage, "no argument");
  }

  // ---- @join

  void read_join(const WrittenStage& written, const Branch& branch, Stage& stage) {
    const Value& argument = written.argument;
    const Value* options = nullptr;
    if (!argument.is_list()) {
      stage.expression = &tree_.read(argument);
    } else {
      const List& parts = argument.as_list();
      if (parts.empty() || parts.size() > 2) fail_argument(written, "a condition, or a list of one and its options");
      stage.expression = &tree_.read(parts[0]);
      if (parts.size() == 2) options = &required_map(parts[1], "The options of a @join");
    }
    const auto option = [&](std::string_view name) {
      const Value* value = options == nullptr ? nullptr : options->as_map().find(name);
      return value == nullptr || value->is_null() ? nullptr : value;
    };
    const Value* joined = option("inputs");
    const std::vector<std::string> all = joined == nullptr ? branch.inputs : names(*joined, "`inputs`");
    const Value* soft = option("soft");
    const std::vector<std::string> may_miss = soft == nullptr ? std::vector<std::string>() : names(*soft, "`soft`");
    stage.inputs.soft = positions(may_miss, all, branch, soft);
    for (const std::size_t position : positions(all, branch.inputs, branch, joined)) {
      if (!has(may_miss, branch.inputs[position])) stage.inputs.hard.push_back(position);
    }
    // Without input objects there may be no inputs.
    if (stage.inputs.hard.empty() && !branch.inputs.empty())
      fail("A @join needs at least one input that is not soft.", written.name_where);
    if (const Value* index = option("index")) read_index(*index, all, branch, stage);
  }

  // The positions of names among the inputs of the branch. Each must be among `known`, and occur once.
  std::vector<std::size_t> positions(const std::vector<std::string>& wanted, const std::vector<std::string>& known,
                                     const Branch& branch, const Value* where) const {
    std::vector<std::size_t> positions;
    for (const std::string& name : wanted) {
      const std::size_t position = position_of(name, known, branch, where);
      if (has(positions, position))
        fail("The @join names " + quote(name) + " twice.", where == nullptr ? branch.where : where->origin());
      positions.push_back(position);
    }
    return positions;
  }

  std::size_t position_of(const std::string& name, const std::vector<std::string>& known, const Branch& branch,
                          const Value* where) const {
    const auto found = std::find(branch.inputs.begin(), branch.inputs.end(), name);
    if (found == branch.inputs.end() || !has(known, name)) {
      fail("The @join has no input " + quote(name) + ".", where == nullptr ? branch.where : where->origin());
    }
    return static_cast<std::size_t>(found - branch.inputs.begin());
  }

  void read_index(const Value& written, const std::vector<std::string>& known, const Branch& branch, Stage& stage) {
    const Map& keys = required_map(written, "The `index` of a @join").as_map();
    if (keys.size() != 2) fail("The `index` of a @join needs a key of exactly two inputs.", written.origin());
    for (const auto& [name, key] : keys) {
      const std::size_t position = position_of(std::string(name.as_string()), known, branch, &written);
      stage.inputs.index.emplace_back(position, &tree_.read(key));
    }
  }

  // ---- the other stages

  void read_project(const Value& written, Stage& stage) {
    if (written.is_list()) {
      for (const Value& part : written.as_list()) add_assignments(part, stage);
    } else {
      add_assignments(written, stage);
    }
  }

  // The keys take effect in the order of their bytes. A single key that begins with `@` must be a valid operator, but
  // is the name of a member.
  void add_assignments(const Value& written, Stage& stage) {
    if (!written.is_map()) {
      fail("A @project needs a map or a list of maps, not " + short_text(written, 60) + ".",
           written.origin() != 0 ? written.origin() : stage.where);
    }
    const Map& map = written.as_map();
    if (map.size() == 1 && map.entry(0).key.as_string().starts_with('@')) tree_.read(written);
    std::vector<const Map::Entry*> sorted;
    for (const Map::Entry& entry : map) sorted.push_back(&entry);
    std::sort(sorted.begin(), sorted.end(),
              [](const Map::Entry* a, const Map::Entry* b) { return a->key.as_string() < b->key.as_string(); });
    for (const Map::Entry* entry : sorted) {
      const std::string_view key = entry->key.as_string();
      Assignment assignment{{}, &tree_.read(entry->value), entry->key.origin()};
      if (key != "$.") {
        for (const std::string_view name : Split(key.starts_with("$.") ? key.substr(2) : key, "."))
          assignment.names.emplace_back(name);
      }
      stage.assignments.push_back(std::move(assignment));
    }
  }

  // A path that cannot be read finds nothing, as in the controller.
  void read_unwind(const WrittenStage& written, Stage& stage) {
    if (!written.argument.is_string() || !written.argument.as_string().starts_with("$."))
      fail_argument(written, "a path that begins with `$.`");
    stage.path = recover([&] { return &tree_.read(written.argument); },
                         [&](const Error& error) -> const Expression* {
                           context_.warn(written.argument.origin(), "json-path-syntax",
                                         "The stage finds nothing: " + error.diagnostic.message);
                           return nullptr;
                         });
  }

  void read_group(const WrittenStage& written, Stage& stage) {
    const Value& argument = written.argument;
    const std::size_t count = argument.is_list() ? argument.as_list().size() : 0;
    if (count < 2 || count > 3) fail_argument(written, "a list of a key, a value and perhaps options");
    const List& parts = argument.as_list();
    if (parts[0].is_null()) fail_argument(written, "a key that is not null");
    stage.expression = &tree_.read(parts[0]);
    if (!parts[1].is_null()) stage.path = &tree_.read(parts[1]);
    if (count < 3 || parts[2].is_null()) return;
    const Value* distinct = required_map(parts[2], "The options of a @groupBy").as_map().find("distinct");
    if (distinct == nullptr || distinct->is_null()) return;
    if (distinct->kind() != Kind::boolean) fail("The option `distinct` needs a boolean.", distinct->origin());
    stage.is_distinct = distinct->as_boolean();
  }

  // ---- streams

  bool is_written(std::string_view stream) const {
    return std::any_of(controller_.branches.begin(), controller_.branches.end(),
                       [&](const Branch& branch) { return branch.output == stream; });
  }

  void check_streams() const {
    for (const Branch& branch : controller_.branches) {
      for (const std::string& input : branch.inputs) {
        context_.budget.step(controller_.branches.size());
        if (!has(sources_, input) && !is_written(input))
          fail("The input " + quote(input) + " is neither a source nor written by a branch.", branch.where);
      }
    }
    for (const Target& target : controller_.targets) {
      context_.budget.step(controller_.branches.size());
      if (!has(sources_, target.kind) && !is_written(target.kind))
        fail("No branch writes the target " + quote(target.kind) + ".", target.where);
    }
  }

  // Takes the first branch that waits for no other, until none is left.
  void put_in_order() {
    std::vector<Branch> rest = std::move(controller_.branches);
    controller_.branches.clear();
    const auto waits = [&](const Branch& branch) {
      return std::any_of(rest.begin(), rest.end(), [&](const Branch& other) {
        context_.budget.step();
        return has(branch.inputs, other.output) && !has(sources_, other.output);
      });
    };
    while (!rest.empty()) {
      const auto next = std::find_if_not(rest.begin(), rest.end(), waits);
      if (next == rest.end()) fail("The branches read each other's outputs in a circle.", rest.front().where);
      controller_.branches.push_back(std::move(*next));
      rest.erase(next);
    }
  }

  Controller& controller_;
  ExpressionTree& tree_;
  Context& context_;
  bool is_bare_;
  std::vector<std::string> sources_;  // their kinds
};

}  // namespace

void read_branches(const Value& pipeline, Controller& controller, ExpressionTree& tree, bool is_bare) {
  BranchReader(controller, tree, is_bare).read(pipeline);
}

}  // namespace evalground::dcontroller
