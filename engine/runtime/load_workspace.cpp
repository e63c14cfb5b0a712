#include "runtime/load_workspace.hpp"

#include "data/yaml/load.hpp"
#include "data/yaml/parse.hpp"

namespace evalground {

Value load_workspace(Sources& sources, std::uint32_t file, Budget& budget, FindDialect find) {
  Document document = parse_yaml(sources, file, budget);
  Value workspace = load_yaml(document, sources, budget);
  const Dialect* dialect = dialect_for(workspace, find);
  // An anchored value is read once, by a single set of rules.
  if (dialect == nullptr || document.anchor_count != 0 || document.root->kind != YamlNode::Kind::mapping) {
    return workspace;
  }
  const YamlNode& root = *document.root;
  for (const YamlPair& pair : root.pairs) {
    if (pair.key->kind != YamlNode::Kind::scalar) continue;
    const std::string_view key = pair.key->text;
    if (key != "data" && key != "local" && key != "vars" && key != "inputs") continue;
    YamlLoadOptions rules;
    rules.rules = dialect->input_rules(key);
    if (rules.rules == YamlRules::yaml_1_2) continue;
    rules.last_duplicate_wins = true;
    document.root = pair.value;
    workspace.edit_map().set(key, load_yaml(document, sources, budget, rules));
  }
  return workspace;
}

}  // namespace evalground
