// Binds arguments, calls functions and marks results as sensitive (see calls.hpp).
//
// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/runtime/calls.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/text/text.hpp"
#include "dialects/jinja2/runtime/arity.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/objects.hpp"
#include "dialects/jinja2/syntax/function_binder.hpp"
#include "runtime/sensitive.hpp"

namespace evalground::jinja2 {

namespace {

using Entry = FunctionCatalogue::Entry;

template <std::size_t size>
bool holds(const std::string_view (&names)[size], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// Filters and tests that accept undefined input or arguments.
constexpr std::string_view takers[] = {"default", "mandatory", "ternary", "type_debug", "defined", "undefined"};
// Filters, methods and globals that pass items on without reading them.
constexpr std::string_view forwarders[] = {"map",      "select", "reject",    "selectattr",      "rejectattr",
                                           "first",    "last",   "default",   "mandatory",       "ternary",
                                           "dict.get", "random", "list.pop",  "dict.setdefault", "dict.pop",
                                           "lookup",   "query",  "dict.copy", "list.copy"};
// Functions that also read the items of their items: their result consists of pairs or lists of them.
constexpr std::string_view pair_makers[] = {"dict2items", "items",        "dict.items",   "zip",   "zip_longest",
                                            "product",    "permutations", "combinations", "batch", "slice",
                                            "dictsort",   "subelements",  "groupby",      "dict"};
// Functions that read their input at any depth.
constexpr std::string_view deep_readers[] = {"combine", "flatten"};
constexpr std::string_view mutators[] = {"list.append", "list.extend",  "list.insert",    "list.pop",
                                         "list.clear",  "list.reverse", "dict.update",    "dict.pop",
                                         "dict.clear",  "dict.popitem", "dict.setdefault"};

bool is_kind(const Entry& entry, std::string_view ending) {
  return entry.function->kind.ends_with(ending);
}

// "upper" -> "ansible.builtin.upper". A function of a collection has its whole name, perhaps as an alias.
std::string plugin_name(const Entry& entry) {
  const std::string_view name = entry.signature.name;
  if (name.find('.') != std::string_view::npos) return std::string(name);
  for (const std::string_view alias : entry.function->aliases) {
    if (alias.find('.') != std::string_view::npos) return std::string(alias);
  }
  return "ansible.builtin." + std::string(name);
}

}  // namespace

bool changes_in_place(const Entry& entry) {
  return is_kind(entry, "method") && holds(mutators, entry.signature.name);
}

// Since 2.19 an undefined argument is the result of a call, so that `{{ missing | upper | default('x') }}` gives x.
// This finds the first argument that stops the call. The lists above name functions that take undefined values on
// purpose.
const Value* carried_argument(const Evaluator& evaluator, const Entry& entry, std::span<const Value> bound,
                              const Arguments& left) {
  const std::string_view name = entry.signature.name;
  const bool is_plugin = is_kind(entry, "filter") || is_kind(entry, "test");
  const bool takes = is_plugin && holds(takers, name);
  // Named arguments of a lookup are passed to the lookup plugin, which may not need them.
  const bool is_lookup_call = name == "lookup" || name == "query";
  const bool takes_default = is_kind(entry, "lookup") && name == "env";
  // `ternary` needs only the value that it tests.
  const bool is_choice = takes && name == "ternary";
  if (is_choice || takes_default) bound = bound.first(1);
  const auto stops = [&](const Value& value) {
    return value.is_undefined() && value.undefined_number() > 0 && (!takes || is_choice || evaluator.is_failure(value));
  };
  for (const Value& value : bound) {
    if (stops(value)) return &value;
  }
  for (const Value& value : left.positional) {
    if (stops(value)) return &value;
  }
  for (const Keyword& keyword : left.keywords) {
    if (!is_lookup_call && stops(keyword.value)) return &keyword.value;
  }
  return nullptr;
}

// An undefined item in a result makes the whole result undefined, since the function has read it. How deep it has read
// depends on the function. Forwarders pass items on without reading them.
Value carried_result(Evaluator& evaluator, const Entry& entry, Value result) {
  if (result.is_object()) {
    const bool is_range = object_cast<Range>(result) != nullptr;
    if (!is_range || is_kind(entry, "filter")) result = unrolled(evaluator, std::move(result));
  }
  const std::string_view name = entry.signature.name;
  if (holds(forwarders, name)) return evaluator.forced(result);
  const std::uint32_t depth = holds(deep_readers, name) ? ~std::uint32_t{0} : holds(pair_makers, name) ? 2 : 1;
  const Value* missing = evaluator.find_undefined(result, depth);
  return missing == nullptr ? result : *missing;
}

// A failure is also a value that `default` can catch. Its message names the plugin, as ansible-core does.
Value carried_failure(Evaluator& evaluator, const Entry& entry, const Error& error) {
  Error failure = error;
  const bool is_filter = is_kind(entry, "filter");
  if ((is_filter || is_kind(entry, "test")) && error.diagnostic.code != "undefined") {
    failure.diagnostic.message = "The " + std::string(is_filter ? "filter" : "test") + " plugin '" +
                                 plugin_name(entry) + "' failed: " + error.diagnostic.message;
  }
  return evaluator.carried(failure);
}

namespace {

// The number of positional parameters of a signature.
std::size_t positional_count(const Signature& signature) {
  std::size_t count = 0;
  while (count < signature.parameters.size() && !signature.parameters[count].is_rest &&
         !signature.parameters[count].is_keywords) {
    ++count;
  }
  return count;
}

}  // namespace

namespace {

// A result is sensitive if anything in the arguments is. Functions need not care, as each of them runs inside invoke().
bool hold_sensitive(const Evaluator& evaluator, std::span<const Value> bound, const Arguments& left) {
  const auto holds = [&](const Value& value) { return evaluator.holds_sensitive(value); };
  return std::any_of(bound.begin(), bound.end(), holds) ||
         std::any_of(left.positional.begin(), left.positional.end(), holds) ||
         std::any_of(left.keywords.begin(), left.keywords.end(),
                     [&](const Keyword& keyword) { return holds(keyword.value); });
}

}  // namespace

Value invoke(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, std::span<const Value> bound,
             const Arguments& left) {
  return invoke(evaluator, entry, bound, left, hold_sensitive(evaluator, bound, left));
}

namespace {

// The message of a missing item could reveal what the function has read, even after the item leaves the result.
Value with_marked_missing(Value result) {
  if (!result.is_list() && result.kind() != Kind::tuple) return result;
  for (std::size_t index = 0; index < result.as_list().size(); ++index) {
    const Value& item = result.as_list()[index];
    if (item.is_undefined()) result.edit_list()[index] = item.with_sensitive();
  }
  return result;
}

// Runs a function and watches what it reads. If it has read something sensitive, its result is marked and its warnings
// lose their text. Names that it asked for are not reported, because a name may be made from a secret. The same holds
// for the message of an error.
Value run(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, std::span<const Value> bound,
          const Arguments& left, bool is_sensitive) {
  const Evaluator::Nesting nesting(evaluator);
  FunctionCall call(evaluator, evaluator.context, entry.signature, bound, left);
  Evaluator::SensitiveReads reads(evaluator, is_sensitive);
  std::vector<Diagnostic>& diagnostics = evaluator.context.diagnostics;
  std::vector<Ask>& asks = evaluator.context.asks;
  const std::size_t said = diagnostics.size();
  const std::size_t asked = asks.size();
  const auto hide_what_was_said = [&] {
    for (std::size_t at = said; at < diagnostics.size(); ++at) {
      hide_message(diagnostics[at], quote(entry.signature.name));
    }
    asks.erase(asks.begin() + static_cast<std::ptrdiff_t>(asked), asks.end());
  };
  try {
    Value result = entry.function->call(call);
    if (reads.finish()) {
      result = with_marked_missing(std::move(result)).with_sensitive();
      evaluator.watch_sensitive();
      hide_what_was_said();
    }
    return result;
  } catch (Error& error) {
    if (!evaluator.has_read_sensitive()) throw;
    hide_what_was_said();
    // Rethrown as a plain Error: an UnknownName would suggest a similar, possibly secret name.
    hide_message(error.diagnostic, quote(entry.signature.name));
    throw Error(error.diagnostic);
  }
}

// The same under Ansible's rules since 2.19, where undefined and failed values are passed on as values.
Value run_carrying(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, std::span<const Value> bound,
                   const Arguments& left, bool is_sensitive) {
  if (const Value* stops = carried_argument(evaluator, entry, bound, left)) return *stops;
  // Functions read lists and maps directly, so everything in them that waits is evaluated first.
  std::array<Value, most_places> whole;
  const bool keeps_first = changes_in_place(entry);
  for (std::size_t index = 0; index < bound.size(); ++index) {
    whole[index] = index == 0 && keeps_first ? bound[index] : evaluator.forced(bound[index]);
  }
  std::vector<Value> rest;
  rest.reserve(left.positional.size());
  for (const Value& value : left.positional) rest.push_back(evaluator.forced(value));
  std::vector<Keyword> keywords(left.keywords.begin(), left.keywords.end());
  for (Keyword& keyword : keywords) keyword.value = evaluator.forced(keyword.value);
  return recover(
      [&] {
        const std::span<const Value> places(whole.data(), bound.size());
        // Values that have just been evaluated may be sensitive.
        const bool holds = is_sensitive || hold_sensitive(evaluator, places, {rest, keywords});
        Value result = run(evaluator, entry, places, {rest, keywords}, holds);
        return carried_result(evaluator, entry, std::move(result));
      },
      [&](const Error& error) { return carried_failure(evaluator, entry, error); });
}

}  // namespace

Value invoke(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, std::span<const Value> bound,
             const Arguments& left, bool is_sensitive) {
  evaluator.context.budget.step();
  if (evaluator.options.behavior.carries_failures) return run_carrying(evaluator, entry, bound, left, is_sensitive);
  return run(evaluator, entry, bound, left, is_sensitive);
}

// Functions see data instead of the objects that stand for it. A test may ask for the kind of object (`is iterable`),
// so it sees an object with items unchanged.
void settle_arguments(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, std::span<Value> bound) {
  for (Value& value : bound) {
    TemplateObject* object = template_object(value);
    if (object == nullptr) continue;
    const bool is_test = entry.function->kind.ends_with("test");
    if (!is_test || object->shape() == Shape::none) evaluator.settle(value);
  }
}

namespace {

// Whether a call needs no argument but the first.
bool needs_one(const std::vector<Parameter>& parameters) {
  if (parameters.empty() || parameters.front().is_rest || parameters.front().is_keywords) return false;
  return std::all_of(parameters.begin() + 1, parameters.end(), [](const Parameter& parameter) {
    return parameter.fallback || parameter.is_rest || parameter.is_keywords;
  });
}

// Binds the arguments of a call to the parameters of a function, with Python's messages for those that do not fit.
//   join(value, d = '', attribute = null)   and   [1, 2] | join(attribute='x')
//   bound_: [1, 2], (not given), 'x'
//
// Places that are not given keep an undefined value without a number. The call later reads the default from the
// signature. Arguments are bound into an array on the stack, since a call happens for nearly every expression.
class Binding {
 public:
  // `first`: the value that a filter or method is called on; null for a function.
  Binding(Evaluator& evaluator, const Entry& entry, const Value* first, const Arguments& arguments)
      : evaluator_(evaluator),
        entry_(entry),
        parameters_(entry.signature.parameters),
        first_(first),
        arguments_(arguments),
        positional_(positional_count(entry.signature)) {}

