// Finds and reads the files of a policy, starting at the main file.
//
// The names of further files may be computed: `inputs => { "$(lib.path)/web.cf" }`. To know them, variables of the
// files read so far must have values. So reading and evaluating alternate. The loader has an agent of its own for this.
// It is thrown away, and so are its messages and its random numbers, since the real run repeats everything.
//
// Mistakes are collected in `diagnostics` and reported together, after all files.
#include "dialects/cfengine/agent/loader.hpp"

#include <algorithm>
#include <optional>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/agent/agent.hpp"
#include "dialects/cfengine/policy/arguments.hpp"
#include "dialects/cfengine/policy/checks.hpp"
#include "dialects/cfengine/policy/parser.hpp"

namespace evalground::cfengine {
namespace {

// `policy_.resolutions` records which files were resolved together, so that the real run can repeat the order.
class Loader {
 public:
  Loader(Context& context, Policy& policy, std::vector<Diagnostic>& diagnostics)
      : context_(context), policy_(policy), diagnostics_(diagnostics) {}

  // The order matters: `__main__` is renamed before an empty main is added, and the evaluation order applies to all
  // bundles, also those that were added.
  void load() {
    const std::string entry = context_.workspace.main;
    const Random random = context_.random;
    if (!entry.empty()) load_file(entry, Files::absolute(entry), 0);
    context_.random = random;  // undo the random numbers used while finding the files
    adopt_main(entry);
    add_empty_main();
    apply_order();
  }

 private:
  void report(OriginId where, std::string code, std::string message) {
    Diagnostic diagnostic;
    diagnostic.code = std::move(code);
    diagnostic.message = std::move(message);
    diagnostic.where = where;
    diagnostics_.push_back(std::move(diagnostic));
  }

  // Reads a file and then, depth first, the files that its control bodies name. Files with equal contents count as the
  // same file. Each file is resolved before the next is known: a class that `b.cf` defines does not exist yet when the
  // variables of `a.cf` get their first values.
  void load_file(const std::string& name, std::string path, OriginId where) {
    const Depth depth = context_.budget.enter();
    const std::optional<std::uint32_t> file = context_.files.source(name);
    if (!file && ignores_missing_inputs()) return;
    if (!file && is_library(name)) return note_missing_library(where);
    if (!file) {
      if (!missing_.contains(name))
        report(where, "no-file", "The policy file " + quote(Files::absolute(name)) + " does not exist.");
      return missing_.set(name, Value::null());
    }
    if (is_loaded(*file)) return;
    const std::size_t bodies = policy_.bodies.size();
    const std::size_t at = policy_.files.size();
    policy_.files.push_back({*file, std::move(path)});
    parse_policy(context_, *file, policy_, diagnostics_);
    policy_.resolutions.push_back({at, at + 1});
    const std::size_t end = policy_.bodies.size();
    for (const std::string_view type : {"common", "file"}) {
      for (std::size_t i = bodies; i < end; ++i) {
        const Body& body = policy_.bodies[i];
        if (body.name != "control" || body.type != type) continue;
        include_inputs(body);
        break;  // the first of several counts
      }
    }
  }

  bool is_loaded(std::uint32_t file) const {
    const std::string_view text = context_.sources.text(file);
    return std::any_of(policy_.files.begin(), policy_.files.end(), [&](const PolicyFile& known) {
      context_.budget.step();
      return known.file == file || context_.sources.text(known.file) == text;
    });
  }

  // Policies of real hosts include it, but are rarely shared with it.
  static bool is_library(std::string_view path) { return base_name(path) == "stdlib.cf"; }
  void note_missing_library(OriginId where) {
    if (policy_.missing_library == 0) policy_.missing_library = where;
  }

  void note_unresolved(std::string_view path, OriginId where) {
    Diagnostic diagnostic;
    diagnostic.severity = Severity::warning;
    diagnostic.code = "unresolved-input";
    diagnostic.where = where;
    diagnostic.message = "The entry " + quote(path) + " of `inputs` is left out, since it is not resolved.";
    context_.diagnostics.push_back(std::move(diagnostic));
  }

  // An entry of `inputs` is text, but the variables that it mentions may need calls.
  void note_call(const Rvalue& call) {
    check_calls(context_, policy_, call, diagnostics_);
    Diagnostic diagnostic;
    diagnostic.severity = Severity::warning;
    diagnostic.code = "unresolved-input";
    diagnostic.where = call.where;
    diagnostic.message =
        "A call in `inputs` names no file and is left out; make it the value of a variable of a common "
        "bundle and write `$(bundle.variable)` here.";
    context_.diagnostics.push_back(std::move(diagnostic));
  }

