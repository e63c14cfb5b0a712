// Calls: arguments, binding to signatures, filters, tests and macros.
//
// Warm: compiled for speed where a module has room.
#include <algorithm>
#include <array>

#include "dialects/jinja2/runtime/evaluator.hpp"
#include "dialects/jinja2/runtime/frame.hpp"
#include "dialects/jinja2/runtime/methods.hpp"
#include "dialects/jinja2/runtime/nesting.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "dialects/jinja2/runtime/output.hpp"
#include "dialects/jinja2/syntax/ast.hpp"

namespace evalground::jinja2 {
namespace {

constexpr std::size_t most_bound = 16;  // parameters of any entry
constexpr std::size_t few_bound = 4;    // of most

std::string plural(std::size_t count, std::string_view word) {
  return std::to_string(count) + " " + std::string(word) + (count == 1 ? "" : "s");
}

// Where the positional parameters of a signature end.
std::size_t positional_count(const Signature& signature) {
  std::size_t count = 0;
  while (count < signature.parameters.size() && !signature.parameters[count].is_rest &&
         !signature.parameters[count].is_keywords) {
    ++count;
  }
  return count;
}

}  // namespace

// ---- FunctionCall

std::string FunctionCall::text(std::size_t index, std::string_view fallback) const {
  return given(index) ? evaluator.text((*this)[index]) : std::string(fallback);
}

std::string_view FunctionCall::peek_text(std::size_t index, std::string& storage) const {
  const Value& value = (*this)[index];
  if (!value.is_string()) return storage = text(index);
  evaluator.note_sensitive(value);
  return value.as_string();
}

bool FunctionCall::truth(std::size_t index, bool fallback) const {
  return given(index) ? evaluator.truth((*this)[index]) : fallback;
}

std::int64_t FunctionCall::number(std::size_t index, std::int64_t fallback) const {
  if (!given(index)) return fallback;
  const Value& value = (*this)[index];
  if (value.kind() == Kind::boolean) return value.as_boolean() ? 1 : 0;
  if (value.kind() != Kind::integer) {
    evaluator.require(value);
    fail("'" + evaluator.type_name(value) + "' object cannot be interpreted as an integer");
  }
  return value.as_integer();
}

List FunctionCall::items(std::size_t index) const {
  return evaluator.items((*this)[index]);
}

void FunctionCall::fail(std::string message, std::string_view code) const {
  throw Error(std::string(code), std::move(message));
}

// ---- binding

Value Evaluator::invoke(const FunctionCatalogue::Entry& entry, std::span<const Value> bound, const Arguments& left) {
  bool is_sensitive = false;
  const auto watch = [&](const Value& value) {
    if (value.sensitive() || (watches_sensitive_ && holds_sensitive(value))) is_sensitive = true;
  };
  for (const Value& value : bound) watch(value);
  for (const Value& value : left.positional) watch(value);
  for (const Keyword& keyword : left.keywords) watch(keyword.value);
  return invoke(entry, bound, left, is_sensitive);
}

Value Evaluator::invoke(const FunctionCatalogue::Entry& entry, std::span<const Value> bound, const Arguments& left,
                        bool is_sensitive) {
  context.budget.step();
  const Nesting nesting(*this);
  FunctionCall call(*this, context, entry.signature, bound, left);
  const bool outer = std::exchange(read_sensitive_, is_sensitive);
  Value result = entry.function->call(call);
  if (read_sensitive_) {
    result = std::move(result).with_sensitive();
    watches_sensitive_ = true;
  }
  read_sensitive_ = outer;
  return result;
}

bool Evaluator::holds_sensitive(const Value& value) {
  if (value.sensitive()) return true;
  const Depth depth = context.budget.enter();
  if (value.is_list() || value.kind() == Kind::tuple) {
    for (const Value& item : value.as_list()) {
      context.budget.step();
      if (holds_sensitive(item)) return true;
    }
  } else if (value.is_map()) {
    for (const auto& [key, item] : value.as_map()) {
      context.budget.step();
      if (key.sensitive() || holds_sensitive(item)) return true;
    }
  }
  return false;
}

// Functions are given plain data for what stands in for it; tests ask a stand-in for a list or map itself.
void Evaluator::settle_arguments(const FunctionCatalogue::Entry& entry, std::span<Value> bound) {
  for (Value& value : bound) {
    TemplateObject* object = template_object(value);
    if (object == nullptr) continue;
    const bool is_test = entry.function->kind.ends_with("test");
    if (!is_test || object->shape() == Shape::none) settle(value);
  }
}

Value Evaluator::apply(const FunctionCatalogue::Entry& entry, const Value* first, const Arguments& arguments) {
  const Signature& signature = entry.signature;
  const auto& parameters = signature.parameters;
  const std::string name(signature.name);
  std::array<Value, most_bound> bound;
  std::size_t at = 0;
  if (first != nullptr) bound[at++] = *first;
  const std::size_t positional = positional_count(signature);
  const bool has_rest = positional < parameters.size() && parameters[positional].is_rest;
  std::size_t taken = 0;
  while (taken < arguments.positional.size() && at < positional) bound[at++] = arguments.positional[taken++];
  Arguments left;
  left.positional = arguments.positional.subspan(taken);
  if (!has_rest && !left.positional.empty()) {
    const std::size_t given = arguments.positional.size();
    fail("type-error", name + "() takes at most " +
                           plural(positional - (first != nullptr ? 1 : 0), "positional argument") + " but " +
                           std::to_string(given) + (given == 1 ? " was given" : " were given"));
  }
  std::vector<Keyword> others;
  for (const Keyword& keyword : arguments.keywords) {
    const auto found = std::find_if(parameters.begin(), parameters.end(), [&](const Parameter& parameter) {
      return parameter.name == keyword.name && !parameter.is_rest && !parameter.is_keywords;
    });
    if (found == parameters.end()) {
      if (parameters.empty() || !parameters.back().is_keywords) {
        fail("type-error", name + "() got an unexpected keyword argument '" + std::string(keyword.name) + "'");
      }
      others.push_back(keyword);
      continue;
    }
    Value& place = bound[static_cast<std::size_t>(found - parameters.begin())];
    if (!place.is_undefined() || place.undefined_number() != 0) {
      fail("type-error", name + "() got multiple values for argument '" + std::string(keyword.name) + "'");
    }
    place = keyword.value;
  }
  std::vector<Value> rest;
  if (std::any_of(left.positional.begin(), left.positional.end(),
                  [](const Value& value) { return value.is_object(); })) {
    rest.assign(left.positional.begin(), left.positional.end());
    settle_arguments(entry, rest);
    left.positional = rest;
  }
  for (Keyword& keyword : others) settle_arguments(entry, {&keyword.value, 1});
  settle_arguments(entry, std::span<Value>(bound.data(), parameters.size()));
  left.keywords = others;
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    const Parameter& parameter = parameters[index];
    if (parameter.fallback || parameter.is_rest || parameter.is_keywords) continue;
    if (bound[index].is_undefined() && bound[index].undefined_number() == 0) {
      fail("type-error", name + "() missing 1 required positional argument: '" + std::string(parameter.name) + "'");
    }
  }
  return invoke(entry, std::span<const Value>(bound.data(), parameters.size()), left);
}

