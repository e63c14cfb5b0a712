// Colors for ensembles: directives, keys of expressions, functions, queries and templates.
//
//   url: {eval: {concat: [http://, {eval: ::web::host}]}}     eval is a keyword, concat a function, ::web::host a query
//
// The tree is that of the YAML parser, so a file that is not valid YAML has no colors of this dialect. Places in a
// scalar need care: with escapes or line breaks the value has other offsets than the source.
#include "dialects/unfurl/tokens.hpp"

#include <algorithm>

#include "data/yaml/offsets.hpp"
#include "data/yaml/parse.hpp"
#include "dialects/jinja2/syntax/options.hpp"
#include "dialects/jinja2/tokens.hpp"
#include "dialects/unfurl/catalogue.hpp"
#include "dialects/unfurl/expression/evaluator.hpp"
#include "dialects/unfurl/expression/expression.hpp"
#include "dialects/unfurl/expression/query.hpp"
#include "dialects/unfurl/merge/directive.hpp"

namespace evalground::unfurl {
namespace {

bool is_text(const YamlNode& node) {
  return node.kind == YamlNode::Kind::scalar;
}

// Walks a YAML tree in the same way as the evaluator walks its value.
class TokenWriter {
 public:
  TokenWriter(const Sources& sources, Budget& budget, std::uint32_t file, std::vector<Token>& tokens)
      : budget_(budget), file_(file), text_(sources.text(file)), tokens_(tokens) {}

  void write(const YamlNode& node) {
    const Depth depth = budget_.enter();
    budget_.step();
    if (node.kind == YamlNode::Kind::sequence) {
      for (const YamlNode* item : node.items) write(*item);
    } else if (node.kind == YamlNode::Kind::mapping) {
      write_mapping(node);
    } else if (is_text(node) && is_template(Value::string(node.text))) {
      write_template(node);
    }
  }

  // A scalar that is evaluated as a query or a template.
  void write_query(const YamlNode& node) {
    if (is_template(Value::string(node.text))) return write_template(node);
    // Only scalars that appear verbatim in the file: without escapes, on one line.
    const std::string_view source = text_.substr(node.begin, node.end - node.begin);
    const std::size_t at = source.find(node.text);
    if (node.text.empty() || at == std::string_view::npos) return;
    write_query(node.text, node.begin + at);
  }

  void write_query(std::string_view query, std::size_t begin) {
    if (is_template(Value::string(query))) {
      for (const Token& token : jinja2::tokens_of(query, {}, budget_)) {
        add(begin + token.begin, begin + token.end, token.kind);
      }
      return;
    }
    for (const QueryToken& token : query_tokens(query)) {
      add(begin + token.begin, begin + token.end, token.kind);
    }
  }

 private:
  // scalar_offsets() gives the place in the file for each byte of the scalar's value.
  void write_template(const YamlNode& node) {
    const std::vector<std::uint32_t> offsets = scalar_offsets(text_.substr(node.begin, node.end - node.begin),
                                                              static_cast<std::uint32_t>(node.begin), node.text);
    for (const Token& token : jinja2::tokens_of(node.text, {}, budget_)) {
      add(offsets[token.begin], offsets[token.end], token.kind);
    }
  }

  // Like is_expression_map(), but decides by keys of YAML nodes.
  static bool is_expression(const YamlNode& node) {
    Map keys;
    for (const YamlPair& pair : node.pairs) {
      if (is_text(*pair.key)) keys.set(pair.key->text, Value::null());
    }
    return keys.size() == node.pairs.size() && is_expression_map(Value::map(std::move(keys)));
  }

  // What is quoted by `q` has no colors, because nothing in it is evaluated.
  void write_mapping(const YamlNode& node) {
    const bool expression = is_expression(node);
    for (const auto& [key, value] : node.pairs) {
      if (!is_text(*key)) {
        write(*value);
        continue;
      }
      if (is_directive(key->text)) {
        add(key->begin, key->end, "directive");
        write(*value);
      } else if (!expression) {
        write(*value);
      } else if (is_standalone_function(key->text)) {
        add(key->begin, key->end, "function");
        if (key->text != "q") write(*value);
      } else {
        add(key->begin, key->end, "keyword");
        write_part(key->text, *value);
      }
    }
  }

  // The value under a key of an expression map.
  void write_part(std::string_view key, const YamlNode& value) {
    const bool is_source = key == "eval" || key == "ref";
    if (is_source || key == "foreach" || key == "select") {
      if (is_text(value)) return write_query(value);
      if (value.kind == YamlNode::Kind::mapping) {
        if (is_source) return write_call(value);
        for (const YamlPair& part : value.pairs) {
          if (!is_text(*part.key) || (part.key->text != "key" && part.key->text != "value")) continue;
          add(part.key->begin, part.key->end, "keyword");
          if (is_text(*part.value)) write_query(*part.value);
        }
      }
    }
    write(value);
  }

  // The first key that names a function is called. The others are its keyword arguments.
  void write_call(const YamlNode& node) {
    const auto is_function = [](const YamlPair& pair) {
      return is_text(*pair.key) && functions().find("function", pair.key->text) != nullptr;
    };
    const auto function = std::find_if(node.pairs.begin(), node.pairs.end(), is_function);
    if (function == node.pairs.end()) return write_mapping(node);
    for (const YamlPair& pair : node.pairs) {
      const bool is_called = &pair == &*function;
      if (is_text(*pair.key)) add(pair.key->begin, pair.key->end, is_called ? "function" : "keyword");
      if (!is_called || pair.key->text != "q") write(*pair.value);
    }
  }

  static bool is_directive(std::string_view key) {
    if (key == strategy_key || key == anchor_key) return true;
    return recover([&] { return parse_directive(key).has_value(); }, [](const Error&) { return true; });
  }

  void add(std::size_t begin, std::size_t end, std::string_view kind) {
    tokens_.push_back({file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), kind});
  }

  Budget& budget_;
  std::uint32_t file_;
  std::string_view text_;
  std::vector<Token>& tokens_;
};

bool is_yaml(std::string_view name) {
  return name.ends_with(".yaml") || name.ends_with(".yml") || name.ends_with(".json");
}

void write_file(Sources& sources, Budget& budget, std::uint32_t file, std::vector<Token>& tokens) {
  recover(
      [&] {
        const Document document = parse_yaml(sources, file, budget);
        TokenWriter(sources, budget, file, tokens).write(*document.root);
        return true;
      },
      [](const Error&) { return false; });
}

}  // namespace

// All YAML files of the workspace, as included ones are shown as well. An expression is read as YAML first. If that
// gives no tokens, it is a query.
std::vector<Token> tokens_of(Context& context) {
  std::vector<Token> tokens;
  Budget budget(context.budget.limits());  // independent of what the evaluation has used
  for (const auto& [name, content] : context.workspace.files) {
    if (!name.is_string() || (!is_yaml(name.as_string()) && name.as_string() != context.workspace.main)) continue;
    if (const auto file = context.files.source(name.as_string())) write_file(context.sources, budget, *file, tokens);
  }
  if (const auto& expression = context.workspace.expression; expression && expression->is_string()) {
    const std::string text(expression->as_string());
    const std::uint32_t file = context.expression_source(text);
    const std::size_t before = tokens.size();
    write_file(context.sources, budget, file, tokens);
    if (tokens.size() == before) TokenWriter(context.sources, budget, file, tokens).write_query(text, 0);
  }
  std::sort(tokens.begin(), tokens.end(),
            [](const Token& a, const Token& b) { return a.file != b.file ? a.file < b.file : a.begin < b.begin; });
  return tokens;
}

}  // namespace evalground::unfurl
