// The stages of 2026 with one input (branch_stages.hpp).
#include "dialects/dcontroller/pipeline/branch_stages.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "base/text/text.hpp"
#include "dialects/dcontroller/values/canonical.hpp"
#include "dialects/dcontroller/values/conversions.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {
namespace {

class SelectRun final : public StageRun {
 public:
  using StageRun::StageRun;

  void apply(const Changes& changes, Changes& result) override {
    for (const Change& change : changes) {
      context.budget.step();
      if (selects(change.document)) result.push_back(change);
    }
  }
};

class ProjectRun final : public StageRun {
 public:
  using StageRun::StageRun;

  void apply(const Changes& changes, Changes& result) override {
    for (const Change& change : changes) {
      context.budget.step();
      result.push_back({project(change.document), change.count});
    }
  }

 private:
  // Every expression sees the document that came in. Values that are taken over are copied before a later key changes
  // them.
  Value project(Value document) {
    const Subjects subjects = on(document);
    Value result = Value::map();
    for (const Assignment& assignment : stage.assignments) {
      const Value value = evaluator.evaluate(*assignment.value, subjects);
      if (assignment.names.empty()) {
        spread(value, assignment.where, result);
      } else {
        set(value, assignment.names, result);
      }
    }
    return std::move(result).with_origin(stage.where);
  }

  void spread(const Value& value, OriginId where, Value& result) const {
    if (!value.is_map()) {
      context.fail(where, "wrong-document",
                   "The key \"$.\" of a @project needs a map, not " + short_text(value, 60) + ".");
    }
    for (const auto& [name, member] : value.as_map()) {
      context.budget.step();
      result.edit_map().set(name, member);
    }
  }

  // Replaces what is on the way and is no map.
  void set(const Value& value, const std::vector<std::string>& names, Value& result) const {
    Value* at = &result;
    for (std::size_t index = 0; index + 1 < names.size(); ++index) {
      context.budget.step();
      Map& map = at->edit_map();
      const Value* next = map.find(names[index]);
      if (next == nullptr || !next->is_map()) map.set(names[index], Value::map());
      at = &map.value_at(*map.position(names[index]));
    }
    at->edit_map().set(names.back(), value);
  }
};

// Nothing is renamed: the copies of one document have its name.
class UnwindRun final : public StageRun {
 public:
  using StageRun::StageRun;

  void apply(const Changes& changes, Changes& result) override {
    if (stage.path == nullptr) return;
    const SubjectPath& path = *stage.path->path;
    const OriginId where = stage.path->where;
    for (const Change& change : changes) {
      context.budget.step();
      Value document = change.document;
      ++stage.path->evaluations;
      const Value list = evaluator.matches_of(path, where, on(document));
      if (list.is_undefined() || list.is_null()) continue;
      if (!list.is_list()) {
        context.fail(where, "wrong-document",
                     "The path of @unwind must lead to a list, not to " + short_text(list, 60) + ".");
      }
      for (const Value& item : list.as_list()) {
        context.budget.step();
        Value copy = change.document;
        set_in_place(path, where, copy, item, context.budget, context.regexes);
        result.push_back({std::move(copy), change.count});
      }
    }
  }
};

// One document for each key, with the values and the documents in the order of their digests.
class GroupRun final : public StageRun {
 public:
  using StageRun::StageRun;

  // The row of each group that changes is taken back, and made anew after all changes.
  void apply(const Changes& changes, Changes& result) override {
    std::vector<Group*> touched;
    for (const Change& change : changes) {
      context.budget.step();
      const Value key = with_floats(evaluate(*stage.expression, change.document), context.budget);
      Group& group = groups_[document_key(key, context.budget)];
      group.key = key;
      if (std::find(touched.begin(), touched.end(), &group) == touched.end()) touched.push_back(&group);
      DocumentCount& member = group.members[order_digest(change.document, context.budget)];
      member.document = change.document;
      member.count += change.count;
    }
    for (Group* group : touched) {
      const Value row = row_of(*group);
      if (!group->row.is_undefined()) result.push_back({group->row, -1});
      if (!row.is_undefined()) result.push_back({row, 1});
      group->row = row;
    }
  }

 private:
  struct Group {
    Value key;
    Value row;  // undefined without members
    std::map<std::string, DocumentCount, std::less<>, CountingAllocator<std::pair<const std::string, DocumentCount>>>
        members;  // by order_digest()
  };

  Value evaluate(const Expression& expression, Value document) {
    Subjects subjects = on(document);
    subjects.local = subjects.own_local = &document;
    return evaluator.evaluate(expression, subjects);
  }

