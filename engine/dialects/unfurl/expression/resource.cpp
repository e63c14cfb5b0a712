#include "dialects/unfurl/expression/resource.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/indexed.hpp"
#include "base/text/text.hpp"
#include "dialects/unfurl/values/fields.hpp"

namespace evalground::unfurl {
namespace {

// The status of a resource with those of what it depends on: its parent and the targets of its requirements.
//
//   web ok, its db degraded   ->  degraded        web ok, its db error   ->  error
//
// An own status of unknown, error or absent decides. Otherwise only the dependencies count: a degraded resource without
// dependencies is ok.
//
// A recursion along dependencies, with a set of what was visited: cycles end, and a diamond is walked once.
class EffectiveStatus {
 public:
  explicit EffectiveStatus(Budget& budget) : budget_(budget) {}

  // Invariant: a resource that was visited before is not counted again.
  Status of(const Resource& resource) {
    const Depth depth = budget_.enter();
    seen_.insert(&resource);
    const Status own = resource.status.value_or(Status::unknown);
    if (own == Status::unknown || own == Status::error || own == Status::absent) return own;
    Status result = Status::ok;
    if (resource.parent != nullptr && resource.parent->kind != ResourceKind::root &&
        !takes_in(*resource.parent, result)) {
      return result;
    }
    for (const Resource* requirement : resource.requirements) {
      if (requirement->target != nullptr && requirement->target != resource.parent &&
          !takes_in(*requirement->target, result)) {
        return result;
      }
    }
    return result;
  }

 private:
  // Adds a dependency's status. Returns false when the result is decided.
  bool takes_in(const Resource& dependency, Status& result) {
    budget_.step();
    if (seen_.contains(&dependency)) return true;
    switch (of(dependency)) {
      case Status::ok: return true;
      case Status::degraded: result = Status::degraded; return true;
      case Status::pending: result = Status::pending; return false;
      default: result = Status::error; return false;
    }
  }

