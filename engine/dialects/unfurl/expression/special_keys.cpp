#include "dialects/unfurl/expression/special_keys.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/text/path.hpp"
#include "base/text/text.hpp"
#include "dialects/unfurl/expression/lazy.hpp"
#include "dialects/unfurl/files/directory.hpp"
#include "dialects/unfurl/files/file_format.hpp"
#include "dialects/unfurl/values/fields.hpp"
#include "runtime/files.hpp"

namespace evalground::unfurl {
namespace {

// The kinds of resources that have a key; a set.
enum Kinds : std::uint8_t {
  on_root = 1,
  on_node = 2,
  on_capability = 4,
  on_relationship = 8,
  on_artifact = 16,
  on_all = 31
};

std::uint8_t kind_bit(ResourceKind kind) {
  return static_cast<std::uint8_t>(1U << static_cast<unsigned>(kind));
}

Value resource_value(Resource* resource) {
  return resource != nullptr ? Value::object(Ref<Object>(resource)) : Value::null();
}

Value resource_list(const std::vector<Resource*>& resources) {
  List list;
  for (Resource* resource : resources) list.push_back(resource_value(resource));
  return Value::list(std::move(list));
}

Value text_or_null(const Value& value) {
  return value.is_undefined() ? Value::null() : value;
}

// What `.names` finds: attributes, then what the requirements are bound to, then capabilities.
class NamesView final : public Collection {
 public:
  NamesView(Evaluator& evaluator_, Resource& resource) : Collection(evaluator_), resource_(resource) {
    for (const Value& name : resource.attribute_names()) names_.set(name, Value::null());
    for (Resource* requirement : resource.requirements) names_.set(requirement->name, Value::null());
    for (Resource* capability : resource.capabilities) names_.set(capability->name, Value::null());
  }
  bool is_list() const override { return false; }
  std::size_t size() override { return names_.size(); }
  Value key(std::size_t index) override { return names_.entry(index).key; }
  Value item(std::size_t index) override { return find(key(index)); }
  Value find(const Value& key) override {
    Value found = evaluator.attribute(resource_, key);
    if (!found.is_undefined() || !key.is_string()) return found;
    if (Resource* requirement = find_part(resource_.requirements, key.as_string())) {
      return resource_value(requirement->capability != nullptr ? requirement->capability : requirement->target);
    }
    if (Resource* capability = find_part(resource_.capabilities, key.as_string())) return resource_value(capability);
    return {};
  }

 private:
  Resource& resource_;
  Map names_;
};

// `.template`: its name, its type, and its properties, together and by name.
class TemplateView final : public Collection {
 public:
  TemplateView(Evaluator& evaluator_, Resource& resource) : Collection(evaluator_), resource_(resource) {}
  bool is_list() const override { return false; }
  std::size_t size() override { return 3; }
  Value key(std::size_t index) override {
    static constexpr std::string_view keys[] = {"name", "type", "properties"};
    return Value::string(keys[index]);
  }
  Value item(std::size_t index) override { return find(key(index)); }
  Value find(const Value& key) override {
    if (key.is_string()) {
      if (key.as_string() == "name") return special_key(evaluator, resource_, ".tosca_name", 0);
      if (key.as_string() == "type") return special_key(evaluator, resource_, ".type", 0);
      if (key.as_string() == "properties") {
        Map properties;
        for (std::size_t index = 0; index < resource_.properties.size(); ++index) {
          properties.set(resource_.properties.name(index), resource_.properties.at(index).definition);
        }
        return evaluator.lazy(Value::map(std::move(properties)), Evaluator::scope_of(resource_));
      }
    }
    Attribute* property = resource_.properties.find(key);
    return property != nullptr ? evaluator.read(*property, Evaluator::scope_of(resource_)) : Value();
  }

