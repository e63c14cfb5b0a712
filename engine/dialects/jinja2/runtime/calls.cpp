// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/runtime/calls.hpp"

#include <algorithm>
#include <array>

#include "dialects/jinja2/runtime/arity.hpp"
#include "dialects/jinja2/runtime/call.hpp"
#include "dialects/jinja2/runtime/object.hpp"
#include "dialects/jinja2/syntax/function_binder.hpp"

namespace evalground::jinja2 {

namespace {

// Where the positional parameters of a signature end.
std::size_t positional_count(const Signature& signature) {
  std::size_t count = 0;
  while (count < signature.parameters.size() && !signature.parameters[count].is_rest &&
         !signature.parameters[count].is_keywords) {
    ++count;
  }
  return count;
}

bool holds_sensitive(const Value& value, Budget& budget) {
  if (value.sensitive()) return true;
  const Depth depth = budget.enter();
  if (value.is_list() || value.kind() == Kind::tuple) {
    for (const Value& item : value.as_list()) {
      budget.step();
      if (holds_sensitive(item, budget)) return true;
    }
  } else if (value.is_map()) {
    for (const auto& [key, item] : value.as_map()) {
      budget.step();
      if (key.sensitive() || holds_sensitive(item, budget)) return true;
    }
  }
  return false;
}

}  // namespace

Value invoke(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, std::span<const Value> bound,
             const Arguments& left) {
  bool is_sensitive = false;
  const auto watch = [&](const Value& value) {
    if (value.sensitive() || (evaluator.watches_sensitive() && holds_sensitive(value, evaluator.context.budget)))
      is_sensitive = true;
  };
  for (const Value& value : bound) watch(value);
  for (const Value& value : left.positional) watch(value);
  for (const Keyword& keyword : left.keywords) watch(keyword.value);
  return invoke(evaluator, entry, bound, left, is_sensitive);
}

Value invoke(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, std::span<const Value> bound,
             const Arguments& left, bool is_sensitive) {
  evaluator.context.budget.step();
  const Evaluator::Nesting nesting(evaluator);
  FunctionCall call(evaluator, evaluator.context, entry.signature, bound, left);
  Evaluator::SensitiveReads reads(evaluator, is_sensitive);
  Value result = entry.function->call(call);
  if (reads.finish()) {
    result = std::move(result).with_sensitive();
    evaluator.watch_sensitive();
  }
  return result;
}

void settle_arguments(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, std::span<Value> bound) {
  for (Value& value : bound) {
    TemplateObject* object = template_object(value);
    if (object == nullptr) continue;
    const bool is_test = entry.function->kind.ends_with("test");
    if (!is_test || object->shape() == Shape::none) evaluator.settle(value);
  }
}

Value apply(Evaluator& evaluator, const FunctionCatalogue::Entry& entry, const Value* first,
            const Arguments& arguments) {
  const Signature& signature = entry.signature;
  const auto& parameters = signature.parameters;
  std::array<Value, most_places> bound;
  std::size_t at = 0;
  if (first != nullptr) bound[at++] = *first;
  // Positional arguments fill the places in turn, `*rest` takes those that are left.
  const std::size_t positional = positional_count(signature);
  const bool has_rest = positional < parameters.size() && parameters[positional].is_rest;
  std::size_t taken = 0;
  while (taken < arguments.positional.size() && at < positional) bound[at++] = arguments.positional[taken++];
  Arguments left;
  left.positional = arguments.positional.subspan(taken);
  const auto owner_type = [&] { return first != nullptr ? evaluator.type_name(*first) : std::string(); };
  const auto function_name = [&] {
    const PythonCallable callable = python_callable(entry, owner_type());
    return callable.convention == Convention::function ? callable.name : std::string(signature.name);
  };
  // Named arguments go to their places, `**keywords` takes the others.
  if (!arguments.keywords.empty()) {
    const PythonCallable callable = python_callable(entry, owner_type());
    if (!takes_names(callable, entry)) {
      const bool is_operation = callable.convention == Convention::operation;
      evaluator.fail("type-error", (is_operation ? "_operator." : "") + std::string(signature.name) +
                                       "() takes no keyword arguments");
    }
  }
  std::vector<Keyword> others;
  for (const Keyword& keyword : arguments.keywords) {
    const auto found = std::find_if(parameters.begin(), parameters.end(), [&](const Parameter& parameter) {
      return parameter.name == keyword.name && !parameter.is_rest && !parameter.is_keywords;
    });
    if (found == parameters.end()) {
      if (parameters.empty() || !parameters.back().is_keywords) {
        evaluator.fail("type-error",
                       function_name() + "() got an unexpected keyword argument '" + std::string(keyword.name) + "'");
      }
      others.push_back(keyword);
      continue;
    }
    Value& place = bound[static_cast<std::size_t>(found - parameters.begin())];
    if (!place.is_undefined() || place.undefined_number() != 0) {
      evaluator.fail("type-error",
                     function_name() + "() got multiple values for argument '" + std::string(keyword.name) + "'");
    }
    place = keyword.value;
  }
  // What has no default must have been given, and no more than there are places for.
  std::vector<std::string_view> missing;
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    const Parameter& parameter = parameters[index];
    if (parameter.fallback || parameter.is_rest || parameter.is_keywords) continue;
    if (bound[index].is_undefined() && bound[index].undefined_number() == 0) missing.push_back(parameter.name);
  }
  if (!missing.empty() || (!has_rest && !left.positional.empty())) {
    // A method's own value is not counted.
    const std::size_t own = entry.function->kind == "method" ? 1 : 0;
    const auto needed = static_cast<std::size_t>(
        std::count_if(parameters.begin(), parameters.begin() + static_cast<std::ptrdiff_t>(positional),
                      [](const Parameter& parameter) { return !parameter.fallback; }));
    const std::size_t given = arguments.positional.size() + (first != nullptr ? 1 : 0) - own;
    evaluator.fail("type-error",
                   arity_message(python_callable(entry, owner_type()), {given, needed - own, positional - own},
                                 left.positional.empty() ? missing : std::vector<std::string_view>()));
  }
  // Stand-ins become data; what was left over is copied only when there is one in it.
  std::vector<Value> rest;
  if (std::any_of(left.positional.begin(), left.positional.end(),
                  [](const Value& value) { return value.is_object(); })) {
    rest.assign(left.positional.begin(), left.positional.end());
    settle_arguments(evaluator, entry, rest);
    left.positional = rest;
  }
  for (Keyword& keyword : others) settle_arguments(evaluator, entry, {&keyword.value, 1});
  settle_arguments(evaluator, entry, std::span<Value>(bound.data(), parameters.size()));
  left.keywords = others;
  return invoke(evaluator, entry, std::span<const Value>(bound.data(), parameters.size()), left);
}

Value call_value(Evaluator& evaluator, const Value& function, const Arguments& arguments) {
  evaluator.require(function);
  TemplateObject* object = template_object(function);
  if (object == nullptr || !object->is_callable()) {
    evaluator.fail("type-error", "'" + evaluator.type_name(function) + "' object is not callable");
  }
  const Value kept = function;  // it may be reassigned while it runs
  return object->call(evaluator, arguments);
}

}  // namespace evalground::jinja2
