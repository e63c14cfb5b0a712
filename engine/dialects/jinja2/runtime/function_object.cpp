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

// A class of Python has its module in its text. The addresses that Python shows of other functions mean nothing here.
std::string FunctionObject::text(Evaluator& evaluator) {
  const std::string name(entry.signature.name);
  warn_of_text(evaluator);
  if (self.is_undefined()) {
    if (name == "dict") return "<class 'dict'>";
    if (name == "range" && evaluator.options.behavior.unrolls_iterators) return "<class 'range'>";
    if (name == "namespace") return "<class 'jinja2.utils.Namespace'>";
    if (name == "cycler") return "<class 'jinja2.utils.Cycler'>";
    if (name == "joiner") return "<class 'jinja2.utils.Joiner'>";
  }
  return "<function " + name + ">";
}

// Nobody prints a function on purpose: a variable is missing, or the key of a map was meant.
void FunctionObject::warn_of_text(Evaluator& evaluator) const {
  const std::string name(entry.signature.name);
  if (self.is_undefined()) {
    evaluator.warn("prints-function", "No variable \"" + name + "\" is set, so this is the function of that name.");
    return;
  }
  evaluator.warn("prints-function", hint_at_method(evaluator));
}

std::string FunctionObject::hint_at_method(Evaluator& evaluator) const {
  if (self.is_undefined()) return {};
  const std::string name(entry.signature.name);
  const std::string method = name.substr(name.find('.') + 1);
  const bool is_key = self.is_map() && self.as_map().contains(method);
  return "`" + method + "` is a method of " + evaluator.type_name(self) + " here. " +
         (is_key ? "The value of that key is `['" + method + "']`." : "A call of it has parentheses.");
}

}  // namespace evalground::jinja2
