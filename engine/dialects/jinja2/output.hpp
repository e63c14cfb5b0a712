// What a template has rendered so far: one growing text, or with native types a list of pieces.
#pragma once

#include <string>
#include <string_view>

#include "dialects/jinja2/evaluator.hpp"

namespace evalground::jinja2 {

class Output {
 public:
  explicit Output(Evaluator& evaluator)
      : evaluator_(evaluator),
        is_native_(evaluator.gives_native()),
        is_plain_(!is_native_ && evaluator.options.flavor == Flavor::jinja2) {
    if (evaluator_.buffers_.empty()) return;
    text_ = std::move(evaluator_.buffers_.back());
    evaluator_.buffers_.pop_back();
    text_.clear();
  }
  ~Output() {
    // A small buffer is kept for the next output.
    if (text_.capacity() > 15 && text_.capacity() <= 65'536 && evaluator_.buffers_.size() < 16) {
      evaluator_.buffers_.push_back(std::move(text_));
    }
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  void add(std::string_view text) {
    if (is_native_) return add_piece(Value::string(text));
    if (text_.size() + text.size() > room_) check(text.size());
    text_ += text;
  }
  // The value as `{{ … }}` prints it.
  void print(const Value& value) {
    if (!is_plain_ || !value.is_string() || value.sensitive() || evaluator_.autoescape()) return print_other(value);
    add(value.as_string());
  }
  bool is_sensitive() const { return is_sensitive_; }
  // All of it: text (markup under autoescape), or the native value of the pieces.
  Value take();
  // All of it as plain text; not with native types.
  std::string take_text() { return std::move(text_); }

 private:
  void print_other(const Value& value);
  void add_piece(Value piece);
  void check(std::size_t more);

  Evaluator& evaluator_;
  const bool is_native_;
  const bool is_plain_;  // text is printed as it is, but under autoescape
  bool is_sensitive_ = false;
  std::size_t room_ = 4096;  // checked against the limit when it is passed
  std::string text_;
  List pieces_;
};

}  // namespace evalground::jinja2
