// The output of a template: a growing text, or with native types a list of pieces.
#pragma once

#include <charconv>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "dialects/jinja2/runtime/evaluator.hpp"
#include "runtime/text_map.hpp"

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
  // Appends text of the template or of a constant. Adjacent constants are one piece in Jinja.
  void add_constant(std::string_view text) {
    if (!ends_with_constant_) ++piece_count_;
    ends_with_constant_ = true;
    add(text);
  }
  // A statement follows: constants before and after it are separate pieces.
  void end_constant() { ends_with_constant_ = false; }
  void add(std::string_view text) {
    if (is_native_) return add_piece(Value::string(text));
    if (text.size() > buffer_.room()) make_room(text.size());
    buffer_.append(text);
  }
  // Prints the value as `{{ … }}` does.
  void print_constant(const Value& value) {
    const bool is_text = !evaluator_.options.behavior.finalizes;
    const bool joins = ends_with_constant_ && is_text;
    // An expression without tags has its value, not the literal that a template would print.
    const bool prints_literal = is_native_ && is_text && evaluator_.options.reading == ExpressionReading::text;
    if (prints_literal && (value.is_list() || value.is_map() || value.kind() == Kind::tuple)) {
      print_as_text(value);
    } else {
      print(value);
    }
    if (joins) --piece_count_;
    ends_with_constant_ = is_text;
  }
  void print(const Value& value) {
    ++piece_count_;
    ends_with_constant_ = false;
    if (!is_plain_ || value.sensitive()) return print_other(value);
    if (value.is_string() && !evaluator_.autoescape()) return add(value.as_string());
    if (value.kind() == Kind::integer) {
      char digits[20];  // for the longest integer with its sign
      const char* const end = std::to_chars(std::begin(digits), std::end(digits), value.as_integer()).ptr;
      return add({digits, static_cast<std::size_t>(end - digits)});
    }
    print_other(value);
  }
  // Jinja prints constants as text while compiling, even with native types. One that is not a Python literal, such as
  // `[Markup('')]`, remains text.
  void print_as_text(const Value& value);
  // Outputs the value of a filter or call block unchanged: neither escaped nor converted to text. Without native types
  // any other value fails at the end of the block; false for the first such value.
  bool write(const Value& value);
  // The place of the value for which write() gave false.
  void set_wrong_piece(OriginId where) { wrong_piece_->diagnostic.where = where; }
  bool has_wrong_piece() const { return wrong_piece_.has_value(); }
  // Throws Error "type-error" when a piece is not text.
  void check() const {
    if (wrong_piece_) throw *wrong_piece_;
  }
  // Records the output from now on. `map` must outlive the output.
  void record(TextMap& map) { map_ = &map; }
  TextMap* map() const { return map_; }
  std::size_t size() const { return buffer_.size(); }
  // What size() would be if pieces were text already.
  std::size_t recorded_size() const { return is_native_ ? text_of_pieces_ : buffer_.size(); }
  // The text that was written since it had a size. Not for native types.
  std::string_view written_since(std::size_t size) const { return buffer_.view().substr(size); }
  // The number of pieces in Jinja's output. The output of a macro is one piece.
  std::uint64_t piece_count() const { return piece_count_; }
  void set_piece_count(std::uint64_t count) { piece_count_ = count; }
  // Makes one piece of what is printed until finish(), as if it came from an output of its own.
  class OnePiece {
   public:
    explicit OnePiece(Output& output)
        : output_(output),
          pieces_(std::exchange(output.piece_count_, 0)),
          has_unsafe_text_(std::exchange(output.has_unsafe_text_, false)),
          has_kept_text_(std::exchange(output.has_kept_text_, false)) {}
    void finish() {
      const bool is_single = output_.piece_count_ == 1;
      output_.has_unsafe_text_ = has_unsafe_text_ || (is_single && output_.has_unsafe_text_);
      output_.has_kept_text_ = has_kept_text_ || (is_single && output_.has_kept_text_);
      output_.piece_count_ = pieces_ + 1;
      output_.end_constant();
    }

   private:
    Output& output_;
    const std::uint64_t pieces_;
    const bool has_unsafe_text_;
    const bool has_kept_text_;
  };
  bool is_sensitive() const { return is_sensitive_; }
  // The whole output: a text (markup under autoescape), or the native value of the pieces.
  Value take();
  // The whole output as plain text. Not for native types.
  std::string take_text() const {
    check();
    return std::string(buffer_.view());
  }

 private:
  void print_other(const Value& value);
  void note_kind_of_text(const Value& value);
  void add_piece(Value piece);
  void add_node(const Value& value);
  // Makes room for that many more bytes. Throws LimitError (output).
  void make_room(std::size_t more);

  Evaluator& evaluator_;
  const bool is_native_;
  const bool is_plain_;  // text is printed unchanged, except under autoescape
  bool is_sensitive_ = false;
  bool ends_with_constant_ = false;
  bool has_unsafe_text_ = false;  // a piece comes from outside the template
  bool has_kept_text_ = false;    // a piece remains text even as the only one
  std::uint64_t piece_count_ = 0;
  std::optional<Error> wrong_piece_;  // the first
  TextMap* map_ = nullptr;            // null: not recorded
  TextBuffer buffer_;
  List pieces_;
  std::size_t text_of_pieces_ = 0;  // while it is recorded: bytes of their text
};

}  // namespace evalground::jinja2