// Evaluates the arguments of a call and hands them to f.
template <class F>
Value Evaluator::with_arguments(const CallArguments& given, Frame& frame, const Value* caller, F&& f) {
  constexpr std::size_t few = 6;
  if (given.is_plain() && given.named.empty() && caller == nullptr && given.positional.size() <= few) {
    std::array<Value, few> values;
    for (std::size_t index = 0; index < given.positional.size(); ++index) {
      values[index] = evaluate(*given.positional[index], frame);
    }
    return f(Arguments{{values.data(), given.positional.size()}, {}});
  }
  std::vector<Value> positional;
  std::vector<Keyword> keywords;
  for (const Expression* argument : given.positional) positional.push_back(evaluate(*argument, frame));
  if (given.star != nullptr) {
    const Value rest = evaluate(*given.star, frame);
    at_ = given.star;
    for (Value& item : items(rest)) positional.push_back(std::move(item));
  }
  for (const NamedArgument& argument : given.named) {
    keywords.push_back({argument.name, evaluate(*argument.value, frame)});
  }
  Value star_star;  // keeps the names alive
  if (given.star_star != nullptr) {
    star_star = evaluate(*given.star_star, frame);
    at_ = given.star_star;
    require(star_star);
    if (TemplateObject* object = template_object(star_star)) star_star = object->resolve(context);
    if (!star_star.is_map()) {
      fail("type-error", "argument after ** must be a mapping, not " + type_name(star_star));
    }
    for (const auto& [key, value] : star_star.as_map()) {
      if (!key.is_string()) fail("type-error", "keywords must be strings");
      for (const Keyword& known : keywords) {
        if (known.name == key.as_string()) {
          fail("type-error", "got multiple values for keyword argument '" + std::string(known.name) + "'");
        }
      }
      keywords.push_back({key.as_string(), value});
    }
  }
  if (caller != nullptr) keywords.push_back({"caller", *caller});
  return f(Arguments{positional, keywords});
}

