// The stages over changes of a multiset (pipeline.hpp has the idea). How one pod goes through them:
//
//   the event                 before      after       changes
//   the pod is created        undefined   pod 1       {pod 1, +1}
//   its labels change         pod 1       pod 2       {pod 1, -1} {pod 2, +1}
//   it is deleted             pod 2       undefined   {pod 2, -1}
//
// @select, @project and @unwind forget a document at once. What it gave is taken back by evaluating the same expression
// on the old document again. So the changes that an object caused add up to 0 after its deletion, @rnd aside.
//
// The order of changes is visible in the result: a group keeps the order of arrival, and of two documents with the same
// name the last one wins. No stage may therefore reorder changes.
#include "dialects/dcontroller/pipeline/pipeline.hpp"

#include <algorithm>

#include "base/indexed.hpp"
#include "base/text/text.hpp"
#include "dialects/dcontroller/values/canonical.hpp"
#include "value/compare.hpp"

namespace evalground::dcontroller {
namespace {

constexpr std::size_t shown = 60;  // characters of a value in a message
constexpr std::string_view produced = "An object that the pipeline gives";

std::string what_is(const Value& value) {
  return value.is_undefined() ? "nothing" : short_text(value, shown);
}

const Value* member(const Value* value, std::string_view key) {
  return value != nullptr && value->is_map() ? value->as_map().find(key) : nullptr;
}

// A @project's parts, merged from left to right.
// `[{a: {x: 1}}, {a: {y: 2}}]` -> `{a: {x: 1, y: 2}}`. Maps merge key by key, lists are joined, other values are
// replaced.
class Merger {
 public:
  explicit Merger(Context& context) : context_(context) {}

  void merge(Map& into, const Map& from) {
    const Depth depth = context_.budget.enter();
    for (const auto& [key, value] : from) {
      context_.budget.step();
      Value* existing = into.find_for_edit(key);
      if (existing == nullptr || existing->is_null()) {
        into.set(key, value);
      } else if (value.is_null()) {
        context_.fail(value.origin(), "wrong-document",
                      "The parts of a @project cannot be merged: the member " + quote(key.as_string()) +
                          " has a value already, and null cannot replace it.");
      } else if (existing->is_map() && value.is_map()) {
        merge(existing->edit_map(), value.as_map());
      } else if (existing->is_list() && value.is_list()) {
        List& items = existing->edit_list();
        context_.budget.step(value.as_list().size());
        items.insert(items.end(), value.as_list().begin(), value.as_list().end());
      } else {
        *existing = value;
      }
    }
  }

 private:
  Context& context_;
};

}  // namespace

// The identity of an object: `namespace/name`, or only the name without a namespace. Kubernetes names contain no slash,
// so the two forms cannot collide. The stages may make any document. What is written and what is read must have a name.
std::string object_name(const Value& object, std::string_view what) {
  const auto fail = [&](std::string_view part, std::string_view must_be, const Value* found) {
    throw Error("wrong-object",
                std::string(what) + " is not valid: its " + std::string(part) + " must be " + std::string(must_be) +
                    ", not " + (found == nullptr ? "missing" : what_is(*found)) + ".",
                found != nullptr && found->origin() != 0 ? found->origin() : object.origin());
  };
  const Value* metadata = member(&object, "metadata");
  if (metadata == nullptr || !metadata->is_map()) fail("metadata", "a map", metadata);
  const Value* name = member(metadata, "name");
  if (name == nullptr || !name->is_string() || name->text_size() == 0) fail("metadata.name", "text", name);
  const Value* space = member(metadata, "namespace");
  if (space != nullptr && !space->is_string()) fail("metadata.namespace", "text", space);
  const std::string_view prefix = space == nullptr ? std::string_view() : space->as_string();
  return prefix.empty() ? std::string(name->as_string()) : std::string(prefix) + "/" + std::string(name->as_string());
}

// The groups of a @gather.
// Documents with the same value of the stage's expression form a group. The group's output is its first document, with
// the values of the stage's path in sorted order, each as often as it occurs. Members with count 0 are kept, because a
// document that comes back takes its old place.
//   - "@gather": [$.app, $.ports]
//   {app: a, ports: 80}, {app: a, ports: 443}    ->  {app: a, ports: [80, 443]}
class Pipeline::Gather {
 public:
  Gather(const Stage& stage, Evaluator& evaluator)
      : stage_(stage), evaluator_(evaluator), context_(evaluator.context) {}

