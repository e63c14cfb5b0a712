// What could make a value the wanted one: places to set, nearest first. Nothing here is sure until it is tried.
//
// A proposal needs no knowledge of the functions in between. The texts of the old and the wanted value are compared
// with the texts that the value was made from:
//
//   url: {concat: ["http://", {get_input: host}, ":80"]}    host: a      "http://a:80" -> "http://b:80"
//
// Between the common beginning and end, "a" became "b": `host`, which the value was made from, is "a". So one proposal
// is `host: b`. For numbers the slope is found by trying another number. For conditions the other values that the text
// compares with are tried. Last comes the value in place of the expression.
#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "change/conditions.hpp"
#include "change/origins.hpp"
#include "change/places.hpp"
#include "change/proposal.hpp"
#include "change/wish.hpp"
#include "runtime/dialect.hpp"

namespace evalground::changing {

// The parameter whose default a proposal sets; nothing for any other place.
std::optional<Value> parameter_of(const Proposal& proposal);

class Proposer {
 public:
  // All must outlive the object.
  Proposer(const Wish& wish, const Map& outcome, const shrinking::Subject& subject, Places& places, Budget& budget);

  // Adds the dialect's own places for the value.
  void add_settings(const std::vector<SettingPlace>& settings);

  std::vector<Proposal> all();

 private:
  struct Ahead {
    std::vector<Step> steps;
    std::size_t distance;
  };

  void follow(const Ahead& ahead);
  void propose_step(const Step& step, std::size_t distance);
  void propose_value(const Place& place, std::size_t distance);
  void propose_secret(const Place& place, std::size_t distance, std::size_t level);
  void propose_probe(const Place& place, const Value& own, std::size_t distance);
  void propose_text(const Place& place, const std::string& own, bool is_number, std::size_t distance);
  void propose_fragments(const std::string& file, std::uint32_t begin, std::uint32_t end, std::size_t distance);
  void propose_literals(const std::string& file, std::uint32_t begin, std::uint32_t end, std::size_t distance);
  void propose_above(const std::vector<Step>& steps, std::size_t distance);
  void propose_secrets();
  void propose_items();
  void propose_printed(const Step& step, std::size_t distance);
  void propose_line();
  void propose_beside_siblings();
  void propose_asked();
  void propose_turned();
  std::optional<Condition> own_condition(const Step& step, const Stretch& computed) const;
  void add_turns(const Condition& condition, bool is_whole);
  void propose_constants(const Place& place, const Value& own, std::size_t distance);
  void add(Proposal proposal);

  const Wish& wish_;
  const Map& outcome_;
  const shrinking::Subject& subject_;
  Places& places_;
  Budget& budget_;
  const Origins origins_;
  std::vector<Ahead> ahead_;
  std::unordered_set<std::string> seen_;       // places that were read
  std::unordered_set<std::string> constants_;  // JSON of literals in the texts that computed the value
  std::vector<Proposal> found_;
  std::vector<Proposal> last_;  // in place of an expression, and by the dialect's own places
};

// The number that gives the wish, when `probe` in place of `own` gave `then` in place of `now`: numbers, or texts in
// which a number differs. Undefined when the value does not follow a straight line.
Value number_for(const Value& own, const Value& probe, const Value& now, const Value& then, const Value& wish);

}  // namespace evalground::changing
