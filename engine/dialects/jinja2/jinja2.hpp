// The dialect `jinja2`.
#pragma once

#include "dialects/jinja2/run.hpp"
#include "runtime/dialect.hpp"

namespace evalground::jinja2 {

// The base class of template dialects: Jinja2, and those that extend it.
class TemplateDialect : public Dialect {
 public:
  void evaluate(Context& context, Outcome& outcome) const override;
  std::vector<OutlineNode> outline(Context& context) const override;
  Passed passed(Context& context) const override;
  std::vector<evalground::Token> tokens(Context& context) const override;

 private:
  virtual MakeRun run_maker() const = 0;
};

const Dialect& dialect();

}  // namespace evalground::jinja2
