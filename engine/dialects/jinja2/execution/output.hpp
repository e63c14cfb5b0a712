// The output of a template as it grows: one text, or with native types a list of pieces.
#pragma once

#include <charconv>
#include <iterator>
#include <string>
#include <string_view>

#include "dialects/jinja2/runtime/evaluator.hpp"

namespace evalground::jinja2 {

class Output {
 public:
  explicit Output(Evaluator& evaluator)
      : evaluator_(evaluator),
        is_native_(evaluator.gives_native()),
        is_plain_(!is_native_ && !evaluator.options.behavior.finalizes),
        buffer_(evaluator.buffers.take()) {}
  ~Output() { evaluator_.buffers.give(std::move(buffer_)); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  void add(std::string_view text) {
    if (is_native_) return add_piece(Value::string(text));
    if (text.size() > buffer_.room()) make_room(text.size());
    buffer_.append(text);
  }
  // The value as `{{ … }}` prints it.
  void print(const Value& value) {
    if (!is_plain_ || value.sensitive()) return print_other(value);
    if (value.is_string() && !evaluator_.autoescape()) return add(value.as_string());
    if (value.kind() == Kind::integer) {
      char digits[20];  // of the longest, with its sign
      const char* const end = std::to_chars(std::begin(digits), std::end(digits), value.as_integer()).ptr;
      return add({digits, static_cast<std::size_t>(end - digits)});
    }
    print_other(value);
  }
  bool is_sensitive() const { return is_sensitive_; }
  // All of it: text (markup under autoescape), or the native value of the pieces.
  Value take();
  // All of it as plain text; not with native types.
  std::string take_text() const { return std::string(buffer_.view()); }

 private:
  void print_other(const Value& value);
  void add_piece(Value piece);
  // For as many more bytes. Throws LimitError (output).
  void make_room(std::size_t more);

  Evaluator& evaluator_;
  const bool is_native_;
  const bool is_plain_;  // text is printed as it is, but under autoescape
  bool is_sensitive_ = false;
  TextBuffer buffer_;
  List pieces_;
};

}  // namespace evalground::jinja2
