// Macros and call blocks.
//
// Warm: compiled for speed where a module has room.
#include <algorithm>
#include <utility>

#include "dialects/jinja2/syntax/parser_state.hpp"

namespace evalground::jinja2 {

std::span<MacroParameter> Parser::parameters() {
  Gathered<MacroParameter> list;
  expect("(");
  bool has_fallback = false;
  while (!sees(")")) {
    if (!list.empty()) expect(",");
    const Token& start = current();
    const Target* name = name_target();
    const Expression* fallback = nullptr;
    if (take("=")) {
      fallback = expression();
      has_fallback = true;
    } else if (has_fallback) {
      fail("non-default argument follows default argument", start);
    }
    for (const MacroParameter& other : list) {
      if (other.name == name->name) {
        fail("duplicate argument '" + std::string(name->name) + "' in function definition", start);
      }
    }
    list.push_back({name->name, fallback, 0});
  }
  expect(")");
  return list.keep(template_.arena);
}

MacroDefinition* Parser::definition(std::string_view name, std::uint32_t begin, std::span<MacroParameter> parameters,
                                    std::string_view end_tag) {
  MacroDefinition* macro = template_.arena.make<MacroDefinition>();
  macro->name = name;
  macro->begin = begin;
  macro->parameters = parameters;
  for (const MacroParameter& parameter : parameters) {
    if (parameter.name != "caller") continue;
    macro->has_explicit_caller = true;
    if (parameter.fallback == nullptr) {
      fail("When defining macros or call blocks the special \"caller\" argument must be omitted or be given a default.",
           begin, begin + 5, "syntax");
    }
  }
  const unsigned before = std::exchange(uses_, 0U);
  const bool was_soft = std::exchange(is_soft_, false);
  macro->body = block_body({end_tag}, true);
  is_soft_ = was_soft;
  const auto is_parameter = [&](std::string_view wanted) {
    return std::any_of(parameters.begin(), parameters.end(),
                       [&](const MacroParameter& parameter) { return parameter.name == wanted; });
  };
  macro->uses_caller = (uses_ & uses_caller) != 0 && !macro->has_explicit_caller;
  macro->uses_varargs = (uses_ & uses_varargs) != 0 && !is_parameter("varargs");
  macro->uses_kwargs = (uses_ & uses_kwargs) != 0 && !is_parameter("kwargs");
  uses_ |= before;
  return macro;
}

const Statement* Parser::macro_statement(std::uint32_t begin) {
  const Target* name = name_target();
  const bool was_soft = std::exchange(is_soft_, false);
  const std::span<MacroParameter> list = parameters();
  is_soft_ = was_soft;
  const std::uint32_t end = last_end();
  Macro* node = template_.arena.make<Macro>();
  node->kind = StatementKind::macro;
  node->begin = begin;
  node->end = end;
  node->target = name;
  node->definition = definition(name->name, begin, list, "endmacro");
  if (open_tags_.size() == 1) template_.macros.push_back(node->definition);
  return node;
}

const Statement* Parser::call_statement(std::uint32_t begin) {
  std::span<MacroParameter> list;
  if (sees("(")) list = parameters();
  const Token& start = current();
  const Expression* called = expression();
  if (called->kind != ExpressionKind::call) fail("expected call", start);
  CallBlock* node = template_.arena.make<CallBlock>();
  node->kind = StatementKind::call_block;
  node->begin = begin;
  node->end = last_end();
  node->call = static_cast<const CallExpression*>(called);
  node->definition = definition("caller", begin, list, "endcall");
  return node;
}

}  // namespace evalground::jinja2
