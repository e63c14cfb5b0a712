// Walks through the graph of requirements and the tree of nodes. They use a list of open nodes instead of recursion, so
// long chains need no depth, and sets of seen nodes, so cycles end.
#include "dialects/unfurl/expression/resource_walks.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "value/map.hpp"

namespace evalground::unfurl {

Value resource_value(Resource* resource) {
  return resource != nullptr ? Value::object(Ref<Object>(resource)) : Value::null();
}

Value resource_list(const std::vector<Resource*>& resources) {
  List list;
  for (Resource* resource : resources) list.push_back(resource_value(resource));
  return Value::list(std::move(list));
}

// `{db: the node, cache: [two, nodes]}`, in the order of the first relationship of each name.
Value nodes_by_name(const std::vector<Resource*>& relationships, RelationshipEnd end) {
  std::vector<std::pair<std::string_view, List>> found;
  for (Resource* relationship : relationships) {
    Resource* node = end(*relationship);
    if (node == nullptr) continue;
    auto place =
        std::find_if(found.begin(), found.end(), [&](const auto& entry) { return entry.first == relationship->name; });
    if (place == found.end()) place = found.insert(place, {relationship->name, {}});
    place->second.push_back(resource_value(node));
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

// All relationships are followed, but a node is found only through one that counts: app -> db (connects) -> host
// (hosts) finds host. A node that was seen may still be found later by another way, so the two sets differ.
Value reached_nodes(Evaluator& evaluator, Resource& start, const std::vector<Resource*>& (*edges)(Resource& node),
                    RelationshipEnd end, bool (*counts)(const Resource& relationship)) {
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

// In the order of the tree: children are pushed in reverse, so that the first is taken next.
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

}  // namespace evalground::unfurl