 private:
  Resource& resource_;
};

// A map from requirement names to nodes; a list where a name has several.
template <class Node>
Value nodes_by_name(const std::vector<Resource*>& relationships, Node node) {
  std::vector<std::pair<std::string_view, List>> found;
  for (Resource* relationship : relationships) {
    Resource* reached = node(*relationship);
    if (reached == nullptr) continue;
    auto place =
        std::find_if(found.begin(), found.end(), [&](const auto& entry) { return entry.first == relationship->name; });
    if (place == found.end()) place = found.insert(place, {relationship->name, {}});
    place->second.push_back(resource_value(reached));
  }
  Map map;
  for (auto& [name, nodes] : found) {
    map.set(name, nodes.size() == 1 ? nodes.front() : Value::list(std::move(nodes)));
  }
  return Value::map(std::move(map));
}

bool is_hosting(const Resource& relationship) {
  return relationship.name == "host" ||
         (relationship.type != nullptr && relationship.type->is("tosca.relationships.HostedOn"));
}

bool is_configuring(const Resource& relationship) {
  return relationship.type != nullptr && relationship.type->is("unfurl.relationships.Configures");
}

// The nodes reached from a node along all relationships, near ones first, that were entered by one that counts.
template <class Edges, class End, class Counts>
Value reached(Evaluator& evaluator, Resource& start, Edges edges, End end, Counts counts) {
  List found;
  std::unordered_set<Resource*> kept, seen{&start};
  std::vector<Resource*> open{&start};
  while (!open.empty()) {
    Resource* node = open.back();
    open.pop_back();
    std::vector<Resource*> next;
    for (Resource* relationship : edges(*node)) {
      evaluator.context.budget.step();
      Resource* other = end(*relationship);
      if (other == nullptr) continue;
      if (counts(*relationship) && kept.insert(other).second) found.push_back(resource_value(other));
      if (seen.insert(other).second) next.push_back(other);
    }
    open.insert(open.end(), next.rbegin(), next.rend());
  }
  return Value::list(std::move(found));
}

Value descendants(Evaluator& evaluator, Resource& resource) {
  List found;
  std::vector<Resource*> open{&resource};
  while (!open.empty()) {
    evaluator.context.budget.step();
    Resource* next = open.back();
    open.pop_back();
    found.push_back(resource_value(next));
    open.insert(open.end(), next->children.rbegin(), next->children.rend());
  }
  return Value::list(std::move(found));
}

Value status_value(Status status) {
  return Value::object(Ref<Object>(new Enumerated(static_cast<std::int64_t>(status), status_word(status))));
}

Value artifact_field(Evaluator& evaluator, Resource& artifact, std::string_view name) {
  return text_or_null(evaluator.attribute(artifact, Value::string(name)));
}

// The absolute path of an artifact's file; nothing when it names none.
std::optional<std::string> artifact_path(Evaluator& evaluator, Resource& artifact) {
  const Value file = artifact_field(evaluator, artifact, "file");
  if (!file.is_string()) return std::nullopt;
  return path_below(main_directory(evaluator.context), file.as_string());
}

Type named_type(std::string_view name) {
  Type type;
  type.name = type.own_name = name;
  return type;
}

struct SpecialKey {
  std::string_view name;
  std::uint8_t kinds;
  Value (*get)(Evaluator&, Resource&);
};

constexpr SpecialKey special_keys[] = {
    {".", on_all, [](Evaluator&, Resource& resource) { return resource_value(&resource); }},
    {"..", on_all, [](Evaluator&, Resource& resource) { return resource_value(resource.parent); }},
    {".name", on_all, [](Evaluator&, Resource& resource) { return Value::string(resource.name); }},
    {".key", on_all, [](Evaluator&, Resource& resource) { return Value::string(resource.key()); }},
    {".tosca_id", on_all, [](Evaluator&, Resource& resource) { return Value::string(resource.key()); }},
    {".tosca_name", on_all,
     [](Evaluator&, Resource& resource) {
       return Value::string(resource.template_name.empty() ? resource.name : resource.template_name);
     }},
    {".type", on_all,
     [](Evaluator&, Resource& resource) {
       static const Type topology = named_type("~topology");
       return Value::object(Ref<Object>(new TypeValue(resource.type != nullptr ? *resource.type : topology)));
     }},
    {".template", on_all,
     [](Evaluator& evaluator, Resource& resource) {
       return Value::object(Ref<Object>(new TemplateView(evaluator, resource)));
     }},
    {".status", on_all,
     [](Evaluator& evaluator, Resource& resource) {
       return status_value(effective_status(resource, evaluator.context.budget));
     }},
    {".local_status", on_all,
     [](Evaluator&, Resource& resource) { return resource.status ? status_value(*resource.status) : Value::null(); }},
    {".state", on_all,
     [](Evaluator&, Resource& resource) {
       if (!resource.state) return Value::null();
       return Value::object(
           Ref<Object>(new Enumerated(static_cast<std::int64_t>(*resource.state), state_word(*resource.state))));
     }},
    {".priority", on_all, [](Evaluator&, Resource& resource) { return text_or_null(resource.priority); }},
    {".operational", on_all,
     [](Evaluator& evaluator, Resource& resource) {
       const Status status = effective_status(resource, evaluator.context.budget);
       return Value::boolean(status == Status::ok || status == Status::degraded);
     }},
    {".readonly", on_all,
     [](Evaluator&, Resource& resource) {
       return resource.readonly.is_undefined() ? Value::boolean(false) : resource.readonly;
     }},
    {".created", on_all, [](Evaluator&, Resource& resource) { return text_or_null(resource.created); }},
    {".protected", on_all, [](Evaluator&, Resource& resource) { return text_or_null(resource.is_protected); }},
    {".parent", on_all, [](Evaluator&, Resource& resource) { return resource_value(resource.parent); }},
    {".parents", on_all,
     [](Evaluator&, Resource& resource) {
       List parents;
       for (Resource* parent = resource.parent; parent != nullptr; parent = parent->parent) {
         parents.push_back(resource_value(parent));
       }
       std::reverse(parents.begin(), parents.end());
       return Value::list(std::move(parents));
     }},
    {".ancestors", on_all, [](Evaluator&, Resource& resource) { return ancestors(resource); }},
    {".root", on_all, [](Evaluator& evaluator, Resource&) { return resource_value(&evaluator.tree.root()); }},
    {".apex", on_all, [](Evaluator& evaluator, Resource&) { return resource_value(&evaluator.tree.root()); }},
    {".instances", on_root | on_node, [](Evaluator&, Resource& resource) { return resource_list(resource.children); }},
    {".descendants", on_all, descendants},
    {".descendents", on_all, descendants},
    {".all", on_all,
     [](Evaluator& evaluator, Resource&) { return Value::object(Ref<Object>(new AllResources(evaluator))); }},
    {".capabilities", on_node, [](Evaluator&, Resource& node) { return resource_list(node.capabilities); }},
    {".requirements", on_node, [](Evaluator&, Resource& node) { return resource_list(node.requirements); }},
    {".artifacts", on_node,
     [](Evaluator&, Resource& node) {
       Map artifacts;
       for (Resource* artifact : node.artifacts) artifacts.set(artifact->name, resource_value(artifact));
       return Value::map(std::move(artifacts));
     }},
    {".relationships", on_node | on_capability,
     [](Evaluator&, Resource& resource) { return resource_list(resource.relationships); }},
    {".source", on_relationship,
     [](Evaluator&, Resource& relationship) { return resource_value(relationship.parent); }},
    {".target", on_relationship,
     [](Evaluator&, Resource& relationship) { return resource_value(relationship.target); }},
    {".capability", on_relationship,
     [](Evaluator&, Resource& relationship) { return resource_value(relationship.capability); }},
    {".targets", on_node,
     [](Evaluator&, Resource& node) {
       return nodes_by_name(node.requirements, [](Resource& relationship) { return relationship.target; });
     }},
    {".sources", on_node,
     [](Evaluator&, Resource& node) {
       return nodes_by_name(node.relationships, [](Resource& relationship) { return relationship.parent; });
     }},
    {".hosted_on", on_node,
     [](Evaluator& evaluator, Resource& node) {
       return reached(
           evaluator, node, [](Resource & from) -> auto& { return from.requirements; },
           [](Resource& relationship) { return relationship.target; }, is_hosting);
     }},
    {".configured_by", on_node,
     [](Evaluator& evaluator, Resource& node) {
       return reached(
           evaluator, node, [](Resource & from) -> auto& { return from.relationships; },
           [](Resource& relationship) { return relationship.parent; }, is_configuring);
     }},
    {".owner", on_all,
     [](Evaluator&, Resource& resource) {
       const bool is_part = resource.kind != ResourceKind::root && resource.kind != ResourceKind::node;
       return resource_value(is_part ? resource.parent : &resource);
     }},
    {".attributes", on_all,
     [](Evaluator& evaluator, Resource& resource) {
       return Value::object(Ref<Object>(new AttributeView(evaluator, resource)));
     }},
    {".names", on_all,
     [](Evaluator& evaluator, Resource& resource) {
       return Value::object(Ref<Object>(new NamesView(evaluator, resource)));
     }},
    {".super", on_all,
     [](Evaluator& evaluator, Resource& resource) {
       return resource.inherited.is_undefined() ? Value::map()
                                                : evaluator.lazy(resource.inherited, Evaluator::scope_of(resource));
     }},
    {".repository", on_all,
     [](Evaluator& evaluator, Resource& resource) {
       return resource.kind == ResourceKind::artifact ? artifact_field(evaluator, resource, "repository")
                                                      : Value::null();
     }},
    {".deployment", on_all,
     [](Evaluator& evaluator, Resource&) { return Value::string(base_name(main_directory(evaluator.context))); }},
    {".uri", on_all, [](Evaluator&, Resource&) { return Value::null(); }},
    {".base_dir", on_all,
     [](Evaluator& evaluator, Resource&) { return Value::string(main_directory(evaluator.context)); }},
    {".file", on_artifact,
     [](Evaluator& evaluator, Resource& artifact) { return artifact_field(evaluator, artifact, "file"); }},
    {".path", on_artifact,
     [](Evaluator& evaluator, Resource& artifact) {
       const auto path = artifact_path(evaluator, artifact);
       return path ? Value::string(*path) : Value::null();
     }},
    {".contents", on_artifact,
     [](Evaluator& evaluator, Resource& artifact) {
       const auto path = artifact_path(evaluator, artifact);
       return path ? read_file(evaluator.context, *path, {}, artifact.where) : Value::null();
     }},
    {".deploy_path", on_artifact,
     [](Evaluator& evaluator, Resource& artifact) { return artifact_field(evaluator, artifact, "deploy_path"); }},
    {".intent", on_artifact,
     [](Evaluator& evaluator, Resource& artifact) { return artifact_field(evaluator, artifact, "intent"); }},
    {".permissions", on_artifact,
     [](Evaluator& evaluator, Resource& artifact) { return artifact_field(evaluator, artifact, "permissions"); }},
    {".order", on_artifact,
     [](Evaluator& evaluator, Resource& artifact) { return artifact_field(evaluator, artifact, "order"); }},
};

}  // namespace

Value ancestors(Resource& resource) {
  List list;
  for (Resource* ancestor = &resource; ancestor != nullptr; ancestor = ancestor->parent) {
    list.push_back(resource_value(ancestor));
  }
  return Value::list(std::move(list));
}

std::vector<std::string_view> special_key_names() {
  std::vector<std::string_view> names;
  for (const SpecialKey& key : special_keys) names.push_back(key.name);
  return names;
}

Value special_key(Evaluator& evaluator, Resource& resource, std::string_view name, OriginId where) {
  for (const SpecialKey& key : special_keys) {
    if (key.name == name && (key.kinds & kind_bit(resource.kind)) != 0) return key.get(evaluator, resource);
  }
  evaluator.context.fail_name(where, "unknown-special-key",
                              "There is no special key " + quote(name) + " on " + resource.key() + ".", name,
                              nearest(name, special_key_names()));
}

}  // namespace evalground::unfurl
