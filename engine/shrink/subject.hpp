// A workspace that is made smaller: its texts and values, and what is taken away from them.
//
// All that may go is a Part: stretches of a text, written anew or gone, or a place in the workspace's values. Any set
// of parts of one subject can be taken away together, in any order; where one lies in another, the outer one counts.
//
//   url: "{{ host }}:{{ port }}"      part: text 0, edits [10, 20) -> ""
//   vars: {host: a, port: 1}          part: position [2, 1], the second entry of the workspace's third
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "value/map.hpp"

namespace evalground::shrinking {

inline constexpr std::uint32_t no_text = 0xffffffff;

// A stretch of a text, bytes, half open, and what stands there instead.
struct Edit {
  std::uint32_t begin;
  std::uint32_t end;
  std::string text = {};
};

struct Part {
  std::uint32_t text = no_text;
  std::vector<Edit> edits = {};
  std::vector<std::uint32_t> position = {};  // numbers of entries and items, from the workspace on
  Value value = {};                          // what stands there instead; undefined: nothing
};

// A stretch in the text with that path, as diagnostics name it.
struct Place {
  std::string path;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// What an evaluation reads as a text: a file, the document in place, the expression.
struct Text {
  std::string path;  // as diagnostics name it
  std::string_view content;
  std::vector<std::uint32_t> position;
};

class Subject {
 public:
  // `main_path` is what a document in place is called.
  Subject(Map workspace, std::string_view main_path);

  const Map& workspace() const { return workspace_; }
  const std::vector<Text>& texts() const { return texts_; }
  // The number of a text by its path, or no_text.
  std::uint32_t text(std::string_view path) const;

  // The workspace without these parts.
  Map without(const std::vector<const Part*>& parts, Budget& budget) const;
  // Where a place is then; nothing when its text has gone, or all of it.
  std::optional<Place> moved(const Place& place, const std::vector<const Part*>& parts) const;

 private:
  std::vector<Edit> edits_of(std::uint32_t text, const std::vector<const Part*>& parts) const;

  Map workspace_;
  std::vector<Text> texts_;
};

// The byte at which that many UTF-16 units of a text end.
std::uint32_t byte_at(std::string_view text, std::uint64_t units);

}  // namespace evalground::shrinking
