// Checks functions that are the whole value of a property or an output, before anything is evaluated. The TOSCA parser
// refuses a document whose `get_attribute` names an unknown node or attribute, even if the value is never read.
//
//   outputs: {url: {value: {get_attribute: [web, urll]}}}     an Error while the document is loaded
//
// Only literal arguments can be checked. A path is followed through the declarations of types, so the check needs no
// resources.
#include "dialects/unfurl/topology/static_checks.hpp"

#include <algorithm>
#include <span>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/unfurl/values/fields.hpp"

namespace evalground::unfurl {
namespace {

// Attributes that every node has without declaring them.
constexpr std::string_view special_attributes[] = {"tosca_id", "tosca_name", "state"};
constexpr std::string_view root_name = "root";

class FunctionCheck {
 public:
  FunctionCheck(const StaticNames& known, const NodeTemplate* node_template, std::string_view function,
                const Value& argument)
      : known_(known), node_template_(node_template), function_(function), argument_(argument) {}

  // Only with a single argument: with a default, an unknown input is not a mistake.
  void input() const {
    const List path = arguments();
    if (path.size() > 2) {
      fail("wrong-argument", "The function \"get_input\" takes a name and a default.");
    }
    if (path.size() != 1) return;
    const Value& name = path.front();
    if (name.is_map() || name.is_list() || known_.inputs.contains(name)) return;
    if (!name.is_string()) fail("undefined-input", "Unknown input " + quote(key_text(name)) + ".");
    fail_name(name, "undefined-input", "Unknown input " + quote(name.as_string()) + ".", input_names());
  }

  void count(std::size_t least) const {
    if (arguments().size() < least) {
      fail("wrong-argument", "Invalid arguments for the function " + quote(function_) + ": it needs at least " +
                                 std::to_string(least) + (least == 1 ? " item" : " items") + ".");
    }
  }

  // When evaluated, `token` also takes longer separators. As a whole value it must be what TOSCA defines.
  void token() const {
    count(3);
    const List parts = arguments();
    const auto fail_part = [&](const Value& part, const std::string& what) {
      throw Error("wrong-argument",
                  "Invalid arguments for the function \"token\": " + what + ", not " +
                      (part.is_string() ? quote(part.as_string()) : kind_text(part)) + ".",
                  part.origin() != 0 ? part.origin() : argument_.origin());
    };
    if (!parts[1].is_string() || count_code_points(parts[1].as_string()) != 1) {
      fail_part(parts[1], "the separator must be a single character");
    }
    if (parts[2].kind() != Kind::integer && parts[2].kind() != Kind::boolean) {
      fail_part(parts[2], "the index must be an integer");
    }
  }

  //   [web, port]            an attribute, or a property that has a value
  //   [web, db, host, …]     port is no attribute of web, so db is a requirement or capability, and host its attribute
  //
  // The keys after the attribute are followed through the schema of its type (keys()).
  void attribute() const {
    const List path = arguments();
    if (path.size() < 2) {
      fail("wrong-argument",
           "Illegal arguments for the function " + quote(function_) + ": it needs a node and an attribute.");
    }
    const NodeTemplate* node = node_of(path, false);
    if (node != nullptr && path.size() == 2 && is_number_or_truth(path[1])) {
      fail("unknown-attribute", "Attribute " + quote(key_text(path[1])) + " was not found in node template " +
                                    quote(key_text(node->name)) + ".");
    }
    if (node == nullptr || !path[1].is_string()) return;
    const Declaration* declaration = node->type->property(path[1]);
    const bool is_attribute = declaration != nullptr && declaration->is_attribute;
    if (path.size() == 2) {
      if (is_attribute || is_among(special_attributes, path[1].as_string()) || has_value(*node, path[1])) return;
      fail_name(path[1], "unknown-attribute",
                "Attribute " + quote(path[1].as_string()) + " was not found in node template " +
                    quote(key_text(node->name)) + ".",
                names_of(node->type->properties));
    }
    // `[node, attribute, key…]`, or `[node, requirement or capability, attribute, key…]`.
    if (is_attribute) return keys(*declaration, std::span(path).subspan(2));
    if (is_among(special_attributes, path[1].as_string())) return;
    const Declaration* of_part = part_declaration(*node, path[1], path[2], true);
    if (of_part != nullptr) keys(*of_part, std::span(path).subspan(3));
  }

