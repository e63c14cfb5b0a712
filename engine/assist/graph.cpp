// Makes the graph of a document from two sources that every language has: the outline of the run, which knows states
// and what values were computed from, and the names in the texts, which know where something is written and by which
// function it refers to something else. The dialect's GraphRule says which of them are nodes.
//
//   outline    nodes with states, enclosed nodes, edges by `reads`
//   names      edges with places and functions: get_attr, depends_on; nodes of files that the outline does not list
//
// What an enclosed part reads, its node reads: a property belongs to its resource, a variable to its bundle.
#include "assist/graph.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "assist/names.hpp"
#include "base/text/any_of.hpp"
#include "base/text/text.hpp"
#include "runtime/outcome_parts.hpp"
#include "runtime/outline.hpp"
#include "runtime/write_outcome.hpp"

namespace evalground {
namespace {

// A reader cannot follow more, and a layout takes too long.
constexpr std::size_t most_nodes = 2'000;
constexpr std::size_t most_edges = 6'000;
constexpr std::size_t most_call_bytes = 400;  // of a call that is searched for the lists it passes

constexpr std::string_view failed_statuses[] = {"error", "not kept", "undefined"};

constexpr std::uint32_t no_node = std::numeric_limits<std::uint32_t>::max();
constexpr Stretch nowhere{std::numeric_limits<std::uint32_t>::max(), 0, 0};

std::string_view state_of(std::string_view status) {
  if (contains(failed_statuses, status)) return "failed";
  return contains(unused_statuses, status) ? "unused" : "";
}

struct Node {
  std::string id;
  std::string_view kind;
  std::string name;
  std::string type;
  std::string path;
  std::string status;
  std::string note;
  std::string cluster;  // its id; empty: none
  Stretch at = nowhere;
};

struct Edge {
  std::uint32_t from;
  std::uint32_t to;
  std::string kind;
  std::string label;  // the lists that a call passes
  Stretch at;
};

struct Cluster {
  std::string id;
  std::string name;
  std::string kind;
  std::string cluster;  // that encloses it
};

// The whole definition of a node in a text. `outer` is the extent that encloses it, for a lookup without a search.
struct Extent {
  Stretch whole;
  std::uint32_t node;
  std::uint32_t outer;
};

void set_text(Map& map, std::string_view key, std::string_view text) {
  if (!text.empty()) map.set(key, Value::string(text));
}

class GraphBuilder {
 public:
  GraphBuilder(Context& context, const GraphRule& rule, const Language& language)
      : context_(context), rule_(rule), language_(language) {}

  Value build(const std::vector<OutlineNode>& outline) {
    add_list(outline, no_node, "");
    if (!rule_.symbols.empty()) add_names();
    for (const Pending& one : pending_) {
      context_.budget.step();
      const auto found = owners_.find(one.id);
      if (found != owners_.end() && found->second != no_node)
        add_edge(one.from, found->second, one.kind, one.label, one.at);
    }
    return written();
  }

 private:
  // An edge to an outline node that comes later in the outline.
  struct Pending {
    std::uint32_t from;
    std::string id;
    std::string kind;
    std::string label;
    Stretch at;
  };

  // The nodes of a list that the next one is connected to.
  struct Row {
    std::vector<std::uint32_t> sources;
    std::uint32_t last = no_node;
  };

  Stretch stretch(OriginId where) const {
    if (where == 0) return nowhere;
    const Origin& origin = context_.sources.origin(where);
    return {origin.file, origin.begin, origin.end};
  }

  const GraphPart* part_of(const OutlineNode& node) const {
    if (!rule_.root.empty() && node.id == rule_.root) return nullptr;
    for (const GraphPart& part : rule_.parts) {
      if (part.kind == node.kind && (part.type.empty() || part.type == node.type)) return &part;
    }
    return nullptr;
  }

  void add_list(const std::vector<OutlineNode>& nodes, std::uint32_t owner, const std::string& cluster) {
    const Depth depth = context_.budget.enter();
    Row row;
    for (const OutlineNode& node : nodes) add(node, owner, cluster, row);
  }

  void add(const OutlineNode& node, std::uint32_t owner, const std::string& cluster, Row& row) {
    context_.budget.step();
    const GraphPart* part = part_of(node);
    std::uint32_t own = owner;
    std::string inner = cluster;
    if (part != nullptr) {
      if (!part->shown.empty()) own = node_of(*part, node, cluster);
      link(*part, node, owner, own, row);
      if (part->is_cluster || part->is_only_cluster) {
        inner = node.id;
        if (!node.children.empty()) clusters_.push_back({node.id, node.name, node.kind, cluster});
      }
    }
    owners_.emplace(node.id, own);
    if (own != no_node) {
      const std::string kind(part == nullptr ? "reads" : part->reads);
      for (const std::string& read : node.reads) pending_.push_back({own, read, kind, {}, stretch(node.where)});
    }
    add_list(node.children, own, inner);
  }

