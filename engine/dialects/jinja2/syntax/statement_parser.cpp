// Warm: compiled for speed where a module has room.
#include "dialects/jinja2/syntax/statement_parser.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace evalground::jinja2 {
namespace {

// The expected tags in a message: "'endfor' or 'else'"
std::string alternatives(std::span<const std::string_view> tags) {
  std::string text;
  for (const std::string_view tag : tags) {
    if (!text.empty()) text += " or ";
    text.append("'").append(tag).append("'");
  }
  return text;
}

bool holds(std::span<const std::string_view> tags, std::string_view tag) {
  return std::find(tags.begin(), tags.end(), tag) != tags.end();
}

}  // namespace

StatementParser::StatementParser(Template& source, TokenStream& tokens, const FunctionSet& functions,
                                 const Syntax& syntax, Budget& budget, std::vector<Diagnostic>* problems)
    : template_(source),
      tokens_(tokens),
      functions_(functions),
      syntax_(syntax),
      budget_(budget),
      problems_(problems),
      build_(source, tokens),
      binder_(functions, tokens, build_, syntax.refuses_unknown, problems != nullptr),
      expressions_(tokens, build_, binder_, syntax, budget),
      targets_(tokens, build_, expressions_) {}

// ---- bodies

// Statements up to one of the end tags, whose name is not taken. Without end tags up to the end of the template.
// An error is thrown, or with `problems_` recorded. Then parsing goes on behind the tag, so an editor shows all
// mistakes of a template. awaited_ holds the end tags of all open blocks, which tells a misspelled tag from a wrongly
// nested one.
Body StatementParser::body(EndTags ends) {
  Gathered<Statement*> items;
  const ScopedValue<bool> given_up(is_given_up_, is_given_up_);
  if (ends.size() != 0) awaited_.emplace_back(ends.begin(), ends.size());
  for (;;) {
    budget_.step();
    if (tokens_.sees(TokenKind::end)) break;
    if (tokens_.sees(TokenKind::data)) {
      items.push_back(text(tokens_.take()));
      continue;
    }
    const std::size_t open = open_tags_.size();
    const std::size_t awaited = awaited_.size();
    try {
      if (tokens_.sees(TokenKind::variable_begin)) {
        items.push_back(print_tag());
        continue;
      }
      tokens_.take();  // {%
      if (tokens_.sees(TokenKind::name) && holds({ends.begin(), ends.size()}, tokens_.current().text)) {
        awaited_.pop_back();
        return items.keep(build_.arena());
      }
      Statement* node = statement();
      report_unknown();
      if (!tokens_.sees(TokenKind::block_end)) tokens_.expected("end of statement block");
      tokens_.take();
      items.push_back(node);
    } catch (const Error& error) {
      // Blocks opened within the failed statement are abandoned. The text after its tag belongs to this body.
      if (problems_ == nullptr) throw;
      problems_->push_back(error.diagnostic);
      binder_.forget_unknown();
      open_tags_.resize(open);
      awaited_.resize(awaited);
      skip_tag();
    }
  }
  if (ends.size() != 0) fail_unclosed();
  return items.keep(build_.arena());
}

// The body of a block from the end of its opening tag to one of the end tags.
Body StatementParser::block_body(EndTags ends) {
  tokens_.take(":");  // as in Python
  if (!tokens_.sees(TokenKind::block_end)) tokens_.expected("end of statement block");
  report_unknown();
  tokens_.take();
  const Depth depth = budget_.enter();
  return body(ends);
}

// The same up to the tag that closes the block, whose name is taken.
Body StatementParser::last_block_body(std::string_view end) {
  const Body result = block_body({end});
  tokens_.take();
  return result;
}

// The token's text is shared with the source unless newlines have to be replaced.
Statement* StatementParser::text(const Token& token) {
  Text* node = build_.make<Text>(StatementKind::text, token.begin);
  node->end = token.end;
  const bool is_same = syntax_.newline == "\n" || token.text.find('\n') == std::string_view::npos;
  node->text = is_same ? token.text : build_.arena().copy(replace_all(token.text, "\n", syntax_.newline));
  return node;
}

// {{ value }}
Statement* StatementParser::print_tag() {
  const std::uint32_t begin = tokens_.take().begin;
  Expression* value = nullptr;
  {
    const ExpressionParser::PrintTag inside(expressions_);
    using Items = ExpressionParser::TupleItems;
    value = expressions_.tuple(syntax_.is_condition ? Items::unconditional : Items::expressions);
  }
  if (!tokens_.sees(TokenKind::variable_end)) {
    tokens_.expected(syntax_.is_condition ? "end of statement block" : "end of print statement");
  }
  allow_lost();
  report_unknown();
  tokens_.take();
  Print* node = build_.make<Print>(StatementKind::print, begin);
  node->value = value;
  return node;
}

// open_tags_ is needed for one message: "The innermost block that needs to be closed is 'for'."
Statement* StatementParser::statement() {
  const Token& tag = tokens_.current();
  if (tag.kind != TokenKind::name) tokens_.fail("tag name expected", tag);
  tokens_.take();
  open_tags_.push_back(tag.text);
  Statement* node = statement_of(tag);
  open_tags_.pop_back();
  return node;
}

