// The tree of a document or expression, with what happened to each part in the last run.
//
//   @cond          evaluated
//     @eq          evaluated, true
//     $.spec.a     short-circuited
//
// The states come from counters in the parsed expressions (`evaluations`, `has_failed`, `last`), not from a trace, so
// the tree costs nothing during the run. Lazy operators leave parts with zero evaluations, which is what a reader looks
// for. If nothing was evaluated, the document is only parsed, and nodes have no state. A document that cannot be parsed
// has no tree.
//
// The ids of nodes contain only names and positions, so a tree keeps its open nodes when values change.
#include "dialects/dcontroller/outline.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/dcontroller/evaluation.hpp"

namespace evalground::dcontroller {
namespace {

constexpr std::size_t most_characters = 80;  // of a value
constexpr std::size_t most_data_nodes = 2000;

bool is_plain_name(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), fits);
}

// The path of a member: "$.spec", "$['a-b']".
// Quotes more names than the syntax demands, so that every reader of paths agrees.
std::string member_path(const std::string& path, std::string_view name) {
  if (is_plain_name(name)) return path + "." + std::string(name);
  std::string result = path + "['";
  for (const char c : name) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "']";
}

class OutlineWriter {
 public:
  OutlineWriter(Evaluation& evaluation, bool was_run) : evaluation_(evaluation), was_run_(was_run) {}

  std::vector<OutlineNode> write() {
    std::vector<OutlineNode> nodes;
    if (evaluation_.expression != nullptr) {
      nodes.push_back(expression_node(*evaluation_.expression, "expression", ""));
      nodes.push_back(data_node(evaluation_.data, "$", "$", "$"));
      if (!evaluation_.local.is_undefined()) nodes.push_back(data_node(evaluation_.local, "$$", "$$", "$$"));
    } else if (!evaluation_.manifests.empty()) {
      for (const Manifest& manifest : evaluation_.manifests) write_manifest(manifest, nodes);
      if (!evaluation_.events.empty()) nodes.push_back(objects_node());
    }
    return nodes;
  }

 private:
  Budget& budget() { return evaluation_.context.budget; }

  static std::string text_of(const Value& value) { return short_text(value, most_characters); }

  void add_parts(const Expression& expression, OutlineNode& node) {
    for (std::size_t index = 0; index < expression.parts.size(); ++index) {
      const std::string id = node.id + "/" + std::to_string(index);
      const bool is_map = !expression.keys.empty();
      node.children.push_back(
          expression_node(*expression.parts[index], id, is_map ? std::string(expression.keys[index].text) : ""));
    }
  }

  // `key`: the name of the member whose value the expression is, or "".
  // A label is the member and what the value is: `replicas: @add`. Lists and maps need no label of their own below a
  // key.
  OutlineNode expression_node(const Expression& expression, std::string id, const std::string& key) {
    const Depth depth = budget().enter();
    budget().step();
    OutlineNode node;
    node.id = std::move(id);
    node.where = expression.where;
    std::string label;
    switch (expression.kind) {
      case Expression::Kind::literal:
      case Expression::Kind::constant:
        node.kind = "literal";
        label = text_of(expression.literal);
        break;
      case Expression::Kind::path:
      case Expression::Kind::matches:
        node.kind = "path";
        label = node.path = expression.path->text();
        break;
      case Expression::Kind::list:
      case Expression::Kind::plain_list:
        node.kind = "list";
        label = key.empty() ? "[…]" : "";
        add_parts(expression, node);
        break;
      case Expression::Kind::map:
      case Expression::Kind::plain_map:
        node.kind = "map";
        label = key.empty() ? "{…}" : "";
        add_parts(expression, node);
        break;
      case Expression::Kind::operation: {
        node.kind = "operator";
        label = std::string(expression.name);
        // The items of a list of arguments are the arguments.
        const Expression& argument = *expression.parts.front();
        add_parts(argument.is_list() ? argument : expression, node);
        break;
      }
    }
    node.name = key.empty() ? label : label.empty() ? key : key + ": " + label;
    describe(expression, node);
    return node;
  }

  // An expression inside a loop is one node with many evaluations: it shows the last value, and the number of
  // evaluations.
  void describe(const Expression& expression, OutlineNode& node) const {
    if (!was_run_) return;
    if (expression.has_failed) {
      node.status = "error";
    } else if (expression.evaluations == 0) {
      node.status = "short-circuited";
    } else {
      node.status = "evaluated";
    }
    if (expression.evaluations > 1) node.note = "evaluated " + std::to_string(expression.evaluations) + " times";
    if (expression.last.is_undefined()) return;
    node.type = kind_name(expression.last.kind());
    node.value = text_of(expression.last);
  }