  Budget& budget_;
  std::unordered_set<const Resource*> seen_;
};

}  // namespace

// Redefining keeps the place, and so the order in results.
Attribute& AttributeMap::define(const Value& name, Value definition, const AttributeRule* rule) {
  const auto known = index_.position(name);
  if (!known) {
    append_indexed(attributes_, [&](std::size_t) { index_.set(name, Value::null()); });
  }
  Attribute& attribute = known ? attributes_[*known] : attributes_.back();
  attribute.definition = std::move(definition);
  attribute.rule = rule;
  return attribute;
}

Attribute* AttributeMap::find(const Value& name) {
  const auto index = index_.position(name);
  return index ? &attributes_[*index] : nullptr;
}

Attribute* AttributeMap::find(std::string_view name) {
  const auto index = index_.position(name);
  return index ? &attributes_[*index] : nullptr;
}

void AttributeMap::clear() {
  // Destroying values may destroy objects that read attributes. The map must be empty by then.
  const Map index = std::exchange(index_, Map());
  const std::vector<Attribute> attributes = std::exchange(attributes_, {});
}

// A query that finds the resource again from anywhere. Results contain it in place of the resource.
std::string Resource::key() const {
  switch (kind) {
    case ResourceKind::root:
    case ResourceKind::node: return "::" + name;
    case ResourceKind::capability: return parent->key() + "::.capabilities::[.name=" + name + "]";
    case ResourceKind::relationship: return parent->key() + "::.requirements::[.name=" + name + "]";
    case ResourceKind::artifact: return parent->key() + "::.artifacts::" + name;
  }
  return {};
}

// An instance's own attributes hide the properties of its template. Lists and maps are no names.
Attribute* Resource::find_attribute(const Value& attribute_name) {
  if (attribute_name.is_list() || attribute_name.is_map()) return nullptr;
  if (Attribute* own = attributes.find(attribute_name)) return own;
  return properties.find(attribute_name);
}

List Resource::attribute_names() const {
  List names;
  for (std::size_t index = 0; index < attributes.size(); ++index) names.push_back(attributes.name(index));
  for (std::size_t index = 0; index < properties.size(); ++index) {
    if (!attributes.has(properties.name(index))) names.push_back(properties.name(index));
  }
  return names;
}

Value Resource::get(Context&, const Value& key) {
  return tree.reader.member(*this, key);
}

Value Resource::resolve(Context&) {
  return Value::map({{"ref", Value::string(key())}});
}

std::string Resource::python_repr() const {
  std::string text;
  switch (kind) {
    case ResourceKind::root: text = "TopologyInstance"; break;
    case ResourceKind::node: text = "NodeInstance"; break;
    case ResourceKind::capability: text = "CapabilityInstance"; break;
    case ResourceKind::relationship: text = "RelationshipInstance"; break;
    case ResourceKind::artifact: text = "ArtifactInstance"; break;
  }
  return text + "('" + name + "')";
}

Value ancestors(Resource& resource) {
  List list;
  for (Resource* ancestor = &resource; ancestor != nullptr; ancestor = ancestor->parent) {
    list.push_back(Value::object(Ref<Object>(ancestor)));
  }
  return Value::list(std::move(list));
}

Status effective_status(const Resource& resource, Budget& budget) {
  return EffectiveStatus(budget).of(resource);
}

Resource* find_part(const std::vector<Resource*>& parts, std::string_view name) {
  const auto found = std::find_if(parts.begin(), parts.end(), [&](const Resource* one) { return one->name == name; });
  return found == parts.end() ? nullptr : *found;
}

Tree::Tree(MemberReader& reader_) : reader(reader_), root_(new Resource(*this, ResourceKind::root, "root")) {
  by_name_.emplace("root", root_.get());
}

// Values hold resources and resources hold values: emptying all of them breaks the cycles, so that reference counts
// reach 0.
Tree::~Tree() {
  const auto empty = [](Resource& resource) {
    resource.attributes.clear();
    resource.properties.clear();
  };
  empty(*root_);
  for (const Ref<Resource>& resource : resources_) empty(*resource);
}

// Names are unique in the whole tree, not only among siblings, because `::name` finds a node anywhere.
Resource& Tree::add_node(std::string name, Resource& parent, OriginId where) {
  if (by_name_.contains(name)) {
    throw Error("duplicate-name", "The name " + quote(name) + " is already in use.", where);
  }
  Resource& node = *resources_.emplace_back(new Resource(*this, ResourceKind::node, std::move(name)));
  node.where = where;
  node.parent = &parent;
  by_name_.emplace(node.name, &node);
  parent.children.push_back(&node);
  in_order_.clear();
  return node;
}

Resource& Tree::add_part(ResourceKind kind, std::string name, Resource& node, OriginId where) {
  Resource& part = *resources_.emplace_back(new Resource(*this, kind, std::move(name)));
  part.where = where;
  part.parent = &node;
  switch (kind) {
    case ResourceKind::capability: node.capabilities.push_back(&part); break;
    case ResourceKind::relationship: node.requirements.push_back(&part); break;
    case ResourceKind::artifact: node.artifacts.push_back(&part); break;
    case ResourceKind::root:
    case ResourceKind::node: break;
  }
  return part;
}

void Tree::move(Resource& node, Resource& parent) {
  auto& siblings = node.parent->children;
  siblings.erase(std::find(siblings.begin(), siblings.end(), &node));
  node.parent = &parent;
  parent.children.push_back(&node);
  in_order_.clear();
}

Resource* Tree::find(std::string_view name) const {
  const auto found = by_name_.find(std::string(name));
  return found != by_name_.end() ? found->second : nullptr;
}

std::string_view Tree::nearest(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const Resource* resource : in_order()) names.push_back(resource->name);
  return unfurl::nearest(name, names);
}

// Parents before children, siblings in the order of the document. Kept until a node is added or moved. A stack instead
// of a recursion: the depth of the tree is up to the document.
const std::vector<Resource*>& Tree::in_order() const {
  if (in_order_.empty()) {
    std::vector<Resource*> open{root_.get()};
    while (!open.empty()) {
      Resource* resource = open.back();
      open.pop_back();
      in_order_.push_back(resource);
      open.insert(open.end(), resource->children.rbegin(), resource->children.rend());
    }
  }
  return in_order_;
}

Value AllResources::find(const Value& key) {
  Resource* resource = key.is_string() ? tree_.find(key.as_string()) : nullptr;
  return resource != nullptr ? Value::object(Ref<Object>(resource)) : Value::null();
}

}  // namespace evalground::unfurl
