#include "dialects/cfengine/policy/parser.hpp"

#include "base/scoped_value.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/data/class_expression.hpp"
#include "dialects/cfengine/policy/checks.hpp"
#include "dialects/cfengine/policy/lexer.hpp"

// Recursive descent over tokens, with recovery: an error ends only one promise, attribute or block. The parser
// continues after the next `;`, or at the next bundle or body. So one run reports all syntax errors of a file.
//
// The kind of a token depends on its position: `linux::` is a context and `vars:` a section only where a promise may
// begin. Each advance() tells the lexer so, and look-ahead uses a copy of the lexer.
//
// Contexts and sections apply to what follows them: `linux::` until the next context or section, `vars:` until the next
// section or the end of the bundle.

namespace evalground::cfengine {
namespace {

// Ends the parsing of one statement. Its diagnostic has been added.
struct Mistake {};

constexpr std::size_t longest_name = 1024;  // bytes, with one more
constexpr int most_nested_calls = 9;
// Of the name of a function, which may be qualified by a namespace and a bundle.
constexpr std::string_view word_bytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:";

// Bundles go into `policy_` before their promises are read, so a bundle with a mistake still exists for others that
// call it.
class Parser {
 public:
  Parser(Context& context, std::uint32_t file, Policy& policy, std::vector<Diagnostic>& diagnostics)
      : context_(context),
        file_(file),
        policy_(policy),
        diagnostics_(diagnostics),
        text_(policy.arena.copy(context.sources.text(file))),  // views of it outlive the copy in the sources
        lexer_(text_) {
    advance();
  }

  // A file is a sequence of blocks. After a mistake between blocks the next block is found at the beginning of a line,
  // so words such as `body` in a text do not count.
  void parse_file() {
    while (token_.kind != TokenKind::end) {
      try {
        if (sees_keyword("bundle")) {
          parse_bundle();
        } else if (sees_keyword("body")) {
          parse_body();
        } else if (sees_keyword("promise")) {
          parse_promise_type();
        } else {
          fail("\"bundle\" or \"body\"");
        }
      } catch (const Mistake&) {
        skip_to_block();
      }
    }
    if (lexer_.is_within_if()) report(here(), "The file ends where the `@endif` of an `@if` is expected.");
  }

  // For the expression of the workspace, which is the value of an attribute, or a context without its colons.
  ParsedExpression parse_expression() {
    try {
      if (const Rvalue* class_expression = take_class_expression()) return {class_expression, true};
      const Rvalue* value = parse_rvalue();
      if (token_.kind != TokenKind::end) {
        fail_unquoted();
        fail("the end of the expression");
      }
      return {value, false};
    } catch (const Mistake&) {
      return {};
    }
  }

 private:
  // Tokens.
  // `at_promise`: a promise, context or section may begin here. The lexer needs this to recognise `linux::` and
  // `vars:`.
  void advance(bool at_promise = false) {
    before_ = token_;
    lexer_before_ = lexer_;
    do {
      context_.budget.step();
      token_ = lexer_.next(at_promise);
      if (token_.kind == TokenKind::misplaced) {
        report(here(), text().starts_with("@if") ? "`@if` cannot be nested."
                                                 : quote(text()) + " has no `@if` that it belongs to.");
      }
    } while (is_between(token_.kind));
    if (token_.kind == TokenKind::word) check_length(text());
  }
  // True for tokens that may stand anywhere and have no meaning: comments and macros.
  static bool is_between(TokenKind kind) {
    return kind == TokenKind::comment || kind == TokenKind::macro || kind == TokenKind::misplaced;
  }
  // A word may contain the names of a namespace, a bundle and a variable.
  void check_length(std::string_view word) {
    if (word.size() < longest_name) return;
    for (const std::string_view name : Split(word, ".")) {
      if (name.size() >= longest_name)
        report(here(),
               "The name " + quote(name, 30) + " is longer than " + std::to_string(longest_name - 1) + " bytes.");
    }
  }
  std::string_view text() const { return lexer_.text(token_); }
  bool sees(char mark) const { return token_.kind == TokenKind::mark && text().size() == 1 && text()[0] == mark; }
  bool sees_keyword(std::string_view word) const { return token_.kind == TokenKind::keyword && text() == word; }
  bool take(char mark, bool at_promise = false) {
    if (!sees(mark)) return false;
    advance(at_promise);
    return true;
  }
  void expect(char mark, std::string_view what, bool at_promise = false) {
    if (!take(mark, at_promise)) fail(what);
  }

