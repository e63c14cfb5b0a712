// Changes that could turn a condition: of what it reads, of what it compares with, of the names that it depends on.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "change/conditions.hpp"
#include "change/proposal.hpp"

namespace evalground::changing {

class Turner {
 public:
  // All must outlive the object. `listed` is the key of the workspace that lists names: "classes"; empty for none.
  Turner(const Map& outcome, const shrinking::Subject& subject, Places& places, std::string_view listed, Budget& budget)
      : outcome_(outcome),
        subject_(subject),
        places_(places),
        listed_(listed),
        budget_(budget),
        origins_(outcome, places) {}

  // Changes of what the condition reads, then of what it compares with, nearest first.
  std::vector<Proposal> proposals(const Condition& condition);

 private:
  void scan(const Condition& condition);
  std::size_t add_word(const std::string& file, std::string_view text, std::size_t at, bool is_quoted);
  void note_names(const Condition& condition);
  void change_reads(const Condition& condition);
  void alternate();
  void change_read(const Place& place, std::size_t distance);
  void add_absent(const Place& map);
  void change_constants();
  void change_list(bool wanted);
  void define_asked();
  void flip(const Condition& condition);
  // The value, and for a number its neighbours.
  void set(const Place& place, const Value& to, Reason reason, std::size_t distance);

  const Map& outcome_;
  const shrinking::Subject& subject_;
  Places& places_;
  std::string_view listed_;
  Budget& budget_;
  const Origins origins_;
  std::vector<std::pair<Place, Value>> constants_;  // literals and bare words of the condition
  std::vector<std::string> words_;
  std::unordered_set<std::string> names_;  // of what the condition reads; they are no values
  std::vector<Value> values_;              // scalars that it reads
  std::vector<Proposal> found_;
};

}  // namespace evalground::changing
