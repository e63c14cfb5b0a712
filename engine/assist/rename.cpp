// Renaming a symbol. An edit that changes what any name means is refused with its reason: the new name may be a word of
// the language, belong to something else, or be bound by something between the definition and a use. The last two are
// found by reading the renamed texts again, which works for every language.
#include "assist/rename.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "assist/names.hpp"
#include "assist/words.hpp"
#include "base/text/any_of.hpp"
#include "base/text/text.hpp"
#include "data/yaml/schema.hpp"
#include "runtime/language/yaml_text.hpp"

namespace evalground {
namespace {

using Mentions = std::vector<const Mention*>;

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

// True for names that expressions can read: no punctuation, no digit first.
bool may_be_identifier(std::string_view name) {
  return may_be_name(name) && name.find_first_of("-.") == std::string_view::npos && !(name[0] >= '0' && name[0] <= '9');
}

[[noreturn]] void refuse_rename(std::string message) {
  throw Error("cannot-rename", std::move(message));
}

bool is_earlier(const Mention* a, const Mention* b) {
  return a->at.file != b->at.file ? a->at.file < b->at.file : a->at.begin < b->at.begin;
}

// The places of a symbol's name. A symbol that is defined elsewhere, or written with escapes, cannot be renamed.
// A use with escapes is left alone, but at the definition that would break the document, so it is refused.
Mentions renamed_mentions(Question& question, std::uint32_t number, const std::string& shown) {
  const Symbol& symbol = question.reading().symbols[number];
  if (!symbol.stays.empty()) refuse_rename("The " + shown + " cannot be renamed here. " + symbol.stays);
  Mentions all;
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
  // A place may be read twice: as a part of its own file and of one that includes it.
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  std::erase_if(all, [&](const Mention* one) { return !seen.emplace(one->at.file, one->at.begin).second; });
  return all;
}

// Whether the name may be written in those places at all.
void check_new_name(Question& question, const Symbol& symbol, std::string_view name, const Mentions& edits) {
  if (const std::string why = question.language->why_reserved(symbol.kind, name); !why.empty()) {
    refuse_rename(quote(name) + " cannot be the name of " + with_article(symbol.kind) + ". " + why);
  }
  constexpr std::string_view identifiers[] = {"variable", "macro", "block", "module", "class", "bundle", "body"};
  constexpr std::string_view titles[] = {"handler", "type"};
  const bool is_identifier = contains(identifiers, symbol.kind);
  const bool fits = contains(titles, symbol.kind) ? may_be_title(name) : may_be_name(name);
  if (!fits || (is_identifier && !may_be_identifier(name))) {
    refuse_rename(quote(name) + " cannot be the name of " + with_article(symbol.kind) + ".");
  }
  const bool is_in_yaml = std::any_of(edits.begin(), edits.end(), [&](const Mention* one) {
    return is_yaml_path(question.context.sources.path(one->at.file));
  });
  if (is_in_yaml && plain_type(name, YamlRules::yaml_1_1) != PlainType::text) {
    refuse_rename(quote(name) + " cannot be the name of " + with_article(symbol.kind) + ". YAML reads it as a value.");
  }
}

// A place in the renamed texts.
using Place = std::pair<std::string, std::uint32_t>;

std::string shown_place(const Context& context, const Stretch& at) {
  const std::string_view text = context.sources.text(at.file).substr(0, at.begin);
  return "line " + std::to_string(1 + std::count(text.begin(), text.end(), '\n')) + " of `" +
         context.sources.path(at.file) + "`";
}

// The workspace with the new name in all places, which are put into `places`.
Workspace renamed_workspace(Question& question, Mentions edits, std::string_view name, std::set<Place>& places) {
  Workspace changed = question.workspace;
  std::sort(edits.begin(), edits.end(), is_earlier);
  for (std::size_t at = 0; at < edits.size();) {
    const std::uint32_t file = edits[at]->at.file;
    const std::string& path = question.context.sources.path(file);
    const std::string_view before = question.context.sources.text(file);
    std::string text;
    std::uint32_t done = 0;
    for (; at < edits.size() && edits[at]->at.file == file; ++at) {
      text += before.substr(done, edits[at]->at.begin - done);
      places.emplace(path, static_cast<std::uint32_t>(text.size()));
      text += name;
      done = edits[at]->at.end;
    }
    text += before.substr(done);
    if (changed.files.contains(path)) {
      changed.files.set(path, Value::string(text));
    } else if (changed.expression && changed.expression->is_string()) {
      changed.expression = Value::string(text);
    }
  }
  return changed;
}

// In the renamed texts, exactly the edited places must name one symbol.
void check_meaning(Question& question, const Mentions& edits, std::string_view name) {
  std::set<Place> places;
  const Workspace changed = renamed_workspace(question, edits, name, places);
  Context context(changed, question.options, question.host);
  Reading reading;
  std::vector<std::uint32_t> files = files_in(*question.language, context);
  if (changed.expression && changed.expression->is_string()) {
    files.push_back(context.expression_source(std::string(changed.expression->as_string())));
  }
  read_names(*question.language, context, files, reading);
  const auto place_of = [&](const Mention& one) { return Place(context.sources.path(one.at.file), one.at.begin); };
  // The symbols of the edited places; a place may have several, of which one is meant.
  std::map<std::uint32_t, std::set<Place>> found;
  for (const Mention& one : reading.mentions) {
    if (one.symbol == no_symbol || reading.symbols[one.symbol].name != name) continue;
    if (places.contains(place_of(one))) found[one.symbol].insert(place_of(one));
  }
  const auto all = std::find_if(found.begin(), found.end(), [&](const auto& one) { return one.second == places; });
  if (all == found.end()) {
    refuse_rename(quote(name) + " would mean something else in one of the places where the name is used.");
  }
  for (const Mention& one : reading.mentions) {
    if (one.symbol != all->first || places.contains(place_of(one)) || one.at.end == one.at.begin) continue;
    refuse_rename(quote(name) + " is used already, in " + shown_place(context, one.at) + ".");
  }
}

}  // namespace

// Without a new name, this only tells whether and what can be renamed, before the user types.
Value rename(Question& question) {
  const Mention* mention = question.mention();
  const bool is_symbol = mention != nullptr && mention->symbol != no_symbol;
  const Symbol* symbol = is_symbol ? &question.reading().symbols[mention->symbol] : nullptr;
  if (symbol == nullptr) refuse_rename("Nothing here can be renamed.");
  const std::string shown = std::string(symbol->kind) + " " + quote(symbol->name);
  if (symbol->kind == "file") refuse_rename("The " + shown + " is renamed as a file.");
  const Mentions all = renamed_mentions(question, mention->symbol, shown);
  const Value* wanted = question.request.find("newName");
  if (wanted == nullptr) {
    Map result = question.range(mention->at).as_map();
    result.set("placeholder", Value::string(symbol->name));
    return Value::map(std::move(result));
  }
  const std::string_view name = wanted->as_string();
  check_new_name(question, *symbol, name, all);
  if (name != symbol->name) check_meaning(question, all, name);
  List edits;
  for (const Mention* one : all) {
    Map edit = question.range(one->at).as_map();
    edit.set("newText", Value::string(name));
    edits.push_back(Value::map(std::move(edit)));
  }
  return Value::map({{"edits", Value::list(std::move(edits))}});
}

}  // namespace evalground