  Value invoke() {
    take_positional();
    if (!arguments_.keywords.empty()) take_keywords();
    check_arity();
    settle();
    return jinja2::invoke(evaluator_, entry_, places(), left_);
  }

 private:
  // They fill the places in turn, `*rest` takes those that are left.
  void take_positional() {
    std::size_t at = 0;
    std::size_t taken = 0;
    if (first_ != nullptr) bound_[at++] = *first_;
    while (taken < arguments_.positional.size() && at < positional_) bound_[at++] = arguments_.positional[taken++];
    left_.positional = arguments_.positional.subspan(taken);
  }

  // They go to their places, `**keywords` takes the others.
  void take_keywords() {
    check_keywords_allowed();
    const bool has_entries = takes_any_name(entry_);
    for (const Keyword& keyword : arguments_.keywords) {
      const auto found = std::find_if(parameters_.begin(), parameters_.end(), [&](const Parameter& parameter) {
        return !has_entries && parameter.name == keyword.name && !parameter.is_rest && !parameter.is_keywords;
      });
      if (found != parameters_.end()) {
        Value& place = bound_[static_cast<std::size_t>(found - parameters_.begin())];
        if (is_given(place)) fail_keyword("got multiple values for argument", keyword.name);
        place = keyword.value;
        continue;
      }
      const bool takes_others = !parameters_.empty() && parameters_.back().is_keywords;
      if (!takes_others) fail_keyword("got an unexpected keyword argument", keyword.name);
      others_.push_back(keyword);
    }
  }

