#include <algorithm>
#include <memory>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "dialects/jinja2/parser_state.hpp"

namespace evalground::jinja2 {
namespace {

bool is_constant_name(std::string_view name) {
  return name == "true" || name == "false" || name == "none" || name == "True" || name == "False" || name == "None";
}

// "'endfor' or 'else'"
std::string alternatives(const std::vector<std::string_view>& tags) {
  std::string text;
  for (const std::string_view tag : tags) {
    if (!text.empty()) text += " or ";
    text.append("'").append(tag).append("'");
  }
  return text;
}

bool is_blank_text(const Statement& statement) {
  if (statement.kind != StatementKind::text) return false;
  const std::string_view text = static_cast<const Text&>(statement).text;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    if (!is_space(point.value)) return false;
    at += point.size;
  }
  return true;
}

}  // namespace

Parser::Parser(Template& source, const Syntax& syntax, const Evaluator& evaluator, std::vector<Diagnostic>* problems)
    : template_(source), syntax_(syntax), evaluator_(evaluator), problems_(problems) {}

void Parser::parse() {
  std::string_view text = template_.text;
  if (!syntax_.keep_trailing_newline && text.ends_with('\n')) text.remove_suffix(1);
  Lexed lexed = read_tokens(text, syntax_, evaluator_.context.budget);
  tokens_ = std::move(lexed.tokens);
  // What the lexer could not read comes up in order with what the parser cannot: the first is thrown.
  std::vector<Error> broken;
  for (LexerProblem& problem : lexed.problems) {
    Error error("syntax", std::move(problem.message), template_.origin(problem.begin, problem.end, evaluator_.context));
    if (problems_ == nullptr) {
      broken.push_back(std::move(error));
      break;
    }
    problems_->push_back(std::move(error.diagnostic));
  }
  try {
    template_.body = keep(body({}));
  } catch (const Error& error) {
    if (broken.empty()) throw;
    const Context& context = evaluator_.context;
    const Origin& mine = context.sources.origin(error.diagnostic.where);
    const Origin& theirs = context.sources.origin(broken.front().diagnostic.where);
    if (mine.begin < theirs.begin) throw;
  }
  if (!broken.empty()) throw broken.front();
  template_.uses_self = (uses_ & uses_self) != 0;
}

std::string_view Parser::kept(std::string_view text) {
  if (syntax_.newline == "\n" || text.find('\n') == std::string_view::npos) return text;
  return template_.arena.copy(replace_all(text, "\n", syntax_.newline));
}

void Parser::add_text(std::vector<const Statement*>& items, const Token& token) {
  Text* node = make<Text>(StatementKind::text, token.begin);
  node->end = token.end;
  node->text = kept(token.text);
  items.push_back(node);
}

void Parser::skip_tag() {
  while (current().kind != TokenKind::end && current().kind != TokenKind::variable_end &&
         current().kind != TokenKind::block_end) {
    take();
  }
  if (current().kind != TokenKind::end) take();
}

