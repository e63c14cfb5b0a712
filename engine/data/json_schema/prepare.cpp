// Facts that validation would otherwise recompute each time: the final targets of plain references, the types that
// decide a schema, and shortcuts through schemas.
#include "data/json_schema/prepare.hpp"

#include <vector>

namespace evalground {
namespace {

using Keyword = SchemaKeyword;

class SchemaPreparation {
 public:
  SchemaPreparation(CompiledJsonSchema& schema, bool has_dynamic_references, Budget& budget)
      : schema_(schema), has_dynamic_references_(has_dynamic_references), budget_(budget) {}

  void run() {
    if (!has_dynamic_references_) follow_plain_references();
    for (SchemaNode& node : schema_.nodes) note_types(node);
    shorten(schema_.root);
    for (SchemaNode& node : schema_.nodes) prepare(node);
  }

 private:
  static bool is_plain_reference(const SchemaNode& node) {
    return node.rules.size() == 1 && node.rules[0].keyword == Keyword::reference && node.rules[0].schema != nullptr;
  }

  // The final targets of schemas that consist only of a reference. Those in a cycle then refer to themselves, so
  // validation reaches the same node again and reports it.
  // Each chain of references is walked once: `targets_` marks the nodes on the way, so a walk ends at a node that is
  // known, or at its own start, which is a circle.
  void follow_plain_references() {
    targets_.assign(schema_.nodes.size(), nullptr);
    std::vector<const SchemaNode*> way;
    for (SchemaNode& start : schema_.nodes) {
      const SchemaNode* end = &start;
      for (way.clear(); targets_[end->number] == nullptr && is_plain_reference(*end); end = end->rules[0].schema) {
        budget_.step();
        targets_[end->number] = &start;
        way.push_back(end);
      }
      const SchemaNode* target = targets_[end->number] == nullptr ? end : targets_[end->number];
      const bool is_circle = target == &start ? !way.empty() : target == end && is_plain_reference(*end);
      for (const SchemaNode* node : way) {
        targets_[node->number] = is_circle ? node : target;
        schema_.nodes[node->number].rules[0].schema = targets_[node->number];
      }
    }
  }

  const SchemaNode& target_of(const SchemaNode& node) const {
    const SchemaNode* target = targets_.empty() ? nullptr : targets_[node.number];
    return target == nullptr ? node : *target;
  }

  // Records which values a node can decide by their types alone.
  // `allowed_types` are those that the schema does not reject by `type`. `settled_types` are those of them that no
  // other rule looks at: such a value is valid at once.
  void note_types(SchemaNode& node) const {
    const SchemaNode& last = target_of(node);
    std::uint8_t allowed = last.rejects_all ? 0 : every_json_type;
    std::uint8_t examined = 0;
    for (const SchemaRule& rule : last.rules) {
      if (rule.keyword == Keyword::type) {
        allowed &= rule.types;
      } else {
        examined |= rule.types;
      }
    }
    node.allowed_types = allowed;
    node.settled_types = static_cast<std::uint8_t>(allowed & ~examined);
  }

  // Skips a reference, except to `false`: errors distinguish the two.
  void shorten(const SchemaNode*& node) const {
    if (node != nullptr && !target_of(*node).rejects_all) node = &target_of(*node);
  }

  void prepare(SchemaNode& node) const {
    node.is_scoped = has_dynamic_references_;
    const bool begins_with_type = !node.rules.empty() && node.rules[0].keyword == Keyword::type;
    node.end = node.rules.data() + node.rules.size();
    node.after_type = node.rules.data() + (begins_with_type ? 1 : 0);
    if (!node.is_scoped && node.end - node.after_type == 1) node.only_members = node.after_type->members.get();
    for (SchemaRule& rule : node.rules) {
      shorten(rule.schema);
      shorten(rule.then_schema);
      shorten(rule.else_schema);
      for (const SchemaNode*& schema : rule.schemas) shorten(schema);
      for (auto& [name, schema] : rule.dependents) shorten(schema);
      const bool is_list_of_2020 =
          rule.keyword == Keyword::items && schema_.resources[node.resource].draft == JsonSchemaDraft::draft_2020_12;
      const bool may_be_closed = is_list_of_2020 || rule.keyword == Keyword::additional_items;
      rule.is_closed = may_be_closed && rule.schema != nullptr && rule.schema->rejects_all;
      if (!rule.members) continue;
      shorten(rule.members->additional);
      for (auto& [pattern, schema] : rule.members->patterns) shorten(schema);
      for (MemberNames::Entry& entry : rule.members->names.entries()) shorten(entry.schema);
    }
  }

  CompiledJsonSchema& schema_;
  const bool has_dynamic_references_;
  Budget& budget_;
  std::vector<const SchemaNode*> targets_;  // by a node's number: the target, if it only refers to it; null otherwise
};

}  // namespace

void prepare_json_schema(CompiledJsonSchema& schema, bool has_dynamic_references, Budget& budget) {
  SchemaPreparation(schema, has_dynamic_references, budget).run();
}

}  // namespace evalground
