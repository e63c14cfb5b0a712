#include "dialects/dcontroller/pipeline/branched.hpp"

#include <algorithm>
#include <chrono>
#include <tuple>

#include "base/text/text.hpp"
#include "dialects/dcontroller/values/canonical.hpp"
#include "dialects/dcontroller/values/clock_text.hpp"
#include "dialects/dcontroller/values/conversions.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {
namespace {

// A map's text; nothing where it has none.
std::optional<std::string_view> text_member(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return value->as_string();
}

const Value* metadata_of(const Value& document) {
  const Value* metadata = document.is_map() ? document.as_map().find("metadata") : nullptr;
  return metadata != nullptr && metadata->is_map() ? metadata : nullptr;
}

// What the controller keeps from a pipeline.
Value as_input(Value object, bool is_view) {
  const Value* metadata = metadata_of(object);
  if (metadata == nullptr) return object;
  for (const std::string_view name : {"managedFields", "generation", "uid"}) {
    const bool is_hidden = (name != "uid" || is_view) && metadata_of(object)->as_map().contains(name);
    if (is_hidden) object.edit_map().find_for_edit(Value::string("metadata"))->edit_map().erase(name);
  }
  return object;
}

// "2026-01-02T03:04:05.000Z"
Value trigger_time(const Context& context) {
  const std::chrono::microseconds now(context.clock.now());
  const auto part =
      std::chrono::duration_cast<std::chrono::milliseconds>(now - std::chrono::floor<std::chrono::seconds>(now));
  std::string text(clock_text(context).as_string());
  if (text.ends_with('Z')) text.pop_back();
  const std::string digits = std::to_string(part.count());
  return Value::string(text + "." + std::string(3 - digits.size(), '0') + digits + "Z");
}

// The document that a source of the type OneShot or Periodic gives. It is no Kubernetes object.
Value trigger_of(const Source& source, const Context& context) {
  Map trigger{{"type", Value::string(source.trigger)},
              {"kind", Value::string(source.kind)},
              {"name", Value::string(source.trigger == "OneShot" ? "one-shot-trigger" : "periodic-trigger")},
              {"triggeredAt", trigger_time(context)}};
  if (source.space) trigger.set("namespace", Value::string(*source.space));
  return Value::map(std::move(trigger)).with_origin(source.where);
}

}  // namespace

BranchedPipeline::BranchedPipeline(Controller& controller, Evaluator& evaluator)
    : controller_(controller), context_(evaluator.context), written_(controller.targets.size()) {
  for (Stage& stage : controller.stages) stage.documents = 0;
  for (const Branch& branch : controller.branches) {
    BranchRun run{&branch, {}, nullptr, {}, false};
    for (const std::size_t index : branch.stages) {
      Stage& stage = controller.stages[index];
      run.stages.push_back(&stage);
      if (stage.kind == Stage::Kind::join) {
        run.join = std::make_unique<JoinRun>(stage, branch, evaluator);
        run.gives_compounds = true;
      } else {
        run.runs.push_back(stage_run(stage, evaluator, run.gives_compounds));
        const bool makes_new = stage.kind == Stage::Kind::project || stage.kind == Stage::Kind::group;
        run.gives_compounds = run.gives_compounds && !makes_new;
      }
    }
    branches_.push_back(std::move(run));
  }
}

void BranchedPipeline::start() {
  for (std::size_t index = 0; index < controller_.sources.size(); ++index) {
    const Source& source = controller_.sources[index];
    if (source.trigger.empty()) continue;
    Changes changes;
    changes.push_back({trigger_of(source, context_), 1});
    step(index, std::move(changes));
  }
}

void BranchedPipeline::apply(std::size_t source, const Value& before, const Value& after) {
  const bool is_view = controller_.sources[source].is_view;
  Changes changes;
  if (!before.is_undefined()) changes.push_back({as_input(before, is_view), -1});
  if (!after.is_undefined()) changes.push_back({as_input(after, is_view), 1});
  step(source, summed(changes, context_.budget));
}

void BranchedPipeline::step(std::size_t source, Changes changes) {
  Streams sources;
  Streams outputs;
  sources.emplace(controller_.sources[source].kind, std::move(changes));
  for (BranchRun& branch : branches_) {
    const Changes written = run(branch, sources, outputs);
    Changes& output = outputs[branch.branch->output];
    output.insert(output.end(), written.begin(), written.end());
    const bool is_target = std::any_of(controller_.targets.begin(), controller_.targets.end(),
                                       [&](const Target& target) { return target.kind == branch.branch->output; });
    if (branch.gives_compounds && is_target && !written.empty()) {
      context_.fail(branch.stages.back()->where, "wrong-object",
                    "The documents of a @join are no objects: a @project has to follow.");
    }
  }
  for (std::size_t index = 0; index < controller_.targets.size(); ++index) {
    const Target& target = controller_.targets[index];
    const auto output = outputs.find(target.kind);
    const auto input = sources.find(target.kind);
    if (output != outputs.end()) {
      finish(target, written_[index], output->second);
    } else if (input != sources.end()) {
      finish(target, written_[index], input->second);
    }
  }
}

