// A call of an intrinsic function: `{name: argument}`.
//
// A function whose parameter has the type `raw` is given its argument as it is written and resolves it itself; all
// others are given it resolved, with null for what is not there.
#pragma once

#include "dialects/heat/stack.hpp"
#include "runtime/function.hpp"

namespace evalground::heat {

class HeatCall final : public Call {
 public:
  HeatCall(Stack& stack_, const Signature& signature, OriginId where_, const Value& argument, bool is_condition_)
      : Call(stack_.context, where_, signature, {argument}), stack(stack_), is_condition(is_condition_) {}

  Stack& stack;
  const bool is_condition;  // it stands where a condition is expected

  const Value& argument() const { return (*this)[0]; }
  std::string name() const { return std::string(signature().name); }
  // Resolves a part of a raw argument, by the rules of the place where the call stands.
  Value resolve(const Value& value) { return is_condition ? stack.resolve_in_condition(value) : stack.resolve(value); }

  // "Arguments to "list_join" must be …"
  [[noreturn]] void wrong_form(std::string_view expected) const {
    context.fail(argument().origin() != 0 ? argument().origin() : where, "wrong-argument",
                 "Arguments to \"" + name() + "\" must be " + std::string(expected) + ".");
  }
  // The argument as a list with at least and at most that many items.
  const List& items(std::size_t least, std::size_t most, std::string_view form) const {
    if (!argument().is_list() || argument().as_list().size() < least || argument().as_list().size() > most) {
      wrong_form(form);
    }
    return argument().as_list();
  }
};

inline HeatCall& heat_call(Call& call) {
  return static_cast<HeatCall&>(call);
}

}  // namespace evalground::heat
