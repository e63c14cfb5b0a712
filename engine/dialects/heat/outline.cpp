// The outline of a template. Ids such as "resources/server" are also used for the parts that a value reads.
//
// The outline also has to be correct for templates that are incomplete or invalid, because an editor shows it while
// somebody types. Most care goes to secrets. A parameter counts as secret if it is hidden, or if its value can reach a
// hidden parameter of a nested template. In case of doubt it is masked.

#include "dialects/heat/outline.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "dialects/heat/environment/places.hpp"
#include "dialects/heat/syntax.hpp"

namespace evalground::heat {
namespace {

constexpr std::size_t most_characters = 80;  // of a value
constexpr std::string_view mask = "******";

std::string label_of(const Value& value) {
  return value.is_string() ? std::string(value.as_string()) : short_text(value, most_characters);
}

using Names = std::set<std::string, std::less<>>;

// The parameters whose values are secret: those that a template hides, and those that it gives to a hidden one of a
// nested template. Reads the unevaluated sections, so that a mistake in one hides nothing.
class SecretParameters {
 public:
  explicit SecretParameters(Context& context) : context_(context) {}

  // Resources may pass a parameter to a hidden parameter of a nested template. Then the outer one is secret as well,
  // although it does not say so.
  Names of(Stack& stack) {
    const Depth depth = context_.budget.enter();
    const Map& document = stack.document.as_map();
    Names names;
    const Value* parameters = document.find("parameters");
    if (parameters != nullptr && parameters->is_map()) {
      for (const auto& [name, definition] : parameters->as_map()) {
        if (is_declared_hidden(definition) || stack.environment.hides(text_of(name))) names.insert(text_of(name));
      }
    }
    const Value* resources = document.find("resources");
    if (resources == nullptr || !resources->is_map()) return names;
    for (const auto& [name, definition] : resources->as_map()) add_given(stack, name, definition, names);
    return names;
  }

 private:
  // What a resource, or the definition of one within it, gives to hidden parameters.
  void add_given(Stack& stack, const Value& name, const Value& definition, Names& names) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    if (definition.is_list()) {
      for (const Value& item : definition.as_list()) add_given(stack, name, item, names);
    }
    if (!definition.is_map()) return;
    for (const Map::Entry& entry : definition.as_map()) add_given(stack, name, entry.value, names);
    const Value* type = definition.as_map().find("type");
    const Value* properties = definition.as_map().find("properties");
    if (type == nullptr || !type->is_string() || properties == nullptr || !properties->is_map()) return;
    Resource facade;
    facade.name = name;
    facade.definition = definition;
    facade.of_type = template_of(context_, stack.environment, *type, text_of(name), folder_of(stack.main));
    if (facade.of_type.path.empty()) return;
    const std::optional<Names>& hidden = hidden_within(stack, facade);
    for (const auto& [property, value] : properties->as_map()) {
      if (!hidden || hidden->find(text_of(property)) != hidden->end()) add_read(stack, value, names);
    }
  }

  // Those of a nested template; nothing where it cannot be read. Of one that is nested in itself those found first.
  const std::optional<Names>& hidden_within(Stack& stack, const Resource& facade) {
    const auto [known, is_new] = within_.emplace(facade.of_type.path, Names());
    if (is_new) {
      known->second = recover(
          [&]() -> std::optional<Names> {
            Stack inner(stack, facade);
            return of(inner);
          },
          [](const Error&) { return std::optional<Names>(); });
    }
    return known->second;
  }

  // The parameters that a value reads. What comes from another resource may come from any of them.
  void add_read(Stack& stack, const Value& value, Names& names) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    if (value.is_list()) {
      for (const Value& item : value.as_list()) add_read(stack, item, names);
    }
    if (!value.is_map()) return;
    for (const auto& [key, item] : value.as_map()) {
      add_read(stack, item, names);
      const std::string function = text_of(key);
      if (function == "get_param") {
        const Value& name = item.is_list() && !item.as_list().empty() ? item.as_list().front() : item;
        names.insert(text_of(name));
      } else if (function == "get_attr" || function == "get_resource") {
        const Value* parameters = stack.document.as_map().find("parameters");
        if (parameters == nullptr || !parameters->is_map()) continue;
        for (const Map::Entry& entry : parameters->as_map()) names.insert(text_of(entry.key));
      }
    }
  }

  Context& context_;
  std::map<std::string, std::optional<Names>> within_;  // by the path of the template
};

// Reading nested templates may add messages, which belong to the evaluation only.
Names secret_parameters(Stack& stack) {
  Context& context = stack.context;
  const std::size_t said = context.diagnostics.size();
  Names names = SecretParameters(context).of(stack);
  context.diagnostics.erase(context.diagnostics.begin() + static_cast<std::ptrdiff_t>(said), context.diagnostics.end());
  return names;
}

// After an evaluation the nodes have values and states. Without one, in a check, only names and types are known.
class OutlineWriter {
 public:
  OutlineWriter(Stack& stack, bool is_evaluated)
      : stack_(stack), is_evaluated_(is_evaluated), secret_(secret_parameters(stack)) {}

  // The order is that of a template. Groups without entries are left out.
  std::vector<OutlineNode> write() {
    std::vector<OutlineNode> nodes;
    for (const Parameter& parameter : stack_.parameters) children_.push_back(node_of(parameter));
    add_group(nodes, "parameters");
    for (const Condition& condition : stack_.conditions) children_.push_back(node_of(condition));
    add_group(nodes, "conditions");
    for (Resource& resource : stack_.resources) children_.push_back(node_of(resource));
    add_group(nodes, "resources");
    for (const Output& output : stack_.outputs) children_.push_back(node_of(output));
    add_group(nodes, "outputs");
    return nodes;
  }

