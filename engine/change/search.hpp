// The search for changes that give a wanted value: each proposal is tried on a copy, and kept if the wish holds there
// and nothing new fails.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "change/proposals.hpp"
#include "runtime/host.hpp"
#include "shrink/trials.hpp"
#include "value/differences.hpp"

namespace evalground::changing {

// What else a change does: a value of the outcome before and after.
using Consequence = Difference;

// A change that was tried and gives the wish.
struct Candidate {
  Proposal proposal;
  Edit edit;
  std::vector<Consequence> others;
};

struct Bounds {
  std::uint64_t trials = 40;
  std::uint32_t time_ms = 2000;
  bool has_conditions = false;  // the search looks at the conditions of the run
};

// Those of a request. Throws Error "bad-request".
Bounds bounds_of(const Map& request);

// Whether an outcome, after an edit, shows what is wanted.
using Goal = std::function<bool(const Map& outcome, const Edit& edit)>;

class Search {
 public:
  // All must outlive the object.
  Search(const Map& workspace, const Dialect& dialect, shrinking::Evaluate evaluate, Host& host, Bounds bounds,
         Budget& budget);

  // The outcome of the workspace, with where its values came from.
  const Map& outcome() const { return outcome_; }
  // Candidates, best first: those that change the fewest other values, then the nearest.
  std::vector<Candidate> run(const Wish& wish);
  // The same for proposals without a wish for a value. Ends once it has found `most`.
  std::vector<Candidate> run(const std::vector<Proposal>& proposals, Goal goal, std::size_t most);

  Places& places() { return places_; }
  const shrinking::Subject& subject() const { return subject_; }
  shrinking::Bound bound() const { return bound_; }
  std::uint64_t trials() const { return count_; }
  // Proposals that were left.
  std::size_t untried() const { return untried_; }
  double milliseconds() const;
  // What a person must know to trust the consequences: sentences.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  bool is_over();
  Map evaluated(const Map& workspace, bool has_origins);
  std::optional<Map> trial(const Edit& edit);
  void probe(const Proposal& proposal);
  // Tries a default, and also the inputs that replace it.
  void attempt_both(const Proposal& proposal);
  void attempt(const Proposal& proposal);
  bool has_new_problem(const Map& outcome) const;
  std::vector<Candidate> sorted();
  std::vector<Consequence> consequences(const Map& outcome);
  void add_consequences(const Value& before, const Value& after, std::string_view part,
                        std::vector<Consequence>& found);
  bool is_told_elsewhere(std::string_view part) const;
  // Adds what changes beside the result, in other hosts.
  void note_elsewhere(const Map& outcome);
  void add_elsewhere(const Map& workspace, std::vector<Consequence>& found);

  const Dialect& dialect_;
  shrinking::Evaluate evaluate_;
  Host& host_;
  const Bounds bounds_;
  Budget& budget_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::uint64_t count_ = 0;
  std::size_t untried_ = 0;
  shrinking::Bound bound_ = shrinking::Bound::none;
  const Wish* wish_ = nullptr;  // null while the workspace itself is evaluated, and without a wish for a value
  Goal goal_;
  const Map workspace_;
  const shrinking::Subject subject_;
  Places places_;
  Map outcome_;
  Elsewhere elsewhere_;
  std::optional<Map> outcome_elsewhere_;   // of the workspace as it was given, once it is needed
  List own_path_;                          // what changes there is the wish, and no consequence
  std::unordered_set<std::string> tried_;  // edits
  std::vector<Candidate> found_;
  std::vector<std::string> notes_;
};

}  // namespace evalground::changing