  // Looks at all control bodies read so far: the setting applies to files that are named after it.
  bool ignores_missing_inputs() const {
    for (const Body& body : policy_.bodies) {
      if (body.name != "control" || body.type != "common") continue;
      for (const BodyLine& line : body.lines) {
        if (line.attribute.name == "ignore_missing_inputs" && is_true(line.attribute.value->text.source)) return true;
      }
    }
    return false;
  }

  void include_inputs(const Body& body) {
    // The first line whose context holds counts. A later line with the same context replaces it.
    const auto is_inputs = [](const BodyLine& line) { return line.attribute.name == "inputs"; };
    const auto first = std::find_if(body.lines.begin(), body.lines.end(),
                                    [&](const BodyLine& line) { return is_inputs(line) && holds(line); });
    const Rvalue* inputs = nullptr;
    for (auto line = first; line != body.lines.end(); ++line) {
      if (is_inputs(*line) && context_of(*line) == context_of(*first)) inputs = line->attribute.value;
    }
    if (inputs == nullptr) return;
    if (inputs->kind != RvalueKind::list) return report(inputs->where, "wrong-type", "`inputs` takes a list of files.");
    const std::size_t begin = policy_.files.size();
    for (const Rvalue* item : inputs->items) {
      if (item->kind != RvalueKind::text) {
        note_call(*item);
      } else if (!mentions_reference(item->text.source)) {
        include(item->text.source, inputs->where);
      } else {
        include_computed(*item, inputs->where, begin);
      }
    }
  }

  static std::string_view context_of(const BodyLine& line) {
    return line.context == nullptr ? "any" : line.context->source;
  }

  // A context may name a class that a file read earlier defines.
  bool holds(const BodyLine& line) {
    if (context_of(line) == "any") return true;
    Agent* agent = resolved_agent();
    if (agent == nullptr) return false;
    const Silence silence(context_);
    const ControlFrame frame(agent->evaluator);
    return agent->evaluator.holds(line.context->source, line.attribute.where);
  }

  // Includes an entry computed from variables, using the files loaded so far: a file, or a list of files. First
  // resolves the files that earlier entries of its list (since `begin`) have loaded.
  void include_computed(const Rvalue& item, OriginId where, std::size_t begin) {
    if (item.text.has_references) resolve_since(begin);
    Value value;
    List files;
    {
      Agent* agent = resolved_agent();
      if (agent == nullptr) return;
      const Silence silence(context_);
      const ControlFrame frame(agent->evaluator);
      value = class_text(agent->evaluator.evaluate(item));
      if (value.is_list()) {
        files = value.as_list();
      } else if (value.is_string()) {
        agent->evaluator.append_item(value, where, files);
      }
    }
    const std::size_t inner = policy_.files.size();
    for (const Value& file : files) {
      if (!file.is_string()) continue;
      if (file.as_string().find('$') == std::string_view::npos) {
        include(file.as_string(), where);
        continue;
      }
      resolve_since(inner);
      Agent* agent = resolved_agent();
      if (agent == nullptr) return;
      std::string path;
      {
        const Silence silence(context_);
        const ControlFrame frame(agent->evaluator);
        path = agent->evaluator.expand(file.as_string());
      }
      include(path, where);
    }
  }

  // Files are numbered in the order of reading, so a range of numbers is enough.
  void resolve_since(std::size_t begin) {
    if (begin < policy_.files.size()) policy_.resolutions.push_back({begin, policy_.files.size()});
  }

  // An agent that has resolved the files loaded so far. Null if they have errors, which are reported after all files
  // are loaded.
  Agent* resolved_agent() {
    if (checked_ < policy_.files.size()) {
      checked_ = policy_.files.size();
      std::vector<Diagnostic> mistakes;
      check_policy(context_, policy_, mistakes);
      // Ignore missing bodies for now: a later file may define them.
      has_mistakes_ = std::any_of(mistakes.begin(), mistakes.end(),
                                  [](const Diagnostic& mistake) { return mistake.code != "unknown-body"; });
    }
    if (has_mistakes_) return nullptr;
    const Silence silence(context_);
    if (!agent_) agent_.emplace(context_, policy_);
    agent_->resolve_loaded();
    return &*agent_;
  }

  // Discards log messages during its lifetime, because the run repeats them.
  class Silence {
   public:
    explicit Silence(Context& context) : context_(context), said_(context.diagnostics.size()) {}
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;
    ~Silence() {
      context_.diagnostics.erase(context_.diagnostics.begin() + static_cast<std::ptrdiff_t>(said_),
                                 context_.diagnostics.end());
    }

   private:
    Context& context_;
    std::size_t said_;
  };

