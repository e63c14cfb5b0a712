// Calls: choose the overload, bind the arguments to its parameters, and report an error when no overload fits.
//
// The parser has stored the plans of a call (syntax/overloads.hpp): the overloads that accept this number of arguments
// and these names. With one plan, invoke_one evaluates each argument straight into its slot and fails if the type does
// not fit. With several, invoke_best evaluates each argument once and calls the first overload whose types all fit. A
// lambda is not evaluated, so it always fits.
//
// A name bound by `def` takes precedence over the functions of the language. call() does all of this at run time, for
// names that are themselves values: `call(len, [[1]], {})`.
//
// Sources in a plan are numbered: first the receiver of a method, then the positional arguments, then the named ones.
//
// Hot: compiled for speed in every module.

#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/yaql/evaluation/arguments.hpp"
#include "dialects/yaql/evaluation/evaluator.hpp"
#include "dialects/yaql/evaluation/host_functions.hpp"
#include "dialects/yaql/evaluation/lambda.hpp"
#include "value/big_integer.hpp"

namespace evalground::yaql {

// As yaql.language.yaqltypes checks values. A boolean is accepted as an integer because Python's bool is an int, unless
// the parameter excludes it (strict_integer). A dictionary is accepted only by `any` and `dict`, or by `iterable` where
// is_iterable() says so.
bool Evaluator::fits(const ParameterRule& rule, const Value& value) const {
  if (value.is_null()) return rule.is_nullable || rule.type == Type::any;
  switch (rule.type) {
    case Type::any:
    case Type::lambda: return true;
    case Type::string: return value.is_string();
    case Type::integer: return value.kind() == Kind::boolean || is_integer(value);
    case Type::strict_integer: return is_integer(value);
    case Type::number: return value.is_number() || is_integer(value);
    case Type::boolean: return value.kind() == Kind::boolean;
    case Type::list: return value.is_list();
    case Type::dict: return value.is_map();
    case Type::set: return is_set(value);
    case Type::iterable: return is_iterable(value);
    case Type::iterator: return is_a(value, ObjectKind::iterator);
    case Type::ordering: return is_a(value, ObjectKind::ordering);
    case Type::regex: return is_a(value, ObjectKind::regex);
    case Type::datetime: return is_a(value, ObjectKind::datetime);
    case Type::timespan: return is_a(value, ObjectKind::timespan);
    case Type::function: return is_a(value, ObjectKind::function);
    case Type::pair: return false;
  }
  return false;
}

// The order of the tests decides which error a call with several mistakes reports. A bad keyword is reported for known
// functions only.
Value Evaluator::invoke(const Node& node, Scope& scope, const Value* receiver) {
  const auto check_keys = [&] {
    if (node.has_bad_key) bad_keyword(node);
  };
  if (has_definitions && receiver == nullptr) {
    const auto [definition, holder] = scope.find_definition(node.name);
    if (definition != nullptr) {
      check_keys();
      return define_call(*definition, *holder, node, scope);
    }
  }
  // `task(build)` is a function of a workflow engine, unknown to YAQL. The workspace may give its result.
  if (node.family == nullptr || node.family->is_of_workflow) {
    if (receiver == nullptr && settings.host_values != nullptr) {
      const std::string call = code_of(node);
      const std::optional<Value> given =
          given_result(*settings.host_values, std::string_view(call).substr(1, call.size() - 2));
      if (given) return *given;
    }
    if (node.family == nullptr) unknown(node, receiver);
  }
  check_keys();
  if (node.plans.empty()) no_match(node, receiver);
  if (node.plans.size() == 1) return invoke_one(*node.plans[0], node, scope, receiver);
  return invoke_best(node, scope, receiver);
}

namespace {

// The expression at a source number of a plan; null for the receiver, which is a value already.
const Node* node_at(const Node& call, std::int32_t source, bool has_receiver) {
  const auto at = static_cast<std::size_t>(source) - (has_receiver ? 1 : 0);
  if (has_receiver && source == 0) return nullptr;
  return at < call.arguments.size() ? call.arguments[at] : call.named[at - call.arguments.size()].value;
}

}  // namespace

// The usual case: no vector of values and no second look at the types. A null `receiver` means that the call is a
// function.
Value Evaluator::invoke_one(const Plan& plan, const Node& node, Scope& scope, const Value* receiver) {
  const Overload& overload = *plan.overload;
  Arguments arguments(*this, scope, node, overload);
  const auto fill = [&](const ParameterRule& rule, std::int32_t source, Arguments::Slot& slot) {
    const Node* argument = node_at(node, source, receiver != nullptr);
    if (rule.type == Type::lambda && argument != nullptr) {
      slot.node = argument;
      return;
    }
    slot.value = argument == nullptr ? *receiver : evaluate(*argument, scope);
    if (!fits(rule, slot.value)) misfit(plan, source, node, scope, receiver);
    if (rule.type == Type::iterable) check_length(slot.value);
    if (rule.type != Type::any) check_quota(slot.value);
  };
  // First the parameters, then the `*rest`, then named arguments that no parameter takes.
  for (std::size_t index = 0; index < overload.parameters.size(); ++index) {
    const ParameterRule& rule = overload.parameters[index];
    if (plan.sources[index] == Plan::not_given) {
      arguments.slot(index).value = rule.fallback;
    } else {
      fill(rule, plan.sources[index], arguments.slot(index));
    }
  }
  if (!plan.rest.empty()) {
    arguments.rest.resize(plan.rest.size());
    for (std::size_t index = 0; index < plan.rest.size(); ++index) {
      if (node_at(node, plan.rest[index], receiver != nullptr) == nullptr && receiver == nullptr) {
        // An omitted argument, `f(, 1)`: true where a condition is expected, otherwise null.
        arguments.rest[index].value = overload.rest->type == Type::lambda ? Value::boolean(true) : Value::null();
        arguments.rest[index].is_omitted = true;
        continue;
      }
      fill(*overload.rest, plan.rest[index], arguments.rest[index]);
    }
  }
  for (const std::int32_t source : plan.names) {
    const std::size_t at = static_cast<std::size_t>(source) - (receiver != nullptr ? 1 : 0) - node.arguments.size();
    const NamedArgument& argument = node.named[at];
    Arguments::Named& named = arguments.named.emplace_back();
    if (overload.takes_pairs) {
      named.key = argument.key;
      named.slot.node = argument.value;
    } else {
      named.name = argument.key->constant->as_string();
      named.slot.value = evaluate(*argument.value, scope);
    }
  }
  Value result = overload.function->call(arguments);
  check_quota(result);
  return result;
}

// The reference evaluates all arguments before it checks their types. So a later argument that fails on its own is
// reported instead of this misfit.
void Evaluator::misfit(const Plan& plan, std::int32_t source, const Node& node, Scope& scope, const Value* receiver) {
  // A receiver of a wrong type is reported before any argument is evaluated.
  if (receiver != nullptr && source == 0) no_match(node, receiver);
  const auto is_lambda = [&](std::int32_t number) {
    for (std::size_t index = 0; index < plan.sources.size(); ++index) {
      if (plan.sources[index] == number) return plan.overload->parameters[index].type == Type::lambda;
    }
    return plan.overload->takes_pairs || (plan.overload->rest && plan.overload->rest->type == Type::lambda);
  };
  const std::size_t count = node.arguments.size() + node.named.size() + (receiver == nullptr ? 0 : 1);
  for (auto number = static_cast<std::size_t>(source) + 1; number < count; ++number) {
    const auto at = static_cast<std::int32_t>(number);
    const Node* argument = node_at(node, at, receiver != nullptr);
    if (argument != nullptr && !is_lambda(at)) evaluate(*argument, scope);
  }
  no_match(node, receiver);
}

// Of several overloads that take so many arguments the first whose types fit.
Value Evaluator::invoke_best(const Node& node, Scope& scope, const Value* receiver) {
  // Only `concat()` comes here without any argument: nothing tells its overloads apart.
  if (receiver == nullptr && node.arguments.empty() && node.named.empty() && !node.family->is_keywordless) {
    throw Error("ambiguous-function", "Ambiguous function \"" + names.text(node.name) + "\".");
  }
  std::vector<Value> values;
  values.reserve(node.arguments.size() + node.named.size() + 1);
  if (receiver != nullptr) values.push_back(*receiver);
  try {
    evaluate_arguments(node, scope, values);
  } catch (const Error&) {
    // A receiver of a wrong type is seen before any argument is evaluated.
    const auto takes_receiver = [&](const Plan* plan) {
      const Overload& overload = *plan->overload;
      return overload.parameters.empty() ? !overload.rest || fits(*overload.rest, values[0])
                                         : fits(overload.parameters[0], values[0]);
    };
    if (receiver != nullptr && std::none_of(node.plans.begin(), node.plans.end(), takes_receiver)) {
      no_match(node, receiver);
    }
    throw;
  }
  for (const Plan* plan : node.plans) {
    if (fits(*plan, values)) return invoke(*plan, node, scope, values, receiver != nullptr);
  }
  no_match(node, receiver);
}

// Adds the values of all arguments, by their numbers; undefined for those that are handed over unevaluated. The plans
// of a call agree on which these are, so the first of them tells.
void Evaluator::evaluate_arguments(const Node& node, Scope& scope, std::vector<Value>& values) {
  const Plan& sample = *node.plans[0];
  const auto is_lambda = [&](std::size_t source) {
    for (std::size_t index = 0; index < sample.sources.size(); ++index) {
      if (sample.sources[index] == static_cast<std::int32_t>(source)) {
        return sample.overload->parameters[index].type == Type::lambda;
      }
    }
    return false;
  };
  for (const Node* argument : node.arguments) {
    values.push_back(argument == nullptr        ? Value::null()
                     : is_lambda(values.size()) ? Value()
                                                : evaluate(*argument, scope));
  }
  const bool has_pairs = sample.overload->takes_pairs || node.family->is_keywordless;
  for (const NamedArgument& argument : node.named) {
    values.push_back(has_pairs || is_lambda(values.size()) ? Value() : evaluate(*argument.value, scope));
  }
}

// The types of all values at once. Lambdas have no value yet: a parameter of that type accepts anything.
bool Evaluator::fits(const Plan& plan, const std::vector<Value>& values) const {
  const Overload& overload = *plan.overload;
  for (std::size_t index = 0; index < overload.parameters.size(); ++index) {
    const std::int32_t source = plan.sources[index];
    if (source == Plan::not_given) continue;
    if (!fits(overload.parameters[index], values[static_cast<std::size_t>(source)])) return false;
  }
  for (const std::int32_t source : plan.rest) {
    if (!fits(*overload.rest, values[static_cast<std::size_t>(source)])) return false;
  }
  return true;
}

// Calls the overload of a plan with values that fit, checked against the limits as their types say.
Value Evaluator::invoke(const Plan& plan, const Node& node, Scope& scope, const std::vector<Value>& values,
                        bool is_method) {
  const Overload& overload = *plan.overload;
  const auto value_at = [&](std::int32_t source) -> const Value& { return values[static_cast<std::size_t>(source)]; };
  Arguments arguments(*this, scope, node, overload);
  for (std::size_t index = 0; index < overload.parameters.size(); ++index) {
    const ParameterRule& rule = overload.parameters[index];
    Value& value = arguments.slot(index).value;
    const std::int32_t source = plan.sources[index];
    value = source == Plan::not_given ? rule.fallback : value_at(source);
    if (rule.type == Type::lambda && source != Plan::not_given) {
      arguments.slot(index).node = node_at(node, source, is_method);
    }
    if (rule.type == Type::iterable) check_length(value);
    if (rule.type != Type::any) check_quota(value);
  }
  for (const std::int32_t source : plan.rest) {
    arguments.rest.push_back({value_at(source), nullptr});
    if (overload.rest->type == Type::iterable) check_length(value_at(source));
  }
  for (const std::int32_t source : plan.names) {
    const std::size_t first = (is_method ? 1 : 0) + node.arguments.size();
    const NamedArgument& argument = node.named[static_cast<std::size_t>(source) - first];
    Arguments::Named& named = arguments.named.emplace_back();
    if (overload.takes_pairs) {
      named.key = argument.key;
      named.slot.node = argument.value;
    } else {
      named.name = argument.key->constant->as_string();
      named.slot.value = value_at(source);
    }
  }
  Value result = overload.function->call(arguments);
  check_quota(result);
  return result;
}

// A call of a function that `def` made. The body sees the scope of its definition, not that of the call, and the
// arguments as `$1`, `$2`, and by their names.
Value Evaluator::define_call(const Scope::Definition& definition, Scope& holder, const Node& node, Scope& scope) {
  const Ref<Scope> inner = make_ref<Scope>(Ref<Scope>(&holder), context.budget);
  std::uint32_t position = 0;
  for (const Node* argument : node.arguments) {
    ++position;
    inner->set(position, argument == nullptr ? Value::null() : evaluate(*argument, scope));
  }
  for (const NamedArgument& argument : node.named) {
    inner->set_named(names.intern(argument.key->constant->as_string()), evaluate(*argument.value, scope));
  }
  context.budget.step();
  return evaluate(*definition.body, *inner);
}

// Calls a function value. A lambda without a body is a constant.
Value Evaluator::apply(const Lambda& lambda, std::span<const Value> positional,
                       std::span<const std::pair<Name, Value>> named) {
  context.budget.step();
  if (lambda.body() == nullptr) return Lambda(lambda)(*this, positional);
  const Ref<Scope> inner = make_ref<Scope>(lambda.scope(), context.budget);
  std::uint32_t position = 0;
  for (const Value& value : positional) inner->set(++position, value);
  for (const auto& [name, value] : named) inner->set_named(name, value);
  return evaluate(*lambda.body(), *inner);
}

// `$f(1)`: calls the value of an expression, with the option `delegates`.
Value Evaluator::apply_node(const Node& node, Scope& scope) {
  const Value function = evaluate(*node.left, scope);
  if (!is_a(function, ObjectKind::function)) {
    no_match("#call", code_of(*node.left) + " is no function that could be called.");
  }
  List positional;
  for (const Node* argument : node.arguments) {
    positional.push_back(argument == nullptr ? Value::null() : evaluate(*argument, scope));
  }
  std::vector<std::pair<Name, Value>> named;
  for (const NamedArgument& argument : node.named) {
    if (argument.key->kind != NodeKind::word) {
      throw Error("bad-keyword", "Cannot convert mapping to keyword argument: the name before => must be a bare word.");
    }
    named.emplace_back(names.intern(argument.key->constant->as_string()), evaluate(*argument.value, scope));
  }
  return apply(static_cast<const FunctionValue&>(function.as_object()).lambda, positional, named);
}

// Keys that are not text cannot be names, and are dropped.
std::vector<std::pair<Name, Value>> Evaluator::interned(const Map& keywords) {
  std::vector<std::pair<Name, Value>> named;
  for (const auto& [key, value] : keywords) {
    if (key.is_string()) named.emplace_back(names.intern(key.as_string()), value);
  }
  return named;
}

// The overload is chosen by planning each in turn, since no plan could be stored for a computed name. `Node` is copied
// for its place in messages.
Value Evaluator::call(std::string_view name, const List& arguments, const Map& keywords, const Value* receiver,
                      const Node& node, Scope& scope) {
  // The call as it would be written, for a definition or a message.
  Node shown_node = node;
  shown_node.name = names.intern(name);
  shown_node.family = receiver != nullptr ? library.method(name) : library.function(name);
  if (has_definitions && receiver == nullptr) {
    const auto [definition, holder] = scope.find_definition(shown_node.name);
    if (definition != nullptr) {
      return apply(Lambda(*definition->body, Ref<Scope>(holder)), arguments, interned(keywords));
    }
  }
  if (shown_node.family == nullptr) unknown(shown_node, receiver);
  // The arguments in the order of a plan: receiver, positional, named.
  std::vector<Value> values;
  std::vector<std::string_view> given;
  if (receiver != nullptr) values.push_back(*receiver);
  values.insert(values.end(), arguments.begin(), arguments.end());
  const std::size_t count = values.size();
  for (const auto& [key, value] : keywords) {
    if (!key.is_string()) no_match(shown_node, receiver);
    given.push_back(key.as_string());
    values.push_back(value);
  }
  // The first overload that they fit by number, name and type.
  for (const Overload& overload : shown_node.family->overloads) {
    const std::optional<Plan> plan = plan_call(*shown_node.family, overload, {count, {}, given});
    if (!plan) continue;
    Arguments bound(*this, scope, node, overload);
    bool all_fit = true;
    const auto fill = [&](const ParameterRule& rule, std::int32_t source, Arguments::Slot& slot) {
      slot.value = values[static_cast<std::size_t>(source)];
      all_fit = all_fit && fits(rule, slot.value);
      if (all_fit && rule.type == Type::iterable) check_length(slot.value);
    };
    for (std::size_t index = 0; index < overload.parameters.size(); ++index) {
      if (plan->sources[index] == Plan::not_given) {
        bound.slot(index).value = overload.parameters[index].fallback;
      } else {
        fill(overload.parameters[index], plan->sources[index], bound.slot(index));
      }
    }
    for (const std::int32_t source : plan->rest) fill(*overload.rest, source, bound.rest.emplace_back());
    for (const std::int32_t source : plan->names) {
      bound.named.push_back({given[static_cast<std::size_t>(source) - count],
                             nullptr,
                             {values[static_cast<std::size_t>(source)], nullptr}});
    }
    if (!all_fit) continue;
    Value result = overload.function->call(bound);
    check_quota(result);
    return result;
  }
  no_match(shown_node, receiver);
}

// The legacy dialect calls methods as functions, `len($)`. The first argument becomes the receiver, so the plans are
// made again without it.
Value Evaluator::call_as_method(const Node& node, Scope& scope, const Value& receiver) {
  Node method = node;
  method.arguments = node.arguments.subspan(1);
  method.family = library.method(names.text(node.name));
  if (method.family == nullptr) unknown(method, &receiver);
  std::vector<std::uint8_t> left_out = {0};
  for (const Node* argument : method.arguments) left_out.push_back(argument == nullptr ? 1 : 0);
  std::deque<Plan> plans;
  std::vector<const Plan*> fitting;
  for (const Overload& overload : method.family->overloads) {
    if (auto plan = plan_call(*method.family, overload, {left_out.size(), left_out, {}})) {
      fitting.push_back(&plans.emplace_back(std::move(*plan)));
    }
  }
  method.plans = fitting;
  return invoke(method, scope, &receiver);
}

}  // namespace evalground::yaql
