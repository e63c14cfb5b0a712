#include "toy/toy.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"

namespace evalground::toy {
namespace {

constexpr Option loud_option{.name = "loud", .summary = "Puts an exclamation mark behind the result."};

constexpr std::string_view extensions[] = {"toy"};
constexpr Prose aliases[] = {"plaything"};
constexpr std::string_view words[] = {"teddy bear"};
constexpr Input inputs[] = {{"vars", "Words", "Words that the expression may name."}};
constexpr Option options[] = {loud_option, quirks_option};
constexpr Embedding embedding{.expressions = "^play$"};
constexpr PathRoot roots[] = {{"box", "toys"}};
constexpr Notation notation{.by_key = ".*", .by_index = "[*]", .plain_key = R"(^\w+$)", .roots = roots};
constexpr Mark marks[] = {{R"(^toy\s)", 40}, {R"(^upper\s)", 5}};

constexpr Description description{
    .title = "Toy",
    .monogram = "To",
    .summary = "One function and one word",
    .operations = only_evaluate,
    .main = {"main.toy", "game", "expression"},
    .extensions = extensions,
    .fence = "",
    .aliases = aliases,
    .line_comment = "//",
    .inputs = inputs,
    .options = options,
    .limits = common_limits,
    .tree = "Toys",
    .embedding = &embedding,
    .notation = &notation,
    .marks = marks,
    .words = words,
};

Value upper(Call& call) {
  return Value::string(to_upper(call.string(0)));
}

constexpr Example upper_examples[] = {{"upper hello", "", R"("HELLO")"}};
constexpr Function functions[] = {
    {.kind = "function",
     .signature = "upper(word: string) -> string",
     .summary = "The word in upper case.",
     .examples = upper_examples,
     .call = upper},
};

const FunctionCatalogue& catalogue() {
  static const FunctionCatalogue catalogue = [] {
    FunctionCatalogue all;
    all.add("words", toy::functions);
    return all;
  }();
  return catalogue;
}

// What editors know of it: the words of a text, of which the first is a function's name.
class Words final : public Language {
 public:
  bool reads(std::string_view path, const Workspace& workspace) const override {
    return path.ends_with(".toy") || path == workspace.main || path == expression_path;
  }
  void read(Context& context, std::uint32_t file, Reading& reading) const override {
    const Pieces all = pieces_of(context, file);
    if (all.empty()) return;
    reading.name("function", all[0].text, {file, all[0].begin, all[0].end});
    reading.expressions.push_back({file, all.front().begin, all.back().end});
  }
  Caret at(Context& context, const Reading&, std::uint32_t file, std::uint32_t offset) const override {
    Caret caret;
    const Pieces all = pieces_of(context, file);
    const std::size_t before = pieces_before(all, offset);
    caret.word = {file, before < all.size() ? all[before].begin : offset, offset};
    if (before == 0) {
      caret.kinds = {"function"};
      caret.calls_as = Calls::bare;
    }
    return caret;
  }
  Form form() const override { return Form::expression; }
  Pieces pieces(Context& context, const Stretch& expression) const override {
    return pieces_of(context, expression.file);
  }

 private:
  static Pieces pieces_of(const Context& context, std::uint32_t file) {
    const std::string_view text = context.sources.text(file);
    Pieces all;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
      if (end > begin) {
        all.push_back({Piece::Kind::name, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
                       std::string(text.substr(begin, end - begin))});
      }
      begin = end + 1;
    }
    return all;
  }
};

class Toy final : public Dialect {
 public:
  std::string_view name() const override { return "toy"; }
  const Description& description() const override { return toy::description; }
  const FunctionCatalogue& functions() const override { return catalogue(); }
  const Language& language() const override {
    static const Words words;
    return words;
  }

  void evaluate(Context& context, Outcome& outcome) const override {
    const Workspace& workspace = context.workspace;
    std::string_view text;
    if (workspace.expression) {
      text = workspace.expression->as_string();
    } else if (const auto file = context.files.source(workspace.main)) {
      text = context.sources.text(*file);
    }
    const std::size_t space = text.find(' ');
    const std::string_view name = text.substr(0, space);
    const auto* entry = functions().find("function", name);
    if (entry == nullptr) {
      context.fail_name(0, "unknown-function", "Unknown function " + quote(name) + ".", name,
                        functions().nearest("function", name));
    }
    const std::string_view word = space == std::string_view::npos ? "" : trim(text.substr(space));
    const Value* given = workspace.vars.find(word);
    Call call(context, 0, entry->signature, std::vector{given != nullptr ? *given : Value::string(word)});
    const Value result = entry->function->call(call);
    const bool is_loud = flag_option(workspace.options, loud_option);
    outcome.value = is_loud ? Value::string(std::string(result.as_string()) + "!") : result;
  }

  std::vector<OutlineNode> outline(Context&) const override { return {}; }
  std::vector<Token> tokens(Context&) const override { return {}; }
};

}  // namespace

const Dialect& dialect() {
  static const Toy toy;
  return toy;
}

}  // namespace evalground::toy