  // Marks that are missing. The next token shows that one was forgotten, but it may stand lines below. So the message
  // points at the token before, and parsing continues as if the mark were there.
  bool begins_line() const {
    return text_.substr(before_.end, token_.begin - before_.end).find('\n') != std::string_view::npos;
  }
  TokenKind kind_at_promise() const {
    Lexer again = lexer_before_;
    LexicalToken token = again.next(true);
    while (is_between(token.kind)) token = again.next(true);
    return token.kind;
  }
  bool is_attribute_next() const {
    Lexer ahead = lexer_;
    LexicalToken after = ahead.next(false);
    while (is_between(after.kind)) after = ahead.next(false);
    return token_.kind == TokenKind::word && after.kind == TokenKind::arrow;
  }
  void report_missing(char mark, std::string_view after) {
    report(origin(before_.begin, before_.end),
           "A `" + std::string(1, mark) + "` is missing after this " + std::string(after) + ".");
    const OriginId behind = origin(before_.end, before_.end);
    diagnostics_.back().fixes.push_back({"Add `" + std::string(1, mark) + "`", {{behind, std::string(1, mark)}}});
  }
  bool begins_statement() const {
    if (sees('}')) return true;
    const TokenKind kind = kind_at_promise();
    return begins_line() && (token_.kind == TokenKind::string || token_.kind == TokenKind::keyword ||
                             kind == TokenKind::section || kind == TokenKind::context);
  }
  // The end of a promise, or of a line of a body: `;`. `what` is what ends.
  void expect_end(std::string_view what, std::string_view expected) {
    if (take(';', true)) return;
    if (!begins_statement() && !(begins_line() && is_attribute_next())) fail(expected);
    report_missing(';', what);
    lexer_ = lexer_before_;
    token_ = before_;
    advance(true);
  }

  OriginId origin(std::uint32_t begin, std::uint32_t end) {
    return context_.sources.add({file_, begin, end, Via::literal, 0, false});
  }
  OriginId here() { return origin(token_.begin, token_.end); }

  void report(OriginId where, std::string message) {
    Diagnostic diagnostic;
    diagnostic.code = "syntax";
    diagnostic.message = std::move(message);
    diagnostic.where = where;
    diagnostics_.push_back(std::move(diagnostic));
  }
  [[noreturn]] void fail_at(OriginId where, std::string message) {
    report(where, std::move(message));
    throw Mistake();
  }
  // For the expression `$(a)/$(b)`: only a single reference may stand without quotes. Returns for any other text.
  void fail_unquoted() {
    const std::string_view written = trim(text_);
    if (!written.starts_with('$') || written.find_first_of("\"'`") != std::string_view::npos) return;
    const auto begin = static_cast<std::uint32_t>(written.data() - text_.data());
    const std::string quoted = "\"" + std::string(written) + "\"";
    const OriginId where = origin(begin, begin + static_cast<std::uint32_t>(written.size()));
    report(where, "A text with references stands in quotes: `" + quoted + "`.");
    diagnostics_.back().fixes.push_back({"Put it in quotes", {{where, quoted}}});
    throw Mistake();
  }
  // A string whose closing quote is missing ends at the next quote, or never. The message then points at the string,
  // because the token behind it would mislead.
  [[noreturn]] void fail(std::string_view expected) {
    std::string found;
    const bool is_joined = before_.kind == TokenKind::string && before_.end == token_.begin &&
                           token_.kind != TokenKind::mark && token_.kind != TokenKind::end;
    if (is_joined) {
      fail_at(origin(before_.begin, before_.end), "The string " + quote(lexer_.text(before_), 20) + " is followed by " +
                                                      quote(text(), 20) +
                                                      " without a blank. Is a closing quote missing here?");
    }
    if (token_.kind == TokenKind::end) {
      found = "The file ends";
    } else if (token_.kind == TokenKind::wrong && (text()[0] == '"' || text()[0] == '\'' || text()[0] == '`')) {
      fail_at(here(), "The string " + quote(text(), 20) + " has no end.");
    } else if (text() == "[" && before_.kind == TokenKind::word && before_.end == token_.begin) {
      fail_at(origin(before_.begin, token_.end),
              "Put a name with an index in quotes: \"" + std::string(lexer_.text(before_)) + "[…]\".");
    } else if (token_.kind == TokenKind::wrong && (text() == "$" || text() == "@")) {
      fail_at(here(),
              "Put this reference in quotes. Without quotes, a name and its index hold only letters, digits, "
              "\"_\", \".\" and \":\".");
    } else {
      found = "Found " + quote(text(), 30);
    }
    fail_at(here(), found + " where " + std::string(expected) + " is expected.");
  }