  // A declared property is found also without a value. Before further keys it must have one: otherwise the name is
  // taken for a requirement or capability.
  void property() const {
    const List path = arguments();
    if (path.size() < 2) return;
    const NodeTemplate* node = node_of(path, true);
    if (node == nullptr || !path[1].is_string()) return;
    const Declaration* declaration = node->type->property(path[1]);
    const bool is_property = declaration != nullptr && declaration->is_property;
    if (path.size() == 2) {
      if (is_property || has_value(*node, path[1])) return;
      fail_name(
          path[1], "unknown-property",
          "Property " + quote(path[1].as_string()) + " not found in node template " + quote(key_text(node->name)) + ".",
          names_of(node->type->properties));
    }
    if (!has_value(*node, path[1])) part_declaration(*node, path[1], path[2], false);
  }

 private:
  [[noreturn]] void fail(std::string_view code, std::string message) const {
    throw Error(std::string(code), std::move(message), argument_.origin());
  }
  [[noreturn]] void fail_name(const Value& name, std::string_view code, std::string message,
                              const std::vector<std::string_view>& known) const {
    const std::string_view text = name.as_string();
    known_.types.context().fail_name(name.origin(), code, std::move(message), text, nearest(text, known));
  }

  static bool is_number_or_truth(const Value& value) { return value.is_number() || value.kind() == Kind::boolean; }

  // The arguments as a list: any other value is a list of one.
  List arguments() const { return argument_.is_list() ? argument_.as_list() : List{argument_}; }

  // True when the template or its type sets the property.
  static bool has_value(const NodeTemplate& node, const Value& name) {
    const Declaration* declaration = node.type->property(name);
    const bool is_known = declaration != nullptr
                              ? declaration->is_property
                              : takes_any_property(*node.type, map_or_nothing(node.definition.find("metadata")));
    if (is_known && map_field(node.definition, "properties").contains(name)) return true;
    return declaration != nullptr && declaration->is_property && declaration->definition.contains("default");
  }

  // The template of that name, or the first with that type; null when absent.
  const NodeTemplate* find_template(std::string_view name) const {
    if (const NodeTemplate* found = known_.templates.find(name)) return found;
    for (const NodeTemplate& one : known_.templates) {
      known_.types.context().budget.step();
      if (one.type != nullptr && one.type->is(name)) return &one;
    }
    return nullptr;
  }

  // Calls f for each assigned requirement with the template it names.
  // Until f returns true. Requirements that only the type declares, or that an expression binds, are unknown before the
  // evaluation and not followed.
  template <class F>
  void each_target(const NodeTemplate& node, F&& f) const {
    const Value* requirements = field(node.definition, "requirements");
    if (requirements == nullptr || !requirements->is_list()) return;
    for (const Value& item : requirements->as_list()) {
      if (!item.is_map()) continue;
      for (const auto& [name, value] : item.as_map()) {
        known_.types.context().budget.step();
        const Value* target = value.is_map() ? field(value.as_map(), "node") : &value;
        const NodeTemplate* found = target != nullptr ? find_template(key_text(*target)) : nullptr;
        if (found != nullptr && found->type != nullptr && f(name, *found)) return;
      }
    }
  }

  // The first node that has what the function needs, following each node's first requirement of any name, as the
  // reference does.
  // `visited` ends cycles of requirements. The lambda always returns true, so only the first target is followed.
  const NodeTemplate* host_of_path(const NodeTemplate& node, const List& path, bool is_property,
                                   std::vector<const NodeTemplate*>& visited) const {
    if (std::find(visited.begin(), visited.end(), &node) != visited.end()) return nullptr;
    visited.push_back(&node);
    const Depth depth = known_.types.context().budget.enter();
    const NodeTemplate* host = nullptr;
    each_target(node, [&](const Value&, const NodeTemplate& target) {
      const Declaration* declaration = target.type->property(path[1]);
      const bool has_it =
          declaration != nullptr && (is_property ? declaration->is_property : declaration->is_attribute);
      const bool has_part = path.size() > 2 && find_declaration(target.type->capabilities, path[1]) != nullptr;
      host = has_it || has_part ? &target : host_of_path(target, path, is_property, visited);
      return true;
    });
    return host;
  }

