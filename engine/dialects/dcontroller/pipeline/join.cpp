// The @join of 2026 (branch_stages.hpp).
//
//   inputs A, B, soft C        (A, B)        every combination of the hard inputs
//                              (A, B, C)     with each document of C that fits, or else with null
//
// A step changes one document after the other. Each is combined with what the other inputs contain at that moment, and
// is then known itself, so that every combination is made once.
#include <algorithm>

#include "dialects/dcontroller/pipeline/branch_stages.hpp"
#include "dialects/dcontroller/values/canonical.hpp"

namespace evalground::dcontroller {

JoinRun::JoinRun(const Stage& stage_, const Branch& branch, Evaluator& evaluator_)
    : StageRun(stage_, evaluator_, true), names_(branch.inputs), entries_(branch.inputs.size()) {
  for (const std::size_t input : stage.inputs.soft) soft_.push_back({input, {}});
}

JoinRun::Entry* JoinRun::find(Entries& entries, const std::string& id) {
  context.budget.step(entries.size() / 8 + 1);
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.id == id; });
  return found == entries.end() ? nullptr : &*found;
}

void JoinRun::keep(Entries& entries, Entry entry) {
  Entry* known = find(entries, entry.id);
  if (known == nullptr) {
    entries.push_back(std::move(entry));
    return;
  }
  known->count += entry.count;
  if (known->count == 0) entries.erase(entries.begin() + (known - entries.data()));
}

// The key of the index is evaluated on the document alone.
JoinRun::Compound JoinRun::compound_of(std::size_t input, const Value& document) {
  Compound compound{Value::map({{names_[input], document}})};
  for (std::size_t side = 0; side < stage.inputs.index.size(); ++side) {
    const auto& [indexed, indexed_key] = stage.inputs.index[side];
    const Expression* key = indexed_key;  // a structured binding cannot be captured
    if (indexed != input) continue;
    compound.keys[side] = "";
    if (document.is_null()) continue;
    Value own = document;
    const Subjects subjects{&own, nullptr, &own, nullptr};
    const Value value = recover([&] { return evaluator.evaluate(*key, subjects); },
                                [&](const Error& error) -> Value {
                                  if (error.diagnostic.code != "field-not-found") throw;
                                  key->has_failed = false;
                                  return {};
                                });
    if (!value.is_undefined()) compound.keys[side] = document_key(value, context.budget);
  }
  return compound;
}

JoinRun::Compound JoinRun::with(const Compound& left, const Compound& right) {
  Compound both = left;
  for (const auto& [name, document] : right.document.as_map()) both.document.edit_map().set(name, document);
  for (std::size_t side = 0; side < both.keys.size(); ++side) {
    if (right.keys[side]) both.keys[side] = right.keys[side];
  }
  return both;
}

// The index is tested where its two inputs meet.
static bool is_allowed(const std::array<std::optional<std::string>, 2>& keys) {
  return !keys[0] || !keys[1] || (!keys[0]->empty() && *keys[0] == *keys[1]);
}

bool JoinRun::fits(const Compound& compound) {
  return is_allowed(compound.keys) && selects(compound.document);
}

template <class F>
void JoinRun::for_each_change(std::size_t input, const Changes& changes, F&& f) {
  for (const Change& change : changes) {
    context.budget.step();
    Entry entry{document_key(change.document, context.budget), compound_of(input, change.document), change.count};
    f(entry);
    keep(entries_[input], std::move(entry));
  }
}

// Adds a document of each hard input from the `next` one on, in their order. The changed one is in the compound
// already, in its place.
void JoinRun::combine(std::size_t changed, std::size_t next, const Compound& compound, std::int64_t count,
                      Entries& result) {
  const Depth depth = context.budget.enter();
  const std::vector<std::size_t>& hard = stage.inputs.hard;
  if (next == hard.size()) {
    // With soft inputs every combination stays. With a single input there is only one.
    const bool is_kept = soft_.empty() && hard.size() > 1 ? fits(compound) : is_allowed(compound.keys);
    if (is_kept) result.push_back({document_key(compound.document, context.budget), compound, count});
    return;
  }
  if (next == changed) return combine(changed, next + 1, compound, count, result);
  for (const Entry& entry : entries_[hard[next]]) {
    context.budget.step();
    combine(changed, next + 1, with(compound, entry.compound), count * entry.count, result);
  }
}

JoinRun::Entries JoinRun::join_hard(const std::vector<const Changes*>& inputs) {
  Entries result;
  const std::vector<std::size_t>& hard = stage.inputs.hard;
  for (std::size_t position = 0; position < hard.size(); ++position) {
    for_each_change(hard[position], *inputs[hard[position]], [&](const Entry& entry) {
      // Null keeps the place of an input that comes before.
      Compound compound;
      Map places;
      for (const std::size_t input : hard) places.set(names_[input], Value::null());
      compound.document = Value::map(std::move(places));
      combine(position, 0, with(compound, entry.compound), entry.count, result);
    });
  }
  return result;
}

void JoinRun::change_combination(Soft& soft, const Entry& change, Entries& result) {
  Entry next = change;
  next.fitting = 0;
  for (const Entry& entry : entries_[soft.input]) {
    context.budget.step();
    Compound compound = with(change.compound, entry.compound);
    if (!fits(compound)) continue;
    next.fitting += entry.count;
    std::string id = document_key(compound.document, context.budget);
    result.push_back({std::move(id), std::move(compound), change.count * entry.count});
  }
  if (next.fitting == 0) {
    Compound compound = with(change.compound, compound_of(soft.input, Value::null()));
    std::string id = document_key(compound.document, context.budget);
    result.push_back({std::move(id), std::move(compound), change.count});
  }
  keep(soft.combinations, std::move(next));
}

// A document of the soft input comes or goes: it replaces null in the combinations that nothing else fits.
void JoinRun::change_soft(Soft& soft, const Entry& change, Entries& result) {
  for (Entry& combination : soft.combinations) {
    context.budget.step();
    Compound compound = with(combination.compound, change.compound);
    if (!fits(compound)) continue;
    const bool had_none = combination.fitting == 0;
    combination.fitting += change.count;
    const bool has_none = combination.fitting == 0;
    std::string id = document_key(compound.document, context.budget);
    result.push_back({std::move(id), std::move(compound), combination.count * change.count});
    if (had_none == has_none) continue;
    Compound padded = with(combination.compound, compound_of(soft.input, Value::null()));
    std::string padded_id = document_key(padded.document, context.budget);
    result.push_back({std::move(padded_id), std::move(padded), has_none ? combination.count : -combination.count});
  }
}

JoinRun::Entries JoinRun::join_soft(Soft& soft, const Entries& left, const Changes& right) {
  Entries result;
  for (const Entry& change : left) change_combination(soft, change, result);
  for_each_change(soft.input, right, [&](const Entry& entry) { change_soft(soft, entry, result); });
  return result;
}

void JoinRun::apply(const std::vector<const Changes*>& inputs, Changes& result) {
  Entries combinations = join_hard(inputs);
  for (Soft& soft : soft_) combinations = join_soft(soft, combinations, *inputs[soft.input]);
  for (Entry& entry : combinations) result.push_back({std::move(entry.compound.document), entry.count});
}

}  // namespace evalground::dcontroller