  // Data can be large while expressions are written by hand, so only data nodes are limited. The limit is for all of
  // them together. The node at which it is reached says that something is missing.
  OutlineNode data_node(const Value& value, std::string id, std::string name, const std::string& path) {
    const Depth depth = budget().enter();
    budget().step();
    ++data_nodes_;
    OutlineNode node;
    node.id = std::move(id);
    node.kind = "data";
    node.name = std::move(name);
    node.path = path;
    node.type = kind_name(value.kind());
    node.value = text_of(value);
    const auto has_room = [&] {
      if (data_nodes_ < most_data_nodes) return true;
      node.note = "what follows is not shown";
      return false;
    };
    if (value.is_list()) {
      for (std::size_t index = 0; index < value.as_list().size() && has_room(); ++index) {
        const std::string place = "[" + std::to_string(index) + "]";
        node.children.push_back(data_node(value.as_list()[index], node.id + place, place, path + place));
      }
    } else if (value.is_map()) {
      for (const auto& [key, member] : value.as_map()) {
        if (!has_room()) break;
        const std::string member_id = member_path(node.id, key.as_string());
        node.children.push_back(
            data_node(member, member_id, std::string(key.as_string()), member_path(path, key.as_string())));
      }
    }
    return node;
  }

  void write_manifest(const Manifest& manifest, std::vector<OutlineNode>& nodes) {
    std::vector<OutlineNode> controllers;
    const std::string within = evaluation_.manifests.size() > 1 ? "operator/" + manifest.name + "/" : "";
    for (const Controller& controller : manifest.controllers)
      controllers.push_back(controller_node(controller, within));
    if (manifest.form != Manifest::Form::operator_) {
      nodes = std::move(controllers);
      return;
    }
    OutlineNode node;
    node.id = evaluation_.manifests.size() > 1 ? "operator/" + manifest.name : "operator";
    node.kind = "group";
    node.name = manifest.name;
    node.type = "Operator";
    node.children = std::move(controllers);
    nodes.push_back(std::move(node));
  }

  // `within` begins the ids, if there are several operators.
  OutlineNode controller_node(const Controller& controller, const std::string& within) {
    OutlineNode node;
    node.id = within + "controller/" + controller.name;
    node.kind = "controller";
    node.name = controller.name.empty() ? "pipeline" : controller.name;
    node.where = controller.where;
    std::size_t number = 0;
    for (const Source& source : controller.sources) {
      OutlineNode& child = node.children.emplace_back();
      child.id = node.id + "/source/" + std::to_string(number++);
      child.kind = "source";
      child.name = source.kind;
      child.type = source.is_view ? "view" : "source";
      if (source.space) child.note = "in the namespace " + *source.space;
      child.where = source.where;
    }
    number = 0;
    for (const Stage& stage : controller.stages) {
      node.children.push_back(stage_node(stage, node.id + "/" + std::to_string(number++)));
    }
    for (const Target& written : controller.targets) {
      OutlineNode& target = node.children.emplace_back();
      target.id = node.id + "/target" + (controller.targets.size() > 1 ? "/" + written.kind : "");
      target.kind = "target";
      target.name = written.kind;
      target.type = written.api_version;
      target.where = written.where;
    }
    return node;
  }

  // "$." for the members of a map.
  static std::string name_of(const Assignment& assignment) {
    return assignment.names.empty() ? "$." : join(assignment.names, ".");
  }

  // "not reached" means that no document came to the stage, for example because a @select before it was always false.
  OutlineNode stage_node(const Stage& stage, std::string id) {
    OutlineNode node;
    node.id = std::move(id);
    node.kind = "stage";
    node.name = stage.name;
    node.where = stage.where;
    bool has_failed = false;
    bool was_reached = false;
    const auto add = [&](const Expression* part, const std::string& place, const std::string& key) {
      if (part == nullptr) return;
      has_failed = has_failed || part->has_failed;
      was_reached = was_reached || part->evaluations > 0;
      node.children.push_back(expression_node(*part, node.id + place, key));
    };
    add(stage.expression, "/expression", "");
    add(stage.path, "/path", "");
    std::size_t number = 0;
    for (const Assignment& assignment : stage.assignments) {
      add(assignment.value, "/set/" + std::to_string(number++), name_of(assignment));
    }
    for (const auto& [input, key] : stage.inputs.index) add(key, "/index/" + std::to_string(number++), "");
    if (!was_run_) return node;
    node.status = has_failed ? "error" : was_reached ? "evaluated" : "not reached";
    if (stage.documents) {
      node.value = std::to_string(*stage.documents) + (*stage.documents == 1 ? " document" : " documents");
    }
    return node;
  }

  OutlineNode objects_node() {
    OutlineNode node;
    node.id = "objects";
    node.kind = "group";
    node.name = "objects";
    node.value = std::to_string(evaluation_.events.size());
    for (std::size_t index = 0; index < evaluation_.events.size() && data_nodes_ < most_data_nodes; ++index) {
      const Event& event = evaluation_.events[index];
      const std::string id = "objects/" + std::to_string(index);
      OutlineNode object = data_node(event.object, id, event.kind + " " + event.name, "$");
      object.kind = "object";
      object.type = event.type == Event::Type::deleted ? "deleted" : event.kind;
      node.children.push_back(std::move(object));
    }
    return node;
  }

  Evaluation& evaluation_;
  bool was_run_;
  std::size_t data_nodes_ = 0;
};

}  // namespace

std::vector<OutlineNode> outline_of(Context& context) {
  if (auto* evaluated = dynamic_cast<Evaluation*>(context.state.get())) return OutlineWriter(*evaluated, true).write();
  return recover(
      [&] {
        Evaluation unevaluated(context);
        unevaluated.read();
        return OutlineWriter(unevaluated, false).write();
      },
      [](const Error&) { return std::vector<OutlineNode>(); });
}

}  // namespace evalground::dcontroller