  // The template that a node argument names; null when only evaluation can tell.
  const NodeTemplate* node_of(const List& path, bool is_property) const {
    const Value& argument = path[0];
    if (is_number_or_truth(argument)) {
      fail("unknown-node", "The node template " + quote(key_text(argument)) + " was not found.");
    }
    if (!argument.is_string()) return nullptr;
    const std::string_view name = argument.as_string();
    if (name == "SOURCE" || name == "TARGET") {
      fail("unknown-node", quote(name) + " was not found: it is allowed only in a relationship, and the function " +
                               quote(function_) + " needs SELF, HOST or the name of a node template here.");
    }
    if (name == "HOST") {
      if (node_template_ == nullptr) {
        fail("unknown-node", "\"HOST\" is not allowed in the outputs of a topology.");
      }
      std::vector<const NodeTemplate*> visited;
      const NodeTemplate* host = host_of_path(*node_template_, path, is_property, visited);
      if (host == nullptr) {
        fail("unknown-node", quote(key_text(path[1])) + " of \"HOST\" was not found in the relationship chain of " +
                                 quote(key_text(node_template_->name)) + ".");
      }
      return host;
    }
    if (name == "SELF" && node_template_ != nullptr) return node_template_;
    if (name == root_name || name == "ORCHESTRATOR" || name == "OPERATION_HOST") return nullptr;
    const NodeTemplate* found = find_template(name);
    if (found == nullptr) {
      fail_name(argument, "unknown-node", "The node template " + quote(name) + " was not found.",
                known_.templates.names());
    }
    return found->type == nullptr ? nullptr : found;
  }

  std::vector<std::string_view> input_names() const {
    std::vector<std::string_view> names;
    for (const auto& entry : known_.inputs) {
      if (entry.key.is_string()) names.push_back(entry.key.as_string());
    }
    return names;
  }

  // What a capability declares under a name: a capability of the target of the requirement `part`, else one of the node
  // itself.
  const Declaration* part_declaration(const NodeTemplate& node, const Value& part, const Value& name,
                                      bool is_attribute) const {
    const NodeTemplate* owner = &node;
    each_target(node, [&](const Value& requirement, const NodeTemplate& target) {
      if (!same_key(requirement, part)) return false;
      owner = &target;
      return true;
    });
    const Declaration* declared = find_declaration(owner->type->capabilities, part);
    // The reference looks for a capability of the target with the requirement's name. TOSCA means the bound one.
    const bool is_bound = owner != &node || find_declaration(node.type->requirements, part) != nullptr;
    if (declared == nullptr && is_bound && !known_.types.context().quirks()) return nullptr;
    if (declared == nullptr) {
      fail_name(part, "unknown-attribute",
                "The requirement or capability " + quote(key_text(part)) + " was not found in node template " +
                    quote(key_text(owner->name)) + ".",
                names_of(owner->type->capabilities));
    }
    const Value* type_name = field(declared->definition, "type");
    if (type_name == nullptr || !name.is_string()) return nullptr;
    const Type* type = known_.types.find(TypeKind::capability, key_text(*type_name), *declared->names);
    if (type == nullptr) return nullptr;
    const Declaration* declaration = type->property(name);
    if (declaration != nullptr && (is_attribute ? declaration->is_attribute : declaration->is_property)) {
      return declaration;
    }
    const std::string_view what = is_attribute ? "Attribute " : "Property ";
    fail_name(name, is_attribute ? "unknown-attribute" : "unknown-property",
              std::string(what) + quote(name.as_string()) + " was not found in capability " + quote(key_text(part)) +
                  " of " + quote(key_text(owner->name)) + ".",
              names_of(type->properties));
  }

