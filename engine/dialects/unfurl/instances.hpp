// Resource trees that are written out: the `instances` of a document.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "dialects/unfurl/evaluator.hpp"

namespace evalground::unfurl {

// The types that a document of instances declares or merely names, by their names.
class InstanceTypes {
 public:
  // Takes the declarations under `node_types`.
  InstanceTypes(Context& context, const Value& declarations);

  // The type of that name. One that is declared nowhere derives from `base`.
  const Type& type(std::string_view name, std::string_view base);

 private:
  Context& context_;
  Map declarations_;
  std::unordered_map<std::string, std::unique_ptr<Type>> types_;
};

// Makes the nodes of `instances`, their parts and the root's `inputs` and `outputs`, from a document of the shape
// `{instances, inputs, outputs}`. Throws Error for what is no instance.
void read_instances(Evaluator& evaluator, InstanceTypes& types, const Map& document);

}  // namespace evalground::unfurl
