// Where the values of a run came from, as its outcome tells: places in texts, values of the workspace, and what was
// read to compute them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "change/places.hpp"
#include "value/map.hpp"

namespace evalground::changing {

// One step on the way of a value: its text, then the alias, merge or include that it came through.
struct Step {
  std::string via;          // "literal", "expression", "merge", "input", … (source/sources.hpp)
  std::string file = {};    // with a text; empty for a value of the workspace
  std::uint32_t begin = 0;  // bytes, half open
  std::uint32_t end = 0;
  std::string name = {};                // of a value of the workspace: "port", "$.a[0].n"
  std::vector<std::string> reads = {};  // what was read to make it, for Origins::read()
  // What it printed of a line of a text: bytes of the line, half open.
  std::size_t line_begin = 0;
  std::size_t line_end = 0;
};

// "servers[0].name" as a path. Any other name is one key.
List path_of_name(const std::string& name);

// A key for a step, to visit it once.
std::string name_of(const Step& step);

class Origins {
 public:
  // Both must outlive the object.
  Origins(const Map& outcome, const Places& places);

  // The steps of a value, its text first, without overridden ones. A part without steps of its own has those of the
  // value that it is in. Empty when unknown. For a line of a text: what printed it.
  std::vector<Step> of(const List& path) const;
  // The steps of a value that was read: one that the outcome shows, or a place in a text, or a name.
  std::vector<Step> read(std::string_view place) const;

 private:
  std::vector<Step> steps_of(const List& origins) const;
  std::optional<List> report_of_line(std::int64_t line) const;
  std::vector<Step> of_line(std::int64_t line) const;
  void index(const Map& origins);

  const Map& outcome_;
  const Places& places_;
  std::unordered_map<std::string, const List*> by_place_;  // "main.yaml:3:5", as in `reads`
};

}  // namespace evalground::changing
