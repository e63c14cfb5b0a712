// Hot: compiled for speed in every module.
//
// Calls of functions: evaluates the arguments, checks them, and turns failures into reasons.
//
// A call is made only when all its arguments are resolved. Otherwise its value is undefined, and the promise is
// evaluated again. A function that fails throws an Error. Evaluator::call() catches it, since a failed call only leaves
// the promise without a value.
#include "dialects/cfengine/agent/call.hpp"

#include <algorithm>

#include "base/scoped_value.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/data/number.hpp"
#include "dialects/cfengine/policy/arguments.hpp"

namespace evalground::cfengine {

// The default of a signature is written in quotes there.
std::string_view PolicyCall::fallback(std::size_t index) const {
  const std::vector<Parameter>& parameters = signature().parameters;
  if (index >= parameters.size() || !parameters[index].fallback) return {};
  const std::string_view written = *parameters[index].fallback;
  return written.starts_with('\'') ? written.substr(1, written.size() - 2) : written;
}

std::int64_t PolicyCall::integer(std::size_t index) const {
  return evaluator.integer(text(index)).value_or(0);
}

// The agent counts the words before the one that is found, and an empty text is behind all of them: true.
bool PolicyCall::flag(std::size_t index) const {
  return text(index).empty() || is_true(text(index));
}

// Functions such as parsestringarray() set elements of an array in the bundle, or in the bundle that the array's name
// contains. A new element is a reason for another walk before the run.
void PolicyCall::set_element(std::string_view array, std::string_view indices, DataType type, std::string_view text) {
  budget().step();
  const Name name = parse_name(array);
  VariableScope& own = *evaluator.frame->scope;
  VariableScope& scope =
      name.bundle.empty() ? own : evaluator.variables.scope(name.space.empty() ? own.space : name.space, name.bundle);
  // An index with unbalanced brackets, such as that of "a[x[]", is not an index.
  const bool is_balanced =
      std::count(indices.begin(), indices.end(), '[') == std::count(indices.begin(), indices.end(), ']');
  const std::string local = std::string(name.local) + std::string(is_balanced ? indices : std::string_view());
  const bool was_known = scope.find(local) != nullptr;
  scope.set(local, type, Value::string(text), evaluator.promise, {}, budget());
  evaluator.has_set_array = evaluator.has_set_array || !was_known;
}

// True from the second call with equal arguments on. The reference caches such functions, also their failures. A
// promise with `ifelapsed => "0"` does not read the cache, but fills it for others.
bool PolicyCall::is_repeated() const {
  if (!evaluator.caches_functions) return false;
  std::string key(signature().name);
  for (std::size_t index = 0; index < size(); ++index) {
    const Value& argument = (*this)[index];
    key += '\0';
    key += argument.is_string() ? std::string(argument.as_string()) : json_text(argument, budget());
  }
  if (evaluator.cached_calls.contains(key)) return !evaluator.is_immediate;
  evaluator.cached_calls.set(key, Value::null());
  return false;
}

namespace {

// True for references that only exist while a list is mapped. A text with one may be an argument of any function. The
// function then receives the reference verbatim.
bool mentions_map_item(std::string_view text) {
  for (const std::string_view name : {"this", "this.k", "this.k[1]", "this.v"}) {
    for (const auto& [open, close] : {std::pair("$(", ")"), std::pair("${", "}")}) {
      std::string reference(open);
      reference.append(name).append(close);
      if (text.find(reference) != std::string_view::npos) return true;
    }
  }
  return false;
}

// True if the text has references that may be resolved later.
bool is_waiting(std::string_view text) {
  return is_unresolved(text) && !mentions_map_item(text);
}

// True when a function takes its parameters as collections. Any other function gets the items of a list as separate
// arguments.
bool takes_collections(const Signature& signature) {
  for (const Parameter& parameter : signature.parameters) {
    if (parameter.type == "collection") return true;
  }
  return false;
}

// Decides whether a wrong number of arguments ends the run or only fails the call.
bool has_fixed_count(const Signature& signature) {
  for (const Parameter& parameter : signature.parameters) {
    if (parameter.is_rest || parameter.fallback) return false;
  }
  return true;
}

// Evaluates the arguments of a call one after the other. Where one is missing, `reason` says why. A list among the
// arguments of most functions counts as many arguments. So the type of a written argument depends on how many values
// came before it.
class ArgumentReader {
 public:
  ArgumentReader(Evaluator& evaluator, const Rvalue& call)
      : evaluator_(evaluator),
        call_(call),
        signature_(call.function->signature),
        name_(signature_.name),
        takes_collections_(takes_collections(signature_)),
        is_choice_(name_ == "ifelse" && call.items.size() == 3) {}

