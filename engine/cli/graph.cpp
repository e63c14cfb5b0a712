// Writes the graph as Mermaid, which GitHub and GitLab draw in Markdown, as DOT, or through Graphviz as SVG. The layout
// of a graph is a field of its own, so the command leaves it to the program that people have for it.
//
// Names come from documents of strangers. They are only ever inside quotes, in which each format has few special
// characters.
#include "cli/graph.hpp"

#include <algorithm>
#include <chrono>
#include <unordered_map>
#include <vector>

#include "base/text/text.hpp"
#include "cli/disk.hpp"
#include "cli/outcome_of.hpp"
#include "cli/process.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

constexpr std::string_view failed_sign = "✗ ";
constexpr std::string_view unused_sign = "○ ";

struct GraphItem {
  std::string id, kind, name, type, state, cluster;
};

struct GraphArrow {
  std::size_t from, to;
  std::string text;
};

std::string graph_text_at(const Map& map, std::string_view key) {
  const Value* value = map.find(key);
  return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

// A line break in a name would end a statement of Mermaid.
std::string on_one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return text;
}

std::string in_mermaid(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '#': result += "#35;"; break;
      case '"': result += "#quot;"; break;
      case '<': result += "#lt;"; break;
      case '>': result += "#gt;"; break;
      case '&': result += "#amp;"; break;
      case '`': result += "#96;"; break;
      default: result += c;
    }
  }
  return result;
}

std::string in_dot(std::string_view text) {
  return replace_all(replace_all(text, "\\", "\\\\"), "\"", "\\\"");
}

class Drawing {
 public:
  explicit Drawing(const Map& graph) : clusters_(items(graph, "clusters")), nodes_(items(graph, "nodes")) {
    std::unordered_map<std::string, std::size_t> numbers;
    for (std::size_t at = 0; at < nodes_.size(); ++at) numbers.emplace(nodes_[at].id, at);
    for (const Value& edge : graph.find("edges")->as_list()) {
      const Map& map = edge.as_map();
      const std::string label = graph_text_at(map, "label");
      const std::string text = on_one_line(graph_text_at(map, "kind") + (label.empty() ? "" : " " + label));
      arrows_.push_back({numbers.at(graph_text_at(map, "from")), numbers.at(graph_text_at(map, "to")), text});
    }
  }

  std::string mermaid() const {
    std::string text = "flowchart LR\n";
    write_nodes(
        text,
        [](const GraphItem& cluster, std::size_t at) {
          return "subgraph c" + std::to_string(at) + "[\"" + in_mermaid(cluster.name) + "\"]\n";
        },
        [](const GraphItem& node, std::size_t at) {
          std::string line = "n" + std::to_string(at) + "[\"" + in_mermaid(title(node));
          line += "<br>" + in_mermaid(subtitle(node)) + "\"]";
          return line + (node.state.empty() ? "" : ":::" + node.state) + "\n";
        },
        "end\n");
    for (const GraphArrow& arrow : arrows_) {
      text += "  n" + std::to_string(arrow.from) + " -->|\"" + in_mermaid(arrow.text) + "\"| n" +
              std::to_string(arrow.to) + "\n";
    }
    return text + "  classDef failed stroke:#b3261e,stroke-width:3px\n  classDef unused stroke-dasharray:4 3\n";
  }

  std::string dot() const {
    std::string text =
        "digraph evalground {\n  rankdir=LR\n  node [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=11]\n"
        "  edge [fontname=\"sans-serif\", fontsize=9]\n";
    write_nodes(
        text,
        [](const GraphItem& cluster, std::size_t at) {
          return "subgraph cluster_" + std::to_string(at) + " { label=\"" + in_dot(cluster.name) +
                 "\" fontname=\"sans-serif\" fontsize=10\n";
        },
        [](const GraphItem& node, std::size_t at) {
          std::string line =
              "n" + std::to_string(at) + " [label=\"" + in_dot(title(node)) + "\\n" + in_dot(subtitle(node));
          line += "\"";
          if (node.state == "failed") line += ", color=\"#b3261e\", penwidth=2.5";
          if (node.state == "unused") line += ", style=\"rounded,dashed\"";
          return line + "]\n";
        },
        "}\n");
    for (const GraphArrow& arrow : arrows_) {
      text += "  n" + std::to_string(arrow.from) + " -> n" + std::to_string(arrow.to) + " [label=\"" +
              in_dot(arrow.text) + "\"]\n";
    }
    return text + "}\n";
  }

