// Runs the stages of one controller on changes of documents.
//
// Between the stages of a pipeline flows a multiset of documents. An event at the input is a change of it: an object
// that comes counts +1, one that goes -1, one that is replaced both. Each stage turns the changes at its input into
// changes at its output, so that an event costs what it changes, and fails where the controller fails.
//
// Take `- '@select': {'@gt': [$.spec.replicas, 1]}` and `- '@gather': [$.spec.app, $.status.ip]`. When a pod's replicas
// go from 1 to 2, the input changes by -1 (the old pod) and +1 (the new one). The selection drops the first and passes
// the second on. The gathering finds the group of the pod's app: -1 for the group's document as it was, +1 for it as it
// is.
//
//   @select, @project, @unwind  have no memory: each change becomes none, one or several of the same sign
//   @join     keeps the objects of each source, and combines the changed one with all of the others
//   @gather   keeps its groups, with the documents and values of each
//
// At the end documents with equal JSON are one, with a count; those whose count is above 0 are the objects that the
// controller writes, by namespace and name. Of two with one name the one that came last wins.
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

class Pipeline {
 public:
  Pipeline(Controller& controller, Evaluator& evaluator);
  ~Pipeline();

  // A new state of an object of that source; either may be undefined. Throws Error of the stage that fails.
  void apply(std::size_t source, const Value& before, const Value& after);
  // The objects that the documents now at the end stand for, by namespace and name.
  Value objects() const;

 private:
  class Gather;

  void join(std::size_t source, const Value& before, const Value& after, Changes& changes);
  void combine(const Stage& stage, std::size_t changed, std::size_t source, Value& compound, std::int64_t count,
               Changes& changes);
  Changes run(std::size_t stage, const Changes& changes);
  // Notes what there is behind a stage, for the caller that looks at it afterwards.
  void keep(Stage& stage, const Changes& changes);
  void keep_one(Stage& stage, const Value& document, std::int64_t count);
  bool selects(const Stage& stage, const Value& document);
  Value project(const Stage& stage, const Value& document);
  void unwind(const Stage& stage, const Change& change, Changes& changes);
  void finish(const Changes& changes);
  Subjects on(const Value& document) const { return {&document, nullptr}; }

  Controller& controller_;
  Evaluator& evaluator_;
  Context& context_;
  // A document at the end, how often it is there, and when it came last.
  struct Output {
    Value document;
    std::int64_t count = 0;
    std::uint64_t turn = 0;
  };
  using Outputs = std::unordered_map<std::string, Output, std::hash<std::string>, std::equal_to<>,
                                     CountingAllocator<std::pair<const std::string, Output>>>;

  std::vector<Map> current_;                      // of each source of a join: the objects that exist, by their names
  std::vector<std::unique_ptr<Gather>> gathers_;  // by stage; null for other stages
  Outputs outputs_;                               // by document_key()
  std::uint64_t turns_ = 0;
};

// "default/web" or "web": by this objects are told apart. Throws Error "wrong-object" for what has no valid metadata;
// `what` begins the message: "An input object".
std::string object_name(const Value& object, std::string_view what);

}  // namespace evalground::dcontroller
