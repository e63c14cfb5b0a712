// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/execution/output.hpp"

#include <algorithm>

#include "base/text/utf8.hpp"
#include "dialects/jinja2/execution/template_objects.hpp"
#include "dialects/jinja2/runtime/native.hpp"
#include "dialects/jinja2/runtime/nodes.hpp"
#include "dialects/jinja2/runtime/objects.hpp"

namespace evalground::jinja2 {

void Output::make_room(std::size_t more) {
  const std::uint64_t limit = evaluator_.context.budget.limits().output;
  const std::uint64_t size = buffer_.size() + more;
  if (size > limit) throw LimitError(Limit::output, limit);
  buffer_.reserve(static_cast<std::size_t>(std::min(limit, std::max<std::uint64_t>(2 * size, 256))));
}

// The text of a list or an object may not be known before the end, so the record ends there.
void Output::add_piece(Value piece) {
  if (map_ != nullptr) {
    const bool is_scalar = piece.kind() <= Kind::string && !piece.is_undefined();
    std::string text;
    if (is_scalar) evaluator_.append_text(text, piece);
    text_of_pieces_ += text.size();
    if (!is_scalar) map_ = nullptr;
  }
  pieces_.push_back(std::move(piece));
}

void Output::note_kind_of_text(const Value& value) {
  if (!value.is_string()) return;
  const bool is_unsafe = evaluator_.is_unsafe(value);
  if (is_unsafe) has_unsafe_text_ = true;
  if (!is_unsafe && value.verbatim()) has_kept_text_ = true;
}

void Output::print_other(const Value& value) {
  if (value.sensitive()) is_sensitive_ = true;
  if (evaluator_.options.behavior.gives_nodes) return add_node(value);
  note_kind_of_text(value);
  if (evaluator_.options.behavior.finalizes && evaluator_.finalize(value)) return;
  // A list that comes of an iterator or a view is not looked into.
  const bool is_unrolled = value.is_object() && evaluator_.options.behavior.unrolls_iterators;
  const Value shown = is_unrolled ? unrolled(evaluator_, value) : value;
  if (is_native_) return add_piece(shown);
  // Ansible's environment makes the code of native types whatever its options say, and that escapes nothing.
  const bool escapes = evaluator_.autoescape() && !evaluator_.options.behavior.finalizes;
  // Where it finalizes Ansible also decodes what is printed.
  if (shown.kind() == Kind::bytes && evaluator_.options.behavior.finalizes && !find_invalid_utf8(shown.as_bytes())) {
    return add(shown.as_bytes());
  }
  if (shown.is_string() && !escapes) return add(shown.as_string());
  std::string text;
  const bool is_secret = evaluator_.shows_sensitive([&] {
    if (escapes) {
      evaluator_.append_text(text, shown);
    } else {
      text = evaluator_.text(shown);
    }
  });
  is_sensitive_ = is_sensitive_ || is_secret;
  add(text);
}

void Output::print_as_text(const Value& value) {
  if (evaluator_.options.behavior.gives_nodes) return print(value);
  print(evaluator_.noted_text(value));
}

// A module prints the output of its body.
void Output::add_node(const Value& value) {
  const auto* module = object_cast<Module>(value);
  const Value& node = module == nullptr ? value : module->body();
  if (!node.is_null()) add_piece(node);
}

bool Output::write(const Value& value) {
  const bool is_plain = value.is_string() && !value.markup();
  if (value.is_null() && evaluator_.options.behavior.finalizes) {
    // Unlike none that is printed, it has a text.
    ++piece_count_;
    ends_with_constant_ = false;
    is_native_ ? add_piece(value) : add("None");
  } else if (is_native_ || evaluator_.options.behavior.finalizes || (value.is_string() && !is_plain)) {
    print(value);
  } else if (is_plain) {
    print(value.with_sensitive(value.sensitive()).with_markup());
  } else {
    const std::uint64_t index = piece_count_++;
    ends_with_constant_ = false;
    if (wrong_piece_) return true;
    wrong_piece_.emplace("type-error", "sequence item " + std::to_string(index) + ": expected str instance, " +
                                           evaluator_.type_name(value) + " found");
    return false;
  }
  return true;
}

Value Output::take() {
  check();
  if (evaluator_.options.behavior.gives_nodes) {
    Value result = joined_nodes(evaluator_, pieces_);
    return is_sensitive_ ? std::move(result).with_sensitive() : result;
  }
  Value result = is_native_ ? native_value(evaluator_, pieces_)
                            : Value::string(buffer_.view()).with_markup(evaluator_.autoescape());
  if (has_kept_text_ && piece_count_ == 1) result = std::move(result).with_verbatim();
  if (has_unsafe_text_ && piece_count_ == 1) evaluator_.note_unsafe(result);
  return is_sensitive_ ? std::move(result).with_sensitive() : result;
}

}  // namespace evalground::jinja2
