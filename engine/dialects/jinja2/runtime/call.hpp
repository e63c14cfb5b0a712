// A call of a filter, test, global, method or lookup, with its arguments bound to the signature of its entry.
//
// An argument that is not given gets the default of the signature: where that says `width: integer = 80` the function
// reads call.number(1), and never repeats the default. A function that behaves differently without an argument has the
// default `null` and asks set() or given().
//
// The first parameter of a filter or test is the value on its left, that of a method the receiver. `*rest` takes the
// remaining positional arguments and `**keywords` the remaining named ones. Without them remaining arguments are an
// error. The result is sensitive if anything was that text(), truth(), items() or the evaluator has read.
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
  // The arguments for `*rest` and `**keywords`. They outlive the call.
  const std::span<const Value>& rest;
  const std::span<const Keyword>& keywords;

  // The argument, or its default; absent when it has neither.
  const Value& operator[](std::size_t index) const {
    const Value& value = Call::operator[](index);
    return value.is_undefined() && value.undefined_number() == 0 ? default_of(index) : value;
  }
  // Whether the argument was given, even as an undefined value.
  bool given(std::size_t index) const {
    const Value& value = Call::operator[](index);
    return !value.is_undefined() || value.undefined_number() != 0;
  }
  // Whether the argument was given and is not none.
  bool set(std::size_t index) const {
    const Value& value = (*this)[index];
    return !value.is_null() && (!value.is_undefined() || value.undefined_number() != 0);
  }
  // Python's str() of the argument; empty when absent.
  std::string text(std::size_t index) const;
  // The same without a copy if the argument is a string. Otherwise the text is put into `storage`.
  std::string_view peek_text(std::size_t index, std::string& storage) const;
  // Python's truth of the argument; false when absent.
  bool truth(std::size_t index) const;
  // The argument as an integer, where a boolean counts. Otherwise throws Error "wrong-argument".
  std::int64_t number(std::size_t index) const;
  // A flag that Python converts to an integer instead of testing its truth.
  bool flag(std::size_t index) const { return number(index) != 0; }
  // The items of an iterable argument, as Python's list() gives them.
  List items(std::size_t index) const;
  // Fails at the call, with code "wrong-argument" by default.
  [[noreturn]] void fail(std::string message, std::string_view code = "wrong-argument") const;

 private:
  const Value& default_of(std::size_t index) const {
    const auto& parameters = signature().parameters;
    return index < parameters.size() ? parameters[index].default_value : absent_;
  }
  static const Value absent_;
};

// Casts the call that an entry of this dialect's catalogue receives.
inline FunctionCall& function_call(Call& call) {
  return static_cast<FunctionCall&>(call);
}

}  // namespace evalground::jinja2
