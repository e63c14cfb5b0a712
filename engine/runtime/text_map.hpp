// Which part of a template printed which range of a text. Recorded only when a run asks where values come from.
//
//   {% for s in servers %}          web 10.0.0.1     ->  "web" is {{ s.name }}, which has read servers[0].name
//   {{ s.name }} {{ s.ip }}         db 10.0.0.2          " " is the template's own
//   {% endfor %}
//
// A writer records nothing until it gets a target for the record, so without a request it costs one null check.
// Invariant: the stretches are in order, and those of one text do not overlap.
#pragma once

#include <cstdint>
#include <vector>

#include "source/sources.hpp"

namespace evalground {

struct TextStretch {
  std::uint32_t begin;  // bytes, half open
  std::uint32_t end;
  OriginId made;             // the part of the template
  std::uint32_t first_read;  // index in TextMap::reads of the origins of the printed values
  std::uint32_t read_count;
};

struct TextMap {
  // Nobody looks at more, and the record must not be longer than the text.
  static constexpr std::size_t most_stretches = 20'000;

  std::vector<TextStretch> stretches;
  std::vector<OriginId> reads;

  // Adds the stretch from the end of the last one to `end`, unless it is empty. Its reads are those added since then.
  void add(std::size_t end, OriginId made) {
    const std::uint32_t begin = stretches.empty() ? 0 : stretches.back().end;
    if (end <= begin || stretches.size() == most_stretches) {
      reads.resize(first_new_read_);
      return;
    }
    const auto count = static_cast<std::uint32_t>(reads.size()) - first_new_read_;
    // Consecutive output of one part is one stretch.
    if (count == 0 && !stretches.empty() && stretches.back().made == made && stretches.back().read_count == 0) {
      stretches.back().end = static_cast<std::uint32_t>(end);
      return;
    }
    stretches.push_back({begin, static_cast<std::uint32_t>(end), made, first_new_read_, count});
    first_new_read_ = static_cast<std::uint32_t>(reads.size());
  }
  void read(OriginId value) {
    if (value != 0 && stretches.size() < most_stretches) reads.push_back(value);
  }

 private:
  std::uint32_t first_new_read_ = 0;
};

}  // namespace evalground
