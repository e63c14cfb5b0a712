// Templates within templates: rendering, inheritance, include and import.
//
// A template that extends another runs first, for its assignments and blocks only: what it prints at its top level is
// dropped once `extends` was met. Then its parent runs in the same scope. Blocks are collected on the way, the deepest
// child first, so that `{% block b %}` of the parent runs the child's `b`, and `super` there the next one:
//
//   child   {% extends 'base' %}{% block b %}<{{ super() }}>{% endblock %}     scope.blocks: b -> [child, base]
//   base    [{% block b %}x{% endblock %}]                                     prints [<x>]
//
// An include runs in a scope of its own that sees what is around it; an import gives a module whose attributes are what
// the template assigned at its top level. By Jinja's rules: an include sees the variables of its place, an import none,
// unless `with context` or `without context` says otherwise.
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

  // Renders a template with the variables; `more`: others in front of them, or null.
  void render(Template& source, const Map* more, Output& output);

  void execute_extends(const Extends& node, Frame& frame) override;
  void execute_block(const Block& node, Frame& frame, Output& output) override;
  void execute_include(const Include& node, Frame& frame, Output& output) override;
  void execute_import(const Import& node, Frame& frame) override;
  Value call_block(std::string_view name, const Ref<Scope>& scope, std::size_t depth) override;

 private:
  void run_template(Template& source, const Ref<Scope>& scope, Output& output);
  // The same for a template that a statement names, which an error says: "in name, included here".
  void run_named(Template& source, const Ref<Scope>& scope, Output& output, std::string_view how, const Node& node,
                 Frame& frame);
  void run_block(const BlockSource& block, const Ref<Scope>& scope, std::size_t depth, Output& output);
  Template* find_named(const Expression& expression, bool may_be_missing, Frame& frame);
  static std::string place_in(const Template& source);
  Ref<Scope> isolated_scope();
  Ref<Scope> scope_around(std::span<const VisibleName> visible, Frame& frame);
  Ref<Scope> flattened(const Ref<Scope>& visible);

  Evaluator& evaluator_;
  ExpressionEvaluator& expressions_;
  StatementExecutor& statements_;
  FrameRegistry& frames_;
  // Templates by the include whose name is constant, and the first of the folders in which they were looked for: the
  // other folders do not change.
  struct Included {
    Template* source;
    std::string folder;
  };
  std::unordered_map<const Node*, Included> included_;
};

}  // namespace evalground::jinja2
