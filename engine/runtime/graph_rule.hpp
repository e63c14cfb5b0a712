// How a language's documents become a graph: which nodes of the outline, and which names of the texts, are nodes, and
// what connects them. Each dialect has one constant table; assist/graph applies it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace evalground {

// What an outline node is connected to.
enum class GraphLink : std::uint8_t {
  none,
  from_owner,  // the node that encloses it: a play to its role
  to_value,    // an edge without a node: the enclosing node to the one whose id is the value
  // Neighbors in a list: sources lead to the first step, each step to the next, and the last step to the targets.
  source,
  step,
  target,
};

// Outline nodes of one kind.
struct GraphPart {
  std::string_view kind;
  std::string_view type = {};   // empty: any type
  std::string_view shown = {};  // the kind of node in the graph; empty: only the edge exists
  GraphLink link = GraphLink::none;
  std::string_view edge = {};        // the kind of the edge; empty: the type of the outline node
  bool is_one_by_name = false;       // outline nodes of the same name are one node: templates, hosts in several groups
  bool is_cluster = false;           // encloses the nodes below it
  bool is_only_cluster = false;      // encloses them without being a node
  std::string_view reads = "reads";  // the kind of the edges to what the outline node reads
};

struct GraphRule {
  std::span<const GraphPart> parts;
  // Kinds of symbols that are nodes, with the places at which the texts refer to them. None: the outline knows all.
  std::span<const std::string_view> symbols = {};
  // Names in the text whose arguments refer to nodes, and name the edge: `get_attr`. Other references are "reads".
  std::span<const std::string_view> links = {};
  std::string_view file = {};  // the kind of node for a file that a node refers to; empty: files are not nodes
  std::string_view root = {};  // the id of an outline node that is not part of the graph
};

}  // namespace evalground
