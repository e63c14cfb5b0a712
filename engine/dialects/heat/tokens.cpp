// Colors for Heat templates beyond those of YAML: names of functions, and the YAQL expressions in `yaql` calls. A key
// counts as a function in any version of HOT. The evaluation reports functions that the template's version lacks.
#include "dialects/heat/tokens.hpp"

#include "data/yaml/offsets.hpp"
#include "dialects/heat/catalogue.hpp"
#include "dialects/yaql/syntax/tokens.hpp"
#include "runtime/tokens.hpp"

namespace evalground::heat {
namespace {

class TokenWriter {
 public:
  TokenWriter(Context& context, std::uint32_t file, std::vector<Token>& tokens)
      : context_(context), file_(file), text_(context.sources.text(file)), tokens_(tokens) {}

  // Keys with several entries beside them are data, as in the evaluation: a call is a map with a single key.
  void write(const YamlNode& node) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    if (node.kind == YamlNode::Kind::sequence) {
      for (const YamlNode* item : node.items) write(*item);
      return;
    }
    if (node.kind != YamlNode::Kind::mapping) return;
    if (node.pairs.size() == 1 && node.pairs[0].key->kind == YamlNode::Kind::scalar) {
      const YamlNode& key = *node.pairs[0].key;
      if (find_intrinsic(key.text) != nullptr) {
        tokens_.push_back({file_, key.begin, key.end, "function"});
        if (key.text == "yaql") write_yaql(*node.pairs[0].value);
      }
    }
    for (const auto& pair : node.pairs) write(*pair.value);
  }

 private:
  // The offsets map the text of the scalar to the document, where it may be quoted, folded or indented.
  void write_yaql(const YamlNode& arguments) {
    if (arguments.kind != YamlNode::Kind::mapping) return;
    for (const auto& [key, value] : arguments.pairs) {
      if (key->kind != YamlNode::Kind::scalar || key->text != "expression") continue;
      if (value->kind != YamlNode::Kind::scalar) continue;
      yaql::Place place;
      place.file = file_;
      place.offsets = scalar_offsets(text_.substr(value->begin, value->end - value->begin), value->begin, value->text);
      yaql::write_tokens(value->text, place, tokens_);
    }
  }

  Context& context_;
  std::uint32_t file_;
  std::string_view text_;
  std::vector<Token>& tokens_;
};

// Colors nothing if the file has no readable tree.
void write_file(Context& context, std::uint32_t file, std::vector<Token>& tokens) {
  if (const auto document = readable_tree(context, file)) TokenWriter(context, file, tokens).write(*document->root);
}

}  // namespace

std::vector<Token> tokens_of(Context& context) {
  std::vector<Token> tokens;
  if (!context.workspace.main.empty()) {
    if (const auto file = context.files.source(context.workspace.main)) write_file(context, *file, tokens);
  }
  if (const auto& expression = context.workspace.expression; expression && expression->is_string()) {
    write_file(context, context.expression_source(std::string(expression->as_string())), tokens);
  }
  sort_tokens(tokens);
  return tokens;
}

}  // namespace evalground::heat