  std::optional<std::vector<Value>> read() {
    arguments_.reserve(call_.items.size());
    for (std::size_t written = 0; written < call_.items.size(); ++written) {
      if (take(written)) continue;
      make_calls(written + 1);
      return std::nullopt;
    }
    if ((has_spread_ || may_lack_arguments(name_)) && !check_count()) return std::nullopt;
    return std::move(arguments_);
  }

 private:
  // False when the call cannot be made.
  bool take(std::size_t written) {
    const Rvalue& node = *call_.items[written];
    const std::string_view type = argument_type(signature_, arguments_.size());
    if (type == "pattern") return take_pattern(node);
    Value value = class_text(evaluate(node));
    if (value.is_undefined()) {
      const bool is_optional = is_choice_ && written > 0;
      if (is_optional) arguments_.push_back(std::move(value));
      return is_optional;
    }
    if (!value.is_string() && !takes_collections_) return spread(node, value);
    const bool is_right = value.is_string() ? read_text(value, node, type)
                                            : type == "collection" || fail(node, "text, not a collection.");
    if (!is_right) return false;
    // What a call gives is copied, and with that its real numbers get four decimals.
    if (node.kind == RvalueKind::call && (value.is_list() || value.is_map())) {
      value = stored(value, evaluator_.context.budget);
    }
    arguments_.push_back(std::move(value).with_origin(node.where));
    return true;
  }

  // Since 3.29, `$(b.x)` in the text of an argument is looked up in the namespace of the bundle that calls.
  Value evaluate(const Rvalue& node) {
    if (evaluator_.release != Release::r3_29 || node.kind != RvalueKind::text) return evaluator_.evaluate(node);
    const ScopedValue<std::string_view> own(evaluator_.unqualified_space, evaluator_.frame->bundle->space);
    return evaluator_.evaluate(node);
  }

  // The function itself evaluates a pattern, once for each item. That of maparray is evaluated before that too, as any
  // argument is, and must not wait for anything then.
  bool take_pattern(const Rvalue& node) {
    if (name_ == "maparray") {
      const Value value = evaluate(node);
      if (value.is_undefined()) return false;
      if (value.is_string() && is_waiting(value.as_string())) {
        evaluator_.set_reason(false, node.where, quote(value.as_string()) + " is not resolved.");
        return false;
      }
    }
    arguments_.push_back(Value::null());
    return true;
  }

  // Checks a text, or replaces it by the collection that it names.
  bool read_text(Value& value, const Rvalue& node, std::string_view type) {
    const std::string_view text = value.as_string();
    const bool is_collecting = type == "collection";
    const bool is_list_name = is_collecting && !list_reference(text).empty();
    if (!is_list_name && !is_choice_ && is_waiting(text)) {
      evaluator_.set_reason(false, node.where,
                            quote(text) + " is not resolved, so " + std::string(name_) + "() is not called.");
      return false;
    }
    if (is_collecting) {
      // Functions that take elements as well look at them themselves; elsewhere an element is no collection. What
      // cannot be read has no values.
      const Value named =
          name_ == "getvalues" || name_ == "getindices"
              ? recover([&] { return evaluator_.collection(text); }, [](const Error&) { return Value(); })
              : evaluator_.collection(text);
      value = named.is_undefined() ? evaluator_.element(text) : named;
      return true;
    }
    const std::string wrong = wrong_argument(type, text);
    return wrong.empty() || fail(node, wrong + ", not " + quote(text) + ".");
  }

