#include "dialects/ansible/library/older.hpp"

#include <algorithm>

namespace evalground::ansible {

Value call_older(const FunctionCall& call, std::span<const Function> family, std::string_view name,
                 std::span<const Value> arguments) {
  const auto found = std::find_if(family.begin(), family.end(), [&](const Function& function) {
    return function.signature.substr(0, function.signature.find('(')) == name;
  });
  const Arguments left{call.rest, call.keywords};  // must outlive the call
  FunctionCall older(call.evaluator, call.context, call.signature(), arguments, left);
  return found->call(older);
}

}  // namespace evalground::ansible
