// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/execution/output.hpp"

#include <algorithm>

#include "dialects/jinja2/runtime/native.hpp"

namespace evalground::jinja2 {

void Output::make_room(std::size_t more) {
  const std::uint64_t limit = evaluator_.context.budget.limits().output;
  const std::uint64_t size = buffer_.size() + more;
  if (size > limit) throw LimitError(Limit::output, limit);
  buffer_.reserve(static_cast<std::size_t>(std::min(limit, std::max<std::uint64_t>(2 * size, 256))));
}

void Output::add_piece(Value piece) {
  pieces_.push_back(std::move(piece));
}

void Output::print_other(const Value& value) {
  if (value.sensitive()) is_sensitive_ = true;
  if (evaluator_.options.behavior.finalizes && evaluator_.finalize(value)) return;
  if (is_native_) return add_piece(value);
  if (value.is_string() && !evaluator_.autoescape()) return add(value.as_string());
  std::string text;
  evaluator_.append_text(text, value);
  add(text);
}

Value Output::take() {
  Value result = is_native_ ? native_value(evaluator_, pieces_) : evaluator_.markup_if_escaping(buffer_.view());
  return is_sensitive_ ? std::move(result).with_sensitive() : result;
}

}  // namespace evalground::jinja2
