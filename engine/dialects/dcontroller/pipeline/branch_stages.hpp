// The stages of 2026 over changes of a multiset.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dialects/dcontroller/pipeline/pipeline.hpp"

namespace evalground::dcontroller {

// How often each document is there, by document_key().
struct DocumentCount {
  Value document;
  std::int64_t count = 0;
};
using DocumentCounts = std::unordered_map<std::string, DocumentCount, std::hash<std::string>, std::equal_to<>,
                                          CountingAllocator<std::pair<const std::string, DocumentCount>>>;

// The sum of the changes of each document, without those that cancel, in the order of their first appearance.
Changes summed(const Changes& changes, Budget& budget);

// The changes of the documents whose count becomes positive or stops being so, which `counts` has afterwards.
Changes crossings(const Changes& changes, DocumentCounts& counts, Budget& budget);

// What all stages evaluate with.
class StageRun {
 public:
  StageRun(const Stage& stage_, Evaluator& evaluator_, bool reads_compounds)
      : stage(stage_), evaluator(evaluator_), context(evaluator_.context), reads_compounds_(reads_compounds) {}
  virtual ~StageRun() = default;

  virtual void apply(const Changes& changes, Changes& result) = 0;

 protected:
  // The subjects of expressions on a document, which `@setField` may change.
  Subjects on(Value& document) const { return {&document, nullptr, &document, nullptr, reads_compounds_}; }
  // Whether the stage's condition is exactly true. A missing field makes it false.
  bool selects(const Value& document);

  const Stage& stage;
  Evaluator& evaluator;
  Context& context;

 private:
  bool reads_compounds_;
};

// `reads_compounds`: the stage sees the documents of a join.
std::unique_ptr<StageRun> stage_run(const Stage& stage, Evaluator& evaluator, bool reads_compounds);

// A join keeps the documents of its inputs, and combines a changed one with all of the others.
//
// Soft inputs are joined one after the other with the combinations so far. Each combination of the hard inputs stays:
// it has null for a soft input of which no document fits.
class JoinRun final : private StageRun {
 public:
  JoinRun(const Stage& stage, const Branch& branch, Evaluator& evaluator);

  // The changes of each input of the branch, by its position.
  void apply(const std::vector<const Changes*>& inputs, Changes& result);

 private:
  // A combination, and the keys of the two inputs of the index in it: nothing for an input that is not in it yet, ""
  // for a document without a key, which matches nothing.
  struct Compound {
    Value document;
    std::array<std::optional<std::string>, 2> keys = {};
  };
  // A document of an input as the compound of it alone, or a combination of hard inputs.
  struct Entry {
    std::string id;  // the document_key() of what it contains
    Compound compound;
    std::int64_t count = 0;
    std::int64_t fitting = 0;  // of a combination: how many documents of the soft input fit
  };
  using Entries = std::vector<Entry, CountingAllocator<Entry>>;
  struct Soft {
    std::size_t input;
    Entries combinations;
  };

  void apply(const Changes&, Changes&) override {}  // a join has several inputs
  // Adds the changes of an input to what is known of it, one by one, after `f` has seen each.
  template <class F>
  void for_each_change(std::size_t input, const Changes& changes, F&& f);
  Entry* find(Entries& entries, const std::string& id);
  void keep(Entries& entries, Entry entry);
  Compound compound_of(std::size_t input, const Value& document);
  Compound with(const Compound& left, const Compound& right);
  void combine(std::size_t changed, std::size_t next, const Compound& compound, std::int64_t count, Entries& result);
  Entries join_hard(const std::vector<const Changes*>& inputs);
  Entries join_soft(Soft& soft, const Entries& left, const Changes& right);
  void change_combination(Soft& soft, const Entry& change, Entries& result);
  void change_soft(Soft& soft, const Entry& change, Entries& result);
  bool fits(const Compound& compound);

  const std::vector<std::string>& names_;  // of the inputs
  std::vector<Entries> entries_;           // by input
  std::vector<Soft> soft_;
};

}  // namespace evalground::dcontroller
