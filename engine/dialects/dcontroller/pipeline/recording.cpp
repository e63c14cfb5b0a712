// The documents after each stage, and the objects at the end (pipeline.hpp).
#include "dialects/dcontroller/pipeline/branched.hpp"
#include "dialects/dcontroller/pipeline/pipeline.hpp"
#include "dialects/dcontroller/values/canonical.hpp"

namespace evalground::dcontroller {
namespace {

// The documents after a stage, for an outcome that is observed. An entry is `[document, count]` under the document's
// key. Entries whose count has become 0 stay.
void keep_one(Stage& stage, const Value& document, std::int64_t count, Budget& budget) {
  budget.step();
  const std::string key = document_key(document, budget);
  Value* known = stage.kept.find_for_edit(Value::string(key));
  const std::int64_t before = known == nullptr ? 0 : known->as_list()[1].as_integer();
  const Value entry = Value::list({document, Value::integer(before + count)});
  if (known == nullptr) {
    stage.kept.set(key, entry);
  } else {
    *known = entry;
  }
}

// While nothing is removed, a list of documents suffices. The first removal converts it to counts by key.
void keep(Stage& stage, const Changes& changes, Budget& budget) {
  for (const Change& change : changes) {
    if (!stage.has_lost && change.count < 0) {
      // A removed document is found by its key, which costs more than everything else here.
      stage.has_lost = true;
      for (const Value& document : stage.came) keep_one(stage, document, 1, budget);
      stage.came.clear();
    }
    if (stage.has_lost) {
      keep_one(stage, change.document, change.count, budget);
    } else {
      budget.step(static_cast<std::uint64_t>(change.count));
      stage.came.insert(stage.came.end(), static_cast<std::size_t>(change.count), change.document);
    }
  }
}

}  // namespace

void record(Stage& stage, const Changes& changes, Context& context) {
  for (const Change& change : changes) *stage.documents += change.count;
  if (context.options.outline || context.provenance.recording()) keep(stage, changes, context.budget);
}

Value stamped(const Value& object, const Target& target, Budget& budget) {
  Map stamped;
  stamped.set("apiVersion", Value::string(target.api_version).with_origin(target.where));
  stamped.set("kind", Value::string(target.kind).with_origin(target.where));
  for (const auto& [key, value] : object.as_map()) {
    budget.step();
    if (!stamped.contains(key)) stamped.set(key, value);
  }
  // An object without a namespace has no member for it, rather than an empty one.
  Value* metadata = stamped.find_for_edit(Value::string("metadata"));
  const Value* space = metadata->as_map().find("namespace");
  if (space != nullptr && space->is_string() && space->text_size() == 0) metadata->edit_map().erase("namespace");
  return Value::map(std::move(stamped)).with_origin(object.origin());
}

std::unique_ptr<Dataflow> dataflow_of(Controller& controller, Evaluator& evaluator) {
  if (controller.branches.empty()) return std::make_unique<Pipeline>(controller, evaluator);
  return std::make_unique<BranchedPipeline>(controller, evaluator);
}

}  // namespace evalground::dcontroller
