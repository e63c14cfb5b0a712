// Templates within templates: rendering, inheritance, include and import.
//
// A template that extends another runs first, only for its assignments and blocks: its top level prints nothing once
// `extends` has been executed. Then its parent runs in the same scope. Blocks are collected on the way, the deepest
// child first. So `{% block b %}` of the parent runs the child's `b`, in which `super` is the next one:
//
//   child   {% extends 'base' %}{% block b %}<{{ super() }}>{% endblock %}     scope.blocks: b -> [child, base]
//   base    [{% block b %}x{% endblock %}]                                     prints [<x>]
//
// An include runs in a scope of its own that sees the names around it. An import gives a module whose attributes are
// the names that the template assigned at its top level. By default an include sees the variables at its place and an
// import none; `with context` and `without context` change that.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "dialects/jinja2/execution/statements.hpp"
#include "dialects/jinja2/execution/template_objects.hpp"

namespace evalground::jinja2 {

class Composition final : public CompositionStatements, public BlockRunner {
 public:
  Composition(Evaluator& evaluator, ExpressionEvaluator& expressions, StatementExecutor& statements,
              FrameRegistry& frames)
      : evaluator_(evaluator), expressions_(expressions), statements_(statements), frames_(frames) {}

  // Renders a template with the variables. `more` are further variables that take precedence, or null.
  void render(Template& source, const Map* more, Output& output);

  void execute_extends(const Extends& node, Frame& frame) override;
  void execute_block(const Block& node, Frame& frame, Output& output) override;
  void execute_include(const Include& node, Frame& frame, Output& output) override;
  void execute_import(const Import& node, Frame& frame) override;
  bool print_block(const CallExpression& node, const Value& function, Output& output) override;
  Value call_block(std::size_t block, const Ref<Scope>& scope, std::size_t depth) override;

 private:
  void run_template(Template& source, const Ref<Scope>& scope, Output& output);
  // The same for a template that a statement names. Errors then say "in name, included here".
  void run_named(Template& source, const Ref<Scope>& scope, Output& output, std::string_view how, const Node& node,
                 Frame& frame);
  void run_block(BlockSource block, const Ref<Scope>& scope, std::size_t depth, Output& output);
  Template* find_named(const Expression& expression, bool may_be_missing, Frame& frame);
  static std::string place_in(const Template& source);
  Ref<Scope> isolated_scope();
  Ref<Scope> flattened(const Ref<Scope>& visible);

  Evaluator& evaluator_;
  ExpressionEvaluator& expressions_;
  StatementExecutor& statements_;
  FrameRegistry& frames_;
  // Caches templates by the include whose name is constant. It also keeps the first folder of the search path, because
  // the other folders do not change.
  struct Included {
    Template* source;
    std::string folder;
  };
  std::unordered_map<const Node*, Included> included_;
};

}  // namespace evalground::jinja2
