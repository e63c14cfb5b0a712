// The tree of a policy: bundles with their promises, then variables and classes.
//
// After a run, bundles are listed in the order in which they ran, and promises have their state. Bundles that never ran
// follow as "not reached". For a check, without a run, the tree has only what was parsed.
#include "dialects/cfengine/outline.hpp"

#include <algorithm>

#include "dialects/cfengine/agent/loader.hpp"
#include "dialects/cfengine/agent/run_state.hpp"
#include "dialects/cfengine/catalogue.hpp"
#include "dialects/cfengine/policy/checks.hpp"

namespace evalground::cfengine {
namespace {

constexpr std::size_t most_characters = 80;  // of a value

class OutlineWriter {
 public:
  OutlineWriter(Context& context, const Policy& policy, Agent* agent)
      : context_(context), policy_(policy), agent_(agent) {}

  // `__main__` of an included file has no name and is left out.
  std::vector<OutlineNode> write() {
    std::vector<OutlineNode> nodes;
    if (agent_ != nullptr) {
      note_readers();
      for (const Bundle* bundle : agent_->has_run) nodes.push_back(bundle_node(*bundle));
    }
    for (const Bundle& bundle : policy_.bundles) {
      const bool is_shown = agent_ != nullptr &&
                            std::find(agent_->has_run.begin(), agent_->has_run.end(), &bundle) != agent_->has_run.end();
      if (!is_shown && !bundle.name.empty()) nodes.push_back(bundle_node(bundle));
    }
    if (agent_ == nullptr) return nodes;
    nodes.push_back(variables_node());
    nodes.push_back(classes_node());
    return nodes;
  }

 private:
  // Maps each value to its variable.
  void note_readers() {
    if (!context_.provenance.recording()) return;
    for (const VariableScope& scope : agent_->evaluator.variables.scopes()) {
      for (const Variable& variable : scope.all()) {
        if (variable.value.origin() != 0) ids_.emplace(variable.value.origin(), variable_id(scope, variable));
      }
    }
  }

  static std::string variable_id(const VariableScope& scope, const Variable& variable) {
    return "variable " + scope.shown_name() + "." + std::string(variable.name.as_string());
  }

  static std::string bundle_id(const Bundle& bundle) { return "bundle " + bundle.shown_name(); }

  // Promises are numbered within their bundle, so the ids stay the same when another bundle changes.
  OutlineNode bundle_node(const Bundle& bundle) {
    const Depth depth = context_.budget.enter();
    OutlineNode node;
    node.id = bundle_id(bundle);
    node.kind = "bundle";
    node.name = node.path = bundle.shown_name();
    node.type = bundle.type;
    node.where = bundle.where;
    const bool has_run = agent_ != nullptr &&
                         std::find(agent_->has_run.begin(), agent_->has_run.end(), &bundle) != agent_->has_run.end();
    if (agent_ != nullptr) node.status = has_run ? "kept" : "not reached";
    std::size_t number = 0;
    for (const Section& section : bundle.sections) {
      OutlineNode& group = group_of(node, section);
      for (const Promise* promise : section.promises) group.children.push_back(promise_node(*promise, ++number));
    }
    return node;
  }

  // A type may occur several times in a bundle, but is one group.
  static OutlineNode& group_of(OutlineNode& bundle, const Section& section) {
    for (OutlineNode& group : bundle.children) {
      if (group.name == section.type) return group;
    }
    OutlineNode& group = bundle.children.emplace_back();
    group.id = bundle.id + " " + std::string(section.type);
    group.kind = "group";
    group.name = section.type;
    group.where = section.where;
    return group;
  }

