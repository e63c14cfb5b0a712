// Runs the stages of one controller on changes of documents.
//
// A multiset of documents flows between the stages of a pipeline. Events at the input change it: a new object counts
// +1, a deleted one -1, a replaced one both. Each stage turns the changes at its input into changes at its output, so
// an event costs only what it changes, and fails where the controller fails.
//
// Take `- '@select': {'@gt': [$.spec.replicas, 1]}` and `- '@gather': [$.spec.app, $.status.ip]`. When a pod's replicas
// go from 1 to 2, the input changes by -1 (the old pod) and +1 (the new one). The selection drops the first change and
// passes on the second. The gathering finds the group of the pod's app: -1 for the group's old document, +1 for the new
// one.
//
//   @select, @project, @unwind  have no state: each change becomes none, one or several of the same sign
//   @join     keeps the objects of each source, and combines the changed one with all of the others
//   @gather   keeps its groups, with the documents and values of each
//
// At the end, documents with equal JSON are one document with a count. Those with a count above 0 are the objects that
// the controller writes, by namespace and name. Of two with the same name, the last one to arrive wins.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dialects/dcontroller/expression/evaluator.hpp"
#include "dialects/dcontroller/pipeline/manifest.hpp"
#include "value/map.hpp"

namespace evalground::dcontroller {

struct Change {
  Value document;
  std::int64_t count;
};
using Changes = std::vector<Change, CountingAllocator<Change>>;

// What a controller computes from its sources: a pipeline of 2025 or branches of 2026.
class Dataflow {
 public:
  virtual ~Dataflow() = default;

  // Applies what is there before the first object.
  virtual void start() {}
  // Applies a new state of an object of that source. Either may be undefined. Throws the Error of a stage that fails.
  virtual void apply(std::size_t source, const Value& before, const Value& after) = 0;
  // The objects of the documents that are now at the end, by namespace and name.
  virtual Value objects() const = 0;
};

std::unique_ptr<Dataflow> dataflow_of(Controller& controller, Evaluator& evaluator);

class Pipeline final : public Dataflow {
 public:
  Pipeline(Controller& controller, Evaluator& evaluator);
  ~Pipeline() override;

  void apply(std::size_t source, const Value& before, const Value& after) override;
  Value objects() const override;

 private:
  class Gather;

  void join(std::size_t source, const Value& before, const Value& after, Changes& changes);
  void combine(const Stage& stage, std::size_t changed, std::size_t source, Value& compound, std::int64_t count,
               Changes& changes);
  Changes run(std::size_t stage, const Changes& changes);
  bool selects(const Stage& stage, const Value& document);
  Value project(const Stage& stage, const Value& document);
  void unwind(const Stage& stage, const Change& change, Changes& changes);
  void finish(const Changes& changes);
  Subjects on(const Value& document) const { return {&document, nullptr}; }

  Controller& controller_;
  Evaluator& evaluator_;
  Context& context_;
  // A document at the end, its count, and when it last arrived.
  struct Output {
    Value document;
    std::int64_t count = 0;
    std::uint64_t turn = 0;
  };
  using Outputs = std::unordered_map<std::string, Output, std::hash<std::string>, std::equal_to<>,
                                     CountingAllocator<std::pair<const std::string, Output>>>;

  std::vector<Map> current_;                      // for each source of a join: the existing objects, by name
  std::vector<std::unique_ptr<Gather>> gathers_;  // by stage; null for other stages
  Outputs outputs_;                               // by document_key()
  std::uint64_t turns_ = 0;
};

// Counts the documents after a stage, and keeps them for callers that inspect them afterwards.
void record(Stage& stage, const Changes& changes, Context& context);

// The object with the version and kind of its target first, and without an empty namespace.
Value stamped(const Value& object, const Target& target, Budget& budget);

// "default/web" or "web": identifies an object. Throws Error "wrong-object" for invalid metadata. `what` begins the
// message: "An input object".
std::string object_name(const Value& object, std::string_view what);

}  // namespace evalground::dcontroller