std::vector<const Statement*> Parser::body(std::initializer_list<std::string_view> ends) {
  std::vector<const Statement*> items;
  if (ends.size() != 0) awaited_.emplace_back(ends);
  for (;;) {
    evaluator_.context.budget.step();
    const Token& token = current();
    if (token.kind == TokenKind::end) break;
    if (token.kind == TokenKind::data) {
      add_text(items, take());
      continue;
    }
    const std::size_t open = open_tags_.size();
    const std::size_t awaited = awaited_.size();
    try {
      if (token.kind == TokenKind::variable_begin) {
        take();
        in_variable_ = true;
        const Expression* value = tuple(TupleItems::expressions);
        in_variable_ = false;
        if (current().kind != TokenKind::variable_end) expected("end of print statement");
        report_unknown();
        take();
        Print* node = make<Print>(StatementKind::print, token.begin);
        node->value = value;
        items.push_back(node);
        continue;
      }
      take();  // {%
      if (current().kind == TokenKind::name &&
          std::any_of(ends.begin(), ends.end(), [&](std::string_view end) { return current().text == end; })) {
        awaited_.pop_back();
        return items;
      }
      const Statement* node = statement();
      report_unknown();
      if (current().kind != TokenKind::block_end) expected("end of statement block");
      take();
      if (node != nullptr) items.push_back(node);
    } catch (const Error& error) {
      if (problems_ == nullptr) throw;
      problems_->push_back(error.diagnostic);
      in_variable_ = false;
      unknown_.clear();
      open_tags_.resize(open);
      awaited_.resize(awaited);
      skip_tag();
    }
  }
  if (ends.size() != 0) {
    const std::vector<std::string_view> wanted = awaited_.back();
    std::string message =
        "Unexpected end of template. Jinja was looking for the following tags: " + alternatives(wanted) + ".";
    if (!open_tags_.empty()) {
      message += " The innermost block that needs to be closed is '" + std::string(open_tags_.back()) + "'.";
    }
    awaited_.pop_back();
    fail(std::move(message), current());
  }
  return items;
}

// The statements of a block whose opening tag ends here, up to one of the end tags, which is not taken.
Body Parser::statements(std::initializer_list<std::string_view> ends) {
  take(":");  // as in Python
  if (current().kind != TokenKind::block_end) expected("end of statement block");
  report_unknown();
  take();
  const Depth depth = evaluator_.context.budget.enter();
  return keep(body(ends));
}

Body Parser::block_body(std::initializer_list<std::string_view> ends, bool takes_end) {
  const Body result = statements(ends);
  if (takes_end) take();
  return result;
}

void Parser::unknown_tag(const Token* tag) const {
  std::string message = "Encountered unknown tag '" + std::string(tag->text) + "'.";
  if (!awaited_.empty()) {
    const auto& wanted = awaited_.back();
    const bool is_nested = std::any_of(awaited_.begin(), awaited_.end(), [&](const auto& tags) {
      return std::find(tags.begin(), tags.end(), tag->text) != tags.end();
    });
    message += is_nested
                   ? " You probably made a nesting mistake. Jinja is expecting this tag, but currently looking for " +
                         alternatives(wanted) + "."
                   : " Jinja was looking for the following tags: " + alternatives(wanted) + ".";
  }
  if (!open_tags_.empty()) {
    message += " The innermost block that needs to be closed is '" + std::string(open_tags_.back()) + "'.";
  }
  fail(std::move(message), *tag);
}

const Statement* Parser::statement() {
  const Token& tag = current();
  if (tag.kind != TokenKind::name) fail("tag name expected", tag);
  take();
  open_tags_.push_back(tag.text);
  const Statement* node = statement_of(tag);
  open_tags_.pop_back();
  return node;
}

const Statement* Parser::statement_of(const Token& tag) {
  const std::uint32_t begin = tag.begin;
  const std::string_view name = tag.text;
  if (name == "if") return if_statement(begin);
  if (name == "for") return for_statement(begin);
  if (name == "set") return set_statement(begin);
  if (name == "macro") return macro_statement(begin);
  if (name == "call") return call_statement(begin);
  if (name == "filter") return filter_statement(begin);
  if (name == "with") return with_statement(begin);
  if (name == "include") return include_statement(begin);
  if (name == "import") return import_statement(begin);
  if (name == "from") return from_statement(begin);
  if (name == "extends") return extends_statement(begin);
  if (name == "block") return block_statement(begin);
  if (name == "autoescape") return autoescape_statement(begin);
  if (name == "print") {
    std::vector<const Expression*> values;
    while (current().kind != TokenKind::block_end) {
      if (!values.empty()) expect(",");
      values.push_back(expression());
    }
    // Each prints itself: what is between two commas is a print of its own.
    std::vector<Branch> parts;
    std::vector<const Statement*> prints;
    for (const Expression* value : values) {
      Print* print = make<Print>(StatementKind::print, value->begin);
      print->value = value;
      prints.push_back(print);
    }
    If* node = make<If>(StatementKind::conditional, begin);
    node->branches = keep(std::vector<Branch>{{nullptr, keep(prints)}});
    return node;
  }
  if (name == "do" && syntax_.has_do) {
    Evaluate* node = make<Evaluate>(StatementKind::evaluate, begin);
    node->value = tuple(TupleItems::expressions);
    return node;
  }
  if (syntax_.has_loop_controls && (name == "break" || name == "continue")) {
    return make<Evaluate>(name == "break" ? StatementKind::break_loop : StatementKind::continue_loop, begin);
  }
  open_tags_.pop_back();
  unknown_tag(&tag);
}