  // Replaces the output of each touched group: -1 for its old document, +1 for its new one. Several changes of one
  // call, such as the two halves of an update, replace it only once. Otherwise later stages would see intermediate
  // documents.
  void apply(const Changes& changes, Changes& result) {
    // Remove the document of each group that changes, once, before its first change …
    std::vector<Group*> touched;
    for (const Change& change : changes) {
      const Subjects subjects{&change.document, nullptr};
      const Value key = evaluator_.evaluate(*stage_.expression, subjects);
      const Value value = evaluator_.evaluate(*stage_.path, subjects);
      if (key.is_null() || value.is_null()) continue;
      Group& group = group_of(document_key(key, context_.budget));
      if (!std::exchange(group.is_touched, true)) {
        touched.push_back(&group);
        if (!group.values.empty()) result.push_back({document_of(group), -1});
      }
      change_group(group, change, value);
    }
    // … and add its new document after the last.
    for (Group* group : touched) {
      group->is_touched = false;
      if (!group->values.empty()) result.push_back({document_of(*group), 1});
    }
  }

 private:
  struct Member {
    Value document;
    std::int64_t count;
  };
  struct Group {
    std::vector<Member, CountingAllocator<Member>> members;  // in order of arrival; count 0 for removed ones
    Map places;                                              // document_key() -> index in members
    std::size_t first = 0;                                   // the first member with a count above 0
    List values;                                             // sorted
    bool is_touched = false;                                 // by the current changes
  };

  Group& group_of(const std::string& key) {
    const auto place = groups_by_key_.position(key);
    if (place) return groups_[static_cast<std::size_t>(groups_by_key_.entry(*place).value.as_integer())];
    const auto note = [&](std::size_t number) {
      groups_by_key_.set(key, Value::integer(static_cast<std::int64_t>(number)));
    };
    return append_indexed(groups_, note);
  }

  // Integers, floats and texts each have their natural order. Other values compare by their JSON text.
  bool is_before(const Value& a, const Value& b) {
    context_.budget.step();
    if (a.kind() == b.kind()) {
      if (a.kind() == Kind::integer) return a.as_integer() < b.as_integer();
      if (a.kind() == Kind::real) return a.as_real() < b.as_real();
      if (a.kind() == Kind::string) return a.as_string() < b.as_string();
    }
    return canonical_json(a, context_.budget) < canonical_json(b, context_.budget);
  }

  // Finding the member and the place of an added value is fast: by key, and by binary search. Inserting into the sorted
  // values and removing from them is linear in the size of the group.
  void change_group(Group& group, const Change& change, const Value& value) {
    // Find the document among the members, which keep their order of arrival.
    const std::string key = document_key(change.document, context_.budget);
    const auto known = group.places.position(key);
    if (!known) {
      const auto note = [&](std::size_t place) {
        group.places.set(key, Value::integer(static_cast<std::int64_t>(place)));
      };
      append_indexed(group.members, note, Member{change.document, change.count});
    } else {
      group.members[static_cast<std::size_t>(group.places.entry(*known).value.as_integer())].count += change.count;
    }
    // The first member that is still present gives the group its document.
    while (group.first < group.members.size() && group.members[group.first].count <= 0) ++group.first;
    if (group.first == group.members.size()) {  // a member may be added again
      group.first = 0;
      while (group.first < group.members.size() && group.members[group.first].count <= 0) ++group.first;
    }
    // The value among the sorted values, as often as the document's count.
    const auto less = [this](const Value& a, const Value& b) { return is_before(a, b); };
    for (std::int64_t count = change.count; count > 0; --count) {
      context_.budget.step();
      group.values.insert(std::upper_bound(group.values.begin(), group.values.end(), value, less), value);
    }
    for (std::int64_t count = change.count; count < 0; ++count) {
      const auto found = std::find_if(group.values.begin(), group.values.end(), [&](const Value& other) {
        return json_equal(value, other, NumberEquality::by_type, context_.budget);
      });
      if (found != group.values.end()) group.values.erase(found);
    }
  }

  // The first document of the group, with the list of values.
  Value document_of(const Group& group) {
    context_.budget.step(group.values.size() / 8 + 1);
    Value document = group.members[std::min(group.first, group.members.size() - 1)].document;
    const Value values = Value::list(List(group.values)).with_origin(stage_.path->computed);
    if (stage_.path->path == nullptr) {
      document.edit_map().set(stage_.path->literal, values);
    } else {
      set_by_path(*stage_.path->path, stage_.path->where, document, values, context_.budget, context_.regexes);
    }
    return document;
  }

