// The parts of an outcome that describe places, as plain values ready for JSON: diagnostics, origins
// and the trace. For their shapes see wasm/src/types.ts.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/context.hpp"
#include "runtime/outcome.hpp"
#include "runtime/text_map.hpp"

namespace evalground {

// A map {file, from, to, line, column}; undefined when the origin is unknown or not in a text (an input's name).
Value span_value(OriginId where, const Sources& sources);
Value span_value(std::uint32_t file, std::uint32_t begin, std::uint32_t end, const Sources& sources);

// Adds span_value() of a place in a text as JSON.
void append_span(std::string& json, std::uint32_t file, std::uint32_t begin, std::uint32_t end, const Sources& sources);

Value diagnostic_value(const Diagnostic& diagnostic, const Sources& sources);
Value diagnostics_value(const std::vector<Diagnostic>& diagnostics, const Sources& sources);

// Writes where values come from as JSON. Text is written directly, because a result has as many lists of origins as
// values. One expression creates many values, so the text for a place is kept and reused.
class OriginWriter {
 public:
  OriginWriter(const Context& context, Budget& budget) : context_(context), budget_(budget) {}

  // Adds the list of a value: its own origin first, then its earlier steps or the value it overrode.
  void append(std::string& json, OriginId where);

 private:
  struct Place {
    std::uint32_t file = ~0U;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Via via = Via::literal;
    std::string json = {};
  };
  static constexpr std::size_t most_places = 64;

  void append_way(std::string& json, const Origin& origin);

  const Context& context_;
  Budget& budget_;
  std::array<Place, most_places> places_;  // by their offsets; a later place replaces an earlier one
};

// The stretches of a text as {stretches, origins, reads}. A stretch is four numbers: its begin and end in UTF-16 units,
// the index of its origins, and the index of its list of reads, or -1.
std::string text_map_json(const TextMap& map, std::string_view text, const Context& context, Budget& budget);

// The steps of the trace, with the secrets in their texts covered unless all is revealed. The last one is the result:
// `presented` if the outcome has a value or outputs.
Value trace_value(const Context& context, const Outcome& outcome, const Value& presented);

// The conditions and what they decided (runtime/decisions.hpp), each pair of a condition and a subject once, as it was
// decided last: {text, span?, subject, is_item?, holds, wanted, reads: [{place, value?}]}. A subject is {name} of an
// input or {span}. Values are written as JSON, and secrets in texts are covered.
Value decisions_value(const Context& context);

}  // namespace evalground