template <class F>
void BranchedPipeline::in_stage(Stage& stage, Changes& changes, F&& f) {
  context_.here = stage.where;
  Trace::Scope scope(context_.trace, "stage", stage.where);
  in_frame(stage.where, "in the stage", stage.name, f);
  record(stage, changes, context_);
  scope.done(Value::integer(*stage.documents));
}

// A stream that branches write hides a source of the same name.
Changes BranchedPipeline::run(BranchRun& run, const Streams& sources, const Streams& outputs) {
  const Changes none;
  std::vector<const Changes*> inputs;
  for (const std::string& name : run.branch->inputs) {
    const auto output = outputs.find(name);
    const auto source = sources.find(name);
    const Changes* input = output != outputs.end()   ? &output->second
                           : source != sources.end() ? &source->second
                                                     : &none;
    inputs.push_back(input);
  }
  Changes changes;
  std::size_t stage = 0;
  if (run.join) {
    in_stage(*run.stages[stage++], changes, [&] { run.join->apply(inputs, changes); });
  } else if (!inputs.empty()) {
    changes = *inputs.front();
  }
  for (const std::unique_ptr<StageRun>& each : run.runs) {
    in_stage(*run.stages[stage++], changes, [&] {
      Changes result;
      each->apply(changes, result);
      changes = std::move(result);
    });
  }
  return changes;
}

std::string BranchedPipeline::name_of(const Target& target, const Value& document) {
  const Value* metadata = metadata_of(document);
  const std::optional<std::string_view> name =
      metadata == nullptr ? std::nullopt : text_member(metadata->as_map(), "name");
  const bool has_space = metadata != nullptr && metadata->as_map().contains("namespace");
  const std::optional<std::string_view> space =
      has_space ? text_member(metadata->as_map(), "namespace") : std::string_view();
  if (name && !name->empty() && space) return std::string(*space) + "/" + std::string(*name);
  context_.warn(document.origin() != 0 ? document.origin() : target.where, "wrong-object",
                "The controller drops this document silently: its `metadata` needs a `name` that is text, and no "
                "`namespace` that is not.");
  return "";
}

// Of the documents that a step brings for one name, the one with the greatest digest stays.
void BranchedPipeline::finish(const Target& target, Written& written, const Changes& changes) {
  struct Candidate {
    Value document;
    std::string digest;
  };
  std::vector<std::string> names;  // in the order of their first appearance
  std::unordered_map<std::string, Candidate> candidates;
  for (const Change& change : crossings(changes, written.counts, context_.budget)) {
    context_.budget.step();
    std::string name = name_of(target, change.document);
    if (name.empty()) continue;
    const auto [known, is_new] = candidates.try_emplace(name);
    if (is_new) names.push_back(std::move(name));
    if (change.count < 0) continue;
    std::string digest = order_digest(change.document, context_.budget);
    if (known->second.document.is_undefined() || digest > known->second.digest)
      known->second = {change.document, std::move(digest)};
  }
  for (const std::string& name : names) {
    const Value& document = candidates.at(name).document;
    if (document.is_undefined()) {
      written.by_name.erase(name);
    } else {
      written.by_name.set(name, document);
    }
  }
}

Value BranchedPipeline::objects() const {
  List objects;
  for (std::size_t index = 0; index < written_.size(); ++index) {
    for (const auto& [name, document] : written_[index].by_name) {
      context_.budget.step();
      objects.push_back(stamped(with_integers(document, context_.budget), controller_.targets[index], context_.budget));
    }
  }
  const auto order = [](const Value& object) {
    const Map& metadata = metadata_of(object)->as_map();
    const Map& map = object.as_map();
    return std::tuple(text_member(metadata, "namespace").value_or(""), *text_member(metadata, "name"),
                      *text_member(map, "apiVersion"), *text_member(map, "kind"));
  };
  std::stable_sort(objects.begin(), objects.end(), [&](const Value& a, const Value& b) { return order(a) < order(b); });
  return Value::list(std::move(objects));
}

}  // namespace evalground::dcontroller
