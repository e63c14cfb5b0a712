// Macros and call blocks.
//
// Warm: compiled for speed where a module has room.
#include <algorithm>
#include <utility>

#include "dialects/jinja2/syntax/statement_parser.hpp"

namespace evalground::jinja2 {

std::span<MacroParameter> StatementParser::parameters() {
  Gathered<MacroParameter> list;
  tokens_.expect("(");
  bool has_fallback = false;
  while (!tokens_.sees(")")) {
    if (!list.empty()) tokens_.expect(",");
    const Token& start = tokens_.current();
    Target* name = targets_.name();
    Expression* fallback = nullptr;
    if (tokens_.take("=")) {
      fallback = expressions_.expression();
      has_fallback = true;
    } else if (has_fallback) {
      tokens_.fail("non-default argument follows default argument", start);
    }
    for (const MacroParameter& other : list) {
      if (other.name == name->name) {
        tokens_.fail("duplicate argument '" + std::string(name->name) + "' in function definition", start);
      }
    }
    list.push_back({name->name, fallback, 0});
  }
  tokens_.expect(")");
  return list.keep(build_.arena());
}

MacroDefinition* StatementParser::definition(std::string_view name, std::uint32_t begin,
                                             std::span<MacroParameter> parameters, std::string_view end_tag) {
  MacroDefinition* macro = build_.make<MacroDefinition>();
  macro->name = name;
  macro->begin = begin;
  macro->parameters = parameters;
  for (const MacroParameter& parameter : parameters) {
    if (parameter.name != "caller") continue;
    macro->has_explicit_caller = true;
    if (parameter.fallback == nullptr) {
      tokens_.fail(
          "When defining macros or call blocks the special \"caller\" argument must be omitted or be given a default.",
          begin, begin + 5, "syntax");
    }
  }
  const unsigned before = std::exchange(expressions_.special_names, 0U);
  const FunctionBinder::AllowUnknown unknown(binder_, false);
  const ScopedValue<bool> kept(keeps_output_, true);
  const ScopedValue<bool> breaks(breaks_loop_, false);
  macro->body = last_block_body(end_tag);
  const auto is_parameter = [&](std::string_view wanted) {
    return std::any_of(parameters.begin(), parameters.end(),
                       [&](const MacroParameter& parameter) { return parameter.name == wanted; });
  };
  macro->uses_caller = (expressions_.special_names & reads_caller) != 0 && !macro->has_explicit_caller;
  macro->uses_varargs = (expressions_.special_names & reads_varargs) != 0 && !is_parameter("varargs");
  macro->uses_kwargs = (expressions_.special_names & reads_kwargs) != 0 && !is_parameter("kwargs");
  expressions_.special_names |= before;
  return macro;
}

Statement* StatementParser::macro_statement(std::uint32_t begin) {
  Target* name = targets_.name();
  const FunctionBinder::AllowUnknown unknown(binder_, false);
  const std::span<MacroParameter> list = parameters();
  const std::uint32_t end = tokens_.last_end();
  Macro* node = build_.make<Macro>();
  node->kind = StatementKind::macro;
  node->begin = begin;
  node->end = end;
  node->target = name;
  node->definition = definition(name->name, begin, list, "endmacro");
  if (open_tags_.size() == 1) template_.macros.push_back(node->definition);
  return node;
}

Statement* StatementParser::call_statement(std::uint32_t begin) {
  std::span<MacroParameter> list;
  if (tokens_.sees("(")) list = parameters();
  const Token& start = tokens_.current();
  Expression* called = expressions_.expression();
  if (called->kind != ExpressionKind::call) tokens_.fail("expected call", start);
  CallBlock* node = build_.make<CallBlock>();
  node->kind = StatementKind::call_block;
  node->begin = begin;
  node->end = tokens_.last_end();
  node->call = static_cast<CallExpression*>(called);
  node->definition = definition("caller", begin, list, "endcall");
  return node;
}

}  // namespace evalground::jinja2
