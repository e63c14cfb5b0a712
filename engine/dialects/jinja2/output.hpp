// What a template has rendered so far: one growing text, or with native types a list of pieces.
#pragma once

#include <string>
#include <string_view>

#include "dialects/jinja2/evaluator.hpp"

namespace evalground::jinja2 {

class Output {
 public:
  explicit Output(Evaluator& evaluator) : evaluator_(evaluator), is_native_(evaluator.gives_native()) {}
  void add(std::string_view text) {
    if (is_native_) return add_piece(Value::string(text));
    if (text_.size() + text.size() > room_) check(text.size());
    text_ += text;
  }
  // The value as `{{ … }}` prints it.
  void print(const Value& value);
  bool is_sensitive() const { return is_sensitive_; }
  // All of it: text (markup under autoescape), or the native value of the pieces.
  Value take();
  // All of it as text; not for native types.
  std::string take_text() { return std::move(text_); }

 private:
  void add_piece(Value piece);
  void check(std::size_t more);

  Evaluator& evaluator_;
  const bool is_native_;
  bool is_sensitive_ = false;
  std::size_t room_ = 4096;  // checked against the limit when it is passed
  std::string text_;
  List pieces_;
};

}  // namespace evalground::jinja2
