// A call of a filter, test, global, method or lookup: its arguments bound to the signature of its catalogue entry.
//
// An argument that is not given is bound to the default of the signature: a function reads call.number(1) where the
// signature says `width: integer = 80`, and no function repeats what the signature says. Where a function does
// something else when an argument is not given, its default is written `null`, and it asks set() or given().
//
// A filter's or test's first parameter is the value on its left, a method's the value that has it. `*rest` takes the
// positional arguments that are left, `**keywords` the named ones; an entry without them refuses what is left.
// The result is sensitive when something was that text(), truth(), items() or the evaluator read.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dialects/jinja2/runtime/arguments.hpp"
#include "runtime/function.hpp"

namespace evalground::jinja2 {

class Evaluator;

class FunctionCall final : public Call {
 public:
  FunctionCall(Evaluator& evaluator_, Context& context_, const Signature& signature, std::span<const Value> arguments,
               const Arguments& left)
      : Call(context_, 0, signature, arguments),
        evaluator(evaluator_),
        rest(left.positional),
        keywords(left.keywords) {}

  Evaluator& evaluator;
  // The arguments that `*rest` and `**keywords` took; they outlive the call.
  const std::span<const Value>& rest;
  const std::span<const Keyword>& keywords;

  // The argument, or the default that the signature gives it; absent when there is neither.
  const Value& operator[](std::size_t index) const {
    const Value& value = Call::operator[](index);
    return value.is_undefined() && value.undefined_number() == 0 ? default_of(index) : value;
  }
  // For functions that tell an argument which is not given from its default: one that is undefined was given.
  bool given(std::size_t index) const {
    const Value& value = Call::operator[](index);
    return !value.is_undefined() || value.undefined_number() != 0;
  }
  // There, and not none.
  bool set(std::size_t index) const {
    const Value& value = (*this)[index];
    return !value.is_null() && (!value.is_undefined() || value.undefined_number() != 0);
  }
  // Python's str() of the argument; empty for one that is absent.
  std::string text(std::size_t index) const;
  // The same without a copy where the argument is text; else it is put into `storage`.
  std::string_view peek_text(std::size_t index, std::string& storage) const;
  // Python's truth of the argument; false for one that is absent.
  bool truth(std::size_t index) const;
  // An integer (a boolean counts), or Error "wrong-argument".
  std::int64_t number(std::size_t index) const;
  // A flag that Python takes as an integer, rather than by its truth.
  bool flag(std::size_t index) const { return number(index) != 0; }
  // The items of what can be iterated, as Python's list().
  List items(std::size_t index) const;
  // Fails at the call: code "wrong-argument" unless another is given.
  [[noreturn]] void fail(std::string message, std::string_view code = "wrong-argument") const;

 private:
  const Value& default_of(std::size_t index) const {
    const auto& parameters = signature().parameters;
    return index < parameters.size() ? parameters[index].default_value : absent_;
  }
  static const Value absent_;
};

// The call that an entry of this dialect's catalogue is given.
inline FunctionCall& function_call(Call& call) {
  return static_cast<FunctionCall&>(call);
}

}  // namespace evalground::jinja2