  // True at a bundle, body or promise type at the beginning of a line.
  bool sees_block() const {
    return token_.kind == TokenKind::keyword && (token_.begin == 0 || text_[token_.begin - 1] == '\n');
  }
  void skip_to_block() {
    while (token_.kind != TokenKind::end) {
      if (sees_block()) return;
      advance();
    }
  }
  // Skips to the end of the statement, including inner braces and strings. Returns false at the end of the block.
  void skip_statement() {
    std::size_t nested = 0;
    while (token_.kind != TokenKind::end) {
      if (sees('{')) ++nested;
      if (sees('}')) {
        if (nested == 0) return;
        --nested;
      }
      if (sees(';') && nested == 0) return advance(true);
      if (sees_block()) return;
      advance();
    }
  }

  // Copies into the arena. Nodes of the policy live as long as the policy and are never destroyed one by one.
  template <class T>
  std::span<const T> keep(const std::vector<T>& items) {
    if (items.empty()) return {};
    auto* kept = static_cast<T*>(policy_.arena.allocate(items.size() * sizeof(T), alignof(T)));
    std::copy(items.begin(), items.end(), kept);
    return {kept, items.size()};
  }

  // Names.
  std::string_view take_word(std::string_view what) {
    if (token_.kind != TokenKind::word) fail(what);
    const std::string_view word = text();
    advance();
    return word;
  }

  std::vector<std::string_view> parse_parameters() {
    std::vector<std::string_view> parameters;
    if (!take('(')) return parameters;
    while (!sees(')')) {
      parameters.push_back(take_word("the name of a parameter"));
      if (!take(',')) break;
    }
    expect(')', "\",\" or \")\" in the parameters");
    return parameters;
  }

  // The content of a string token: without quotes, with `\"`, `\'` and `\\` resolved, and without escaped line ends.
  std::string_view unquoted(std::string_view token) {
    const std::string_view content = token.substr(1, token.size() - 2);
    if (content.find('\\') == std::string_view::npos) return content;
    std::string plain;
    plain.reserve(content.size());
    for (std::size_t i = 0; i < content.size(); ++i) {
      const bool escapes = content[i] == '\\' && i + 1 < content.size() &&
                           (content[i + 1] == '"' || content[i + 1] == '\'' || content[i + 1] == '\\');
      if (escapes) ++i;
      if (content[i] == '\\' && !escapes && content.substr(i + 1).starts_with('\n')) {
        ++i;
        continue;
      }
      plain += content[i];
    }
    return policy_.arena.copy(plain);
  }

  // The references in a text are parsed once, here, and not at each of the many expansions during the run.
  const Rvalue* make_text(std::string_view content, bool is_quoted) {
    auto* value = policy_.arena.make<Rvalue>(
        Rvalue{RvalueKind::text, is_quoted, here(), parse_text(policy_.arena, content, context_.budget), {}, nullptr});
    advance();
    return value;
  }

  // A value: a quoted text, a list, a call, or a bare word. A word is a call only if a parenthesis follows, possibly
  // after comments, so this looks ahead by one token. Whether a function of that name exists is checked later: bodies
  // and bundles are used with the same syntax.
  const Rvalue* parse_rvalue() {
    const Depth depth = context_.budget.enter();
    if (token_.kind == TokenKind::string) return make_text(unquoted(text()), true);
    if (sees('{')) return parse_list();
    if (token_.kind == TokenKind::keyword)
      fail_at(here(), quote(text()) + " is a keyword; put it in quotes to use it as text.");
    if (token_.kind != TokenKind::word && token_.kind != TokenKind::naked) fail("a value");
    const LexicalToken first = token_;
    const std::string_view name = text();
    Lexer ahead = lexer_;
    LexicalToken after = ahead.next(false);
    while (is_between(after.kind)) after = ahead.next(false);
    const bool is_call = after.kind == TokenKind::mark && ahead.text(after) == "(";
    if (!is_call) return make_text(name, false);
    advance();
    advance();
    const ScopedValue<int> deeper(nested_calls_, nested_calls_ + 1);
    if (nested_calls_ > most_nested_calls) {
      fail_at(origin(first.begin, first.end),
              "Calls may be nested at most " + std::to_string(most_nested_calls) + " levels deep.");
    }
    std::vector<const Rvalue*> arguments;
    while (!sees(')')) {
      if (sees('{')) fail("an argument; a list in braces is not one, so pass the name of a list");
      arguments.push_back(parse_rvalue());
      if (!take(',')) break;
    }
    if (!sees(')')) fail("\",\" or \")\" in the arguments of " + std::string(name));
    auto* call = policy_.arena.make<Rvalue>(Rvalue{RvalueKind::call, false, origin(first.begin, token_.end),
                                                   parse_text(policy_.arena, name, context_.budget), keep(arguments),
                                                   policy_.function(name)});
    advance();
    return call;
  }