  const Stage& stage_;
  Evaluator& evaluator_;
  Context& context_;
  Map groups_by_key_;
  std::deque<Group> groups_;
};

Pipeline::Pipeline(Controller& controller, Evaluator& evaluator)
    : controller_(controller), evaluator_(evaluator), context_(evaluator.context), current_(controller.sources.size()) {
  for (Stage& stage : controller.stages) {
    stage.documents = 0;
    gathers_.push_back(stage.kind == Stage::Kind::gather ? std::make_unique<Gather>(stage, evaluator) : nullptr);
  }
}

Pipeline::~Pipeline() = default;

// A condition must be a boolean, as everywhere in this language: null or a missing field is an error, not false.
bool Pipeline::selects(const Stage& stage, const Value& document) {
  Decisions::Condition condition(context_.decisions, stage.expression->where);
  const Value truth = evaluator_.evaluate(*stage.expression, on(document));
  if (truth.kind() == Kind::boolean) return condition.decides_item(truth.as_boolean(), document.origin());
  context_.fail(stage.expression->where, "wrong-condition",
                "The condition of " + stage.name + " must be a boolean, not " + what_is(truth) + ".");
}

// Fills the compound with the objects of the sources from `source` on, and keeps it if the condition holds.
// The product of all sources but the changed one, which is fixed in the compound before. The cost is the product of
// their sizes. The compound is filled in place: it is copied only when the condition holds.
void Pipeline::combine(const Stage& stage, std::size_t changed, std::size_t source, Value& compound, std::int64_t count,
                       Changes& changes) {
  const Depth depth = context_.budget.enter();
  if (source == controller_.sources.size()) {
    if (selects(stage, compound)) changes.push_back({compound, count});
    return;
  }
  if (source == changed) return combine(stage, changed, source + 1, compound, count, changes);
  for (const auto& entry : current_[source]) {
    context_.budget.step();
    compound.edit_map().value_at(source) = entry.value;
    combine(stage, changed, source + 1, compound, count, changes);
  }
}

// The join's condition is tested only for combinations with the changed object: first for its old state, counted -1,
// then for the new one, counted +1.
void Pipeline::join(std::size_t source, const Value& before, const Value& after, Changes& changes) {
  Map entries;
  for (const Source& each : controller_.sources) entries.set(each.kind, Value::null());
  if (entries.size() != controller_.sources.size()) {
    context_.fail(controller_.where, "wrong-manifest", "A @join needs sources of different kinds.");
  }
  Value compound = Value::map(std::move(entries));
  const Stage& stage = controller_.stages.front();
  const auto change = [&](const Value& object, std::int64_t count) {
    if (object.is_undefined()) return;
    compound.edit_map().value_at(source) = object;
    combine(stage, source, 0, compound, count, changes);
  };
  change(before, -1);
  change(after, 1);
  if (!after.is_undefined()) {
    current_[source].set(object_name(after, "An input object"), after);
  } else if (!before.is_undefined()) {
    current_[source].erase(object_name(before, "An input object"));
  }
}

// A map is the new document. A list of maps is merged into one, so that later parts can add to what earlier ones
// copied. A literal list is evaluated item by item, because as a list value its first item might replace it
// (list_of()).
Value Pipeline::project(const Stage& stage, const Value& document) {
  const Expression& expression = *stage.expression;
  Value result = expression.kind == Expression::Kind::list
                     ? Value::list(evaluator_.items_of(expression, on(document))).with_origin(expression.computed)
                     : evaluator_.evaluate(expression, on(document));
  if (result.is_map()) return result;
  const auto fail = [&](const Value& found) {
    context_.fail(expression.where, "wrong-document",
                  "The result of a @project must be a map, or a list of maps, not " + what_is(found) + ".");
  };
  if (!result.is_list() || result.as_list().empty()) fail(result);
  // The controller uses the first list for all of them.
  if (result.as_list().front().is_list() && context_.quirks()) {
    const Value first = result.as_list().front();
    result = first;
  }
  Value merged = Value::map();
  for (const Value& part : result.as_list()) {
    if (!part.is_map()) fail(part);
    Merger(context_).merge(merged.edit_map(), part.as_map());
  }
  return merged.with_origin(expression.computed);
}

// Each item of the list gives a copy of the document with the item in place of the list. The index is appended to its
// name, because objects must differ in their names: `web` becomes web-0, web-1, …
void Pipeline::unwind(const Stage& stage, const Change& change, Changes& changes) {
  const Value list = evaluator_.evaluate(*stage.path, on(change.document));
  if (list.is_null()) return;
  if (!list.is_list()) {
    context_.fail(stage.path->where, "wrong-document",
                  "The path of " + stage.name + " must lead to a list, not to " + what_is(list) + ".");
  }
  const std::string name = list.as_list().empty() ? "" : object_name(change.document, "A document that is unwound");
  const std::string_view short_name = std::string_view(name).substr(name.find('/') + 1);
  for (std::size_t index = 0; index < list.as_list().size(); ++index) {
    context_.budget.step();
    Value document = change.document;
    set_by_path(*stage.path->path, stage.path->where, document, list.as_list()[index], context_.budget,
                context_.regexes);
    Value* metadata = document.edit_map().find_for_edit(Value::string("metadata"));
    if (metadata != nullptr && metadata->is_map()) {
      Value& unwound = *metadata->edit_map().find_for_edit(Value::string("name"));
      unwound = Value::string(std::string(short_name) + "-" + std::to_string(index))
                    .with_origin(context_.sources.chain(stage.path->computed, Via::expression, unwound.origin()));
    }
    changes.push_back({std::move(document), change.count});
  }
}

// The changes at a stage's output for those at its input.
Changes Pipeline::run(std::size_t number, const Changes& changes) {
  const Stage& stage = controller_.stages[number];
  Changes result;
  if (stage.kind == Stage::Kind::gather) {
    gathers_[number]->apply(changes, result);
    return result;
  }
  for (const Change& change : changes) {
    context_.budget.step();
    if (stage.kind == Stage::Kind::select) {
      if (selects(stage, change.document)) result.push_back(change);
    } else if (stage.kind == Stage::Kind::project) {
      result.push_back({project(stage, change.document), change.count});
    } else {
      unwind(stage, change, result);
    }
  }
  return result;
}

// Counts the documents at the end of the pipeline. Equal documents that come by different ways are one output with a
// higher count, which disappears when the last of them is removed.
void Pipeline::finish(const Changes& changes) {
  for (const Change& change : changes) {
    context_.budget.step();
    if (change.count > 0) object_name(change.document, produced);
    const std::string key = document_key(change.document, context_.budget);
    Output& output = outputs_[key];
    output.document = change.document;
    // Of documents with the same name, the last one to arrive wins.
    if (output.count <= 0 && change.count > 0) output.turn = ++turns_;
    output.count += change.count;
    if (output.count == 0) outputs_.erase(key);
  }
}

// One change of one object goes through all stages before the next event is read. `before` or `after` is undefined
// where the object is new or deleted. All errors are attributed to the stage in which they happen (in_frame).
void Pipeline::apply(std::size_t source, const Value& before, const Value& after) {
  Changes changes;
  const auto in_stage = [&](std::size_t number, auto&& f) {
    Stage& stage = controller_.stages[number];
    context_.here = stage.where;
    Trace::Scope step(context_.trace, "stage", stage.where);
    in_frame(stage.where, "in the stage", stage.name, f);
    record(stage, changes, context_);
    step.done(Value::integer(*stage.documents));
  };
  // A @join turns the change of an object into changes of combinations. Without a join, the objects are the documents.
  std::size_t next = 0;
  if (!controller_.stages.empty() && controller_.stages.front().kind == Stage::Kind::join) {
    in_stage(next++, [&] { join(source, before, after, changes); });
  } else {
    if (!before.is_undefined()) changes.push_back({before, -1});
    if (!after.is_undefined()) changes.push_back({after, 1});
  }
  for (; next < controller_.stages.size(); ++next) {
    in_stage(next, [&] { changes = run(next, changes); });
  }
  finish(changes);
}

// The written objects, by three steps: documents with the same name become one, sort by namespace and name, stamp the
// target's version and kind. A document's own `apiVersion` and `kind` never reach the output.
Value Pipeline::objects() const {
  // By name, in the order in which documents last arrived, so that later ones win.
  std::vector<const Output*> in_turn;
  for (const auto& [json, output] : outputs_) {
    context_.budget.step();
    if (output.count > 0) in_turn.push_back(&output);
  }
  std::sort(in_turn.begin(), in_turn.end(), [](const Output* a, const Output* b) { return a->turn < b->turn; });
  Map by_name;
  for (const Output* output : in_turn) by_name.set(object_name(output->document, produced), output->document);
  const auto space_and_name = [](const Value& document) {
    const Value* metadata = document.as_map().find("metadata");
    const Value* space = metadata->as_map().find("namespace");
    return std::pair(space == nullptr ? std::string_view() : space->as_string(),
                     metadata->as_map().find("name")->as_string());
  };
  // By namespace and name.
  List sorted;
  for (const auto& entry : by_name) sorted.push_back(entry.value);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const Value& a, const Value& b) { return space_and_name(a) < space_and_name(b); });
  for (Value& object : sorted) object = stamped(object, controller_.targets.front(), context_.budget);
  return Value::list(std::move(sorted));
}

}  // namespace evalground::dcontroller
