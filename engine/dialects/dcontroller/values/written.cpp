// An expression can be given as text or as a value. Both get a source, so that messages, traces and colors can point
// into it. A value has no text of its own, so its JSON is the source.
#include "dialects/dcontroller/values/written.hpp"

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"
#include "data/yaml/load.hpp"
#include "data/yaml/parse.hpp"
#include "value/big_integer.hpp"
#include "value/json.hpp"
#include "value/map.hpp"
#include "value/transform.hpp"

namespace evalground::dcontroller {
namespace {

// Writes a value as compact JSON, in the page's format, and gives every part its place in that text.
//   {"@add":[1,2]}     the item 2 is at offset 11
//
// Only offsets are counted, the text is written elsewhere. Both must agree byte by byte, so scalars are measured by
// writing them.
class Locator {
 public:
  Locator(Context& context, std::uint32_t file) : context_(context), file_(file) {}

  Value locate(const Value& value) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    const std::size_t begin = offset_;
    if (value.is_list()) {
      List items;
      for (const Value& item : value.as_list()) {
        ++offset_;  // the bracket or the comma before it
        items.push_back(locate(item));
      }
      offset_ += items.empty() ? 2 : 1;
      return at(begin, Value::list(std::move(items)));
    }
    if (value.is_map()) {
      Map entries;
      for (const auto& [key, item] : value.as_map()) {
        ++offset_;
        Value located_key = scalar(key);
        ++offset_;  // the colon
        entries.set(std::move(located_key), locate(item));
      }
      offset_ += entries.empty() ? 2 : 1;
      return at(begin, Value::map(std::move(entries)));
    }
    return scalar(value);
  }

 private:
  Value scalar(const Value& value) {
    const std::size_t begin = offset_;
    offset_ += write_json(value, context_.budget).size();
    return at(begin, value);
  }

  Value at(std::size_t begin, Value value) {
    return std::move(value).with_origin(context_.sources.add(
        {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(offset_), Via::literal, 0, false}));
  }

  Context& context_;
  std::uint32_t file_;
  std::size_t offset_ = 0;
};

YamlLoadOptions kubernetes_options() {
  YamlLoadOptions options;
  options.rules = YamlRules::kubernetes;
  options.last_duplicate_wins = true;
  return options;
}

// `@add: [1, 2]`: an operator whose quotes are missing.
bool is_unquoted_operator(std::string_view text) {
  if (!text.starts_with('@')) return false;
  std::size_t end = 1;
  while (end < text.size() && is_ascii_letter(text[end])) ++end;
  return end > 1 && text.substr(end, 1) == ":" &&
         (end + 1 == text.size() || ascii_whitespace.find(text[end + 1]) != std::string_view::npos);
}

// kubectl writes `{.metadata.name}` for what is `$.metadata.name` here. YAML reads a map with an empty value.
void hint_at_path(const Value& map, std::string_view text, Context& context) {
  if (!map.is_map() || map.as_map().size() != 1 || !map.as_map().entry(0).value.is_null()) return;
  const std::string_view key = map.as_map().entry(0).key.as_string();
  if (!key.starts_with('.') || text != "{" + std::string(key) + "}") return;
  context.warn_name(map.origin(), "not-evaluated", "This is a map, because a path begins with `$`.", text,
                    "$" + std::string(key));
}

//   $.spec.n           a path, which is not parsed as YAML
//   web                a literal text
//   5, "web"           YAML of a number, a boolean, null or text in quotes
//   {"@add": [1, 2]}   JSON or YAML; a mistake in it is an error
//   a: 1               YAML; if it is not a valid map or list, it is a literal text
//
// The last case is why the two kinds of YAML differ: text with a colon is often only text.
Value located_text(Context& context, const Value& expression) {
  const std::string text(expression.as_string());
  const std::uint32_t file = context.expression_source(text);
  const auto as_it_is = [&] {
    return expression.with_origin(
        context.sources.add({file, 0, static_cast<std::uint32_t>(text.size()), Via::literal, 0, false}));
  };
  const std::string_view content = trim(text);
  if (content.empty() || content.starts_with('$')) return as_it_is();
  const auto load = [&] { return load_yaml(context.sources, file, context.budget, kubernetes_options()); };
  if (content.starts_with('{') || content.starts_with('[') || content.starts_with("- ")) {
    Value loaded = load();
    hint_at_path(loaded, content, context);
    return loaded;
  }
  const bool is_quoted = content.starts_with('"') || content.starts_with('\'');
  if (!is_quoted && content.find(':') == std::string_view::npos) {
    const PlainType type = plain_type(content, YamlRules::kubernetes);
    return type == PlainType::text || type == PlainType::merge ? as_it_is() : load();
  }
  Value loaded = recover(load, [&](const Error& error) {
    if (is_unquoted_operator(content)) throw Error(error.diagnostic);
    context.warn(error.diagnostic.where, "yaml-syntax",
                 "The expression is read as text, because it is not valid YAML: " + error.diagnostic.message);
    return Value();
  });
  return loaded.is_map() || loaded.is_list() || (is_quoted && loaded.is_string()) ? loaded : as_it_is();
}

}  // namespace

Value located_expression(Context& context) {
  const Value expression = as_go_reads(*context.workspace.expression, context.budget);
  if (expression.is_string()) return located_text(context, expression);
  return Locator(context, context.expression_source(write_json(expression, context.budget))).locate(expression);
}

std::vector<Value> located_documents(Context& context) {
  if (context.workspace.main.empty()) return {};
  const std::optional<std::uint32_t> file = context.files.source(context.workspace.main);
  if (!file) return {};
  const std::vector<Document> documents = parse_yaml_stream(context.sources, *file, context.budget);
  std::vector<Value> values;
  for (const Document& document : documents) {
    Value value = load_yaml(document, context.sources, context.budget, kubernetes_options());
    if (!value.is_null() || documents.size() == 1) values.push_back(std::move(value));
  }
  if (values.empty())
    values.push_back(Value::null().with_origin(context.sources.add({*file, 0, 0, Via::literal, 0, false})));
  return values;
}

// Integers above 64 bits have a type of their own in the engine, which Go's JSON lacks.
Value as_go_reads(const Value& value, Budget& budget) {
  return transform(value, budget, [](const Value& part) {
    const auto* integer = object_cast<BigInteger>(part);
    if (integer == nullptr) return part;
    const std::optional<double> number = integer->number.to_double();
    if (!number) throw Error("number-out-of-range", "An integer is too large for a float.", part.origin());
    return Value::real(*number).with_origin(part.origin());
  });
}

}  // namespace evalground::dcontroller
