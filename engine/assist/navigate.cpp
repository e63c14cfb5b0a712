// Going from a name to its definition and its uses, renaming it, and listing all names of a file. All of it follows
// from the Reading, in which each mention of a name has its symbol.
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

bool may_be_name(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.' || static_cast<unsigned char>(c) >= 0x80;
  };
  return !name.empty() && name.size() <= 200 && std::all_of(name.begin(), name.end(), fits);
}

// Whether a name of several words may be written in its place, which may be in YAML without quotes.
bool may_be_title(std::string_view name) {
  if (name.empty() || name.size() > 200 || name.front() == ' ' || name.back() == ' ' || name.back() == ':')
    return false;
  if (name.find(": ") != std::string_view::npos || name.find(" #") != std::string_view::npos) return false;
  if (std::string_view("-?:,[]{}#&*!|>'\"%@`").find(name.front()) != std::string_view::npos) return false;
  return std::none_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || std::string_view("'\"\\,[]{}").find(c) != std::string_view::npos;
  });
}

// Excludes names that are not listed on their own: the target of a merge path, and members of a type.
bool is_listed(const Reading& reading, const Mention& mention) {
  if (!mention.defines || mention.symbol == no_symbol) return false;
  const std::string_view kind = reading.symbols[mention.symbol].kind;
  return kind != "merge path" && kind != "property" && kind != "requirement";
}

// True for names that expressions can read: no punctuation, no digit first.
bool may_be_identifier(std::string_view name) {
  return may_be_name(name) && name.find_first_of("-.") == std::string_view::npos && !(name[0] >= '0' && name[0] <= '9');
}

[[noreturn]] void refuse_rename(std::string message) {
  throw Error("cannot-rename", std::move(message));
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
  for (const Mention& one : question.reading().mentions) {
    if (one.symbol == mention->symbol && one.defines) found.push_back(question.range(one.at));
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

namespace {

// The places of a symbol's name. A symbol that is defined elsewhere, or written with escapes, cannot be renamed.
// A use with escapes is left alone, but at the definition that would break the document, so it is refused.
std::vector<const Mention*> renamed_mentions(Question& question, std::uint32_t number, const std::string& shown) {
  const Symbol& symbol = question.reading().symbols[number];
  if (!symbol.stays.empty()) refuse_rename("The " + shown + " cannot be renamed here. " + symbol.stays);
  std::vector<const Mention*> all;
  bool is_defined = false;
  for (const Mention& one : question.reading().mentions) {
    if (one.symbol != number) continue;
    is_defined = is_defined || one.defines;
    if (question.text(one.at) == symbol.name) {
      all.push_back(&one);
    } else if (one.defines) {
      refuse_rename("The " + shown + " is written with escapes where it is defined.");
    }
  }
  if (symbol.is_fixed || !is_defined) refuse_rename("The " + shown + " is not defined in these files.");
  return all;
}

// A name that exists already in the same scope would join two symbols.
void check_new_name(Question& question, const Symbol& symbol, std::string_view name) {
  constexpr std::string_view identifiers[] = {"variable", "macro", "block", "module", "class", "bundle", "body"};
  constexpr std::string_view titles[] = {"handler", "type"};
  const bool is_identifier = contains(identifiers, symbol.kind);
  const bool fits = contains(titles, symbol.kind) ? may_be_title(name) : may_be_name(name);
  if (!fits || (is_identifier && !may_be_identifier(name))) {
    refuse_rename(quote(name) + " cannot be the name of " + with_article(symbol.kind) + ".");
  }
  const Symbol* other = question.reading().find(symbol.kind, symbol.scope, name);
  if (other != nullptr && other != &symbol) {
    refuse_rename("There is " + with_article(symbol.kind) + " " + quote(name) + " already.");
  }
}

}  // namespace

// Without a new name, this only tells whether and what can be renamed, before the user types.
Value rename(Question& question) {
  const Mention* mention = question.mention();
  const Symbol* symbol = symbol_of(question, mention);
  if (symbol == nullptr) refuse_rename("Nothing here can be renamed.");
  const std::string shown = std::string(symbol->kind) + " " + quote(symbol->name);
  if (symbol->kind == "file") refuse_rename("The " + shown + " is renamed as a file.");
  const std::vector<const Mention*> all = renamed_mentions(question, mention->symbol, shown);
  const Value* wanted = question.request.find("newName");
  if (wanted == nullptr) {
    Map result = question.range(mention->at).as_map();
    result.set("placeholder", Value::string(symbol->name));
    return Value::map(std::move(result));
  }
  const std::string_view name = wanted->as_string();
  check_new_name(question, *symbol, name);
  List edits;
  for (const Mention* one : all) {
    Map edit = question.range(one->at).as_map();
    edit.set("newText", Value::string(name));
    edits.push_back(Value::map(std::move(edit)));
  }
  return Value::map({{"edits", Value::list(std::move(edits))}});
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