 private:
  static std::vector<GraphItem> items(const Map& graph, std::string_view key) {
    std::vector<GraphItem> all;
    for (const Value& one : graph.find(key)->as_list()) {
      const Map& map = one.as_map();
      all.push_back({graph_text_at(map, "id"), graph_text_at(map, "kind"), on_one_line(graph_text_at(map, "name")),
                     on_one_line(graph_text_at(map, "type")), graph_text_at(map, "state"),
                     graph_text_at(map, "cluster")});
    }
    return all;
  }

  // The sign is for those who see no colors.
  static std::string title(const GraphItem& node) {
    const std::string_view sign = node.state == "failed" ? failed_sign : node.state == "unused" ? unused_sign : "";
    return std::string(sign) + node.name;
  }

  static std::string subtitle(const GraphItem& node) { return node.type.empty() ? node.kind : node.type; }

  // Writes each cluster around its nodes and the clusters in it. A cluster comes before those in it.
  template <class Begin, class WriteNode>
  void write_nodes(std::string& text, Begin&& begin, WriteNode&& node, std::string_view end) const {
    std::unordered_map<std::string, std::vector<std::size_t>> within;  // nodes by clusters
    for (std::size_t at = 0; at < nodes_.size(); ++at) within[nodes_[at].cluster].push_back(at);
    const auto write_within = [&](const std::string& cluster, std::size_t level) {
      for (const std::size_t at : within[cluster]) text += std::string(2 * level + 2, ' ') + node(nodes_[at], at);
    };
    std::vector<std::string> open;
    const auto close = [&] {
      text += std::string(2 * open.size(), ' ') + std::string(end);
      open.pop_back();
    };
    write_within("", 0);
    for (std::size_t at = 0; at < clusters_.size(); ++at) {
      const GraphItem& cluster = clusters_[at];
      while (!open.empty() && open.back() != cluster.cluster) close();
      text += std::string(2 * open.size() + 2, ' ') + begin(cluster, at);
      open.push_back(cluster.id);
      write_within(cluster.id, open.size());
    }
    while (!open.empty()) close();
  }

  std::vector<GraphItem> clusters_;
  std::vector<GraphItem> nodes_;
  std::vector<GraphArrow> arrows_;
};

// `dot` reads its input to the end before it draws, and the pipe of a Process stays open. So it gets a file.
std::string drawn(const std::string& dot) {
  const auto program = find_program("dot");
  if (!program) {
    throw UsageError(
        "SVG is drawn by Graphviz, whose program `dot` is not installed; install the package graphviz, or use --format "
        "mermaid or dot");
  }
  const Scratch scratch;
  write_below(scratch.path(), "graph.dot", dot, false);
  ProcessLimits limits;
  limits.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  limits.output = 64U << 20;
  Process process({*program, "-Tsvg", scratch.path() + "/graph.dot"}, std::nullopt, limits);
  std::string svg = process.read_all();
  if (process.wait() != 0) throw ProcessError("dot failed: " + process.complaints());
  return svg;
}

}  // namespace

std::string graph_text(const Map& graph, Format format) {
  if (format == Format::json) {
    Budget budget({.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 30, .depth = 1000});
    return write_json(Value::map(graph), budget, {.indent = 2}) + "\n";
  }
  const Drawing drawing(graph);
  if (format == Format::dot) return drawing.dot();
  return format == Format::svg ? drawn(drawing.dot()) : drawing.mermaid();
}

}  // namespace evalground::cli
