// A call of an intrinsic function: `{name: argument}`.
//
// A function whose parameter has the type `raw` gets its argument unresolved and resolves it itself. All others get a
// resolved argument, in which missing values are null.
#pragma once

#include <algorithm>
#include <initializer_list>

#include "dialects/heat/forms.hpp"
#include "dialects/heat/stack.hpp"
#include "dialects/heat/syntax.hpp"
#include "runtime/function.hpp"
#include "runtime/sensitive.hpp"

namespace evalground::heat {

// A call as the template contains it, unresolved. Heat rejects wrong forms of arguments here, even if the call is never
// made: in the properties of a resource, and in unused conditions.
class WrittenCall {
 public:
  Stack& stack;
  std::string_view name;
  OriginId where;
  const Value& argument;
  bool is_condition;  // used where a condition is expected
  Use use;

  bool is_used() const { return use != Use::none; }
  bool is_call(const Value& value) const { return stack.is_call(value, is_condition); }
  // Whether the argument is a literal list of that length. `{get_param: names}` does not count, because it is still a
  // call.
  bool is_list(std::size_t least, std::size_t most) const {
    return argument.is_list() && argument.as_list().size() >= least && argument.as_list().size() <= most;
  }
  bool is_map() const { return argument.is_map() && !is_call(argument); }

  [[noreturn]] void wrong_form(std::string_view expected) const {
    const FormMistake mistake = mistake_in(name, argument, [this](const Value& value) { return is_call(value); });
    Diagnostic problem = form_diagnostic(stack.context.sources, name, expected, mistake,
                                         argument.origin() != 0 ? argument.origin() : where);
    problem.message += boolean_hint(argument, stack.context.sources);
    throw Error(std::move(problem));
  }
};

// The argument does not have the form that the function takes. The message shows none of its values, because one may be
// hidden.
class WrongForm final : public Error {
  using Error::Error;
};

class HeatCall final : public Call {
 public:
  HeatCall(Stack& stack_, const Signature& signature, OriginId where_, const Value& argument, bool is_condition_)
      : Call(stack_.context, where_, signature, std::vector<Value>{argument}),
        stack(stack_),
        is_condition(is_condition_) {}

  Stack& stack;
  const bool is_condition;  // used where a condition is expected

  const Value& argument() const { return (*this)[0]; }
  std::string name() const { return std::string(signature().name); }
  // Resolves a part of a raw argument, as a value or as a condition like the call itself.
  Value resolve(const Value& value);
  // Resolves a part that goes into the result: if it is secret, so is the result. A missing value gives null.
  Value resolve_part(const Value& value);
  // Marks the result as secret if this value is.
  void note_secrets_in(const Value& value) {
    has_secret_part_ = has_secret_part_ || holds_sensitive(value, context.budget);
  }
  bool has_secret_part() const { return has_secret_part_; }
  // The failure came from a call within the argument.
  bool has_failed_within() const { return has_failed_within_; }
  // Keys that the function ignores are not resolved, but calls in them must have the right form.
  void check_other_keys(std::initializer_list<std::string_view> known) {
    if (argument().as_map().size() == known.size()) return;
    for (const auto& [key, value] : argument().as_map()) {
      const std::string_view name = key.is_string() ? key.as_string() : std::string_view();
      if (std::find(known.begin(), known.end(), name) == known.end()) stack.check(value);
    }
  }

  // Fails with: Arguments to "list_join" must be … The mistake is found in the argument if it is not given.
  [[noreturn]] void wrong_form(std::string_view expected) const {
    wrong_form(expected, mistake_in(signature().name, argument(),
                                    [this](const Value& value) { return stack.is_call(value, is_condition); }));
  }
  [[noreturn]] void wrong_form(std::string_view expected, const FormMistake& mistake) const {
    Diagnostic problem = form_diagnostic(context.sources, signature().name, expected, mistake,
                                         argument().origin() != 0 ? argument().origin() : where);
    problem.message += boolean_hint(argument(), context.sources);
    throw WrongForm(std::move(problem));
  }
  // The argument as a list of `least` to `most` items.
  const List& items(std::size_t least, std::size_t most, std::string_view form) const {
    if (!argument().is_list() || argument().as_list().size() < least || argument().as_list().size() > most) {
      wrong_form(form);
    }
    return argument().as_list();
  }

 private:
  bool has_secret_part_ = false;
  bool has_failed_within_ = false;
};

inline HeatCall& heat_call(Call& call) {
  return static_cast<HeatCall&>(call);
}

}  // namespace evalground::heat
