// Going from a name to its definition and its uses, and listing all names of a file. All of it follows from the
// Reading, in which each mention of a name has its symbol.
#include "assist/navigate.hpp"

#include <algorithm>

#include "assist/names.hpp"
#include "assist/words.hpp"
#include "base/text/any_of.hpp"
#include "base/text/text.hpp"

namespace evalground {
namespace {

constexpr std::size_t most_symbols = 5'000;

const Symbol* symbol_of(Question& question, const Mention* mention) {
  return mention == nullptr || mention->symbol == no_symbol ? nullptr : &question.reading().symbols[mention->symbol];
}

// Excludes names that are not listed on their own: the target of a merge path, and members of a type.
bool is_listed(const Reading& reading, const Mention& mention) {
  if (!mention.defines || mention.symbol == no_symbol) return false;
  const std::string_view kind = reading.symbols[mention.symbol].kind;
  return kind != "merge path" && kind != "property" && kind != "requirement";
}

Value symbol_value(Question& question, const Mention& mention) {
  const Symbol& symbol = question.reading().symbols[mention.symbol];
  Map one{{"name", Value::string(symbol.name)},
          {"kind", Value::string(symbol_kind(symbol.kind))},
          {"is", Value::string(symbol.kind)}};
  if (!symbol.detail.empty()) {
    std::string detail = symbol.detail.substr(0, symbol.detail.find('\n'));
    detail.erase(std::remove(detail.begin(), detail.end(), '`'), detail.end());
    one.set("detail", Value::string(detail));
  }
  const bool has_whole = mention.whole.end > mention.whole.begin;
  one.set("location", question.range(has_whole ? mention.whole : mention.at));
  one.set("selectionRange", *question.range(mention.at).as_map().find("range"));
  return Value::map(std::move(one));
}

}  // namespace

Value definition(Question& question) {
  const Mention* mention = question.mention();
  const Symbol* symbol = symbol_of(question, mention);
  List found;
  if (symbol == nullptr) return Value::list();
  if (symbol->kind == "file") {
    const auto path = file_named(question.context, symbol->name, mention->at.file);
    const auto file = path ? question.context.files.source(*path) : std::nullopt;
    if (file) found.push_back(question.range({*file, 0, 0}));
    return Value::list(std::move(found));
  }
  const auto add = [&](auto is_meant) {
    for (const Mention& one : question.reading().mentions) {
      if (one.defines && one.symbol != no_symbol && is_meant(one.symbol)) found.push_back(question.range(one.at));
    }
  };
  if (symbol->alias_of != no_symbol) add([&](std::uint32_t one) { return one == symbol->alias_of; });
  if (found.empty()) add([&](std::uint32_t one) { return one == mention->symbol; });
  // Where the name may mean any of several symbols, all are shown.
  if (found.empty()) {
    const std::vector<Symbol>& all = question.reading().symbols;
    add([&](std::uint32_t one) {
      return all[one].name == symbol->name && all[one].kind == symbol->kind && all[one].scope == symbol->scope;
    });
  }
  return Value::list(std::move(found));
}

// The protocol lets an editor leave out the definition.
Value references(Question& question) {
  const Mention* mention = question.mention();
  List found;
  if (mention == nullptr || mention->symbol == no_symbol) return Value::list();
  const Value* wanted = question.request.find("includeDeclaration");
  const bool with_definition = wanted == nullptr || wanted->kind() != Kind::boolean || wanted->as_boolean();
  for (const Mention& one : question.reading().mentions) {
    if (one.symbol != mention->symbol || (one.defines && !with_definition)) continue;
    Map range = question.range(one.at).as_map();
    if (one.defines) range.set("defines", Value::boolean(true));
    found.push_back(Value::map(std::move(range)));
  }
  return Value::list(std::move(found));
}

// With a query, all files and a flat list; without one, the tree of a file.
Value symbols(Question& question) {
  const Reading& reading = question.reading();
  List all;
  if (const Value* query = question.request.find("query"); query != nullptr && query->is_string()) {
    for (const Mention& one : reading.mentions) {
      if (!is_listed(reading, one) || all.size() == most_symbols) continue;
      if (one.name.find(query->as_string()) != std::string::npos) all.push_back(symbol_value(question, one));
    }
    return Value::list(std::move(all));
  }
  const std::uint32_t file = question.file();
  // Parents first: a child is placed under the symbol whose definition came before.
  std::vector<const Mention*> here;
  for (const Mention& one : reading.mentions) {
    if (is_listed(reading, one) && one.at.file == file && here.size() < most_symbols) here.push_back(&one);
  }
  std::stable_sort(here.begin(), here.end(),
                   [](const Mention* a, const Mention* b) { return a->at.begin < b->at.begin; });
  std::vector<std::pair<std::uint32_t, std::size_t>> roots;  // symbols with their indexes in the list
  for (const Mention* one : here) {
    Value value = symbol_value(question, *one);
    const std::uint32_t parent = reading.symbols[one->symbol].parent;
    const auto found =
        std::find_if(roots.rbegin(), roots.rend(), [&](const auto& root) { return root.first == parent; });
    if (parent != no_symbol && found != roots.rend()) {
      Map& owner = all[found->second].edit_map();
      Value children = owner.contains("children") ? *owner.find("children") : Value::list();
      // Take the list out of its map first: it would be shared otherwise, and each push would copy it.
      owner.set("children", Value::null());
      children.edit_list().push_back(std::move(value));
      owner.set("children", std::move(children));
      continue;
    }
    roots.emplace_back(one->symbol, all.size());
    all.push_back(std::move(value));
  }
  return Value::list(std::move(all));
}

}  // namespace evalground