  // The whole text as a class expression; null for a call, a text in quotes, and a reference.
  const Rvalue* take_class_expression() {
    const std::string_view written = trim(text_);
    const std::size_t name = written.find_first_not_of(word_bytes);
    const bool is_word = name == std::string_view::npos;
    const bool is_value = written.empty() || std::string_view("\"'`$@{").find(written[0]) != std::string_view::npos;
    if (is_value || (!is_word && name > 0 && trim_start(written.substr(name)).starts_with('('))) return nullptr;
    const auto begin = static_cast<std::uint32_t>(written.data() - text_.data());
    const OriginId where = origin(begin, begin + static_cast<std::uint32_t>(written.size()));
    const bool is_valid = is_expression(written, context_.budget) && !has_separated_names(written) &&
                          written.find_first_of("\"'`,;=>{") == std::string_view::npos;
    if (!is_valid) {
      fail_at(where,
              "The expression must be a function call such as `length(list)`, a text such as `\"$(name)\"`, or a class "
              "expression such as `linux.!debian`.");
    }
    return policy_.arena.make<Rvalue>(
        Rvalue{RvalueKind::text, false, where, parse_text(policy_.arena, written, context_.budget), {}, nullptr});
  }

  // A trailing comma is allowed, in lists and in arguments.
  const Rvalue* parse_list() {
    const std::uint32_t begin = token_.begin;
    advance();
    std::vector<const Rvalue*> items;
    while (!sees('}')) {
      if (sees('{')) fail("an item; lists cannot hold lists");
      items.push_back(parse_rvalue());
      if (!take(',')) break;
    }
    if (!sees('}')) fail("\",\" or \"}\" in the list");
    auto* list = policy_.arena.make<Rvalue>(
        Rvalue{RvalueKind::list, false, origin(begin, token_.end), {}, keep(items), nullptr});
    advance();
    return list;
  }

  Attribute parse_attribute() {
    if (token_.kind != TokenKind::word) fail("the name of an attribute");
    Attribute attribute{text(), here(), nullptr};
    advance();
    if (token_.kind != TokenKind::arrow) fail("\"=>\" after the attribute " + std::string(attribute.name));
    advance();
    attribute.value = parse_rvalue();
    return attribute;
  }

  // `linux.!windows::`, checked while it is parsed.
  const Text* parse_context() {
    const std::string_view expression = text().substr(0, text().size() - 2);
    if (has_separated_names(expression)) {
      report(here(), "The context " + quote(expression) + " has two names with only blanks between them.");
    } else if (!is_expression(expression, context_.budget)) {
      report(here(), "The context " + quote(expression) + " is no class expression.");
    }
    const Text* context = policy_.arena.make<Text>(parse_text(policy_.arena, trim(expression), context_.budget));
    advance(true);
    return context;
  }

  // For `reports: linux::` on one line: the reference reads both as one context, in the section before.
  bool is_one_context(const LexicalToken& section) {
    if (token_.kind != TokenKind::context) return false;
    const std::string_view between = lexer_.text({TokenKind::wrong, section.end, token_.begin});
    if (between.find_first_not_of(" \t") != std::string_view::npos) return false;
    if (context_.quirks()) return true;
    context_.warn(origin(section.begin, token_.end), "differs-from-reference",
                  "CFEngine reads " + quote(lexer_.text({TokenKind::wrong, section.begin, token_.end})) +
                      " as one context and no promise type; put the context on a line of its own.");
    return false;
  }