  void check_keywords_allowed() {
    const PythonCallable callable = python_callable(entry_, owner_type());
    if (takes_names(callable, entry_)) return;
    const bool is_operation = callable.convention == Convention::operation;
    const bool is_filter = entry_.function->kind == "filter" && callable.convention == Convention::one;
    const std::string written = (is_operation ? "_operator." : "") + std::string(entry_.signature.name) + "()";
    evaluator_.fail("type-error", (is_filter ? callable.name : written) + " takes no keyword arguments");
  }

  // What has no default must have been given, and no more than there are places for.
  void check_arity() {
    std::vector<std::string_view> missing;
    for (std::size_t index = 0; index < parameters_.size(); ++index) {
      const Parameter& parameter = parameters_[index];
      const bool is_needed = !parameter.fallback && !parameter.is_rest && !parameter.is_keywords;
      if (is_needed && !is_given(bound_[index])) missing.push_back(parameter.name);
    }
    const bool has_rest = positional_ < parameters_.size() && parameters_[positional_].is_rest;
    const bool has_too_many = !has_rest && !left_.positional.empty();
    if (!missing.empty() || has_too_many) fail_arity(left_.positional.empty() ? missing : decltype(missing)());
  }

  // Lazy proxies become data. What is left over is copied only when it holds one.
  void settle() {
    if (std::any_of(left_.positional.begin(), left_.positional.end(),
                    [](const Value& value) { return value.is_object(); })) {
      rest_.assign(left_.positional.begin(), left_.positional.end());
      settle_arguments(evaluator_, entry_, rest_);
      left_.positional = rest_;
    }
    for (Keyword& keyword : others_) settle_arguments(evaluator_, entry_, {&keyword.value, 1});
    settle_arguments(evaluator_, entry_, {bound_.data(), parameters_.size()});
    left_.keywords = others_;
  }