const Statement* Parser::if_statement(std::uint32_t begin) {
  std::vector<Branch> branches;
  const bool was_soft = std::exchange(is_soft_, true);
  Branch branch{tuple(TupleItems::unconditional), {}};
  for (;;) {
    branch.body = statements({"elif", "else", "endif"});
    branches.push_back(branch);
    const std::string_view tag = take().text;
    if (tag == "elif") {
      branch = {tuple(TupleItems::unconditional), {}};
    } else if (tag == "else") {
      branches.push_back({nullptr, block_body({"endif"}, true)});
      break;
    } else {
      break;
    }
  }
  is_soft_ = was_soft;
  If* node = make<If>(StatementKind::conditional, begin);
  node->branches = keep(branches);
  return node;
}

const Target* Parser::as_target(const Expression& expression) {
  Target* target = template_.arena.make<Target>();
  target->begin = expression.begin;
  target->end = expression.end;
  if (expression.kind == ExpressionKind::name) {
    target->name = static_cast<const Name&>(expression).name;
    return target;
  }
  if (expression.kind == ExpressionKind::attribute) {
    const auto& attribute = static_cast<const Attribute&>(expression);
    target->kind = Target::Kind::attribute;
    target->name = static_cast<const Name&>(*attribute.holder).name;
    target->attribute = attribute.name;
    return target;
  }
  if (expression.kind == ExpressionKind::tuple) {
    target->kind = Target::Kind::tuple;
    std::vector<const Target*> items;
    for (const Expression* item : static_cast<const Sequence&>(expression).items) items.push_back(as_target(*item));
    target->items = keep(items);
    return target;
  }
  std::string_view kind = "const";
  if (expression.kind == ExpressionKind::list) kind = "list";
  if (expression.kind == ExpressionKind::map) kind = "dict";
  fail("can't assign to '" + std::string(kind) + "'", expression.begin, expression.end, "syntax");
}

const Target* Parser::name_target() {
  const Token& token = expect_name();
  if (is_constant_name(token.text)) fail("can't assign to 'name'", token);
  Target* target = template_.arena.make<Target>();
  target->begin = token.begin;
  target->end = token.end;
  target->name = token.text;
  return target;
}

const Target* Parser::target(bool with_tuple, std::string_view end_name, bool with_namespace) {
  const unsigned before = uses_;
  const Expression* expression =
      with_tuple ? tuple(with_namespace ? TupleItems::targets : TupleItems::simple, end_name) : primary();
  uses_ = before;  // assigned, not read
  return as_target(*expression);
}

