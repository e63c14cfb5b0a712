// A call of an intrinsic function: `{name: argument}`.
//
// A function whose parameter has the type `raw` gets its argument unresolved and resolves it itself; all
// others get it resolved, with null for missing values.
#pragma once

#include <algorithm>
#include <initializer_list>

#include "dialects/heat/stack.hpp"
#include "runtime/function.hpp"
#include "runtime/sensitive.hpp"

namespace evalground::heat {

// An unresolved call. Heat rejects some forms of arguments at that point, also where the
// call is never made: in the properties of a resource, and in conditions that nothing asks for.
class WrittenCall {
 public:
  Stack& stack;
  std::string_view name;
  OriginId where;
  const Value& argument;
  bool is_condition;  // it stands where a condition is expected
  Use use;

  bool is_used() const { return use != Use::none; }
  bool is_call(const Value& value) const { return stack.is_call(value, is_condition); }
  // A literal list. `{get_param: names}` is not a list yet.
  bool is_list(std::size_t least, std::size_t most) const {
    return argument.is_list() && argument.as_list().size() >= least && argument.as_list().size() <= most;
  }
  bool is_map() const { return argument.is_map() && !is_call(argument); }

  [[noreturn]] void wrong_form(std::string_view expected) const {
    stack.context.fail(argument.origin() != 0 ? argument.origin() : where, "wrong-argument",
                       "Arguments to \"" + std::string(name) + "\" must be " + std::string(expected) + ".");
  }
};

// The argument has not the form that the function takes. The message shows none of its values.
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
  const bool is_condition;  // it stands where a condition is expected

  const Value& argument() const { return (*this)[0]; }
  std::string name() const { return std::string(signature().name); }
  // Resolves a part of a raw argument, by the rules of the place where the call stands.
  Value resolve(const Value& value);
  // The same for a part that the result is made of: what is secret in it makes the result secret. Null for nothing.
  Value resolve_part(const Value& value);
  // What the result is made of is secret where this is.
  void note_secrets_in(const Value& value) {
    has_secret_part_ = has_secret_part_ || holds_sensitive(value, context.budget);
  }
  bool has_secret_part() const { return has_secret_part_; }
  // The failure is that of a call within the argument.
  bool has_failed_within() const { return has_failed_within_; }
  // Keys of a map that have no meaning are not resolved, but the calls in them must have the right form.
  void check_other_keys(std::initializer_list<std::string_view> known) {
    if (argument().as_map().size() == known.size()) return;
    for (const auto& [key, value] : argument().as_map()) {
      const std::string_view name = key.is_string() ? key.as_string() : std::string_view();
      if (std::find(known.begin(), known.end(), name) == known.end()) stack.check(value);
    }
  }

  // "Arguments to "list_join" must be …"
  [[noreturn]] void wrong_form(std::string_view expected) const {
    throw WrongForm("wrong-argument", "Arguments to \"" + name() + "\" must be " + std::string(expected) + ".",
                    argument().origin() != 0 ? argument().origin() : where);
  }
  // The argument as a list with at least and at most that many items.
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
