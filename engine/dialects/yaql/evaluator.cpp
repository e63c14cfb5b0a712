#include "dialects/yaql/evaluator.hpp"

#include <algorithm>
#include <limits>

#include "base/text.hpp"
#include "dialects/yaql/catalogue.hpp"
#include "dialects/yaql/parser.hpp"
#include "dialects/yaql/properties.hpp"
#include "dialects/yaql/quota.hpp"
#include "value/big_integer.hpp"
#include "value/compare.hpp"

namespace evalground::yaql {
namespace {

constexpr std::size_t most_shown = 60;  // characters of a value in a message

// What a step of the trace is called.
std::string_view step_name(NodeKind kind) {
  switch (kind) {
    case NodeKind::variable: return "variable";
    case NodeKind::list: return "list";
    case NodeKind::dict: return "dict";
    case NodeKind::property:
    case NodeKind::member: return "property";
    case NodeKind::method: return "method";
    case NodeKind::index: return "index";
    case NodeKind::call:
    case NodeKind::apply: return "function";
    default: return "operator";
  }
}

const Value null_value = Value::null();

}  // namespace

Arguments::Arguments(Evaluator& evaluator_, Scope& scope_, const Node& node_, const Overload& overload)
    : Call(evaluator_.context, 0, *overload.signature, {}), evaluator(evaluator_), scope(scope_), node(node_) {
  if (overload.parameters.size() > most_inline) many_.resize(overload.parameters.size());
  slots_ = many_.empty() ? few_ : many_.data();
}

Lambda Arguments::lambda_of(const Slot& slot) const {
  if (slot.node != nullptr) return {*slot.node, Ref<Scope>(&scope)};
  if (slot.value.is_undefined() || slot.value.is_null()) return {};
  if (const YaqlObject* object = yaql_object(slot.value); object != nullptr && object->kind == ObjectKind::function) {
    return static_cast<const FunctionValue*>(object)->lambda;
  }
  return Lambda(slot.value);
}

std::int64_t Arguments::integer_of(const Value& value) {
  if (value.kind() == Kind::boolean) return value.as_boolean() ? 1 : 0;
  if (value.kind() == Kind::integer) return value.as_integer();
  return big_integer_of(value).is_negative() ? std::numeric_limits<std::int64_t>::min()
                                             : std::numeric_limits<std::int64_t>::max();
}

Cursor::Cursor(Evaluator& evaluator, Value collection) : evaluator_(&evaluator), collection_(std::move(collection)) {
  if (evaluator.settings.iterators) {
    is_limited_ = true;
    left_ = *evaluator.settings.iterators;
    evaluator.check_length(collection_);
  }
  if (const YaqlObject* object = yaql_object(collection_)) {
    if (object->kind == ObjectKind::ordering) {
      collection_ = static_cast<Ordering&>(collection_.as_object()).sorted(evaluator);
    } else if (object->kind == ObjectKind::iterator) {
      Value pass = static_cast<Iterator&>(collection_.as_object()).start();
      if (!pass.is_undefined()) collection_ = std::move(pass);
    } else {
      size_ = static_cast<const View*>(object)->dict.as_map().size();
    }
  }
  if (collection_.is_list()) {
    items_ = collection_.as_list().data();
    size_ = collection_.as_list().size();
    if (size_ == 0) items_ = &null_value;
  } else if (!collection_.is_object()) {
    size_ = collection_.as_map().size();
  }
}

const Value* Cursor::next_other() {
  if (!collection_.is_object()) {
    if (at_ == size_) return nullptr;
    item_ = plain_key(collection_.as_map().entry(at_++).key);
    return &item_;
  }
  auto& object = static_cast<YaqlObject&>(collection_.as_object());
  if (object.kind == ObjectKind::view) {
    if (at_ == size_) return nullptr;
    item_ = static_cast<View&>(object).at(at_++);
    evaluator_->reach(item_);
    return &item_;
  }
  const Evaluator::Level level(*evaluator_);
  if (!object.next(evaluator_->context, item_)) return nullptr;
  if (is_limited_ && left_-- == 0) evaluator_->too_long();
  return &item_;
}

Evaluator::Evaluator(Context& context_, const Settings& settings_)
    : context(context_),
      settings(settings_),
      library(settings_.is_legacy ? Library::legacy() : Library::standard()),
      is_observing_(context_.trace || context_.provenance.recording() || context_.options.outline),
      most_levels_(context_.budget.limits().depth - std::min(context_.budget.depth_used(), context_.budget.limits().depth)) {}

void Evaluator::too_deep() {
  --level_;
  throw LimitError(Limit::depth, context.budget.limits().depth);
}

const Node& Evaluator::read(std::string_view text, Place place) {
  place_ = std::move(place);
  Expression& expression = expressions_.emplace_back();
  const Grammar grammar{settings.has_delegates, settings.is_legacy};
  const auto error = parse(text, grammar, library, names, context.budget, expression);
  if (error) {
    Node node{NodeKind::constant};
    node.mark = static_cast<std::uint32_t>(error->begin);
    node.mark_end = static_cast<std::uint32_t>(std::max(error->end, error->begin));
    const OriginId where = origin_of(node);
    origins_.clear();
    context.fail(where, error->code, error->message);
  }
  return *expression.root;
}

OriginId Evaluator::origin_of(const Node& node) {
  OriginId& known = origins_[&node];
  if (known == 0) {
    const auto offset = [&](std::uint32_t at) {
      return place_.offsets.empty() ? place_.begin + at : place_.offsets[std::min<std::size_t>(at, place_.offsets.size() - 1)];
    };
    const bool is_part = node.kind == NodeKind::property || node.kind == NodeKind::method || node.end == 0;
    const std::uint32_t begin = is_part ? node.mark : node.begin;
    const std::uint32_t end = is_part ? node.mark_end : node.end;
    known = context.sources.add({place_.file, offset(begin), offset(end), Via::expression, 0, false});
  }
  return known;
}

Value Evaluator::result(const Node& expression, const Ref<Scope>& root) {
  const Value value = evaluate(expression, *root);
  try {
    return plain(value);
  } catch (Error& error) {
    if (error.diagnostic.where == 0) error.diagnostic.where = origin_of(expression);
    throw;
  }
}

Value Evaluator::evaluate_whole(const Node& node, Scope& scope) {
  const Level level(*this);
  try {
    return is_observing_ ? observe(node, scope) : evaluate_inner(node, scope);
  } catch (Error& error) {
    if (error.diagnostic.where == 0) error.diagnostic.where = origin_of(node);
    throw;
  }
}

Value Evaluator::observe(const Node& node, Scope& scope) {
  const OriginId where = origin_of(node);
  Trace::Scope step(context.trace, step_name(node.kind), where);
  Provenance::Computation computation(context.provenance);
  Value value = evaluate_inner(node, scope);
  note_reached(value);
  // What was read keeps where it came from; the rest comes from here.
  if (value.origin() == 0) value = std::move(value).with_origin(where);
  if (value.origin() == where) computation.made(where);
  step.done(value);
  return value;
}

void Evaluator::note_reached(const Value& value) {
  const OriginId origin = value.origin();
  if (origin == 0) return;
  context.provenance.read(origin);
  if (origin >= reached_.size()) reached_.resize(context.sources.origin_count() + 1);
  reached_[origin] = true;
}

const Value& Evaluator::variable(const Node& node, const Scope& scope) const {
  const Value* value = node.position != 0 ? scope.find(node.position) : scope.find_named(node.name);
  return value == nullptr ? null_value : *value;
}

const Value& Evaluator::look(const Node& node, Scope& scope, Value& holder) {
  switch (node.kind) {
    case NodeKind::constant:
    case NodeKind::word: return *node.constant;
    case NodeKind::variable:
      if (is_observing_) break;
      return variable(node, scope);
    case NodeKind::property: {
      if (is_observing_ || settings.is_legacy) break;
      const Level level(*this);
      const Value& receiver = look(*node.left, scope, holder);
      if (receiver.is_map()) {
        if (const Value* found = receiver.as_map().find(node.constant->as_string())) return *found;
      }
      if (receiver.is_null() && node.is_guarded) return null_value;
      const Value kept = receiver;
      try {
        holder = property(node, kept);
      } catch (Error& error) {
        if (error.diagnostic.where == 0) error.diagnostic.where = origin_of(node);
        throw;
      }
      return holder;
    }
    default: break;
  }
  holder = evaluate_whole(node, scope);
  return holder;
}

bool Evaluator::is_true(const Node& node, Scope& scope) {
  if (!is_observing_) {
    switch (node.kind) {
      case NodeKind::conjunction:
      case NodeKind::disjunction: {
        const Level level(*this);
        return is_true(*node.left, scope) == (node.kind == NodeKind::disjunction) ? node.kind == NodeKind::disjunction
                                                                                 : is_true(*node.right, scope);
      }
      case NodeKind::negation: {
        const Level level(*this);
        return !is_true(*node.left, scope);
      }
      case NodeKind::binary: {
        if (node.op < Operator::less) break;
        const Level level(*this);
        Value left_holder;
        Value right_holder;
        const Value& left = look(*node.left, scope, left_holder);
        const Value& right = look(*node.right, scope, right_holder);
        try {
          return compare(node.op, left, right);
        } catch (Error& error) {
          if (error.diagnostic.where == 0) error.diagnostic.where = origin_of(node);
          throw;
        }
      }
      default: break;
    }
  }
  Value holder;
  return yaql::is_true(look(node, scope, holder));
}

Value Evaluator::evaluate_inner(const Node& node, Scope& scope) {
  switch (node.kind) {
    case NodeKind::constant:
    case NodeKind::word: return *node.constant;
    case NodeKind::variable: return variable(node, scope);
    case NodeKind::list: return list(node, scope);
    case NodeKind::dict: return dict(node, scope);
    case NodeKind::property:
    case NodeKind::method: return member(node, scope);
    case NodeKind::member: {
      const Value receiver = evaluate(*node.left, scope);
      if (receiver.is_null() && node.is_guarded) return Value::null();
      no_match("#operator_.");
    }
    case NodeKind::index: return index(node, scope);
    case NodeKind::call: return invoke(node, scope, nullptr);
    case NodeKind::apply: return apply_node(node, scope);
    case NodeKind::unary: return unary(node, evaluate(*node.left, scope));
    case NodeKind::negation: return Value::boolean(!is_true(*node.left, scope));
    case NodeKind::binary: {
      Value left_holder;
      Value right_holder;
      const Value& left = look(*node.left, scope, left_holder);
      const Value& right = look(*node.right, scope, right_holder);
      if (node.op >= Operator::less) return Value::boolean(compare(node.op, left, right));
      Value value = calculate(node.op, left, right);
      check_quota(value);
      return value;
    }
    case NodeKind::conjunction:
    case NodeKind::disjunction: {
      Value left = evaluate(*node.left, scope);
      return yaql::is_true(left) == (node.kind == NodeKind::disjunction) ? left : evaluate(*node.right, scope);
    }
    case NodeKind::arrow: {
      const Value left = evaluate(*node.left, scope);
      if (!is_a(left, ObjectKind::context)) no_match("#operator_->");
      const Ref<Scope> inner = static_cast<const ContextValue&>(left.as_object()).scope;
      return evaluate(*node.right, *inner);
    }
    case NodeKind::pair: {
      Value left = evaluate(*node.left, scope);
      Value right = evaluate(*node.right, scope);
      // a => b => c is one list of three.
      if (node.left->kind != NodeKind::pair || node.left->is_enclosed) {
        return Value::list({std::move(left), std::move(right)});
      }
      left.edit_list().push_back(std::move(right));
      return left;
    }
  }
  return {};
}

Value Evaluator::list(const Node& node, Scope& scope) {
  if (!node.named.empty()) no_match("#list");
  List items;
  items.reserve(node.arguments.size());
  std::uint64_t size = 0;
  for (const Node* argument : node.arguments) {
    items.push_back(argument == nullptr ? Value::null() : evaluate(*argument, scope));
    if (settings.quota) check_quota(size += shallow_size(items.back()));
  }
  return Value::list(std::move(items));
}

Value Evaluator::dict(const Node& node, Scope& scope) {
  Map entries;
  entries.reserve(node.named.size() + node.arguments.size());
  for (const Node* argument : node.arguments) {
    // In the legacy dialect pairs are lists of two.
    if (!settings.is_legacy || argument == nullptr) no_match("#map");
    const Value pair = evaluate(*argument, scope);
    if (!pair.is_list() || pair.as_list().size() < 2) no_match("#map");
    entries.set(key_of(pair.as_list()[0], context.budget), pair.as_list()[1]);
  }
  for (const NamedArgument& entry : node.named) {
    Value key = key_of(evaluate(*entry.key, scope), context.budget);
    entries.set(std::move(key), evaluate(*entry.value, scope));
  }
  check_quota(56 * entries.size());
  return Value::map(std::move(entries));
}

void Evaluator::missing_key(const Value& dict, const Value& key) const {
  std::string message = "The dictionary has no key " + shown(key) + ".";
  if (key.is_string()) {
    std::vector<std::string_view> known;
    for (const auto& entry : dict.as_map()) {
      if (entry.key.is_string() && known.size() < 200) known.push_back(entry.key.as_string());
    }
    if (const auto nearest = nearest_name(key.as_string(), known)) {
      message.back() = ',';
      message += " but " + quote(*nearest) + ".";
    }
  }
  throw Error("missing-key", std::move(message));
}

Value Evaluator::property(const Node& node, const Value& receiver) {
  const std::string_view name = node.constant->as_string();
  if (receiver.is_map()) {
    if (const Value* found = receiver.as_map().find(name)) return *found;
    if (settings.is_legacy) return Value::null();
    missing_key(receiver, *node.constant);
  }
  if (is_iterable(receiver)) {
    return generator([this, &node, cursor = Cursor(*this, receiver)](Value& item) mutable {
      const Value* next = cursor.next();
      if (next == nullptr) return false;
      const Value kept = *next;
      item = property(node, kept);
      return true;
    });
  }
  if (std::optional<Value> found = time_property(receiver, name)) return *found;
  throw Error("unknown-function", "Unknown function \"#property#" + std::string(name) + "\": " + shown(receiver) +
                                      " has no such property.");
}

// left.name and left.name(arguments)
Value Evaluator::member(const Node& node, Scope& scope) {
  Value holder;
  const Value& receiver = look(*node.left, scope, holder);
  if (receiver.is_null() && node.is_guarded) return Value::null();
  const bool is_property = node.kind == NodeKind::property;
  if (settings.is_legacy && is_a(receiver, ObjectKind::context)) {
    // What `as` gives: its receiver, in the context with the new names.
    const Ref<Scope> inner = static_cast<const ContextValue&>(receiver.as_object()).scope;
    const Value* value = inner->find_named(names.intern("0"));
    const Value kept = value == nullptr ? Value::null() : *value;
    return is_property ? property(node, kept) : invoke(node, *inner, &kept);
  }
  return is_property ? property(node, receiver) : invoke(node, scope, &receiver);
}

Value Evaluator::index(const Node& node, Scope& scope) {
  Value holder;
  const Value& collection = look(*node.left, scope, holder);
  const auto argument = [&](std::size_t position, std::string_view name) -> const Node* {
    if (position < node.arguments.size()) return node.arguments[position];
    for (const NamedArgument& named : node.named) {
      if (named.key->kind == NodeKind::word && named.key->constant->as_string() == name) return named.value;
    }
    return nullptr;
  };
  const std::size_t count = node.arguments.size() + node.named.size();
  const bool is_dict = collection.is_map();
  const Node* first = argument(0, is_dict ? "key" : "index");
  if (first == nullptr || count > 2) no_match("#indexer");
  if (settings.is_legacy && count == 1 && !is_dict) return filter_or_index(node, collection, scope);
  if (is_dict) {
    const Node* fallback = argument(1, "default");
    if (count == 2 && fallback == nullptr) no_match("#indexer");
    Value key_holder;
    const Value& key = look(*first, scope, key_holder);
    const Value* found =
        key.is_string() ? collection.as_map().find(key.as_string()) : collection.as_map().find(key_of(key, context.budget));
    if (found != nullptr) return *found;
    if (fallback != nullptr) return evaluate(*fallback, scope);
    missing_key(collection, key);
  }
  if (!collection.is_list() || count != 1) no_match("#indexer");
  const Value position = evaluate(*first, scope);
  if (position.kind() != Kind::boolean && !is_integer(position)) no_match("#indexer");
  const List& items = collection.as_list();
  const auto size = static_cast<std::int64_t>(items.size());
  std::int64_t at = Arguments::integer_of(position);
  if (at < 0) at += size;
  if (at < 0 || at >= size) {
    throw Error("index-out-of-range", "The index " + shown(position) + " is outside of a list of " +
                                          std::to_string(size) + (size == 1 ? " item." : " items."));
  }
  return items[static_cast<std::size_t>(at)];
}

// Legacy: an integer picks from a list; anything else is a condition for each item.
Value Evaluator::filter_or_index(const Node& node, const Value& collection, Scope& scope) {
  const Node& condition = *node.arguments[0];
  if (collection.is_list()) {
    const Value position = evaluate(condition, scope);
    if (is_integer(position)) {
      const List& items = collection.as_list();
      std::int64_t at = Arguments::integer_of(position);
      if (at < 0) at += static_cast<std::int64_t>(items.size());
      if (at < 0 || at >= static_cast<std::int64_t>(items.size())) {
        throw Error("index-out-of-range", "The index " + shown(position) + " is outside of the list.");
      }
      return items[static_cast<std::size_t>(at)];
    }
  } else if (!is_iterable(collection)) {
    no_match("#indexer");
  }
  return generator([this, cursor = Cursor(*this, collection),
                    lambda = Lambda(condition, Ref<Scope>(&scope))](Value& item) mutable {
    while (cursor.next(item)) {
      if (lambda.test(*this, item)) return true;
    }
    return false;
  });
}

bool Evaluator::is_iterable(const Value& value) const {
  switch (value.kind()) {
    case Kind::list:
    case Kind::set: return true;
    case Kind::map: return settings.has_iterable_dicts || settings.is_legacy;
    case Kind::object: break;
    default: return false;
  }
  const YaqlObject* object = yaql_object(value);
  return object != nullptr && object->kind <= ObjectKind::view;
}

void Evaluator::too_long() const {
  throw Error("limit-iterators", "Collection length exceeds " + std::to_string(*settings.iterators) + " elements.");
}

void Evaluator::check_length(const Value& collection) const {
  if (!settings.iterators) return;
  const std::uint64_t size = collection.is_list()                                         ? collection.as_list().size()
                             : collection.is_map() || collection.kind() == Kind::set ? collection.as_map().size()
                                                                                          : 0;
  if (size > *settings.iterators) too_long();
}

void Evaluator::check_quota(std::uint64_t bytes) const {
  if (settings.quota && *settings.quota > 0 && bytes > *settings.quota) {
    throw Error("limit-quota", "Expression consumed too much memory: a value of " + std::to_string(bytes) +
                                   " bytes, where " + std::to_string(*settings.quota) + " are allowed.");
  }
}

void Evaluator::check_size(const Value& value) const {
  check_quota(shallow_size(value));
}

std::string Evaluator::shown(const Value& value) const {
  return short_text(value, most_shown);
}

void Evaluator::no_match(std::string_view function) {
  throw Error("no-matching-function", "No function \"" + std::string(function) + "\" matches supplied arguments.");
}

void Evaluator::no_match(const Node& node, const Value* receiver) {
  std::string message = receiver == nullptr ? "No function " : "No method ";
  message += "\"" + names.text(node.name) + "\"";
  if (receiver != nullptr) message += " for receiver " + shown(*receiver);
  message += " matches supplied arguments";
  if (node.family != nullptr) {
    // What there is, as it is written in the reference.
    message += ": ";
    std::size_t count = 0;
    for (const Overload& overload : node.family->overloads) {
      if (count == 4) break;
      if (count++ != 0) message += "; ";
      message += std::string(overload.function->signature);
    }
  }
  throw Error(receiver == nullptr ? "no-matching-function" : "no-matching-method", message + ".");
}

void Evaluator::unknown(const Node& node, const Value* receiver) {
  const std::string& name = names.text(node.name);
  std::string message = receiver == nullptr ? "Unknown function \"" + name + "\""
                                            : "Unknown method \"" + name + "\" for receiver " + shown(*receiver);
  const std::string_view kind = receiver == nullptr ? "function" : "method";
  const std::string_view other = receiver == nullptr ? "method" : "function";
  const FunctionCatalogue& all = functions();
  if (all.find(other, name) != nullptr) {
    message += receiver == nullptr ? "; it is a method: write it behind a dot" : "; it is a plain function";
  } else if (const std::string_view nearest = all.nearest(kind, name); !nearest.empty()) {
    message += "; did you mean " + quote(nearest) + "?";
    throw Error(receiver == nullptr ? "unknown-function" : "unknown-method", message);
  }
  throw Error(receiver == nullptr ? "unknown-function" : "unknown-method", message + ".");
}

Value Evaluator::invoke(const Node& node, Scope& scope, const Value* receiver) {
  const auto check_keys = [&] {
    if (!node.has_bad_key) return;
    throw Error("bad-keyword", "Cannot convert mapping to keyword argument: the name before => must be a bare word.");
  };
  if (has_definitions && receiver == nullptr) {
    const auto [definition, holder] = scope.find_definition(node.name);
    if (definition != nullptr) {
      check_keys();
      return define_call(*definition, *holder, node, scope);
    }
  }
  if (node.family == nullptr) unknown(node, receiver);
  check_keys();
  if (node.plans.empty()) no_match(node, receiver);
  if (node.plans.size() == 1) return invoke_one(*node.plans[0], node, scope, receiver);
  return invoke_best(node, scope, receiver);
}

namespace {

// The expression of an argument, counted as plans do; null for the receiver.
const Node* node_at(const Node& call, std::int16_t source, bool has_receiver) {
  const auto at = static_cast<std::size_t>(source) - (has_receiver ? 1 : 0);
  if (has_receiver && source == 0) return nullptr;
  return at < call.arguments.size() ? call.arguments[at] : call.named[at - call.arguments.size()].value;
}

}  // namespace

Value Evaluator::invoke_one(const Plan& plan, const Node& node, Scope& scope, const Value* receiver) {
  const Overload& overload = *plan.overload;
  Arguments arguments(*this, scope, node, overload);
  const auto fill = [&](const ParameterRule& rule, std::int16_t source, Arguments::Slot& slot) {
    const Node* argument = node_at(node, source, receiver != nullptr);
    if (rule.type == Type::lambda && argument != nullptr) {
      slot.node = argument;
      return;
    }
    slot.value = argument == nullptr ? *receiver : evaluate(*argument, scope);
    if (!overload.fits(*this, rule, slot.value)) no_match(node, receiver);
    if (rule.type == Type::iterable) check_length(slot.value);
    if (rule.type != Type::any) check_quota(slot.value);
  };
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
        arguments.rest[index].value = Value::null();  // left out
        continue;
      }
      fill(*overload.rest, plan.rest[index], arguments.rest[index]);
    }
  }
  for (const std::int16_t source : plan.names) {
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

// Several overloads take that many arguments: the first whose types fit is called. They agree on which arguments are
// handed over unevaluated.
Value Evaluator::invoke_best(const Node& node, Scope& scope, const Value* receiver) {
  const bool is_method = receiver != nullptr;
  if (!is_method && node.arguments.empty() && node.named.empty() && !settings.is_legacy) {
    throw Error("ambiguous-function", "Ambiguous function \"" + names.text(node.name) + "\".");
  }
  std::vector<Value> values;
  values.reserve(node.arguments.size() + node.named.size() + 1);
  if (is_method) values.push_back(*receiver);
  const Plan& sample = *node.plans[0];
  const auto is_lambda = [&](std::size_t source) {
    for (std::size_t index = 0; index < sample.sources.size(); ++index) {
      if (sample.sources[index] == static_cast<std::int16_t>(source)) {
        return sample.overload->parameters[index].type == Type::lambda;
      }
    }
    return false;
  };
  for (const Node* argument : node.arguments) {
    values.push_back(argument == nullptr || is_lambda(values.size()) ? Value() : evaluate(*argument, scope));
  }
  const bool has_pairs = sample.overload->takes_pairs || node.family->is_keywordless;
  for (const NamedArgument& argument : node.named) {
    values.push_back(has_pairs || is_lambda(values.size()) ? Value() : evaluate(*argument.value, scope));
  }
  const auto value_at = [&](std::int16_t source) -> const Value& { return values[static_cast<std::size_t>(source)]; };
  for (const Plan* plan : node.plans) {
    const Overload& overload = *plan->overload;
    bool fits = true;
    for (std::size_t index = 0; fits && index < overload.parameters.size(); ++index) {
      if (plan->sources[index] != Plan::not_given) {
        fits = overload.fits(*this, overload.parameters[index], value_at(plan->sources[index]));
      }
    }
    for (std::size_t index = 0; fits && index < plan->rest.size(); ++index) {
      fits = overload.fits(*this, *overload.rest, value_at(plan->rest[index]));
    }
    if (!fits) continue;
    Arguments arguments(*this, scope, node, overload);
    for (std::size_t index = 0; index < overload.parameters.size(); ++index) {
      const ParameterRule& rule = overload.parameters[index];
      Value& value = arguments.slot(index).value;
      const std::int16_t source = plan->sources[index];
      value = source == Plan::not_given ? rule.fallback : value_at(source);
      if (rule.type == Type::lambda && source != Plan::not_given) {
        arguments.slot(index).node = node_at(node, source, is_method);
      }
      if (rule.type == Type::iterable) check_length(value);
      if (rule.type != Type::any) check_quota(value);
    }
    for (const std::int16_t source : plan->rest) {
      arguments.rest.push_back({value_at(source), nullptr});
      if (overload.rest->type == Type::iterable) check_length(value_at(source));
    }
    for (const std::int16_t source : plan->names) {
      const NamedArgument& argument =
          node.named[static_cast<std::size_t>(source) - (is_method ? 1 : 0) - node.arguments.size()];
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
  no_match(node, receiver);
}

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

Value Evaluator::apply_node(const Node& node, Scope& scope) {
  const Value function = evaluate(*node.left, scope);
  if (!is_a(function, ObjectKind::function)) no_match("#call");
  List positional;
  for (const Node* argument : node.arguments) {
    positional.push_back(argument == nullptr ? Value::null() : evaluate(*argument, scope));
  }
  std::vector<std::pair<Name, Value>> named;
  for (const NamedArgument& argument : node.named) {
    if (argument.key->kind != NodeKind::word) {
      throw Error("bad-keyword",
                  "Cannot convert mapping to keyword argument: the name before => must be a bare word.");
    }
    named.emplace_back(names.intern(argument.key->constant->as_string()), evaluate(*argument.value, scope));
  }
  return apply(static_cast<const FunctionValue&>(function.as_object()).lambda, positional, named);
}

Value Evaluator::call(std::string_view name, const List& arguments, const Map& keywords, const Value* receiver,
                      const Node& node, Scope& scope) {
  Node shown_node = node;
  shown_node.name = names.intern(name);
  shown_node.family = receiver != nullptr ? library.method(name) : library.function(name);
  if (has_definitions && receiver == nullptr) {
    const auto [definition, holder] = scope.find_definition(shown_node.name);
    if (definition != nullptr) {
      std::vector<std::pair<Name, Value>> named;
      for (const auto& [key, value] : keywords) {
        if (key.is_string()) named.emplace_back(names.intern(key.as_string()), value);
      }
      return apply(Lambda(*definition->body, Ref<Scope>(holder)), arguments, named);
    }
  }
  if (shown_node.family == nullptr) unknown(shown_node, receiver);
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
  for (const Overload& overload : shown_node.family->overloads) {
    const std::optional<Plan> plan = plan_call(*shown_node.family, overload, {count, {}, given});
    if (!plan) continue;
    Arguments bound(*this, scope, node, overload);
    bool fits = true;
    const auto fill = [&](const ParameterRule& rule, std::int16_t source, Arguments::Slot& slot) {
      slot.value = values[static_cast<std::size_t>(source)];
      fits = fits && overload.fits(*this, rule, slot.value);
      if (fits && rule.type == Type::iterable) check_length(slot.value);
    };
    for (std::size_t index = 0; index < overload.parameters.size(); ++index) {
      if (plan->sources[index] == Plan::not_given) {
        bound.slot(index).value = overload.parameters[index].fallback;
      } else {
        fill(overload.parameters[index], plan->sources[index], bound.slot(index));
      }
    }
    for (const std::int16_t source : plan->rest) fill(*overload.rest, source, bound.rest.emplace_back());
    for (const std::int16_t source : plan->names) {
      bound.named.push_back({given[static_cast<std::size_t>(source) - count], nullptr,
                             {values[static_cast<std::size_t>(source)], nullptr}});
    }
    if (!fits) continue;
    Value result = overload.function->call(bound);
    check_quota(result);
    return result;
  }
  no_match(shown_node, receiver);
}

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

Value Evaluator::plain(const Value& value) {
  const auto is_scalar = [](const Value& part) { return part.kind() < Kind::list; };
  if (is_scalar(value)) return value;
  const Level level(*this);
  switch (value.kind()) {
    case Kind::map: {
      check_length(value);
      Value result = value;
      const Map& entries = value.as_map();
      context.budget.step(entries.size() + 1);
      bool has_wrapped_keys = false;
      for (std::size_t at = 0; at < entries.size(); ++at) {
        const Map::Entry& entry = entries.entry(at);
        has_wrapped_keys = has_wrapped_keys || (entry.key.is_object() && !is_integer(entry.key));
        if (is_scalar(entry.value)) continue;
        Value item = plain(entry.value);
        if (!item.same_as(entry.value)) result.edit_map().value_at(at) = std::move(item);
      }
      if (!has_wrapped_keys) return result;
      Map renamed;
      for (const auto& [key, item] : result.as_map()) {
        const Value plain_one = plain(plain_key(key));
        if (plain_one.is_list() || plain_one.is_map()) {
          throw Error("unhashable-key", "A " + std::string(kind_name(plain_one.kind())) + " cannot be a key of the result.");
        }
        renamed.set(plain_one, item);
      }
      return Value::map(std::move(renamed)).with_origin(value.origin());
    }
    case Kind::list: {
      check_length(value);
      Value result = value;
      const List& items = value.as_list();
      context.budget.step(items.size() + 1);
      for (std::size_t at = 0; at < items.size(); ++at) {
        if (is_scalar(items[at])) continue;
        Value item = plain(items[at]);
        if (!item.same_as(items[at])) result.edit_list()[at] = std::move(item);
      }
      return result;
    }
    case Kind::set:
    case Kind::object: break;
    default: return value;
  }
  if (is_iterable(value)) {
    const bool stays_set = is_set(value) && !settings.converts_sets;
    List items;
    Map members;
    Cursor cursor(*this, value);
    while (const Value* item = cursor.next()) {
      if (stays_set) {
        members.set(key_of(plain(*item), context.budget), Value::null());
      } else {
        items.push_back(plain(*item));
      }
    }
    if (!stays_set) return Value::list(std::move(items)).with_origin(value.origin());
    Map written;
    for (const auto& entry : members) {
      // A set of lists has no plain form as a set.
      if (entry.key.is_object() && !is_integer(entry.key)) {
        List list;
        for (const auto& member : members) list.push_back(plain_key(member.key));
        return Value::list(std::move(list)).with_origin(value.origin());
      }
      written.set(entry.key, Value::null());
    }
    return Value::set(std::move(written)).with_origin(value.origin());
  }
  const YaqlObject* object = yaql_object(value);
  if (object == nullptr) return value;
  switch (object->kind) {
    case ObjectKind::datetime:
      return Value::string(iso_text(static_cast<const Datetime*>(object)->civil())).with_origin(value.origin());
    case ObjectKind::timespan:
      return Value::real(static_cast<double>(static_cast<const Timespan*>(object)->microseconds) / 1e6)
          .with_origin(value.origin());
    default:
      throw Error("no-plain-value", "The result holds a " + std::string(object->type_name()) + ", which is no data.");
  }
}

}  // namespace evalground::yaql
