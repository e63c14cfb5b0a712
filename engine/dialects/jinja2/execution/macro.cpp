// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/execution/macro.hpp"

namespace evalground::jinja2 {

std::optional<Value> MacroObject::attribute(Evaluator&, std::string_view attribute) {
  if (attribute == "name") return Value::string(definition.name);
  if (attribute == "catch_kwargs") return Value::boolean(definition.uses_kwargs);
  if (attribute == "catch_varargs") return Value::boolean(definition.uses_varargs);
  if (attribute == "caller") return Value::boolean(definition.uses_caller);
  if (attribute != "arguments") return std::nullopt;
  List names;
  for (const MacroParameter& parameter : definition.parameters) names.push_back(Value::string(parameter.name));
  return Value::tuple(std::move(names));
}

Value MacroObject::call(Evaluator&, const Arguments& arguments) {
  return runner_.call_macro(*this, arguments);
}

std::string MacroObject::text(Evaluator&) {
  // The macro of a call block has no name.
  return definition.name == "caller" ? "<Macro anonymous>" : "<Macro '" + std::string(definition.name) + "'>";
}

}  // namespace evalground::jinja2