// Each word has a function that reads the rest of the statement, its body included. `do`, `break` and `continue` are
// extensions of Jinja, so they are unknown unless options allow them.
Statement* StatementParser::statement_of(const Token& tag) {
  const std::uint32_t begin = tag.begin;
  const std::string_view name = tag.text;
  struct Tag {
    std::string_view name;
    Statement* (StatementParser::*read)(std::uint32_t begin);
  };
  constexpr Tag tags[] = {
      {"if", &StatementParser::if_statement},
      {"for", &StatementParser::for_statement},
      {"set", &StatementParser::set_statement},
      {"macro", &StatementParser::macro_statement},
      {"call", &StatementParser::call_statement},
      {"filter", &StatementParser::filter_statement},
      {"with", &StatementParser::with_statement},
      {"include", &StatementParser::include_statement},
      {"import", &StatementParser::import_statement},
      {"from", &StatementParser::from_statement},
      {"extends", &StatementParser::extends_statement},
      {"block", &StatementParser::block_statement},
      {"autoescape", &StatementParser::autoescape_statement},
      {"print", &StatementParser::print_statement},
  };
  for (const Tag& each : tags) {
    if (each.name == name) return (this->*each.read)(begin);
  }
  if (name == "do" && syntax_.has_do) {
    Evaluate* node = build_.make<Evaluate>(StatementKind::evaluate, begin);
    node->value = expressions_.tuple(ExpressionParser::TupleItems::expressions);
    return node;
  }
  if (syntax_.has_loop_controls && (name == "break" || name == "continue")) {
    if (!breaks_loop_ && !is_given_up_) place_loop_control(tag);
    return build_.make<Evaluate>(name == "break" ? StatementKind::break_loop : StatementKind::continue_loop, begin);
  }
  open_tags_.pop_back();
  tokens_.rewind(tokens_.offset() - 1);  // Jinja has not read on behind the name
  fail_unknown_tag(tag);
}

// ---- mistakes

namespace {

// The words of Python, which compiles what Jinja makes of a template.
std::string outside_loop(const Token& tag) {
  return tag.text == "break" ? "'break' outside loop" : "'continue' not properly in loop";
}

}  // namespace

void StatementParser::place_loop_control(const Token& tag) {
  if (problems_ != nullptr) tokens_.fail(outside_loop(tag), tag);
  const Token*& first = is_in_block_ ? misplaced_in_block_ : misplaced_;
  if (first == nullptr) first = &tag;
}

void StatementParser::fail_uncompiled() {
  binder_.fail_unknown();
  const Token* misplaced = misplaced_ != nullptr ? misplaced_ : misplaced_in_block_;
  if (misplaced != nullptr) tokens_.fail(outside_loop(*misplaced), *misplaced);
}

// Jinja does not compile text that a child template prints outside of its blocks, so unknown names there are allowed.
void StatementParser::allow_lost() {
  if (has_parent_ && !keeps_output_) binder_.allow_unknown(0);
}

// Jinja compiles nothing after a second `extends` up to the end of the body.
void StatementParser::report_unknown() {
  if (is_given_up_) binder_.allow_unknown(0);
  binder_.report_unknown();
}

// Finds the end of a broken tag. A tag without an end reaches to the end of the template.
void StatementParser::skip_tag() {
  while (!tokens_.sees(TokenKind::end) && !tokens_.sees(TokenKind::variable_end) &&
         !tokens_.sees(TokenKind::block_end)) {
    tokens_.take();
  }
  if (!tokens_.sees(TokenKind::end)) tokens_.take();
}

std::string StatementParser::innermost_open_tag() const {
  if (open_tags_.empty()) return {};
  return " The innermost block that needs to be closed is '" + std::string(open_tags_.back()) + "'.";
}

// Fails because the template ends within a block.
void StatementParser::fail_unclosed() {
  const std::string message =
      "Unexpected end of template. Jinja was looking for the following tags: " + alternatives(awaited_.back()) + ".";
  awaited_.pop_back();
  tokens_.fail(message + innermost_open_tag(), tokens_.current());
}

void StatementParser::fail_unknown_tag(const Token& tag) const {
  std::string message = "Encountered unknown tag '" + std::string(tag.text) + "'.";
  std::vector<std::string_view> near;
  if (!awaited_.empty()) {
    // An end tag that an outer block expects was probably nested wrongly. Any other is probably misspelled.
    const auto& wanted = awaited_.back();
    const bool is_nested =
        std::any_of(awaited_.begin(), awaited_.end(), [&](const auto& tags) { return holds(tags, tag.text); });
    message += is_nested
                   ? " You probably made a nesting mistake. Jinja is expecting this tag, but currently looking for " +
                         alternatives(wanted) + "."
                   : " Jinja was looking for the following tags: " + alternatives(wanted) + ".";
    if (!is_nested) near.assign(wanted.begin(), wanted.end());
  }
  message += innermost_open_tag();
  if (tag.text == "do") tokens_.fail_extension(std::move(message), "do", tag);
  if (tag.text == "break" || tag.text == "continue") tokens_.fail_extension(std::move(message), "loopcontrols", tag);
  if (tag.text == "trans" || tag.text == "pluralize" || tag.text == "debug") {
    message += " `" + std::string(tag.text) + "` is an extension of Jinja that does not exist here.";
    tokens_.fail(std::move(message), tag);
  }
  if (const std::string_view known = functions_.nearest_tag(tag.text); !known.empty()) near.push_back(known);
  tokens_.fail_unknown("syntax", std::move(message), tag.text, nearest_name(tag.text, near).value_or(""), tag.begin,
                       tag.end);
}

}  // namespace evalground::jinja2
