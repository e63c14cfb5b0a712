// The frame of the parser: text, prints and tags in turn, and going on behind a mistake.
//
// Warm: compiled for speed where a module has room.
#include <algorithm>

#include "base/text/text.hpp"
#include "dialects/jinja2/catalogue.hpp"
#include "dialects/jinja2/syntax/parser_state.hpp"

namespace evalground::jinja2 {
namespace {

// "'endfor' or 'else'"
std::string alternatives(std::span<const std::string_view> tags) {
  std::string text;
  for (const std::string_view tag : tags) {
    if (!text.empty()) text += " or ";
    text.append("'").append(tag).append("'");
  }
  return text;
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
    template_.body = body({});
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

const Statement* Parser::text(const Token& token) {
  Text* node = make<Text>(StatementKind::text, token.begin);
  node->end = token.end;
  node->text = kept(token.text);
  return node;
}

void Parser::skip_tag() {
  while (current().kind != TokenKind::end && current().kind != TokenKind::variable_end &&
         current().kind != TokenKind::block_end) {
    take();
  }
  if (current().kind != TokenKind::end) take();
}

Body Parser::body(std::initializer_list<std::string_view> ends) {
  Gathered<const Statement*> items;
  if (ends.size() != 0) awaited_.emplace_back(ends.begin(), ends.size());
  for (;;) {
    evaluator_.context.budget.step();
    const Token& token = current();
    if (token.kind == TokenKind::end) break;
    if (token.kind == TokenKind::data) {
      items.push_back(text(take()));
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
        return items.keep(template_.arena);
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
    const std::span<const std::string_view> wanted = awaited_.back();
    std::string message =
        "Unexpected end of template. Jinja was looking for the following tags: " + alternatives(wanted) + ".";
    if (!open_tags_.empty()) {
      message += " The innermost block that needs to be closed is '" + std::string(open_tags_.back()) + "'.";
    }
    awaited_.pop_back();
    fail(std::move(message), current());
  }
  return items.keep(template_.arena);
}

// The statements of a block whose opening tag ends here, up to one of the end tags, which is not taken.
Body Parser::statements(std::initializer_list<std::string_view> ends) {
  take(":");  // as in Python
  if (current().kind != TokenKind::block_end) expected("end of statement block");
  report_unknown();
  take();
  const Depth depth = evaluator_.context.budget.enter();
  return body(ends);
}

Body Parser::block_body(std::initializer_list<std::string_view> ends, bool takes_end) {
  const Body result = statements(ends);
  if (takes_end) take();
  return result;
}

void Parser::unknown_tag(const Token* tag) const {
  std::string message = "Encountered unknown tag '" + std::string(tag->text) + "'.";
  std::vector<std::string_view> near;
  if (!awaited_.empty()) {
    const auto& wanted = awaited_.back();
    const bool is_nested = std::any_of(awaited_.begin(), awaited_.end(), [&](const auto& tags) {
      return std::find(tags.begin(), tags.end(), tag->text) != tags.end();
    });
    message += is_nested
                   ? " You probably made a nesting mistake. Jinja is expecting this tag, but currently looking for " +
                         alternatives(wanted) + "."
                   : " Jinja was looking for the following tags: " + alternatives(wanted) + ".";
    if (!is_nested) near.assign(wanted.begin(), wanted.end());
  }
  if (!open_tags_.empty()) {
    message += " The innermost block that needs to be closed is '" + std::string(open_tags_.back()) + "'.";
  }
  if (const std::string_view known = functions().nearest("statement", tag->text); !known.empty()) near.push_back(known);
  fail_unknown("syntax", std::move(message), tag->text, nearest_name(tag->text, near).value_or(""), tag->begin,
               tag->end);
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
    Gathered<const Expression*> values;
    while (current().kind != TokenKind::block_end) {
      if (!values.empty()) expect(",");
      values.push_back(expression());
    }
    // Each prints itself: what is between two commas is a print of its own.
    Gathered<const Statement*> prints;
    for (const Expression* value : values) {
      Print* print = make<Print>(StatementKind::print, value->begin);
      print->value = value;
      prints.push_back(print);
    }
    If* node = make<If>(StatementKind::conditional, begin);
    Gathered<Branch> branches;
    branches.push_back({nullptr, prints.keep(template_.arena)});
    node->branches = branches.keep(template_.arena);
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

void parse(Template& source, const Syntax& syntax, const Evaluator& evaluator, std::vector<Diagnostic>* problems) {
  Parser(source, syntax, evaluator, problems).parse();
}

}  // namespace evalground::jinja2