 private:
  void add_group(std::vector<OutlineNode>& nodes, const char* name) {
    if (children_.empty()) return;
    OutlineNode& group = nodes.emplace_back();
    group.id = name;
    group.kind = "group";
    group.name = name;
    group.where = children_.front().where;
    group.children = std::move(children_);
    children_.clear();
  }

  // The id is unique within its section. It is also what `reads` of other nodes refer to.
  static OutlineNode start(std::string section, const char* kind, const Value& name) {
    OutlineNode node;
    node.name = label_of(name);
    node.id = std::move(section) + "/" + node.name;
    node.kind = kind;
    node.where = name.origin();
    return node;
  }

  // The value is masked if it is hidden or passed to a hidden parameter. The note lists what a form would show:
  // description, default and constraints.
  OutlineNode node_of(const Parameter& parameter) {
    OutlineNode node = start("parameters", "parameter", parameter.name);
    node.path = "{get_param: " + node.name + "}";
    if (parameter.where != 0) node.type = type_text(parameter.type);  // otherwise the definition was invalid
    node.sensitive = parameter.is_hidden || secret_.find(node.name) != secret_.end();
    if (!parameter.value.is_undefined()) {
      node.value = node.sensitive ? std::string(mask) : short_text(parameter.value, most_characters);
      node.status = "resolved";
      if (is_set_elsewhere(parameter)) node.set = parameter.value.origin();
    } else {
      node.status = "error";
    }
    std::vector<std::string> notes;
    if (!parameter.description.empty()) notes.push_back(parameter.description);
    if (!parameter.fallback.is_undefined()) {
      notes.push_back("default " +
                      (node.sensitive ? std::string(mask) : short_text(parameter.fallback, most_characters)));
    }
    for (const Constraint& constraint : parameter.constraints) {
      notes.push_back(constraint_text(constraint, stack_.context.budget));
    }
    for (const std::string& note : notes) node.note += (node.note.empty() ? "" : "; ") + note;
    return node;
  }

  // Whether the value is written in another file than the parameter: in an environment.
  bool is_set_elsewhere(const Parameter& parameter) const {
    const OriginId written = parameter.value.origin();
    if (written == 0 || parameter.where == 0) return false;
    const Sources& sources = stack_.context.sources;
    return sources.origin(written).file != sources.origin(parameter.where).file;
  }

  // A condition that nothing uses is never evaluated, and has no value. It may even be one that would fail.
  OutlineNode node_of(const Condition& condition) {
    OutlineNode node = start("conditions", "condition", condition.name);
    if (condition.state == Condition::State::resolved) {
      node.value = condition.holds ? "true" : "false";
      node.status = condition.holds ? "resolved" : "condition false";
    } else if (condition.has_failed) {
      node.status = "error";
    } else if (is_evaluated_) {
      node.status = "unused";
    }
    return node;
  }

  // Explicit dependencies that are also references are listed once.
  OutlineNode node_of(Resource& resource) {
    if (is_evaluated_) stack_.resolve_properties(resource);
    OutlineNode node = start("resources", "resource", resource.name);
    node.type = resource.type;
    node.path = "{get_resource: " + node.name + "}";
    for (const std::string& name : resource.reads) node.reads.push_back("resources/" + name);
    for (const std::string& name : resource.depends_on) {
      const std::string id = "resources/" + name;
      if (std::find(node.reads.begin(), node.reads.end(), id) == node.reads.end()) node.reads.push_back(id);
    }
    if (!resource.is_enabled) {
      node.status = "condition false";
      return node;
    }
    if (!resource.depends_on.empty()) {
      node.note = "depends on";
      for (const std::string& name : resource.depends_on) node.note += " " + name;
    }
    if (!resource.missing.empty()) {
      node.status = "waits for an attribute";
      node.note += node.note.empty() ? "missing:" : "; missing:";
      for (const std::string& name : resource.missing) node.note += " " + name;
    } else if (std::any_of(resource.properties.begin(), resource.properties.end(),
                           [](const Property& property) { return property.failure.has_value(); })) {
      node.status = "error";
    } else if (is_evaluated_) {
      node.status = "resolved";
    }
    if (is_evaluated_) add_properties(resource, node);
    return node;
  }

  // Shows the resolved properties. One that fails shows its error.
  static void add_properties(const Resource& resource, OutlineNode& node) {
    for (const Property& property : resource.properties) {
      OutlineNode& child = node.children.emplace_back(start(node.id, "property", property.name));
      if (property.failure) {
        child.status = "error";
        child.note = property.problem;
        continue;
      }
      const bool is_there = !property.value.is_undefined();
      if (is_there) child.value = short_text(property.value, most_characters);
      child.status = is_there ? "resolved" : "condition false";
    }
  }

  OutlineNode node_of(const Output& output) {
    OutlineNode node = start("outputs", "output", output.name);
    node.reads = output.reads;
    if (!output.is_enabled) {
      node.status = "condition false";
      return node;
    }
    if (!output.value.is_undefined()) {
      node.value = short_text(output.value, most_characters);
      node.status = "resolved";
    } else if (!output.problem.empty()) {
      node.status = "error";
      node.note = output.problem;
    }
    return node;
  }

  Stack& stack_;
  bool is_evaluated_;
  Names secret_;
  std::vector<OutlineNode> children_;
};

}  // namespace

std::vector<OutlineNode> outline_of(Stack& stack, bool is_evaluated) {
  return OutlineWriter(stack, is_evaluated).write();
}

}  // namespace evalground::heat
