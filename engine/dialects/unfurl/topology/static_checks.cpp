#include "dialects/unfurl/topology/static_checks.hpp"

#include <algorithm>

#include "base/text/text.hpp"
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

  void input() const {
    const Value& name =
        argument_.is_list() && argument_.as_list().size() == 1 ? argument_.as_list().front() : argument_;
    if (name.is_string() && !known_.inputs.contains(name.as_string())) {
      fail_name(name, "undefined-input", "Unknown input " + quote(name.as_string()) + ".", input_names());
    }
  }

  void count(std::size_t least) const {
    if (argument_.is_list() && argument_.as_list().size() < least) {
      fail("wrong-argument", "Invalid arguments for the function " + quote(function_) + ": it needs at least " +
                                 std::to_string(least) + (least == 1 ? " item" : " items") + ".");
    }
  }

  void attribute() const {
    if (!argument_.is_list()) return;
    const List& path = argument_.as_list();
    if (path.size() < 2) {
      fail("wrong-argument",
           "Illegal arguments for the function " + quote(function_) + ": it needs a node and an attribute.");
    }
    // `[node, capability, attribute]`, or `[node, attribute, key…]`.
    const NodeTemplate* node = node_of(path[0]);
    if (node == nullptr || !path[1].is_string()) return;
    if (path.size() > 2 && is_part(*node, path[1])) {
      capability_attribute(*node, path[1], path[2]);
      return;
    }
    const Declaration* declaration = node->type->property(path[1]);
    if (declaration == nullptr) {
      if (node->type->takes_any_property || is_among(special_attributes, path[1].as_string()) ||
          is_part(*node, path[1]))
        return;
      fail_name(path[1], "unknown-attribute",
                "Attribute " + quote(path[1].as_string()) + " was not found in node template " +
                    quote(key_text(node->name)) + ".",
                names_of(node->type->properties));
    }
    // A key within the attribute needs one that has members.
    const std::string_view type = text_field(declaration->definition, "type");
    const bool has_members =
        !is_simple_type(type) || type == "list" || type == "map" || type == "any" || type == "range";
    if (path.size() > 2 && !has_members) {
      fail("wrong-argument", "Unexpected attribute/index value " + quote(key_text(path[2])) + ": " +
                                 quote(path[1].as_string()) + " is neither a list nor a map.");
    }
  }

  void property() const {
    if (!argument_.is_list() || argument_.as_list().size() < 2) return;
    const List& path = argument_.as_list();
    const NodeTemplate* node = node_of(path[0]);
    if (node == nullptr || !path[1].is_string() || node->type->takes_any_property) return;
    if (path.size() > 2 && is_part(*node, path[1])) return;
    const Declaration* declaration = node->type->property(path[1]);
    if (declaration == nullptr || !declaration->is_property) {
      fail_name(
          path[1], "unknown-property",
          "Property " + quote(path[1].as_string()) + " not found in node template " + quote(key_text(node->name)) + ".",
          names_of(node->type->properties));
    }
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

  // The template that a node argument names; null when that can not be told before evaluation.
  const NodeTemplate* node_of(const Value& argument) const {
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
      if (host_of(*node_template_) == nullptr && !has_host_requirement()) {
        fail("unknown-node",
             "\"HOST\" was not found in the relationship chain of " + quote(key_text(node_template_->name)) + ".");
      }
      return nullptr;
    }
    if (name == "SELF" && node_template_ != nullptr) return node_template_;
    if (name == root_name || name == "ORCHESTRATOR" || name == "OPERATION_HOST") return nullptr;
    const NodeTemplate* found = known_.templates.find(name);
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

  bool has_host_requirement() const {
    const std::vector<Requirement>& all = node_template_->requirements;
    return std::any_of(all.begin(), all.end(), [](const Requirement& one) { return key_text(one.name) == "host"; });
  }

  // True for the name of a capability or requirement.
  static bool is_part(const NodeTemplate& node, const Value& name) {
    const auto is_named = [&](const Requirement& one) { return same_key(one.name, name); };
    return find_declaration(node.type->capabilities, name) != nullptr ||
           find_declaration(node.type->requirements, name) != nullptr ||
           std::any_of(node.requirements.begin(), node.requirements.end(), is_named);
  }

  void capability_attribute(const NodeTemplate& node, const Value& capability, const Value& attribute) const {
    const Declaration* declared = find_declaration(node.type->capabilities, capability);
    const Value* type_name = declared == nullptr ? nullptr : field(declared->definition, "type");
    if (type_name == nullptr || !attribute.is_string()) return;
    const Type* type = known_.types.find(TypeKind::capability, key_text(*type_name), *declared->names);
    if (type == nullptr) return;
    const Declaration* declaration = type->property(attribute);
    if (declaration != nullptr && declaration->is_attribute) return;
    fail_name(attribute, "unknown-attribute",
              "Attribute " + quote(attribute.as_string()) + " was not found in capability " +
                  quote(key_text(capability)) + " of " + quote(key_text(node.name)) + ".",
              names_of(type->properties));
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
  if (function == "token") check.count(3);
  if (function == "get_attribute") check.attribute();
  if (function == "get_property") check.property();
}

}  // namespace evalground::unfurl
