// Runs the branches of a controller of 2026 on changes of documents (pipeline.hpp has the idea).
//
// A step takes the changes of one source through all branches, in their order: each reads the changes of its streams
// and adds its own to the stream that it writes. Equal documents of two branches count twice.
//
//   @select, @project, @unwind   have no state, as in 2025
//   @join, @groupBy, @distinct   keep what they have seen (branch_stages.hpp)
//
// At the end, a step's documents become objects by their names: of several with one name the one with the greatest
// digest stays. What has no valid name is dropped.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "dialects/dcontroller/pipeline/branch_stages.hpp"
#include "dialects/dcontroller/pipeline/pipeline.hpp"

namespace evalground::dcontroller {

class BranchedPipeline final : public Dataflow {
 public:
  BranchedPipeline(Controller& controller, Evaluator& evaluator);

  // The documents of sources of the types OneShot and Periodic.
  void start() override;
  void apply(std::size_t source, const Value& before, const Value& after) override;
  Value objects() const override;

 private:
  using Streams = std::unordered_map<std::string, Changes>;

  // One branch: its join, if it has one, and its other stages.
  struct BranchRun {
    const Branch* branch;
    std::vector<Stage*> stages;
    std::unique_ptr<JoinRun> join;
    std::vector<std::unique_ptr<StageRun>> runs;  // of the stages after the join
    bool gives_compounds;                         // its documents are those of the join
  };
  // The objects of one target.
  struct Written {
    DocumentCounts counts;
    Map by_name;
  };

  void step(std::size_t source, Changes changes);
  Changes run(BranchRun& run, const Streams& sources, const Streams& outputs);
  template <class F>
  void in_stage(Stage& stage, Changes& changes, F&& f);
  void finish(const Target& target, Written& written, const Changes& changes);
  // The name of a document that is an object; "" for a document that is dropped.
  std::string name_of(const Target& target, const Value& document);

  Controller& controller_;
  Context& context_;
  std::vector<BranchRun> branches_;
  std::vector<Written> written_;  // by target
};

}  // namespace evalground::dcontroller
