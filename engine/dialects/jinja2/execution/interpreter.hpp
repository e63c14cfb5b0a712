// One evaluation of templates: what functions see of it, and the classes that run templates over that.
//
//   Composition          templates and blocks
//     StatementExecutor    bodies, loops, macros
//       ExpressionEvaluator   expressions
//         Evaluator              values, functions, the loader
//
// Each uses those below it; what goes the other way is a narrow interface: Renderer, CompositionStatements and the
// runners of loops, macros and blocks.
#pragma once

#include <string>
#include <utility>

#include "dialects/jinja2/execution/composition.hpp"

namespace evalground::jinja2 {

class Interpreter final : public Renderer {
 public:
  // The references must outlive the interpreter, and it all values made by it that are TemplateObjects.
  Interpreter(Context& context, Options options, Variables& variables, FunctionSet functions)
      : evaluator(context, std::move(options), variables, std::move(functions), *this),
        expressions_(evaluator),
        composition_(evaluator, expressions_, statements_, frames_),
        statements_(evaluator, expressions_, frames_, composition_) {}

  Evaluator evaluator;

  // Where the text of the first template that is rendered is recorded; null: nowhere.
  TextMap* text_map = nullptr;

  // Text, or with `options.native` a value.
  Value render(Template& source, const Map* more = nullptr) override;
  // The text that render() gives without native types, and whether it is sensitive.
  std::pair<std::string, bool> render_text(Template& source);
  const std::unordered_map<OriginId, StatementKind>& passed() const { return statements_.passed(); }

 private:
  ExpressionEvaluator expressions_;
  Composition composition_;
  StatementExecutor statements_;
  FrameRegistry frames_;  // the last: emptied before all else goes
};

}  // namespace evalground::jinja2