  Value row_of(Group& group) {
    List values;
    List documents;
    std::unordered_set<std::string> seen_values;
    std::unordered_set<std::string> seen_documents;
    const auto add = [&](List& list, std::unordered_set<std::string>& seen, const Value& value) {
      context.budget.step();
      if (!stage.is_distinct || seen.insert(document_key(value, context.budget)).second) list.push_back(value);
    };
    for (auto member = group.members.begin(); member != group.members.end();) {
      const DocumentCount& counted = member->second;
      if (counted.count == 0) {
        member = group.members.erase(member);
        continue;
      }
      const Value value = stage.path == nullptr ? counted.document : evaluate(*stage.path, counted.document);
      const Value copy = with_floats(counted.document, context.budget);
      for (std::int64_t times = 0; times < counted.count; ++times) {
        add(values, seen_values, value);
        add(documents, seen_documents, copy);
      }
      ++member;
    }
    if (documents.empty()) return {};
    return Value::map({{"key", group.key},
                       {"values", Value::list(std::move(values))},
                       {"documents", Value::list(std::move(documents))}});
  }

  std::unordered_map<std::string, Group> groups_;  // by document_key() of the key
};

class DistinctRun final : public StageRun {
 public:
  using StageRun::StageRun;

  void apply(const Changes& changes, Changes& result) override {
    for (Change& change : crossings(changes, counts_, context.budget)) result.push_back(std::move(change));
  }

 private:
  DocumentCounts counts_;
};

// The sum of the changes of each document, with its key.
struct Sums {
  std::vector<std::string> keys;  // in the order of their first appearance
  DocumentCounts counts;
};

Sums sums_of(const Changes& changes, Budget& budget) {
  Sums sums;
  for (const Change& change : changes) {
    budget.step();
    std::string key = document_key(change.document, budget);
    const auto [known, is_new] = sums.counts.try_emplace(key, DocumentCount{change.document, 0});
    known->second.count += change.count;
    if (is_new) sums.keys.push_back(std::move(key));
  }
  return sums;
}

}  // namespace

Changes summed(const Changes& changes, Budget& budget) {
  Changes result;
  const Sums sums = sums_of(changes, budget);
  for (const std::string& key : sums.keys) {
    const DocumentCount& sum = sums.counts.at(key);
    if (sum.count != 0) result.push_back({sum.document, sum.count});
  }
  return result;
}

Changes crossings(const Changes& changes, DocumentCounts& counts, Budget& budget) {
  Changes result;
  const Sums sums = sums_of(changes, budget);
  for (const std::string& key : sums.keys) {
    const DocumentCount& sum = sums.counts.at(key);
    DocumentCount& counted = counts[key];
    const bool was_there = counted.count > 0;
    counted.document = sum.document;
    counted.count += sum.count;
    const bool is_there = counted.count > 0;
    if (counted.count == 0) counts.erase(key);
    if (was_there != is_there) result.push_back({sum.document, is_there ? 1 : -1});
  }
  return result;
}

bool StageRun::selects(const Value& document) {
  Value own = document;
  const Expression& condition = *stage.expression;
  Decisions::Condition noted(context.decisions, condition.where);
  const Value truth = recover([&] { return evaluator.evaluate(condition, on(own)); },
                              [&](const Error& error) -> Value {
                                if (error.diagnostic.code != "field-not-found") throw;
                                condition.has_failed = false;
                                return Value::boolean(false);
                              });
  const bool is_true = truth.kind() == Kind::boolean && truth.as_boolean();
  noted.decides_item(is_true, document.origin());
  if (truth.kind() == Kind::boolean) return is_true;
  context.warn(condition.where, "wrong-condition",
               "The condition of " + stage.name + " gives " + with_article(kind_name(truth.kind())) +
                   " here, which drops the document: only true keeps it.");
  return false;
}

std::unique_ptr<StageRun> stage_run(const Stage& stage, Evaluator& evaluator, bool reads_compounds) {
  switch (stage.kind) {
    case Stage::Kind::project: return std::make_unique<ProjectRun>(stage, evaluator, reads_compounds);
    case Stage::Kind::unwind: return std::make_unique<UnwindRun>(stage, evaluator, reads_compounds);
    case Stage::Kind::group: return std::make_unique<GroupRun>(stage, evaluator, reads_compounds);
    case Stage::Kind::distinct: return std::make_unique<DistinctRun>(stage, evaluator, reads_compounds);
    default: return std::make_unique<SelectRun>(stage, evaluator, reads_compounds);
  }
}

}  // namespace evalground::dcontroller
