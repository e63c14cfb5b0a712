// The conditions of a run, as its outcome tells (`decisions`), and changes that could turn one of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "change/proposals.hpp"

namespace evalground::changing {

// A stretch of a text, in UTF-16 units as outcomes have it, or the name of an input.
struct Stretch {
  std::string file = {};  // empty: an input
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::string name = {};

  bool begins_as(const Stretch& other) const { return file == other.file && name == other.name && from == other.from; }
  bool contains(const Stretch& other) const {
    return file == other.file && name == other.name && from <= other.from && other.to <= to;
  }
};

struct Condition {
  struct Read {
    std::string place;  // for Origins::read()
    std::string value;  // as JSON or as written; empty when unknown or secret
  };
  std::string text;
  Stretch where;
  Stretch subject;
  bool is_item = false;
  bool holds = false;
  bool wanted = true;  // what `holds` must be for the subject to be used
  std::vector<Read> reads = {};

  bool is_met() const { return holds == wanted; }
};

std::vector<Condition> conditions_of(const Map& outcome);

// Whether the outcome, after an edit, has the same condition about the same subject, and it is met.
bool is_met_after(const Condition& condition, const Map& outcome, const Places& places, const Edit& edit);

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
  void change_reads(const Condition& condition);
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
  std::vector<Value> values_;  // scalars that it reads
  std::vector<Proposal> found_;
};

}  // namespace evalground::changing