const Statement* Parser::for_statement(std::uint32_t begin) {
  For* node = template_.arena.make<For>();
  node->kind = StatementKind::loop;
  node->begin = begin;
  const std::size_t target_at = at_;
  node->target = target(true, "in");
  const std::size_t after_target = at_;
  at_ = target_at;
  node->test_target = target(true, "in");
  at_ = after_target;
  for (std::size_t at = target_at; at < after_target; ++at) {
    if (is_name(tokens_[at], "loop")) {
      fail("Can't assign to special loop variable in for-loop target", tokens_[at]);
    }
  }
  expect_keyword("in");
  node->sequence = tuple(TupleItems::unconditional, "recursive");
  const bool was_soft = std::exchange(is_soft_, false);
  if (take_name("if")) node->test = expression();
  node->is_recursive = take_name("recursive");
  node->end = last_end();
  const unsigned before = std::exchange(uses_, 0U);
  node->body = statements({"endfor", "else"});
  node->has_loop = node->is_recursive || (uses_ & (uses_loop | has_scoped_block)) != 0;
  // A loop inside reads its own `loop`, but Jinja counts it for the outer one too.
  uses_ |= before;
  if (take().text == "else") node->otherwise = block_body({"endfor"}, true);
  is_soft_ = was_soft;
  return node;
}

const Statement* Parser::set_statement(std::uint32_t begin) {
  const Target* assigned = target(true, {}, true);
  if (take("=")) {
    Set* node = template_.arena.make<Set>();
    node->kind = StatementKind::set;
    node->begin = begin;
    node->target = assigned;
    node->value = tuple(TupleItems::expressions);
    node->end = last_end();
    return node;
  }
  SetBlock* node = template_.arena.make<SetBlock>();
  node->kind = StatementKind::set_block;
  node->begin = begin;
  node->target = assigned;
  if (take("|")) node->filter = filter(nullptr);
  node->end = last_end();
  const bool was_soft = std::exchange(is_soft_, false);
  node->body = block_body({"endset"}, true);
  is_soft_ = was_soft;
  return node;
}