Value Evaluator::evaluate_call(const CallExpression& node, Frame& frame, const Value* caller) {
  const Expression& callee = *node.callee;
  if (callee.kind == ExpressionKind::attribute) {
    const auto& attribute = static_cast<const Attribute&>(callee);
    Value holder = evaluate(*attribute.holder, frame);
    const PythonType type = python_type(holder);
    if (type != PythonType::other && has_type(attribute.method_types, type)) {
      const FunctionCatalogue::Entry* entry = find_method(type, attribute.name->as_string());
      return with_arguments(node.arguments, frame, caller, [&](const Arguments& arguments) {
        at_ = &node;
        Trace::Scope step(context.trace, "method", context.trace ? frame.source.origin(node, context) : 0);
        Value result = apply(*entry, &holder, arguments);
        step.done(result);
        return result;
      });
    }
    at_ = &callee;
    const Value function = this->attribute(holder, attribute.name->as_string());
    return with_arguments(node.arguments, frame, caller, [&](const Arguments& arguments) {
      at_ = &node;
      return call(function, arguments);
    });
  }
  Value storage;
  const Value function = peek(callee, frame, storage);
  return with_arguments(node.arguments, frame, caller, [&](const Arguments& arguments) {
    at_ = &node;
    return call(function, arguments);
  });
}

bool Evaluator::print_macro(const CallExpression& node, Frame& frame, Output& output) {
  if (node.callee->kind != ExpressionKind::name || gives_native() || context.trace) return false;
  const Value function = read(static_cast<const Name&>(*node.callee), frame);  // kept: it may be reassigned meanwhile
  TemplateObject* object = template_object(function);
  if (object == nullptr || object->type_name().data() != MacroObject::name.data()) return false;
  with_arguments(node.arguments, frame, nullptr, [&](const Arguments& arguments) {
    at_ = &node;
    return call_macro(static_cast<const MacroObject&>(*object), arguments, &output);
  });
  return true;
}

Value Evaluator::call(const Value& function, const Arguments& arguments) {
  require(function);
  TemplateObject* object = template_object(function);
  if (object == nullptr || !object->is_callable()) {
    fail("type-error", "'" + type_name(function) + "' object is not callable");
  }
  const Value kept = function;  // it may be reassigned while it runs
  return object->call(*this, arguments);
}

// Evaluates the arguments straight into their places in the signature.
template <std::size_t size>
Value Evaluator::invoke_bound(const Application& node, Frame& frame, const Value* input) {
  std::array<Value, size> bound;
  bool is_plain = true;  // no argument is secret, or stands in for data
  const auto bind = [&](Value& place, Value&& value) {
    is_plain = is_plain && !value.sensitive() && !value.is_object();
    place = std::move(value);
  };
  bind(bound[0], input != nullptr ? Value(*input) : evaluate(*node.input, frame));
  std::size_t place = 0;
  for (const Expression* argument : node.arguments.positional) {
    bind(bound[node.places[place++]], evaluate(*argument, frame));
  }
  for (const NamedArgument& argument : node.arguments.named) {
    bind(bound[node.places[place++]], evaluate(*argument.value, frame));
  }
  at_ = &node;
  const std::span<Value> arguments(bound.data(), node.entry->signature.parameters.size());
  if (is_plain && !watches_sensitive_) return invoke(*node.entry, arguments, {}, false);
  settle_arguments(*node.entry, arguments);
  return invoke(*node.entry, arguments, {});
}

Value Evaluator::evaluate_bound(const Application& node, Frame& frame, const Value* input) {
  return node.entry->signature.parameters.size() <= few_bound ? invoke_bound<few_bound>(node, frame, input)
                                                              : invoke_bound<most_bound>(node, frame, input);
}

Value Evaluator::evaluate_application(const Application& node, Frame& frame, const Value* input) {
  const bool is_filter = node.kind == ExpressionKind::filter;
  const auto finished = [&](Value result) {
    if (is_filter || result.kind() == Kind::boolean || options.flavor == Flavor::ansible) return result;
    return Value::boolean(truth(result)).with_sensitive(result.sensitive());
  };
  if (node.is_bound && !context.trace) return finished(evaluate_bound(node, frame, input));
  const Value first = input != nullptr ? *input : evaluate(*node.input, frame);
  at_ = &node;
  if (node.entry == nullptr) {
    throw unknown_function(is_filter ? FunctionKind::filter : FunctionKind::test, node.name);
  }
  Trace::Scope step(context.trace, is_filter ? "filter" : "test",
                    context.trace ? frame.source.origin(node, context) : 0);
  Value result = finished(node.is_bound ? evaluate_bound(node, frame, &first)
                                        : with_arguments(node.arguments, frame, nullptr, [&](const Arguments& given) {
                                            at_ = &node;
                                            return apply(*node.entry, &first, given);
                                          }));
  step.done(result);
  return result;
}

Value Evaluator::apply_filter(std::string_view name, const Value& value, const Arguments& arguments) {
  const FunctionCatalogue::Entry* entry = find_function(FunctionKind::filter, name);
  if (entry == nullptr) throw unknown_function(FunctionKind::filter, name);
  return apply(*entry, &value, arguments);
}

bool Evaluator::apply_test(std::string_view name, const Value& value, const Arguments& arguments) {
  const FunctionCatalogue::Entry* entry = find_function(FunctionKind::test, name);
  if (entry == nullptr) throw unknown_function(FunctionKind::test, name);
  return truth(apply(*entry, &value, arguments));
}

}  // namespace evalground::jinja2
