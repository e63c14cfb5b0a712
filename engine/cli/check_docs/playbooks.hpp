// Outputs of playbooks that `antsibull-docs ansible-output` writes into documents. A directive that readers do not see
// has the playbook:
//
//   .. code-block:: yaml+jinja          what readers see
//
//     - debug: {msg: "{{ 1 + 1 }}"}
//
//   .. ansible-output-data::            YAML; what is in `@{{ }}@`, `@{% %}@` and `@{# #}@` is evaluated
//
//     variables: {task: {previous_code_block: yaml+jinja}}
//     playbook: |-
//       - hosts: localhost
//         tasks:
//           @{{ task | indent(4) }}@
//
//   .. code-block:: ansible-output      the next block in this language, or that of the key `language`
//
// `ansible-output-meta` has actions: `set-template` for what the directives behind it leave out, and
// `reset-previous-blocks`, from where blocks are counted.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/check_docs/block.hpp"
#include "value/map.hpp"

namespace evalground::cli {

class Playbooks {
 public:
  explicit Playbooks(const std::vector<Block>& blocks) : blocks_(blocks) {}

  // True for a directive of antsibull-docs. Blocks and directives have to be passed in their order.
  bool add(const Block& block);

  // The playbook of the directive that was added last, at the place of the directive, and the output that it gives.
  struct Run {
    Block playbook;
    const Block* output;
    std::string problem;  // why the playbook cannot be had
  };
  const std::optional<Run>& run() const { return run_; }

  bool is_output(const Block& block) const { return outputs_.contains(&block); }

 private:
  void act(const Map& action);
  Run run_of(const Block& directive, const Map& data) const;
  Map variables_of(const Map& data) const;
  const Block* output_behind(const Block& directive, const std::string& language) const;

  const std::vector<Block>& blocks_;
  std::map<std::string, std::vector<std::string>> previous_;  // texts of the blocks so far, by their language
  Map template_;
  std::optional<Run> run_;
  std::set<const Block*> outputs_;
};

}  // namespace evalground::cli