std::span<MacroParameter> Parser::parameters() {
  std::vector<MacroParameter> list;
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
  return keep(list);
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

const Statement* Parser::filter_statement(std::uint32_t begin) {
  FilterBlock* node = template_.arena.make<FilterBlock>();
  node->kind = StatementKind::filter_block;
  node->begin = begin;
  node->filter = filter(nullptr);
  node->end = last_end();
  const bool was_soft = std::exchange(is_soft_, false);
  node->body = block_body({"endfilter"}, true);
  is_soft_ = was_soft;
  return node;
}

const Statement* Parser::with_statement(std::uint32_t begin) {
  std::vector<const Target*> targets;
  std::vector<const Expression*> values;
  while (current().kind != TokenKind::block_end) {
    if (!targets.empty()) expect(",");
    targets.push_back(target(true));
    expect("=");
    values.push_back(expression());
  }
  With* node = make<With>(StatementKind::with, begin);
  node->targets = keep(targets);
  node->values = keep(values);
  const bool was_soft = std::exchange(is_soft_, false);
  node->body = block_body({"endwith"}, true);
  is_soft_ = was_soft;
  return node;
}

bool Parser::context_choice(bool fallback) {
  if ((sees_name("with") || sees_name("without")) && is_name(ahead(), "context")) {
    const bool with = take().text == "with";
    take();
    return with;
  }
  return fallback;
}

void Parser::refer(TemplateReference::Kind kind, const Expression& source) {
  const auto add = [&](const Expression& expression) {
    std::string name;
    if (expression.kind == ExpressionKind::constant) {
      const Value& value = *static_cast<const Constant&>(expression).value;
      if (value.is_string()) name = value.as_string();
    }
    template_.references.push_back({kind, std::move(name), expression.begin, expression.end});
  };
  if (source.kind == ExpressionKind::list || source.kind == ExpressionKind::tuple) {
    for (const Expression* item : static_cast<const Sequence&>(source).items) add(*item);
  } else {
    add(source);
  }
}

const Statement* Parser::include_statement(std::uint32_t begin) {
  const Expression* source = expression();
  bool ignores_missing = false;
  if (sees_name("ignore") && is_name(ahead(), "missing")) {
    take();
    take();
    ignores_missing = true;
  }
  const bool has_context = context_choice(true);
  Include* node = make<Include>(StatementKind::include, begin);
  node->source = source;
  node->ignores_missing = ignores_missing;
  node->has_context = has_context;
  refer(TemplateReference::Kind::include, *source);
  return node;
}

const Statement* Parser::import_statement(std::uint32_t begin) {
  const Expression* source = expression();
  expect_keyword("as");
  const Target* name = name_target();
  const bool has_context = context_choice(false);
  Import* node = make<Import>(StatementKind::import_as, begin);
  node->source = source;
  node->target = name;
  node->has_context = has_context;
  refer(TemplateReference::Kind::import, *source);
  return node;
}

const Statement* Parser::from_statement(std::uint32_t begin) {
  const Expression* source = expression();
  expect_keyword("import");
  std::vector<ImportedName> names;
  bool has_context = false;
  const auto sees_context = [&] { return (sees_name("with") || sees_name("without")) && is_name(ahead(), "context"); };
  for (;;) {
    if (!names.empty()) expect(",");
    if (current().kind != TokenKind::name) expected("name");
    if (sees_context()) {
      has_context = context_choice(false);
      break;
    }
    const Token& token = current();
    const Target* name = name_target();
    if (name->name.starts_with('_')) fail("names starting with an underline can not be imported", token);
    const Target* alias = take_name("as") ? name_target() : name;
    names.push_back({name->name, alias});
    if (sees_context()) {
      has_context = context_choice(false);
      break;
    }
    if (!sees(",")) break;
  }
  Import* node = make<Import>(StatementKind::import_from, begin);
  node->source = source;
  node->names = keep(names);
  node->has_context = has_context;
  refer(TemplateReference::Kind::import, *source);
  return node;
}

const Statement* Parser::extends_statement(std::uint32_t begin) {
  const Expression* source = expression();
  Extends* node = make<Extends>(StatementKind::extends, begin);
  node->source = source;
  template_.has_extends = true;
  refer(TemplateReference::Kind::extends, *source);
  return node;
}

const Statement* Parser::block_statement(std::uint32_t begin) {
  BlockDefinition* block = template_.arena.make<BlockDefinition>();
  const Token& token = expect_name();
  block->name = token.text;
  block->begin = token.begin;
  block->end = token.end;
  block->is_scoped = take_name("scoped");
  block->is_required = take_name("required");
  if (sees("-")) {
    fail(
        "Block names in Jinja have to be valid Python identifiers and may not contain hyphens, use an underscore "
        "instead.",
        current());
  }
  for (const BlockDefinition* other : template_.blocks) {
    if (other->name == block->name) fail("block '" + std::string(block->name) + "' defined twice", token);
  }
  template_.blocks.push_back(block);
  Block* node = make<Block>(StatementKind::block, begin);
  node->definition = block;
  const unsigned before = std::exchange(uses_, 0U);
  const bool was_soft = std::exchange(is_soft_, false);
  block->body = block_body({"endblock"}, true);
  is_soft_ = was_soft;
  block->uses_self = (uses_ & uses_self) != 0;
  block->uses_super = (uses_ & uses_super) != 0;
  uses_ = before | (uses_ & has_scoped_block) | (block->is_scoped ? has_scoped_block : 0U);
  if (block->is_required &&
      !std::all_of(block->body.begin(), block->body.end(), [](const Statement* one) { return is_blank_text(*one); })) {
    fail("Required blocks can only contain comments or whitespace", token);
  }
  take_name(block->name);
  return node;
}

const Statement* Parser::autoescape_statement(std::uint32_t begin) {
  const Expression* value = expression();
  Autoescape* node = make<Autoescape>(StatementKind::autoescape, begin);
  node->value = value;
  const bool was_soft = std::exchange(is_soft_, false);
  node->body = block_body({"endautoescape"}, true);
  is_soft_ = was_soft;
  return node;
}

void parse(Template& source, const Syntax& syntax, const Evaluator& evaluator, std::vector<Diagnostic>* problems) {
  Parser(source, syntax, evaluator, problems).parse();
}

}  // namespace evalground::jinja2