  // True at the colons directly behind a string in single or double quotes, which make it a context.
  bool is_context_end(const LexicalToken& string, std::string_view written) const {
    return token_.kind == TokenKind::mark && text() == "::" && token_.begin == string.end && written[0] != '`' &&
           written.find(written[0], 1) == written.size() - 1;
  }

  // Bundles.
  void parse_bundle() {
    advance();
    Bundle bundle;
    bundle.type = take_word("the type of the bundle");
    bundle.where = here();
    bundle.name = take_word("the name of the bundle");
    bundle.space = space_;
    bundle.file = file_;
    bundle.is_top_down = is_top_down_;
    bundle.parameters = parse_parameters();
    if (bundle.type != "agent" && bundle.type != "common" && bundle.type != "edit_line" && bundle.type != "edit_xml" &&
        bundle.type != "server" && bundle.type != "monitor") {
      report(bundle.where, "Unknown bundle type " + quote(bundle.type) + "; only `agent` and `common` bundles run.");
    }
    expect('{', "\"{\" after the name of the bundle", true);
    policy_.bundles.push_back(std::move(bundle));
    parse_sections(policy_.bundles.back());
  }

  // The body of a bundle. A mistake skips one statement, and the loop continues with the next. Only the end of the file
  // or a new block ends the bundle early.
  void parse_sections(Bundle& bundle) {
    // The context of the promises that follow. A section starts without a context.
    const Text* guard = nullptr;
    OriginId guard_where = 0;
    bool is_guard_quoted = false;
    while (!sees('}')) {
      try {
        if (token_.kind == TokenKind::end) {
          fail("\"}\", which ends bundle " + std::string(bundle.name) + ",");
        } else if (token_.kind == TokenKind::section) {
          const LexicalToken section = token_;
          const OriginId where = here();
          advance(true);
          if (is_one_context(section)) {
            if (bundle.sections.empty())
              fail_at(where, "A promise type such as `vars:` is expected on a line of its own.");
            // Extends the context to the left over the section, so that the next round reads both as one context.
            token_.begin = section.begin;
            continue;
          }
          const std::string_view name = trim_end(lexer_.text(section).substr(0, section.end - section.begin - 1));
          bundle.sections.push_back({name, where, {}});
          guard = nullptr;
        } else if (bundle.sections.empty()) {
          fail("a promise type such as `vars:`");
        } else if (token_.kind == TokenKind::context) {
          guard_where = here();
          is_guard_quoted = false;
          guard = parse_context();
        } else if (token_.kind == TokenKind::string) {
          // A quoted context, "…"::, or a promiser, depending on the next token.
          const LexicalToken string = token_;
          const std::string_view written = text();
          const std::string_view content = unquoted(written);
          advance();
          if (is_context_end(string, written)) {
            guard_where = origin(string.begin, string.end);
            is_guard_quoted = true;
            guard = policy_.arena.make<Text>(parse_text(policy_.arena, content, context_.budget));
            advance(true);
          } else {
            parse_promise(bundle, guard, guard_where, is_guard_quoted, string, content);
          }
        } else {
          fail("a promise, a context or a promise type");
        }
      } catch (const Mistake&) {
        skip_statement();
        if (token_.kind == TokenKind::end || sees_block()) return;
      }
    }
    advance();
  }

  // After the promiser, in order: a promisee `-> "x"`, attributes separated by commas, and a semicolon.
  void parse_promise(Bundle& bundle, const Text* guard, OriginId guard_where, bool is_guard_quoted,
                     const LexicalToken& promiser, std::string_view content) {
    const OriginId where = origin(promiser.begin, promiser.end);
    const Rvalue* promisee = nullptr;
    if (token_.kind == TokenKind::promisee) {
      advance();
      promisee = parse_rvalue();
    }
    std::vector<Attribute> attributes;
    if (!sees(';') && !begins_statement()) {
      do {
        if (token_.kind != TokenKind::word)
          fail(attributes.empty() ? "an attribute or \";\"" : "an attribute after \",\"");
        attributes.push_back(parse_attribute());
      } while (take(',') || lacks_comma());
    }
    expect_end("promise", "\",\" or \";\" after the promise");
    Section& section = bundle.sections.back();
    section.promises.push_back(policy_.arena.make<Promise>(
        Promise{policy_.promise_count++, context_.sources.position(file_, promiser.begin).line, file_, section.type,
                guard, guard == nullptr ? 0 : guard_where, is_guard_quoted,
                parse_text(policy_.arena, content, context_.budget), where, promisee, keep(attributes), &bundle}));
  }

