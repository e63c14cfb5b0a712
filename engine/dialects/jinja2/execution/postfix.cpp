// Attributes, calls, filters and tests: everything that follows an operand.
//
// Warm: compiled for speed where a module has room.
#include <algorithm>
#include <array>

#include "dialects/jinja2/execution/expressions.hpp"
#include "dialects/jinja2/runtime/attributes.hpp"
#include "dialects/jinja2/runtime/calls.hpp"
#include "dialects/jinja2/runtime/object.hpp"
#include "dialects/jinja2/syntax/function_binder.hpp"

namespace evalground::jinja2 {
namespace {

constexpr std::size_t few_places = 4;  // enough for most signatures

}  // namespace

// ---- attributes

// `a.b` without a copy of b. A name's value stays in its slot, so a reference into it may be returned. The value of any
// other holder lives in holder_storage and ends with this function.
const Value& ExpressionEvaluator::peek_attribute(const Attribute& node, Frame& frame, Value& storage) {
  if (node.holder->kind == ExpressionKind::name) {
    const Value& holder = read(static_cast<const Name&>(*node.holder), frame);
    at = &node;
    return member(node, holder, true, storage);
  }
  const Evaluator::Nesting nesting(evaluator_);
  Value holder_storage;
  const Value& holder = peek(*node.holder, frame, holder_storage);
  at = &node;
  return member(node, holder, &holder != &holder_storage, storage);
}

// `holder_stays`: the holder outlives the use of the result, so a reference into it may be returned. Otherwise the
// result is put into `storage`.
const Value& ExpressionEvaluator::member(const Attribute& node, const Value& holder, bool holder_stays,
                                         Value& storage) {
  // The most frequent case: an entry of a map, not hidden by a method. Maps in a list often have the same keys at the
  // same positions, or even share them.
  if (holder.is_map() && !has_type(node.method_types, PythonType::map)) {
    const Map& map = holder.as_map();
    const Value* found = nullptr;
    const Map::Entry* const likely = node.place < map.size() ? &map.entry(node.place) : nullptr;
    if (likely != nullptr && likely->key.same_as(*node.name)) {
      found = &likely->value;
    } else if (likely != nullptr && likely->key.is_string() && likely->key.as_string() == node.name->as_string()) {
      *node.name = likely->key;
      found = &likely->value;
    } else if (const auto place = map.position(node.name->as_string())) {
      node.place = static_cast<std::uint32_t>(*place);
      found = &map.entry(*place).value;
    }
    if (found != nullptr) {
      // A scalar of a map that stays alive: nothing done with it can change the map.
      if (found->kind() <= Kind::string && holder_stays && !holder.sensitive()) return *found;
      return storage = evaluator_.adopted(inherited(*found, holder));
    }
    const std::string_view name = node.name->as_string();
    if (!name.starts_with('_')) {
      if (node.missing == 0) {
        node.missing = evaluator_.undefined_attribute(holder, name).undefined_number();
        evaluator_.with_missing.push_back(&node);
      }
      return storage = Value::undefined(node.missing);
    }
  }
  return storage = attribute_of(evaluator_, holder, node.name->as_string());
}

Value ExpressionEvaluator::evaluate_attribute(const Attribute& node, Frame& frame) {
  Value storage;
  const Value& value = peek_attribute(node, frame, storage);
  return &value == &storage ? std::move(storage) : value;
}

// ---- calls

// Collects the arguments of a call that has named, starred or many of them. The caller provides the storage.
Arguments ExpressionEvaluator::gather(const CallArguments& given, Frame& frame, const Value* caller,
                                      std::vector<Value>& positional, std::vector<Keyword>& keywords,
                                      Value& star_star) {
  for (const Expression* argument : given.positional) positional.push_back(evaluate(*argument, frame));
  if (given.star != nullptr) {
    const Value rest = evaluate(*given.star, frame);
    at = given.star;
    for (Value& item : evaluator_.items(rest)) positional.push_back(evaluator_.adopted(std::move(item)));
  }
  for (const NamedArgument& argument : given.named) {
    keywords.push_back({argument.name, evaluate(*argument.value, frame)});
  }
  if (given.star_star != nullptr) {
    star_star = evaluate(*given.star_star, frame);
    at = given.star_star;
    evaluator_.require(star_star);
    if (TemplateObject* object = template_object(star_star)) star_star = object->resolve(context_);
    if (!star_star.is_map()) {
      evaluator_.fail("type-error",
                      "jinja2.sandbox.SandboxedEnvironment.call() argument after ** must be a mapping, not " +
                          evaluator_.type_name(star_star));
    }
    for (const auto& [key, value] : star_star.as_map()) {
      if (!key.is_string()) evaluator_.fail("type-error", "keywords must be strings");
      for (const Keyword& known : keywords) {
        if (known.name == key.as_string()) {
          evaluator_.fail("type-error", "got multiple values for keyword argument '" + std::string(known.name) + "'");
        }
      }
      keywords.push_back({key.as_string(), evaluator_.adopted(value)});
    }
  }
  if (caller != nullptr) keywords.push_back({"caller", *caller});
  return {positional, keywords};
}

// `text.upper()` is called directly: no object for the bound method is made. The parser has already noted which types
// have a method of this name (method_types), so most attributes need no search.
Value ExpressionEvaluator::evaluate_call(const CallExpression& node, Frame& frame, const Value* caller) {
  const Expression& callee = *node.callee;
  if (callee.kind == ExpressionKind::attribute) {
    const auto& attribute = static_cast<const Attribute&>(callee);
    Value holder = evaluate(*attribute.holder, frame);
    const PythonType type = python_type(holder);
    if (type != PythonType::other && has_type(attribute.method_types, type)) {
      const FunctionCatalogue::Entry* entry = evaluator_.functions.methods().find(type, attribute.name->as_string());
      return with_arguments(node.arguments, frame, caller, [&](const Arguments& arguments) {
        at = &node;
        Trace::Scope step(context_.trace, "method", context_.trace ? frame.source.origin(node, context_) : 0);
        Value result = apply(evaluator_, *entry, &holder, arguments);
        step.done(result);
        return result;
      });
    }
    at = &callee;
    const Value function = attribute_of(evaluator_, holder, attribute.name->as_string());
    return with_arguments(node.arguments, frame, caller, [&](const Arguments& arguments) {
      at = &node;
      return call_value(evaluator_, function, arguments);
    });
  }
  Value storage;
  const Value function = peek(callee, frame, storage);
  return with_arguments(node.arguments, frame, caller, [&](const Arguments& arguments) {
    at = &node;
    return call_value(evaluator_, function, arguments);
  });
}

// ---- filters and tests

// Evaluates the arguments of a bound application directly into their positions in the signature.
template <std::size_t size>
Value ExpressionEvaluator::invoke_bound(const Application& node, Frame& frame, const Value* input) {
  std::array<Value, size> bound;
  bool is_plain = true;  // no argument is sensitive or a lazy proxy
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
  at = &node;
  const std::span<Value> arguments(bound.data(), node.entry->signature.parameters.size());
  if (is_plain && !evaluator_.watches_sensitive()) return invoke(evaluator_, *node.entry, arguments, {}, false);
  settle_arguments(evaluator_, *node.entry, arguments);
  return invoke(evaluator_, *node.entry, arguments, {});
}

// A bound application needs no names at run time: the parser has assigned each argument its place. A small array is
// used if it is enough, because clearing a large one is noticeable in loops.
Value ExpressionEvaluator::evaluate_bound(const Application& node, Frame& frame, const Value* input) {
  return node.entry->signature.parameters.size() <= few_places ? invoke_bound<few_places>(node, frame, input)
                                                               : invoke_bound<most_places>(node, frame, input);
}

// A filter or test. Without a trace, a bound one takes the short way. Results of tests become booleans, unless the
// flavor keeps them. An unknown function fails here and not in the parser if it stands in a branch that may never be
// reached.
Value ExpressionEvaluator::evaluate_application(const Application& node, Frame& frame, const Value* input) {
  const bool is_filter = node.kind == ExpressionKind::filter;
  const auto finished = [&](Value result) {
    if (is_filter || result.kind() == Kind::boolean || evaluator_.options.behavior.keeps_test_results) return result;
    if (result.is_undefined() && evaluator_.options.behavior.carries_failures) return result;
    return Value::boolean(evaluator_.truth(result)).with_sensitive(result.sensitive());
  };
  const bool is_observed = context_.trace || context_.decisions.recording();
  if (node.is_bound && !is_observed) return finished(evaluate_bound(node, frame, input));
  const Value first = input != nullptr ? *input : evaluate(*node.input, frame);
  at = &node;
  if (node.entry == nullptr) {
    throw evaluator_.functions.unknown(is_filter ? FunctionKind::filter : FunctionKind::test, node.name, true);
  }
  const OriginId where = is_observed ? frame.source.origin(node, context_) : 0;
  if (context_.decisions.recording()) context_.here = where;  // of what the filter decides
  Trace::Scope step(context_.trace, is_filter ? "filter" : "test", where);
  Value result = finished(node.is_bound ? evaluate_bound(node, frame, &first)
                                        : with_arguments(node.arguments, frame, nullptr, [&](const Arguments& given) {
                                            at = &node;
                                            return apply(evaluator_, *node.entry, &first, given);
                                          }));
  step.done(result);
  return result;
}

}  // namespace evalground::jinja2
