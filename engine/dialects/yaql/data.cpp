// The tree of the data, which shows what a query has read. Each part of the data has an origin with its path. A part is
// "reached" if the evaluator has noted that origin, or if a part within it is reached.
#include "dialects/yaql/data.hpp"

#include <algorithm>

#include "dialects/yaql/evaluation/evaluator.hpp"
#include "runtime/input_paths.hpp"

namespace evalground::yaql {
namespace {

constexpr std::size_t most_children = 200;   // per node of the tree
constexpr std::size_t most_characters = 60;  // per value

class TreeWriter {
 public:
  TreeWriter(Context& context, const Evaluator* evaluator) : context_(context), evaluator_(evaluator) {}

  // Wide data is cut to the first items of each level. The type still says how many there are.
  OutlineNode write(const Value& value, std::string name, const std::string& path) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    OutlineNode node;
    node.id = node.path = path;
    node.kind = "data";
    node.name = std::move(name);
    node.selectable = true;
    bool is_reached = evaluator_ != nullptr && value.origin() != 0 && evaluator_->is_reached(value.origin());
    if (value.is_map()) {
      const Map& entries = value.as_map();
      node.type = "dict of " + std::to_string(entries.size());
      for (std::size_t at = 0; at < std::min(entries.size(), most_children); ++at) {
        const auto& [key, item] = entries.entry(at);
        const std::string key_name = key.is_string() ? std::string(key.as_string()) : short_text(key, most_characters);
        node.children.push_back(write(item, key_name, path + path_step(key)));
      }
    } else if (value.is_list()) {
      const List& items = value.as_list();
      node.type = "list of " + std::to_string(items.size());
      for (std::size_t at = 0; at < std::min(items.size(), most_children); ++at) {
        const std::string step = "[" + std::to_string(at) + "]";
        node.children.push_back(write(items[at], step, path + step));
      }
    } else {
      node.type = kind_name(value.kind());
      node.value = short_text(value, most_characters);
    }
    for (const OutlineNode& child : node.children) is_reached = is_reached || child.status == "reached";
    if (evaluator_ != nullptr) node.status = is_reached ? "reached" : "not reached";
    return node;
  }

 private:
  Context& context_;
  const Evaluator* evaluator_;
};

}  // namespace

OutlineNode data_tree(Context& context, const Evaluator* evaluator, const Value& value, std::string_view root) {
  return TreeWriter(context, evaluator).write(value, std::string(root), std::string(root));
}

}  // namespace evalground::yaql
