// `evalground graph`: what a document consists of and what refers to what, as a drawing or as text for tools that draw.
#pragma once

#include <string>

#include "cli/options.hpp"
#include "value/map.hpp"

namespace evalground::cli {

// The `graph` of an outcome in the format: Mermaid by default, DOT, SVG or JSON. Throws UsageError for SVG without
// Graphviz, ProcessError if Graphviz fails.
std::string graph_text(const Map& graph, Format format);

}  // namespace evalground::cli