  // A list is so many arguments, a container none.
  bool spread(const Rvalue& node, const Value& value) {
    has_spread_ = true;
    const bool is_data =
        node.kind == RvalueKind::call && node.function != nullptr && node.function->signature.returns == "data";
    if (is_data || !value.is_list()) return true;
    for (const Value& one : value.as_list()) {
      evaluator_.context.budget.step();
      arguments_.push_back(one);
    }
    return true;
  }

  bool check_count() {
    const std::string wrong = wrong_count(signature_, arguments_.size());
    if (wrong.empty()) return true;
    const std::string message = std::string(name_) + " " + wrong +
                                (has_spread_ ? "; a list among the arguments counts as many as it has items." : ".");
    if (has_fixed_count(signature_)) evaluator_.abort_run(call_.where, message);
    evaluator_.set_reason(true, call_.where, message);
    return false;
  }

  // Calls among the arguments that follow are made all the same: they may set an array.
  void make_calls(std::size_t first) {
    Reason reason = evaluator_.reason;
    for (std::size_t next = first; next < call_.items.size(); ++next) {
      if (call_.items[next]->kind == RvalueKind::call) evaluator_.evaluate(*call_.items[next]);
    }
    evaluator_.reason = std::move(reason);
  }

  bool fail(const Rvalue& node, const std::string& wanted) {
    evaluator_.set_reason(
        true, node.where,
        "Argument " + std::to_string(arguments_.size() + 1) + " of " + std::string(name_) + " must be " + wanted);
    return false;
  }

  Evaluator& evaluator_;
  const Rvalue& call_;
  const Signature& signature_;
  std::string_view name_;
  bool takes_collections_;
  bool is_choice_;  // `ifelse(class, a, b)`, whose branch that is not taken may be unresolved for ever
  bool has_spread_ = false;
  std::vector<Value> arguments_;
};

}  // namespace

// The arguments as call.hpp has them; nothing when the call must wait or an inner one has failed.
std::optional<std::vector<Value>> Evaluator::arguments_of(const Rvalue& call) {
  return ArgumentReader(*this, call).read();
}

// Undefined for a failed or waiting call. An error that ends the run passes through. A function that no sandbox can
// call warns at once, because no later pass can succeed.
Value Evaluator::call(const Rvalue& rvalue) {
  const Depth depth = context.budget.enter();
  Trace::Scope step(context.trace, "function", rvalue.where);
  if (rvalue.function == nullptr) {  // checked before, with a warning
    set_reason(false, rvalue.where, "Unknown function " + quote(rvalue.text.source) + ".");
    return {};
  }
  const FunctionCatalogue::Entry& entry = *rvalue.function;
  const Provenance::Computation computation(context.provenance);
  try {
    std::optional<std::vector<Value>> arguments = arguments_of(rvalue);
    if (!arguments) return {};
    PolicyCall call(*this, rvalue, entry.signature, std::move(*arguments));
    Value result = entry.function->call(call);
    if (!result.is_undefined()) result = std::move(result).with_origin(rvalue.where);
    if (!result.is_undefined() || call.is_cache_hit) step.done(result, call.is_cache_hit);
    return result;
  } catch (const Error& error) {
    if (is_aborting_) throw;
    set_reason(true, error.diagnostic.where != 0 ? error.diagnostic.where : rvalue.where, error.diagnostic.message);
    reason.diagnostic.code = error.diagnostic.code;
    if (error.diagnostic.code == "unavailable")
      log(Severity::warning, "unavailable", error.diagnostic.message, rvalue.where);
    return {};
  }
}

}  // namespace evalground::cfengine
