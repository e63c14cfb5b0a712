// What was found out about hosts: a folder with a file for each host, a file with a map of them, or `data` of the
// workspace. Facts are never templates.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "dialects/ansible/project/documents.hpp"

namespace evalground::ansible {

struct HostFacts {
  Settings variables;  // as variables: without what could redirect a connection
  Value facts;         // `ansible_facts`
};

class Facts {
 public:
  // `option`: the folder or file; empty: none.
  Facts(Evaluator& evaluator, Documents& documents, std::string option);
  // Those of a host; none are empty ones.
  const HostFacts& of(std::string_view host);

 private:
  // The facts as they were given; null: none.
  const Value* given(std::string_view host, std::string_view& from);

  Evaluator& evaluator_;
  Context& context_;
  Documents& documents_;
  const std::string option_;
  std::unordered_map<std::string, HostFacts> known_;
};

}  // namespace evalground::ansible