  // Keys within an attribute require that each value on the path has members.
  // A walk along the path with the declared type of the value that it has reached. Where that type says nothing about
  // its members, the check ends: only evaluation can tell.
  void keys(const Declaration& declaration, std::span<const Value> path) const {
    const Map* schema = &declaration.definition;
    std::string_view type = text_field(*schema, "type");
    for (const Value& key : path) {
      if (type == "list" || type == "map") {
        if (type == "list" && key.kind() != Kind::integer) {
          fail("wrong-argument", "Illegal arguments for the function " + quote(function_) + ": " +
                                     quote(key_text(key)) + " must be the index of an item.");
        }
        const Value* entry = schema->find("entry_schema");
        type = entry == nullptr     ? std::string_view()
               : entry->is_map()    ? text_field(entry->as_map(), "type")
               : entry->is_string() ? entry->as_string()
                                    : std::string_view();
        if (type.empty()) return;
      } else if (is_simple_type(type)) {
        fail("wrong-argument", "Unexpected attribute/index value " + quote(key_text(key)) + ": " +
                                   quote(key_text(declaration.name)) + " has no members there.");
      } else {
        const Type* data = known_.types.find(TypeKind::data, type, *declaration.names);
        const Declaration* member = data != nullptr ? data->property(key) : nullptr;
        if (data == nullptr || member == nullptr) return;
        schema = &member->definition;
        type = text_field(*schema, "type");
      }
    }
  }

  const StaticNames& known_;
  const NodeTemplate* node_template_;
  std::string_view function_;
  const Value& argument_;
};

}  // namespace

void check_function(const StaticNames& known, const Value& value, const NodeTemplate* node_template) {
  if (!value.is_map() || value.as_map().size() != 1 || !value.as_map().entry(0).key.is_string()) return;
  const auto& [name, argument] = value.as_map().entry(0);
  const std::string_view function = name.as_string();
  const FunctionCheck check(known, node_template, function, argument);
  if (function == "get_input") check.input();
  if (function == "concat") check.count(1);
  if (function == "token") check.token();
  if (function == "get_attribute") check.attribute();
  if (function == "get_property") check.property();
}

namespace {

// The word of `get_attribute: [SELF, name]` that stands for a node of the relationship; empty for all other calls.
std::string_view own_node_of(const Value& function, const Value& argument) {
  const bool is_path = function.as_string() == "get_attribute" || function.as_string() == "get_property";
  const bool begins = argument.is_list() && !argument.as_list().empty() && argument.as_list()[0].is_string();
  if (!is_path || !begins) return {};
  const std::string_view node = argument.as_list()[0].as_string();
  constexpr std::string_view words[] = {"SELF", "HOST", "SOURCE", "TARGET"};
  return is_among(words, node) ? node : std::string_view();
}

}  // namespace

// In a relationship, SELF is the relationship, SOURCE the node with the requirement and TARGET the node at its end.
// SOURCE and TARGET are checked by putting the name of that node in their place.
void check_relationship_function(const StaticNames& known, const Value& value, const NodeTemplate& source,
                                 const Requirement& requirement, bool is_input) {
  if (!value.is_map() || value.as_map().size() != 1 || !value.as_map().entry(0).key.is_string()) return;
  const Value& function = value.as_map().entry(0).key;
  const Value& argument = value.as_map().entry(0).value;
  const std::string_view node = own_node_of(function, argument);
  if (node.empty()) return check_function(known, value, nullptr);
  if (!is_input) return;
  const auto fail = [&](std::string_view code, const std::string& message) {
    known.types.context().fail(argument.as_list()[0].origin(), code, message);
  };
  if (node == "HOST") fail("unknown-node", "\"HOST\" was not found in the relationship chain of a relationship.");
  if (node == "SELF") {
    const List& path = argument.as_list();
    const bool is_property = function.as_string() == "get_property" && path.size() == 2 && path[1].is_string();
    if (!is_property || requirement.relationship->property(path[1]) != nullptr) return;
    fail("unknown-property", "Property " + quote(path[1].as_string()) + " not found in the relationship " +
                                 quote(key_text(requirement.name)) + ".");
  }
  // As if the node at that end were named.
  const NodeTemplate* end = node == "SOURCE" ? &source : requirement.target;
  if (end == nullptr) return;
  List path = argument.as_list();
  path[0] = Value::string(key_text(end->name)).with_origin(path[0].origin());
  Map named;
  named.set(function, Value::list(std::move(path)).with_origin(argument.origin()));
  check_function(known, Value::map(std::move(named)).with_origin(value.origin()), nullptr);
}

}  // namespace evalground::unfurl