  [[noreturn]] void fail_keyword(std::string_view what, std::string_view name) {
    const PythonCallable callable = python_callable(entry_, owner_type());
    const bool is_function = callable.convention == Convention::function;
    std::string message = is_function ? callable.name : std::string(entry_.signature.name);
    message.append("() ").append(what).append(" '").append(name).append("'");
    evaluator_.fail("type-error", std::move(message));
  }

  [[noreturn]] void fail_arity(const std::vector<std::string_view>& missing) {
    const std::size_t own = entry_.function->kind == "method" ? 1 : 0;  // a method's own value is not counted
    const auto needed = static_cast<std::size_t>(
        std::count_if(parameters_.begin(), parameters_.begin() + static_cast<std::ptrdiff_t>(positional_),
                      [](const Parameter& parameter) { return !parameter.fallback; }));
    const std::size_t given = arguments_.positional.size() + (first_ != nullptr ? 1 : 0) - own;
    evaluator_.fail("type-error", arity_message(python_callable(entry_, owner_type()),
                                                {given, needed - own, positional_ - own}, missing));
  }

  // An undefined value with a number is one that was given: it is the value of an undefined name.
  static bool is_given(const Value& place) { return !place.is_undefined() || place.undefined_number() != 0; }
  std::string owner_type() const { return first_ != nullptr ? evaluator_.type_name(*first_) : std::string(); }
  std::span<const Value> places() const { return {bound_.data(), parameters_.size()}; }

  Evaluator& evaluator_;
  const Entry& entry_;
  const std::vector<Parameter>& parameters_;
  const Value* first_;
  const Arguments& arguments_;
  std::size_t positional_;  // how many parameters take positional arguments
  std::array<Value, most_places> bound_;
  Arguments left_;  // for `*rest` and `**keywords`
  std::vector<Value> rest_;
  std::vector<Keyword> others_;
};

}  // namespace

// Applies a filter, test, method or global. The usual case, one value and no further arguments, needs no binding. It is
// worth a case of its own, because `map` and `select` come here for each item.
Value apply(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, const Value* first,
            const Arguments& arguments) {
  const auto& parameters = entry.signature.parameters;
  // map('upper') asks for it with each item.
  constexpr std::size_t few_places = 4;
  const bool has_first = first != nullptr && (!first->is_undefined() || first->undefined_number() != 0);
  if (has_first && arguments.positional.empty() && arguments.keywords.empty() && parameters.size() <= few_places &&
      needs_one(parameters)) {
    std::array<Value, few_places> bound;
    bound[0] = *first;
    settle_arguments(evaluator, entry, {bound.data(), 1});
    return invoke(evaluator, entry, std::span<const Value>(bound.data(), parameters.size()), {});
  }
  return Binding(evaluator, entry, first, arguments).invoke();
}

// Calls a macro, a method or a global that is held in a variable.
Value call_value(Evaluator& evaluator, const Value& function, const Arguments& arguments) {
  if (function.is_undefined() && evaluator.options.behavior.carries_failures) return function;
  evaluator.require(function);
  TemplateObject* object = template_object(function);
  if (object == nullptr || !object->is_callable()) {
    evaluator.fail("type-error", "'" + evaluator.type_name(function) + "' object is not callable");
  }
  const Value kept = function;  // the variable may be reassigned during the call
  return object->call(evaluator, arguments);
}

}  // namespace evalground::jinja2