  // A new node; none where there are too many.
  std::uint32_t add_node() {
    if (nodes_.size() == most_nodes) {
      ++left_out_;
      return no_node;
    }
    nodes_.emplace_back();
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  // The node of an outline node, created unless it is one of several outline nodes of the same thing.
  std::uint32_t node_of(const GraphPart& part, const OutlineNode& node, const std::string& cluster) {
    const std::string name = std::string(part.shown) + '\0' + node.name;
    if (part.is_one_by_name) {
      if (const auto known = by_name_.find(name); known != by_name_.end()) {
        // Later nodes of the same thing may know more: a role that a play uses has a status.
        if (nodes_[known->second].status.empty()) nodes_[known->second].status = node.status;
        return known->second;
      }
    }
    const std::uint32_t number = add_node();
    if (number == no_node) return number;
    Node& made = nodes_[number];
    made.id = node.id;
    made.kind = part.shown;
    made.name = node.name;
    // The type of one of several outline nodes would not be that of all.
    if (!part.is_one_by_name) made.type = node.type;
    made.path = node.path;
    made.status = node.status;
    made.note = node.note;
    if (!part.is_one_by_name) made.cluster = cluster;
    made.at = stretch(node.where);
    by_name_.emplace(name, number);
    by_place_.emplace(place_of(made.at.file, made.at.begin), number);
    return number;
  }

  static std::uint64_t place_of(std::uint32_t file, std::uint32_t offset) {
    return (static_cast<std::uint64_t>(file) << 32) + offset;
  }

  void link(const GraphPart& part, const OutlineNode& node, std::uint32_t owner, std::uint32_t own, Row& row) {
    std::string kind(part.edge.empty() ? std::string_view(node.type) : part.edge);
    switch (part.link) {
      case GraphLink::none: return;
      case GraphLink::from_owner: return add_edge(owner, own, kind, {}, stretch(node.where));
      case GraphLink::to_value:
        if (!node.value.empty() && owner != no_node) {
          pending_.push_back({owner, node.value, kind, node.name, stretch(node.where)});
        }
        return;
      case GraphLink::source: row.sources.push_back(own); return;
      case GraphLink::step:
      case GraphLink::target:
        if (row.last == no_node) {
          for (const std::uint32_t source : row.sources) add_edge(source, own, kind, {}, stretch(node.where));
        }
        add_edge(row.last, own, kind, {}, stretch(node.where));
        if (part.link == GraphLink::step) row.last = own;
        return;
    }
  }

  // A second edge of the same kind between two nodes adds nothing for a reader, nor does a mere "reads" beside a
  // function that is named.
  void add_edge(std::uint32_t from, std::uint32_t to, const std::string& kind, std::string label, Stretch at) {
    context_.budget.step();
    if (from == no_node || to == no_node || from == to) return;
    const std::uint64_t ends = (static_cast<std::uint64_t>(from) << 32) + to;
    if (!connected_.insert(ends).second) {
      if (kind == "reads" || !kinds_.insert(std::to_string(ends) + kind).second) return;
    } else {
      kinds_.insert(std::to_string(ends) + kind);
    }
    if (edges_.size() == most_edges) {
      ++left_out_;
      return;
    }
    edges_.push_back({from, to, kind, std::move(label), at});
  }

  // Edges from the names in the texts.
  void add_names() {
    const std::vector<std::uint32_t> files = files_in(language_, context_);
    read_names(language_, context_, files, reading_);
    for (const Mention& mention : reading_.mentions) add_definition(mention);
    nest_extents();
    of_symbols_.assign(reading_.symbols.size(), no_node);
    for (const Mention& mention : reading_.mentions) {
      if (mention.defines && mention.symbol != no_symbol && of_symbols_[mention.symbol] == no_node) {
        of_symbols_[mention.symbol] = enclosing(mention.at);
      }
    }
    std::vector<const Mention*> ordered;
    for (const Mention& mention : reading_.mentions) ordered.push_back(&mention);
    std::stable_sort(ordered.begin(), ordered.end(), [](const Mention* a, const Mention* b) {
      return a->at.file != b->at.file ? a->at.file < b->at.file : a->at.begin < b->at.begin;
    });
    const Mention* word = nullptr;
    for (const Mention* mention : ordered) {
      context_.budget.step();
      if (is_word(*mention)) {
        word = mention;
      } else if (!mention->defines) {
        add_reference(*mention, word != nullptr && word->at.file == mention->at.file ? word->name : "");
      }
    }
  }

  // A name of the language, such as a function or an attribute. The namespace `default` is only a prefix.
  bool is_word(const Mention& mention) const {
    if (mention.symbol == no_symbol) return true;
    return mention.kind != "namespace" && reading_.symbols[mention.symbol].is_fixed &&
           !contains(rule_.symbols, mention.kind);
  }

  // Finds the outline's node for a definition, or makes one: the outline lists one document, and the texts are all.
  void add_definition(const Mention& mention) {
    context_.budget.step();
    if (!mention.defines || mention.symbol == no_symbol || !contains(rule_.symbols, mention.kind)) return;
    const Stretch whole = mention.whole.end > mention.whole.begin ? mention.whole : mention.at;
    std::uint32_t found = node_at(mention, whole);
    if (found == no_node) {
      const std::string& path = context_.sources.path(mention.at.file);
      found = add_node();
      if (found == no_node) return;
      Node& made = nodes_[found];
      made.id = path + "#" + std::string(mention.kind) + "/" + mention.name;
      made.kind = mention.kind;
      made.name = mention.name;
      made.cluster = cluster_of_file(path);
      made.at = mention.at;
    }
    extents_.push_back({whole, found, no_node});
  }

  // The outline's node for a definition: its place may begin with a quote, or with the word before the name.
  std::uint32_t node_at(const Mention& mention, const Stretch& whole) const {
    for (const std::uint32_t begin : {mention.at.begin, mention.at.begin - 1, whole.begin}) {
      const auto found = by_place_.find(place_of(mention.at.file, begin));
      if (found != by_place_.end() && nodes_[found->second].kind == mention.kind) return found->second;
    }
    return no_node;
  }

  const std::string& cluster_of_file(const std::string& path) {
    for (const Cluster& cluster : clusters_) {
      if (cluster.id == path) return cluster.id;
    }
    clusters_.push_back({path, path, "file", ""});
    return clusters_.back().id;
  }

  void nest_extents() {
    std::sort(extents_.begin(), extents_.end(), [](const Extent& a, const Extent& b) {
      if (a.whole.file != b.whole.file) return a.whole.file < b.whole.file;
      return a.whole.begin != b.whole.begin ? a.whole.begin < b.whole.begin : a.whole.end > b.whole.end;
    });
    for (std::uint32_t at = 1; at < extents_.size(); ++at) {
      std::uint32_t outer = at - 1;
      while (outer != no_node && !is_within(extents_[at].whole, extents_[outer].whole)) outer = extents_[outer].outer;
      extents_[at].outer = outer;
    }
  }

  static bool is_within(const Stretch& inner, const Stretch& outer) {
    return inner.file == outer.file && outer.begin <= inner.begin && inner.end <= outer.end;
  }

  // The node whose definition encloses a place.
  std::uint32_t enclosing(const Stretch& place) const {
    const auto after =
        std::upper_bound(extents_.begin(), extents_.end(), place, [](const Stretch& at, const Extent& one) {
          return at.file != one.whole.file ? at.file < one.whole.file : at.begin < one.whole.begin;
        });
    if (after == extents_.begin()) return no_node;
    auto at = static_cast<std::uint32_t>(after - extents_.begin() - 1);
    while (at != no_node && !is_within(place, extents_[at].whole)) at = extents_[at].outer;
    return at == no_node ? no_node : extents_[at].node;
  }

  void add_reference(const Mention& mention, std::string_view word) {
    const std::uint32_t from = enclosing(mention.at);
    if (from == no_node || mention.kind == "anchor") return;
    const bool is_named = contains(rule_.links, word);
    const std::string kind(is_named ? word : "reads");
    if (mention.kind == "file") {
      if (!rule_.file.empty()) add_edge(from, file_node(mention), is_named ? kind : "uses", {}, mention.at);
      return;
    }
    const bool is_node = contains(rule_.symbols, mention.kind);
    std::uint32_t to = of_symbols_[mention.symbol];
    add_edge(from, to, is_node ? kind : "reads", is_node ? lists_passed(mention.at) : std::string(), mention.at);
  }

  std::uint32_t file_node(const Mention& mention) {
    const std::optional<std::string> path = file_named(context_, mention.name, mention.at.file);
    const std::string& shown = path ? *path : mention.name;
    const std::string name = std::string(rule_.file) + '\0' + shown;
    if (const auto known = by_name_.find(name); known != by_name_.end()) return known->second;
    const std::uint32_t number = add_node();
    if (number == no_node) return number;
    Node& made = nodes_[number];
    made.id = "file " + shown;
    made.kind = rule_.file;
    made.name = shown;
    const bool is_cluster =
        std::any_of(clusters_.begin(), clusters_.end(), [&](const Cluster& cluster) { return cluster.id == shown; });
    if (is_cluster) made.cluster = shown;
    if (const auto file = path ? context_.files.source(*path) : std::nullopt) made.at = {*file, 0, 0};
    if (!path) {
      made.status = "error";
      made.note = "The workspace has no such file.";
    }
    by_name_.emplace(name, number);
    return number;
  }

  // `web("a", @(hosts))` passes @(hosts). Other arguments may be secret, and say little about the structure.
  std::string lists_passed(const Stretch& name) const {
    const std::string_view text = context_.sources.text(name.file).substr(name.end, most_call_bytes);
    if (!text.starts_with('(')) return {};
    std::string lists;
    int open = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '(' || text[at] == '{') ++open;
      if ((text[at] == ')' || text[at] == '}') && --open == 0) break;
      if (text[at] != '@' || at + 1 == text.size() || (text[at + 1] != '(' && text[at + 1] != '{')) continue;
      const std::size_t end = text.find_first_of(")}", at);
      if (end == std::string_view::npos) break;
      lists.append(lists.empty() ? "" : ", ").append(text.substr(at, end + 1 - at));
      at = end;
    }
    return lists;
  }

