// The conditions of a run, as its outcome tells (`decisions`).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "change/origins.hpp"
#include "change/places.hpp"

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
    std::string place;         // for Origins::read()
    std::string value;         // as JSON or as written; empty when unknown or secret
    bool is_indirect = false;  // read to compute the value of another read
  };
  std::string text;
  Stretch where;
  Stretch written;  // `where`, or the place of the same text in the workspace: see locate()
  Stretch subject;
  bool is_item = false;
  bool holds = false;
  bool wanted = true;  // what `holds` must be for the subject to be used
  std::vector<Read> reads = {};

  bool is_met() const { return holds == wanted; }
};

std::vector<Condition> conditions_of(const Map& outcome);

// The stretch of a text that computed a value in a step. Nothing for a value of the workspace.
Stretch computed_by(const Step& step, const Places& places);

// Calls f with each step on the way of the value at a path, nearest first, up to a bound.
void each_step(const List& path, const Origins& origins, Budget& budget, const std::function<void(const Step&)>& f);

// The template of a variable of Ansible is evaluated as a text of its own, "<variable size>". Sets where conditions of
// such texts are written, if it is in that stretch.
void locate(std::vector<Condition>& conditions, const Stretch& within, const Places& places);

// Whether the text that computed a value contains the condition or its subject.
bool is_within(const Condition& condition, const Stretch& computed);

// Whether a text has a name as a word.
bool names_word(std::string_view text, std::string_view name);

// The bytes of a stretch; empty outside of the workspace's texts.
std::string_view text_of(const Stretch& stretch, const Places& places);

// The text that a condition decided about, without quotes: `mode` of a promise `"mode"`.
std::string subject_text(const Condition& condition, const Places& places);

// Calls f with each condition that is not met and about no item, and the text of its subject. Up to 1,000 of them,
// because each text has to be found in its file.
void each_subject(const std::vector<Condition>& all, const Places& places,
                  const std::function<void(const Condition&, const std::string& name)>& f);

// What a condition names may itself have been decided: `prod::` by the promise of a class `"prod"`. Adds these
// conditions, if they are not met, up to `most` in all.
void add_named(const std::vector<Condition>& all, std::vector<const Condition*>& found, std::size_t most,
               const Places& places, Budget& budget);

// The key of a list of names that the workspace and the outcome have: "classes". Empty without one.
std::string_view listed_key(const Map& outcome);

// Whether the outcome, after an edit, has the same condition about the same subject, and it is met.
bool is_met_after(const Condition& condition, const Map& outcome, const Places& places, const Edit& edit);

}  // namespace evalground::changing
