// A call of a filter, test, global, method or lookup: its arguments bound to the signature of its catalogue entry.
//
// A filter's or test's first parameter is the value on its left, a method's the value that has it. `*rest` takes the
// positional arguments that are left, `**keywords` the named ones; an entry without them refuses what is left.
// What is read through text(), truth(), items() and the evaluator marks the result as sensitive when it was.
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
  // What `*rest` and `**keywords` took; the arguments outlive the call.
  const std::span<const Value>& rest;
  const std::span<const Keyword>& keywords;

  // An argument that is undefined was given; one that is absent was not.
  bool given(std::size_t index) const {
    return index < size() && (!(*this)[index].is_undefined() || (*this)[index].undefined_number() != 0);
  }
  // Given, and not none.
  bool set(std::size_t index) const { return given(index) && !(*this)[index].is_null(); }
  // Python's str() of the argument; the fallback when it was not given.
  std::string text(std::size_t index, std::string_view fallback = {}) const;
  // The same without a copy where the argument is text; else it is put into `storage`.
  std::string_view peek_text(std::size_t index, std::string& storage) const;
  // Python's truth of the argument.
  bool truth(std::size_t index, bool fallback = false) const;
  // An integer (a boolean counts), or Error "wrong-argument".
  std::int64_t number(std::size_t index, std::int64_t fallback = 0) const;
  // The items of what can be iterated, as Python's list().
  List items(std::size_t index) const;
  // Fails at the call: code "wrong-argument" unless another is given.
  [[noreturn]] void fail(std::string message, std::string_view code = "wrong-argument") const;
};

// The call that an entry of this dialect's catalogue is given.
inline FunctionCall& function_call(Call& call) {
  return static_cast<FunctionCall&>(call);
}

}  // namespace evalground::jinja2
