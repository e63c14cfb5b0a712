// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/execution/interpreter.hpp"

namespace evalground::jinja2 {

Value Interpreter::render(Template& source, const Map* more) {
  // When a template is rendered for a variable, its own result carries the mark of what it has read.
  Evaluator::SensitiveReads reads(evaluator, false);
  Output output(evaluator);
  if (text_map != nullptr) output.record(*std::exchange(text_map, nullptr));
  composition_.render(source, more, output);
  Value result = output.take();
  reads.finish();
  if (output.is_sensitive()) result = std::move(result).with_sensitive();
  return result;
}

std::pair<std::string, bool> Interpreter::render_text(Template& source) {
  Output output(evaluator);
  if (text_map != nullptr) output.record(*std::exchange(text_map, nullptr));
  composition_.render(source, nullptr, output);
  return {output.take_text(), output.is_sensitive()};
}

}  // namespace evalground::jinja2