  // A promise that was kept once shows its pass. Any other shows why it was not.
  OutlineNode promise_node(const Promise& promise, std::size_t number) {
    context_.budget.step();
    OutlineNode node;
    node.id = "promise " + promise.bundle->shown_name() + " " + std::to_string(number);
    node.kind = "promise";
    node.name = promise.promiser.source.substr(0, most_characters);
    node.path = promise.type;
    node.type = type_of_promise(promise);
    node.where = promise.where;
    if (agent_ == nullptr) return node;
    const PromiseRecord& record = agent_->records[promise.number];
    node.status = status_word(record.status);
    node.value = record.value;
    if (const auto calls = agent_->called.find(promise.number); calls != agent_->called.end()) {
      for (const Bundle* bundle : calls->second) node.reads.push_back(bundle_id(*bundle));
    }
    const bool has_pass = record.status == PromiseStatus::kept || record.status == PromiseStatus::repaired;
    if (has_pass) {
      node.note = record.pass == 0 ? "before the passes" : "pass " + std::to_string(record.pass);
    } else {
      node.note = record.note;
    }
    return node;
  }

  static std::string type_of_promise(const Promise& promise) {
    if (const Attribute* typed = typed_attribute(promise)) return std::string(typed->name);
    if (const Rvalue* use = promise.attribute("usebundle")) return std::string(use->text.source);
    return {};
  }

  // One group for each scope, so that variables of equal names are told apart.
  OutlineNode variables_node() {
    OutlineNode node;
    node.id = "variables";
    node.kind = "group";
    node.name = "variables";
    for (const VariableScope& scope : agent_->evaluator.variables.scopes()) {
      if (scope.all().empty()) continue;
      OutlineNode& group = node.children.emplace_back();
      group.id = "scope " + scope.shown_name();
      group.kind = "scope";
      group.name = group.path = scope.shown_name();
      for (const Variable& variable : scope.all()) {
        context_.budget.step();
        OutlineNode& child = group.children.emplace_back();
        child.id = variable_id(scope, variable);
        child.kind = "variable";
        child.name = variable.name.as_string();
        child.path = scope.shown_name() + "." + child.name;
        child.type = type_name(variable.type);
        child.status = "kept";
        child.value = short_text(variable.value, most_characters);
        child.where = variable.value.origin();
        add_reads(variable.value.origin(), child);
      }
    }
    return node;
  }

  // A variable is not shown as a source of itself.
  void add_reads(OriginId origin, OutlineNode& node) const {
    for (const OriginId read : context_.provenance.reads(origin)) {
      const auto found = ids_.find(read);
      if (found != ids_.end() && found->second != node.id) node.reads.push_back(found->second);
    }
  }

  // Only global classes: local ones are gone when the run has ended.
  OutlineNode classes_node() {
    OutlineNode node;
    node.id = "classes";
    node.kind = "group";
    node.name = "classes";
    for (const auto& [name, tags] : agent_->evaluator.global_classes) {
      context_.budget.step();
      OutlineNode& child = node.children.emplace_back();
      child.id = "class " + std::string(name.as_string());
      child.kind = "class";
      child.name = child.path = name.as_string();
      child.status = "defined";
      if (!tags.as_list().empty()) child.note = tags.as_list()[0].as_string();
    }
    return node;
  }

  Context& context_;
  const Policy& policy_;
  Agent* agent_;
  std::unordered_map<OriginId, std::string> ids_;
};

}  // namespace

std::vector<OutlineNode> outline_of(Context& context) {
  if (const auto* state = dynamic_cast<const RunState*>(context.state.get())) {
    return OutlineWriter(context, state->policy, state->agent.get()).write();
  }
  // For a check: the tree of everything that was parsed.
  auto state = std::make_unique<RunState>(functions(), release_of(context.workspace.options));
  std::vector<Diagnostic> mistakes;
  load_policy(context, state->policy, mistakes);
  context.diagnostics.insert(context.diagnostics.end(), mistakes.begin(), mistakes.end());
  std::vector<OutlineNode> nodes = OutlineWriter(context, state->policy, nullptr).write();

  return nodes;
}

}  // namespace evalground::cfengine