  void set_span(Map& map, const Stretch& at) const {
    if (at.file == nowhere.file) return;
    const Value span = span_value(at.file, at.begin, at.end, context_.sources);
    if (!span.is_undefined()) map.set("span", span);
  }

  // The clusters with something in them. Each cluster comes before those within it.
  std::unordered_set<std::string> used_clusters() const {
    std::unordered_set<std::string> used;
    for (const Node& node : nodes_) used.insert(node.cluster);
    for (auto cluster = clusters_.rbegin(); cluster != clusters_.rend(); ++cluster) {
      if (used.contains(cluster->id)) used.insert(cluster->cluster);
    }
    return used;
  }

  Value written() const {
    List nodes;
    for (const Node& node : nodes_) {
      context_.budget.step();
      Map one{{"id", Value::string(node.id)}, {"kind", Value::string(node.kind)}, {"name", Value::string(node.name)}};
      set_text(one, "type", node.type);
      set_text(one, "path", node.path);
      set_text(one, "status", node.status);
      set_text(one, "state", state_of(node.status));
      set_text(one, "note", node.note);
      set_text(one, "cluster", node.cluster);
      set_span(one, node.at);
      nodes.push_back(Value::map(std::move(one)));
    }
    List edges;
    for (const Edge& edge : edges_) {
      context_.budget.step();
      Map one{{"from", Value::string(nodes_[edge.from].id)},
              {"to", Value::string(nodes_[edge.to].id)},
              {"kind", Value::string(edge.kind)}};
      set_text(one, "label", edge.label);
      set_span(one, edge.at);
      edges.push_back(Value::map(std::move(one)));
    }
    const std::unordered_set<std::string> used = used_clusters();
    List clusters;
    for (const Cluster& cluster : clusters_) {
      context_.budget.step();
      if (!used.contains(cluster.id)) continue;
      Map one{{"id", Value::string(cluster.id)},
              {"kind", Value::string(cluster.kind)},
              {"name", Value::string(cluster.name)}};
      set_text(one, "cluster", cluster.cluster);
      clusters.push_back(Value::map(std::move(one)));
    }
    return Value::map({{"nodes", Value::list(std::move(nodes))},
                       {"edges", Value::list(std::move(edges))},
                       {"clusters", Value::list(std::move(clusters))},
                       {"leftOut", Value::integer(static_cast<std::int64_t>(left_out_))}});
  }

  Context& context_;
  const GraphRule& rule_;
  const Language& language_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Cluster> clusters_;
  std::size_t left_out_ = 0;
  std::unordered_map<std::string, std::uint32_t> by_name_;  // kind and name, with NUL between them
  std::unordered_map<std::uint64_t, std::uint32_t> by_place_;
  std::unordered_map<std::string, std::uint32_t> owners_;  // outline ids to the nodes that enclose them
  std::vector<Pending> pending_;
  std::unordered_set<std::uint64_t> connected_;
  std::unordered_set<std::string> kinds_;  // of edges between two nodes
  Reading reading_;
  std::vector<Extent> extents_;            // sorted by their places
  std::vector<std::uint32_t> of_symbols_;  // the node that each symbol is, or is defined in
};

}  // namespace

Value graph(Context& context, const Dialect& dialect) {
  const GraphRule* rule = dialect.description().graph;
  if (rule == nullptr) return {};
  std::vector<OutlineNode> outline = dialect.graph_outline(context);
  redact_outline(context, outline);
  return GraphBuilder(context, *rule, dialect.language()).build(outline);
}

}  // namespace evalground
