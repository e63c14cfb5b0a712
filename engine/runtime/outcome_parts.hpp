// The parts of an outcome that describe places: diagnostics, origins, the tree, tokens and the trace, as plain values
// ready for JSON. Their shapes are those of wasm/src/types.ts.
#pragma once

#include <vector>

#include "runtime/context.hpp"
#include "runtime/outline.hpp"
#include "runtime/text_map.hpp"

namespace evalground {

// A map {file, from, to, line, column}; undefined when the origin is unknown or no text (an input's name).
Value span_value(OriginId where, const Sources& sources);
Value span_value(std::uint32_t file, std::uint32_t begin, std::uint32_t end, const Sources& sources);

Value diagnostic_value(const Diagnostic& diagnostic, const Sources& sources);
Value diagnostics_value(const std::vector<Diagnostic>& diagnostics, const Sources& sources);

// Adds the JSON of a list of origins, the value's own first, then what it came through or overrode. Text at once, since
// a result has as many of them as values.
void append_origins(std::string& json, OriginId where, const Context& context, Budget& budget);

// The stretches of a text as {stretches, origins, reads}: four numbers for each stretch, which are its begin and end in
// UTF-16 units, the index of its origins and that of the list of what it has read, or -1.
std::string text_map_json(const TextMap& map, std::string_view text, const Context& context, Budget& budget);

// Cut at `most_outline_levels`; `level` is that of the nodes, from 1.
Value outline_value(const std::vector<OutlineNode>& nodes, const Sources& sources, std::uint32_t level = 1);
Value tokens_value(const std::vector<Token>& tokens, const Sources& sources);
Value trace_value(const Trace& trace, const Sources& sources);

}  // namespace evalground
