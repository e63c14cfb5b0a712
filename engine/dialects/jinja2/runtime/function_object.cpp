// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/runtime/function_object.hpp"

#include "dialects/jinja2/runtime/calls.hpp"

namespace evalground::jinja2 {

std::string_view FunctionObject::type_name() const {
  if (!self.is_undefined()) return "builtin_function_or_method";
  // A method of Ansible's templar; since 2.19 a function.
  const bool is_lookup = entry.signature.name == "lookup" || entry.signature.name == "query";
  if (is_lookup && entry.function->changed.empty()) return "method";
  return entry.signature.name == "dict" || entry.signature.name == "range" ? "type" : "function";
}

std::optional<Value> FunctionObject::attribute(Evaluator& evaluator, std::string_view name) {
  if (!self.is_undefined()) return std::nullopt;
  const auto* member =
      evaluator.functions.find(FunctionKind::global, std::string(entry.signature.name) + "." + std::string(name));
  if (member == nullptr) return std::nullopt;
  return make_object<FunctionObject>(evaluator, *member);
}

Value FunctionObject::call(Evaluator& evaluator, const Arguments& arguments) {
  return apply(evaluator, entry, self.is_undefined() ? nullptr : &self, arguments);
}

std::string FunctionObject::text(Evaluator&) {
  return "<function " + std::string(entry.signature.name) + ">";
}

}  // namespace evalground::jinja2
