// Completions at a position of a policy.
#include <algorithm>

#include "dialects/cfengine/catalogue.hpp"
#include "dialects/cfengine/names_in_policies.hpp"
#include "dialects/cfengine/policy_words.hpp"
#include "value/map.hpp"

namespace evalground::cfengine {

// Reads the pieces before the cursor with the same state machine that finds names (names_in_policies.cpp), and asks the
// state what may follow. `all` has the names of the complete files, because names after the cursor count as well.
Caret PolicyNames::cursor(const Reading& all, std::uint32_t offset) {
  Caret cursor;
  const std::string_view text = context_.sources.text(file_);
  const std::size_t count = pieces_before(pieces_, offset);
  const Piece* typed = count < pieces_.size() && pieces_[count].begin < offset ? &pieces_[count] : nullptr;
  cursor.word = {file_, offset, offset};
  if (typed != nullptr && typed->kind == Piece::Kind::comment) return cursor;
  read(count);
  add_calls(cursor, all, count);
  if (reference_cursor(cursor, all, text, offset)) return cursor;
  if (typed != nullptr && typed->kind == Piece::Kind::text) {
    string_cursor(cursor, all, text, *typed, offset, count);
    return cursor;
  }
  if (typed != nullptr && typed->kind == Piece::Kind::name) {
    cursor.word = {file_, typed->begin, std::max(typed->end, offset)};
  }
  word_cursor(cursor, all, count);
  return cursor;
}

// Within `$(…)`: completes a variable, or a key of one, `$(server[name][¦`.
bool PolicyNames::reference_cursor(Caret& cursor, const Reading& all, std::string_view text, std::uint32_t offset) {
  std::uint32_t begin = offset;
  while (begin > 0 && is_name_byte(text[begin - 1])) --begin;
  const auto is_opened = [&](std::size_t at) {
    return at >= 2 && (text[at - 1] == '(' || text[at - 1] == '{') && (text[at - 2] == '$' || text[at - 2] == '@');
  };
  if (is_opened(begin)) {
    cursor.word = {file_, begin, offset};
    add_variables(cursor, all, {});
    return true;
  }
  if (begin == 0 || text[begin - 1] != '[') return false;
  std::size_t name = begin - 1;
  while (name > 0 && (is_name_byte(text[name - 1]) || text[name - 1] == '[' || text[name - 1] == ']')) --name;
  if (!is_opened(name)) return false;
  std::string_view path = text.substr(name, begin - 1 - name);
  const std::string_view variable = path.substr(0, path.find('['));
  const std::size_t dot = variable.find('.');
  const bool is_scoped = dot != std::string_view::npos;
  const Symbol* found = all.find("variable", is_scoped ? std::string(variable.substr(0, dot)) : own_scope(),
                                 is_scoped ? variable.substr(dot + 1) : variable);
  cursor.word = {file_, begin, offset};
  if (found == nullptr) return true;
  Value value = found->value;
  path.remove_prefix(variable.size());
  while (path.starts_with('[')) {
    const std::size_t end = std::min(path.find(']'), path.size());
    value = evalground::item_of(value, path.substr(1, end - 1));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  cursor.data = value;
  return true;
}

// Within quotes: the attribute or the function decides what the text names.
void PolicyNames::string_cursor(Caret& cursor, const Reading& all, std::string_view text, const Piece& typed,
                                std::uint32_t offset, std::size_t count) {
  std::uint32_t begin = offset;
  while (begin > typed.begin && is_name_byte(text[begin - 1])) --begin;
  const Piece* before = count > 0 ? &pieces_[count - 1] : nullptr;
  cursor.word = {file_, typed.begin + 1, offset};
  if (is_in_call()) {
    if (!cursor.calls.empty() && takes_variable(cursor.calls.back())) add_variables(cursor, all, {});
  } else if (takes_classes(attribute_)) {
    cursor.word = {file_, begin, offset};
    add_classes(cursor, all, "");
  } else if (const auto words = values_of(attribute_); !words.empty()) {
    for (const std::string_view word : words) cursor.offers.push_back({std::string(word), "value", "of " + attribute_});
  } else if (attribute_ == "usebundle" || (before != nullptr && attribute_ == "bundlesequence")) {
    add_bundles(cursor, all);
  } else if (attribute_ == "inputs") {
    for (const auto& [name, content] : context_.workspace.files) {
      if (name.is_string()) cursor.offers.push_back({std::string(name.as_string()), "file"});
    }
  }
}

// The bundle's own variables come first. Variables of bodies are visible only there.
void PolicyNames::add_variables(Caret& cursor, const Reading& all, std::string_view prefix) const {
  std::vector<bool> is_defined(all.symbols.size());
  for (const Mention& mention : all.mentions) {
    if (mention.defines && mention.symbol != no_symbol) is_defined[mention.symbol] = true;
  }
  const std::string own = own_scope();
  for (std::size_t at = 0; at < all.symbols.size(); ++at) {
    const Symbol& symbol = all.symbols[at];
    if (symbol.kind != "variable" || !is_defined[at]) continue;
    const bool is_own = symbol.scope == own;
    if (!is_own && (symbol.scope.empty() || symbol.scope.starts_with("body "))) continue;
    std::string name = is_own ? symbol.name : symbol.scope + "." + symbol.name;
    cursor.offers.push_back({std::string(prefix) + name, "variable", "of " + symbol.scope, {}, !is_own});
  }
  for (const std::string_view name : special_variables) {
    cursor.offers.push_back({std::string(prefix) + std::string(name), "variable", "special", {}, true});
  }
}

// True for an argument that names a variable.
bool PolicyNames::takes_variable(const CallAround& call) {
  const auto* entry = functions().find("function", call.name);
  if (entry == nullptr) return false;
  // These functions accept any text.
  const bool asks_for_one = call.name == "isvariable" || call.name == "is_type" || call.name == "type";
  if (asks_for_one) return call.argument == 0;
  const auto& parameters = entry->signature.parameters;
  const std::size_t at = std::min(call.argument, parameters.size());
  if (at == parameters.size())
    return !parameters.empty() && parameters.back().is_rest && parameters.back().type == "collection";
  return parameters[at].type == "collection" || parameters[at].name == "variable" || parameters[at].name == "array";
}

// Classes that the policy does not define: hard classes and those of the workspace.
void PolicyNames::add_classes(Caret& cursor, const Reading& all, std::string_view ending) const {
  const auto add = [&](std::string_view name, std::string_view detail) {
    cursor.offers.push_back({std::string(name) + std::string(ending), "class", std::string(detail), {}, true});
  };
  // The word at the cursor may occur nowhere else, so it must not be offered.
  std::vector<bool> is_elsewhere(all.symbols.size());
  for (const Mention& mention : all.mentions) {
    const bool is_here = mention.at.file == file_ && mention.at.begin == cursor.word.begin;
    if (mention.symbol != no_symbol && !is_here) is_elsewhere[mention.symbol] = true;
  }
  for (std::size_t at = 0; at < all.symbols.size(); ++at) {
    const Symbol& symbol = all.symbols[at];
    if (symbol.kind != "class" || symbol.is_fixed || !is_elsewhere[at]) continue;
    cursor.offers.push_back({written_here(space_of(symbol), symbol.name) + std::string(ending), "class"});
  }
  for (const Value& name : context_.workspace.classes) {
    if (name.is_string()) add(name.as_string(), "given");
  }
  for (const std::string_view name : hard_classes) add(name, "hard class");
}

// Offers the bundles that can be called.
void PolicyNames::add_bundles(Caret& cursor, const Reading& all) const {
  for (const Symbol& symbol : all.symbols) {
    const bool is_called = symbol.kind == "bundle" && (symbol.detail == "agent" || symbol.detail == "common");
    if (is_called) cursor.offers.push_back({written_here(symbol.scope, symbol.name), "bundle", symbol.detail});
  }
}

// Outside of quotes: the last piece decides whether a promise, an attribute or a value begins.
void PolicyNames::word_cursor(Caret& cursor, const Reading& all, std::size_t count) {
  if (bundle_.empty() && body_.empty()) return head_cursor(cursor, count);
  const Piece* before = count > 0 ? piece(count - 1) : nullptr;
  const std::string_view last = before != nullptr ? std::string_view(before->text) : "";
  if (last == "{" && !is_value_) return begin_part(cursor, all);
  // What comes next in a promise, and not in a list.
  const bool ends_attribute = last == "," && !is_in_call() && depth_ == 1 && !section_.empty();
  if (ends_attribute) return add_attributes(cursor);
  if (last == "=>" || last == "{" || last == "(" || last == ",") return value_cursor(cursor, all);
  const bool begins_promise = last == ";" || (before != nullptr && before->kind == Piece::Kind::edge);
  if (begins_promise) return begin_part(cursor, all);
  if (!section_.empty()) add_attributes(cursor);
}

// Outside of bundles and bodies, and in their first line.
void PolicyNames::head_cursor(Caret& cursor, std::size_t count) const {
  const Piece* before = count > 0 ? piece(count - 1) : nullptr;
  if (before != nullptr && before->is("bundle")) {
    for (const std::string_view word : bundle_types) cursor.offers.push_back({std::string(word), "keyword"});
  } else if (before != nullptr && before->is("body")) {
    for (const std::string_view word : body_types()) cursor.offers.push_back({std::string(word), "keyword"});
  } else if (count > 1 && pieces_[count - 2].is("body")) {
    cursor.offers.push_back({"control", "keyword", "settings"});
  } else if (before == nullptr || before->is("}")) {
    cursor.offers.push_back({"bundle", "keyword", "a group of promises", "bundle agent ${1:name}\n{\n  $0\n}"});
    cursor.offers.push_back({"body", "keyword", "a group of attributes", "body ${1:type} ${2:name}\n{\n  $0\n}"});
  }
}

// After `=>`: bundles and bodies where the attribute takes them, otherwise functions.
void PolicyNames::value_cursor(Caret& cursor, const Reading& all) const {
  if (!is_in_call() && attribute_ == "usebundle") return add_bundles(cursor, all);
  if (!is_in_call() && (takes_edit_bundle(attribute_) || takes_body(attribute_))) return add_owners(cursor, all);
  if (is_in_call() && !cursor.calls.empty() && takes_variable(cursor.calls.back())) add_variables(cursor, all, {});
  cursor.kinds.push_back("function");
}

// The bodies of the attribute's type, or the bundles of that type, such as edit_line.
void PolicyNames::add_owners(Caret& cursor, const Reading& all) const {
  const bool is_body = takes_body(attribute_);
  for (const Symbol& symbol : all.symbols) {
    const std::string_view space = space_of(symbol);
    const bool fits = is_body ? symbol.kind == "body" && symbol.scope == scoped(space, attribute_)
                              : symbol.kind == "bundle" && symbol.detail == attribute_;
    if (!fits || symbol.detail.empty()) continue;
    cursor.offers.push_back({written_here(space, symbol.name), symbol.kind, symbol.detail});
  }
}

// Where a promise of a bundle, or an attribute of a body, begins.
void PolicyNames::begin_part(Caret& cursor, const Reading& all) const {
  if (bundle_.empty()) {
    for (const std::string_view name : attributes_of_bodies(type_, body_)) {
      cursor.offers.push_back({std::string(name), "attribute", "of " + type_, std::string(name) + " => "});
    }
  } else {
    for (const std::string_view type : promise_types_of(type_)) {
      cursor.offers.push_back({std::string(type) + ":", "keyword", std::string(about_promises(type))});
    }
  }
  add_classes(cursor, all, "::");
}

// The attributes of the promise type first, then those of all promises.
void PolicyNames::add_attributes(Caret& cursor) const {
  for (const std::string_view name : attributes_of_promises(section_)) {
    cursor.offers.push_back({std::string(name), "attribute", "of " + section_, std::string(name) + " => "});
  }
  for (const std::string_view name : any_attributes) {
    cursor.offers.push_back({std::string(name), "attribute", "of any promise", std::string(name) + " => "});
  }
}

// A use of a bundle or body looks like a call, so its parameters are shown like a function's.
void PolicyNames::add_calls(Caret& cursor, const Reading& all, std::size_t count) const {
  for (const OpenBracket& bracket : open_calls(pieces_, count)) {
    const Piece& callee = pieces_[bracket.at - 1];
    CallAround call;
    call.name = callee.text;
    call.argument = bracket.commas;
    call.kind = "function";
    if (bracket.at > 2 && pieces_[bracket.at - 2].is("=>")) {
      const std::string& attribute = pieces_[bracket.at - 3].text;
      const auto [space, name] = qualified(callee.text);
      const bool is_bundle = attribute == "usebundle" || takes_edit_bundle(attribute);
      const Symbol* meant = all.find(is_bundle ? "bundle" : "body", is_bundle ? space : scoped(space, attribute), name);
      if (meant != nullptr) {
        call.kind = meant->kind;
        call.name = meant->name;
        call.scope = meant->scope;
        call.symbol = static_cast<std::uint32_t>(meant - all.symbols.data());
      }
    }
    cursor.calls.push_back(std::move(call));
  }
}

}  // namespace evalground::cfengine
