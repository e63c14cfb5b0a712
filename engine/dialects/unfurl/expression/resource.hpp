// The resource tree: nodes with their capabilities, relationships and artifacts, and the attributes of each.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dialects/unfurl/tosca/types.hpp"
#include "dialects/unfurl/values/collection.hpp"
#include "dialects/unfurl/values/status.hpp"
#include "value/map.hpp"
#include "value/object.hpp"

namespace evalground::unfurl {

class Evaluator;
class Resource;
class Tree;

// What a declaration does with a value when it is read: converts text to a scalar, checks constraints, marks sensitive
// values, fills in the defaults of a data type.
class AttributeRule {
 public:
  virtual ~AttributeRule() = default;
  // The value of a definition as the resource shows it. Throws Error if it violates the declaration.
  virtual Value apply(Evaluator& evaluator, Resource& resource, const Value& definition, Value value) const = 0;
  // True when the value is marked as sensitive. Then the definition must be hidden as well.
  virtual bool is_sensitive() const = 0;
};

// A definition and, once it has been read, its value.
struct Attribute {
  enum class State : std::uint8_t { unread, reading, read, failed };

  Value definition;                     // as written; may be an expression or contain some
  const AttributeRule* rule = nullptr;  // null without a declaration
  State state = State::unread;
  Value value;                          // set once read
  std::unique_ptr<Diagnostic> problem;  // set when reading failed
};

// Attributes by name, in the order of their definition.
class AttributeMap {
 public:
  // Adds one, or replaces the definition in place.
  Attribute& define(const Value& name, Value definition, const AttributeRule* rule = nullptr);
  Attribute* find(const Value& name);
  Attribute* find(std::string_view name);
  bool has(const Value& name) const { return index_.contains(name); }
  std::size_t size() const noexcept { return attributes_.size(); }
  const Value& name(std::size_t index) const { return index_.entry(index).key; }
  Attribute& at(std::size_t index) { return attributes_[index]; }
  // Clears values and definitions. This breaks cycles, because values may hold the resource that holds them.
  void clear();

 private:
  Map index_;  // name -> index
  std::vector<Attribute> attributes_;
};

// The default that a property would have if the template (or the type) did not set it. For a property that the template
// sets this is the type's default, otherwise the base type's. Points into the types.
struct InheritedDefault {
  const Value* name;
  const Value* definition;
  const AttributeRule* rule;
};

enum class ResourceKind : std::uint8_t { root, node, capability, relationship, artifact };

// A member of the tree. The tree owns it; all pointers are to resources of the same tree.
class Resource final : public Object {
 public:
  Resource(Tree& tree_, ResourceKind kind_, std::string name_) : tree(tree_), kind(kind_), name(std::move(name_)) {}

  Tree& tree;
  const ResourceKind kind;
  const std::string name;
  std::string template_name;        // empty: same as the name
  const Type* type = nullptr;       // null for the root
  Resource* parent = nullptr;       // for capabilities and artifacts: the node; for relationships: the source
  std::vector<Resource*> children;  // nodes only, in document order
  std::vector<Resource*> capabilities, requirements;  // nodes only
  std::vector<Resource*> artifacts;                   // for a node, by distinct names
  Resource* target = nullptr;                         // for a relationship: the node; null while unbound
  Resource* capability = nullptr;                     // for a relationship: the target's
  std::vector<Resource*> relationships;  // of a capability: those that bind to it; of a node: those that target it

  // Looked up in this order: the instance's own attributes, then those of the template with the defaults of its type.
  AttributeMap attributes;
  AttributeMap properties;

  std::optional<Status> status;  // as recorded; unset without a record
  std::optional<State> state;
  Value priority, readonly, created, is_protected;  // as recorded; undefined without a record
  std::vector<InheritedDefault> inherited;
  OriginId where = 0;  // the place of its definition

  // The path that identifies the resource in a result: "::web", "::web::.capabilities::[.name=feature]".
  std::string key() const;
  // Null when absent.
  Attribute* find_attribute(const Value& name);
  List attribute_names() const;

  std::string_view type_name() const override { return "resource"; }
  Value get(Context& context, const Value& key) override;
  Value resolve(Context& context) override;  // {"ref": key}
  std::string python_repr() const override;  // NodeInstance('web')
};

// The capability, relationship or artifact of that name; null when absent.
Resource* find_part(const std::vector<Resource*>& parts, std::string_view name);

// `.ancestors`: the resource, its parent, and so on up to the root.
Value ancestors(Resource& resource);

// The effective status: the worst of the resource's own status, its parent's, and those of the targets of its
// requirements.
Status effective_status(const Resource& resource, Budget& budget);

// Reads members of a resource for Object::get(), which knows only the object. Implemented by the evaluator.
class MemberReader {
 public:
  // A special key (`.name`) or an attribute; undefined when absent.
  virtual Value member(Resource& resource, const Value& key) = 0;

 protected:
  ~MemberReader() = default;
};

// Owns every resource of an evaluation. A resource that a value still holds outlives the tree, but is cleared.
class Tree {
 public:
  explicit Tree(MemberReader& reader);
  ~Tree();
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  MemberReader& reader;
  Resource* application = nullptr;  // the node that `substitution_mappings` names; null when absent

  Resource& root() const noexcept { return *root_; }
  // A new node below `parent`, as its last child. Throws Error "duplicate-name" ("… is already in use").
  Resource& add_node(std::string name, Resource& parent, OriginId where);
  // A new part of a node, in the list of its kind.
  Resource& add_part(ResourceKind kind, std::string name, Resource& node, OriginId where);
  // Puts a node below another parent, as its last child.
  void move(Resource& node, Resource& parent);

  // A node or the root by name; null when absent.
  Resource* find(std::string_view name) const;
  // The known node name that is most similar to an unknown one; empty when none is similar.
  std::string_view nearest(std::string_view name) const;
  // The root and all nodes, depth first, children in document order.
  const std::vector<Resource*>& in_order() const;

 private:
  Ref<Resource> root_;
  std::vector<Ref<Resource>> resources_;
  std::unordered_map<std::string, Resource*> by_name_;  // nodes and the root
  mutable std::vector<Resource*> in_order_;             // empty: must be rebuilt
};

// Every node and the root by name, in tree order: `$NODES`, `.all`. An unknown name gives null.
class AllResources final : public Collection {
 public:
  explicit AllResources(const Tree& tree) : tree_(tree) {}
  bool is_list() const override { return false; }
  std::size_t size() override { return tree_.in_order().size(); }
  Value key(std::size_t index) override { return Value::string(tree_.in_order()[index]->name); }
  Value item(std::size_t index) override { return Value::object(Ref<Object>(tree_.in_order()[index])); }
  Value find(const Value& key) override;

 private:
  const Tree& tree_;
};

}  // namespace evalground::unfurl
