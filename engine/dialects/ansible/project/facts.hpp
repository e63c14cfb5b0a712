// Facts about hosts: from a folder with a file for each host, a file with a map of hosts, or `data` of the workspace.
// Facts are never evaluated as templates.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "dialects/ansible/project/documents.hpp"

namespace evalground::ansible {

struct HostFacts {
  Settings variables;  // the variables, without those that could redirect a connection
  Value facts;         // `ansible_facts`
};

class Facts {
 public:
  // `option`: the folder or file, or empty. `are_injected`: each fact is also a variable, else only `ansible_local`.
  Facts(Evaluator& evaluator, Documents& documents, std::string option, bool are_injected);
  // The facts of a host; empty when there are no facts for it.
  const HostFacts& of(std::string_view host);

 private:
  // The facts in their original form; null when absent.
  const Value* given(std::string_view host, std::string_view& from);

  Evaluator& evaluator_;
  Context& context_;
  Documents& documents_;
  const std::string option_;
  const bool are_injected_;
  std::unordered_map<std::string, HostFacts> known_;
};

}  // namespace evalground::ansible
