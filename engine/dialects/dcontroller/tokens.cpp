// Colors operators, stages and paths in a document or expression.
//
//   - '@select': {'@gt': [$.spec.n, 1]}     @select is a keyword, @gt a function, `$` a variable, spec and n properties
//
// A document is colored while it is typed. So nothing here fails: paths are split without parsing, and a document that
// is not YAML has no colors of this dialect.
#include "dialects/dcontroller/tokens.hpp"

#include "base/text/ascii.hpp"
#include "base/text/scanner.hpp"
#include "dialects/dcontroller/catalogue.hpp"
#include "dialects/dcontroller/expression/versions.hpp"
#include "runtime/tokens.hpp"
#include "value/json.hpp"

namespace evalground::dcontroller {
namespace {

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' ||
         static_cast<unsigned char>(c) >= 0x80;
}
// Colors texts that look like paths, valid or not.
class PathTokens {
 public:
  PathTokens(std::uint32_t file, std::size_t begin, std::string_view path, std::vector<Token>& tokens)
      : file_(file), begin_(begin), scanner_(path), tokens_(tokens) {}

  void write() {
    while (!scanner_.at_end()) {
      const std::size_t begin = scanner_.offset();
      add(begin, take());
    }
  }

 private:
  // Takes one piece. Returns its kind, or "" for a piece without color.
  // A quote that is not closed colors the rest of the path as a string. `name(` is a function of a filter.
  std::string_view take() {
    const char c = scanner_.peek();
    if (c == '$' || c == '@') {
      if (!scanner_.take("$$")) scanner_.skip();
      return "variable";
    }
    if (c == '\'' || c == '"') {
      scanner_.skip();
      while (!scanner_.at_end() && scanner_.peek() != c) scanner_.skip(scanner_.peek() == '\\' ? 2 : 1);
      scanner_.skip();
      return "string";
    }
    if (is_ascii_digit(c)) {
      scanner_.take_while(is_ascii_digit);
      return "number";
    }
    if (is_name_byte(c)) {
      scanner_.take_while([](char next) { return is_name_byte(next) || is_ascii_digit(next); });
      return scanner_.peek() == '(' ? "function" : "property";
    }
    scanner_.skip();
    return c == ' ' ? "" : "operator";
  }

  void add(std::size_t begin, std::string_view kind) {
    if (kind.empty()) return;
    tokens_.push_back({file_, static_cast<std::uint32_t>(begin_ + begin),
                       static_cast<std::uint32_t>(begin_ + scanner_.offset()), kind});
  }

  std::uint32_t file_;
  std::size_t begin_;
  Scanner scanner_;
  std::vector<Token>& tokens_;
};

// Walks a YAML tree. Operators, stages and paths may stand anywhere in it.
class TokenWriter {
 public:
  TokenWriter(Context& context, std::uint32_t file, std::vector<Token>& tokens)
      : context_(context),
        file_(file),
        text_(context.sources.text(file)),
        tokens_(tokens),
        version_(readable_version_of(context.workspace.options)) {}

  void write(const YamlNode& node) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    if (node.kind == YamlNode::Kind::sequence) {
      for (const YamlNode* item : node.items) write(*item);
    } else if (node.kind == YamlNode::Kind::scalar) {
      write_path(node);
    } else if (node.kind == YamlNode::Kind::mapping) {
      for (const auto& [key, value] : node.pairs) {
        if (key->kind == YamlNode::Kind::scalar) write_key(*key, node.pairs.size() == 1);
        write(*value);
      }
    }
  }

 private:
  // An operator is the only key of its map. In `{'@eq': …, other: …}` the key is an ordinary one, as for the evaluator.
  void write_key(const YamlNode& key, bool is_only) {
    if (!is_only || !key.text.starts_with('@')) return write_path(key);
    if (functions().find(version_.stage_kind, key.text) != nullptr) {
      add(key.begin, key.end, "keyword");
    } else {
      add(key.begin, key.end, "function");
    }
  }

  // Only texts that appear verbatim in the file: without escapes, on one line.
  void write_path(const YamlNode& node) {
    if (node.text == "@now") return add(node.begin, node.end, "function");
    if (!node.text.starts_with('$')) return;
    const std::size_t at = text_.substr(node.begin, node.end - node.begin).find(node.text);
    if (at != std::string_view::npos) PathTokens(file_, node.begin + at, node.text, tokens_).write();
  }

  void add(std::size_t begin, std::size_t end, std::string_view kind) {
    tokens_.push_back({file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), kind});
  }

  Context& context_;
  std::uint32_t file_;
  std::string_view text_;
  std::vector<Token>& tokens_;
  const Version& version_;
};

void write_file(Context& context, std::uint32_t file, std::vector<Token>& tokens) {
  if (const auto document = readable_tree(context, file)) TokenWriter(context, file, tokens).write(*document->root);
}

}  // namespace

std::vector<Token> tokens_of(Context& context) {
  std::vector<Token> tokens;
  if (!context.workspace.main.empty()) {
    if (const auto file = context.files.source(context.workspace.main)) write_file(context, *file, tokens);
  }
  if (const auto& expression = context.workspace.expression) {
    // An expression that is not text is shown as JSON.
    const std::string text =
        expression->is_string() ? std::string(expression->as_string()) : write_json(*expression, context.budget);
    const std::uint32_t file = context.expression_source(text);
    if (text.starts_with('$')) {
      PathTokens(file, 0, text, tokens).write();
    } else {
      write_file(context, file, tokens);
    }
  }
  sort_tokens(tokens);
  return tokens;
}

}  // namespace evalground::dcontroller