  // Skips an entry with an unresolved reference: "$(nope)/more.cf". A relative path starts at the folder of the main
  // file, even in a file of another folder.
  void include(std::string_view path, OriginId where) {
    const std::string folder(directory_name(context_.workspace.main));
    const std::optional<std::string> name = mentions_reference(path) ? std::nullopt : Files::resolve(path, folder);
    if (!name && is_library(path)) return note_missing_library(where);
    if (mentions_reference(path)) return note_unresolved(path, where);
    if (!name && ignores_missing_inputs()) return;
    if (!name) return report(where, "no-file", "The policy file " + quote(path) + " is not below /workspace.");
    // The path is shown as written: "/workspace/sub/../lib.cf".
    const std::string main(directory_name(Files::absolute(context_.workspace.main)));
    load_file(*name, path.starts_with('/') ? std::string(path) : main + "/" + std::string(path), where);
  }

  // The bundle `__main__` is renamed to main in the entry file, and dropped in an included file.
  void adopt_main(const std::string& entry) {
    for (Bundle& bundle : policy_.bundles) {
      if (bundle.name != "__main__") continue;
      const bool is_entry = context_.sources.path(bundle.file) == entry;
      bundle.name = is_entry ? "main" : "";
      if (!is_entry) bundle.sections.clear();
    }
  }

  // A workspace with only an expression has an empty main.
  void add_empty_main() {
    if (!context_.workspace.main.empty() || policy_.find_bundle("default", "main") != nullptr) return;
    const auto& expression = context_.workspace.expression;
    const std::string text =
        expression && expression->is_string() ? std::string(expression->as_string()) : std::string();
    policy_.bundles.push_back({"agent", "main", "default", 0, context_.expression_source(text), {}, {}});
  }

  // `evaluation_order` in `body common control` or `body agent control` applies to all bundles.
  void apply_order() {
    for (const Body& body : policy_.bodies) {
      if (body.name != "control" || (body.type != "agent" && body.type != "common")) continue;
      for (const BodyLine& line : body.lines) {
        if (line.attribute.name != "evaluation_order") continue;
        for (Bundle& bundle : policy_.bundles) bundle.is_top_down = line.attribute.value->text.source == "top_down";
      }
    }
  }

  Context& context_;
  Policy& policy_;
  std::vector<Diagnostic>& diagnostics_;
  std::optional<Agent> agent_;  // resolves variables in the names of further files
  std::size_t checked_ = 0;     // how many files are checked
  bool has_mistakes_ = false;
  Map missing_;
};

// Warns that bodies of the standard library have no effect here if the policy does not include them. The fix adds empty
// bodies at the end of the policy.
void explain_missing_library(Context& context, const Policy& policy, const std::vector<const Attribute*>& used) {
  Diagnostic diagnostic;
  diagnostic.severity = used.empty() ? Severity::hint : Severity::warning;
  diagnostic.code = "no-library";
  diagnostic.where = policy.missing_library;
  diagnostic.message = "The standard library stdlib.cf is not among the files";
  const auto file = context.files.source(context.workspace.main);
  std::string stub;
  Map known;
  for (const Attribute* attribute : used) {
    const Rvalue& value = *attribute->value;
    const std::string head = std::string(attribute->name) + " " + std::string(value.text.source);
    if (known.contains(head)) continue;
    known.set(head, Value::null());
    stub += "\nbody " + head;
    for (std::size_t at = 0; at < value.items.size(); ++at) {
      stub += (at == 0 ? "(" : ", ") + std::string("p") + std::to_string(at + 1);
    }
    stub += value.items.empty() ? "\n{\n}\n" : ")\n{\n}\n";
  }
  if (used.empty()) {
    diagnostic.message += "; nothing of it is missed here.";
  } else {
    diagnostic.message += ": " + std::to_string(known.size()) +
                          (known.size() == 1 ? " body that is used does" : " bodies that are used do") + " nothing.";
  }
  if (file && !stub.empty()) {
    const auto end = static_cast<std::uint32_t>(context.sources.text(*file).size());
    const OriginId place = context.sources.add({*file, end, end, Via::literal, 0, false});
    diagnostic.fixes.push_back({"Add a stub of the bodies that are used", {{place, stub}}});
  }
  context.diagnostics.push_back(std::move(diagnostic));
}

}  // namespace

// The checks run only on a policy without syntax errors. An incomplete policy would cause errors about missing bundles
// and bodies.
void load_policy(Context& context, Policy& policy, std::vector<Diagnostic>& diagnostics) {
  Loader(context, policy, diagnostics).load();
  if (!diagnostics.empty()) return;
  std::vector<const Attribute*> unknown_bodies;
  std::vector<Diagnostic> doubts;
  check_policy(context, policy, diagnostics, &unknown_bodies, &doubts);
  context.diagnostics.insert(context.diagnostics.end(), doubts.begin(), doubts.end());
  if (policy.missing_library != 0) explain_missing_library(context, policy, unknown_bodies);
}

}  // namespace evalground::cfengine