  // Another attribute without a comma before it.
  bool lacks_comma() {
    if (!is_attribute_next()) return false;
    report_missing(',', "attribute");
    return true;
  }

  // Bodies.
  // A body is a list of attributes under contexts. Control bodies for files take effect while parsing, because they set
  // the namespace of the following blocks.
  void parse_body() {
    advance();
    Body body;
    body.type = take_word("the type of the body");
    body.where = here();
    body.name = take_word("the name of the body");
    body.space = space_;
    body.file = file_;
    body.parameters = parse_parameters();
    expect('{', "\"{\" after the name of the body", true);
    // Attributes, each with its context.
    const Text* guard = nullptr;
    while (!sees('}')) {
      try {
        if (token_.kind == TokenKind::end) fail("\"}\", which ends body " + std::string(body.name) + ",");
        if (token_.kind == TokenKind::context) {
          guard = parse_context();
          continue;
        }
        if (token_.kind == TokenKind::string) fail("an attribute or a context without quotes");
        body.lines.push_back({guard, parse_attribute()});
        expect_end("attribute", "\";\" after the attribute");
      } catch (const Mistake&) {
        skip_statement();
        if (token_.kind == TokenKind::end || sees_block()) return;
      }
    }
    advance();
    apply_control(body);
    policy_.bodies.push_back(std::move(body));
  }

  // `promise agent git { path => "/git.py"; interpreter => "/usr/bin/python3"; }`: another program runs promises of
  // such a type, so they have no effect here.
  void parse_promise_type() {
    advance();
    const OriginId where = here();
    if (take_word("the word agent") != "agent") report(where, "Only `promise agent` declares a type of promises.");
    const OriginId name_where = here();
    const std::string_view name = take_word("the name of the promise type");
    if (is_built_in_promise_type(name))
      report(name_where, "Promises of type " + quote(name) + " are built in and cannot be declared.");
    parse_parameters();
    expect('{', "\"{\" after the name of the promise type", true);
    while (!sees('}')) {
      try {
        if (token_.kind == TokenKind::end) fail("\"}\", which ends promise type " + std::string(name) + ",");
        if (token_.kind == TokenKind::context) {
          parse_context();
          continue;
        }
        const Attribute attribute = parse_attribute();
        if (attribute.name != "interpreter" && attribute.name != "path")
          report(attribute.where, "A promise type has no attribute " + quote(attribute.name) +
                                      "; `path` and `interpreter` say what runs it.");
        expect_end("attribute", "\";\" after the attribute");
      } catch (const Mistake&) {
        skip_statement();
        if (token_.kind == TokenKind::end || sees_block()) return;
      }
    }
    advance();
  }

  // `body file control` sets the namespace and the evaluation order of everything after it in this file.
  void apply_control(const Body& body) {
    if (body.name != "control" || body.type != "file") return;
    space_ = "default";
    is_top_down_ = false;
    for (const BodyLine& line : body.lines) {
      if (line.attribute.value->kind != RvalueKind::text) continue;
      const std::string_view value = line.attribute.value->text.source;
      if (line.attribute.name == "namespace") space_ = value;
      if (line.attribute.name == "evaluation_order") is_top_down_ = value == "top_down";
    }
  }

  Context& context_;
  std::uint32_t file_;
  Policy& policy_;
  std::vector<Diagnostic>& diagnostics_;
  std::string_view text_;
  Lexer lexer_;
  Lexer lexer_before_{text_};  // where it was before it read the token
  LexicalToken token_{TokenKind::end, 0, 0};
  LexicalToken before_{TokenKind::end, 0, 0};  // the token before it
  std::string_view space_ = "default";
  bool is_top_down_ = false;
  int nested_calls_ = 0;
};

}  // namespace

void parse_policy(Context& context, std::uint32_t file, Policy& policy, std::vector<Diagnostic>& diagnostics) {
  Parser(context, file, policy, diagnostics).parse_file();
}

ParsedExpression parse_expression(Context& context, std::uint32_t file, Policy& policy,
                                  std::vector<Diagnostic>& diagnostics) {
  return Parser(context, file, policy, diagnostics).parse_expression();
}

}  // namespace evalground::cfengine
