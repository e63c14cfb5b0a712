#include "toy/toy.hpp"

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"

namespace evalground::toy {
namespace {

constexpr Option loud_option{.name = "loud", .summary = "Puts an exclamation mark behind the result."};

constexpr std::string_view extensions[] = {"toy"};
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
    .line_comment = "//",
    .inputs = inputs,
    .options = options,
    .limits = common_limits,
    .tree = "Toys",
    .embedding = &embedding,
    .notation = &notation,
    .marks = marks,
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

class Toy final : public Dialect {
 public:
  std::string_view name() const override { return "toy"; }
  const Description& description() const override { return toy::description; }
  const FunctionCatalogue& functions() const override {
    static const FunctionCatalogue catalogue = [] {
      FunctionCatalogue all;
      all.add("words", toy::functions);
      return all;
    }();
    return catalogue;
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
      context.fail_name(0, "unknown-function", "There is no function " + quote(name) + ".", name,
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
