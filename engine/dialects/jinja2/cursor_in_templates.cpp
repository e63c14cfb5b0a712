// What may stand at a position of a template.
#include <algorithm>

#include "base/text/any_of.hpp"
#include "dialects/jinja2/names_in_templates.hpp"
#include "value/map.hpp"

namespace evalground::jinja2 {
namespace {

// Words behind which a value stands, those behind a value, and values.
constexpr std::string_view leading[] = {"and", "or", "not", "in", "if", "else", "elif", "recursive"};
constexpr std::string_view joining[] = {"and", "or", "in", "is", "not", "if", "else"};
constexpr std::string_view constant[] = {"not", "true", "false", "none"};
// Lookups whose terms are files.
constexpr std::string_view reading_files[] = {"file", "template", "unvault",  "csvfile",
                                              "ini",  "lines",    "fileglob", "first_found"};
// Filters that take the name of an attribute of each item, and which of their arguments without a name it is.
struct AttributeArgument {
  std::string_view filter;
  std::size_t at;
};
constexpr std::size_t by_name_only = 99;
constexpr AttributeArgument attribute_arguments[] = {
    {"map", by_name_only}, {"selectattr", 1}, {"rejectattr", 1}, {"groupby", 1}, {"sum", 1},
    {"sort", 3},           {"unique", 2},     {"min", 2},        {"max", 2},     {"join", 2}};

// Methods of the type that the value has.
bool is_method_of(const FunctionCatalogue::Entry& entry, const Caret& caret) {
  const std::string_view name = entry.signature.name;
  const Value& value = caret.receiver;
  const std::string_view type = value.is_string() ? "str." : value.is_list() ? "list." : value.is_map() ? "dict." : "";
  return name.starts_with(type) || name.find('.') == std::string_view::npos;
}

}  // namespace

void TemplateNames::add_names(Caret& cursor) const {
  std::unordered_map<std::string_view, bool> seen;
  for (std::size_t at = scopes_.size(); at-- > 0;) {
    for (const auto& [name, symbol] : scopes_[at].names) {
      if (!seen.emplace(name, true).second) continue;
      const std::string_view kind = reading_.symbols[symbol].kind;
      cursor.offers.push_back({name, kind, reading_.symbols[symbol].kind == "macro" ? "macro" : "in scope"});
    }
  }
  for (const SpecialName& one : special_names) {
    if (special_name(one.name) != &one || !seen.emplace(one.name, true).second) continue;
    cursor.offers.push_back({.label = std::string(one.name),
                             .kind = "keyword",
                             .detail = one.statement.empty() ? "" : "in a " + std::string(one.statement),
                             .insert = std::string(one.insert),
                             .is_last = true});
  }
  for (const auto& [name, value] : context_.workspace.vars) {
    if (name.is_string() && seen.emplace(name.as_string(), true).second) {
      cursor.offers.push_back({std::string(name.as_string()), "variable", short_text(value, 60)});
    }
  }
  if (known_.is_map()) {
    for (const auto& [name, value] : known_.as_map()) {
      if (!seen.emplace(name.as_string(), true).second) continue;
      // What a connection takes for granted comes behind what somebody wrote.
      const bool is_magic = name.as_string().starts_with("ansible_");
      cursor.offers.push_back({std::string(name.as_string()), "variable", "in scope", {}, is_magic});
    }
  }
  if (all_ == nullptr) return;
  // Names that the template reads at other places: who renders it knows them.
  for (const Mention& mention : all_->mentions) {
    context_.budget.step();
    if (mention.kind != "variable" || mention.symbol == no_symbol || mention.at.file != file_) continue;
    const Symbol& symbol = all_->symbols[mention.symbol];
    const bool is_this = mention.at.begin == cursor.word.begin;
    if (is_this || !symbol.scope.empty() || !seen.emplace(symbol.name, true).second) continue;
    cursor.offers.push_back({symbol.name, "variable", "read elsewhere", {}, true});
  }
}

void TemplateNames::add_calls(Caret& cursor, std::size_t count) {
  for (const OpenBracket& bracket : open_calls(pieces_, count)) {
    const Piece& callee = pieces_[bracket.at - 1];
    CallAround call;
    call.name = callee.text;
    call.argument = bracket.commas;
    call.catalogue = &functions_;
    call.given = named_arguments(pieces_, bracket, "=");
    call_begin_ = bracket.at;
    const std::size_t argument = bracket.argument_begin;
    if (argument + 1 < count && pieces_[argument].kind == Piece::Kind::name && pieces_[argument + 1].is("=")) {
      call.argument_name = pieces_[argument].text;
    }
    const std::string_view before = bracket.at > 1 ? std::string_view(pieces_[bracket.at - 2].text) : "";
    std::size_t head = bracket.at - 1;
    while (head > 2 && pieces_[head - 1].is(".") && pieces_[head - 2].kind == Piece::Kind::name) head -= 2;
    const bool is_filter = head > 0 && pieces_[head - 1].is("|");
    if (is_filter) {
      call.kind = "filter";
      ++call.argument;  // the first is what is filtered
    } else if (before == "is" || before == "not") {
      call.kind = "test";
      ++call.argument;
    } else if (before == "macro") {
      continue;
    } else if (before == ".") {
      call.kind = "method";
    } else {
      const std::uint32_t symbol = look_up(callee.text);
      call.symbol = symbol;
      call.kind = symbol != no_symbol ? std::string_view("macro") : std::string_view("global");
    }
    cursor.calls.push_back(std::move(call));
  }
}

// In a text that names something: an attribute, a filter, a test, a lookup, a file.
Caret TemplateNames::text_cursor(Caret cursor, const Piece& typed, std::string_view statement, std::size_t count,
                                 std::uint32_t offset) {
  cursor.word = {file_, typed.begin + 1, std::max(typed.begin + 1, offset)};
  cursor.calls_as = Calls::bare;
  if (statement == "include" || statement == "extends" || statement == "import" || statement == "from") {
    for (const auto& [name, content] : context_.workspace.files) {
      if (name.is_string()) cursor.offers.push_back({std::string(name.as_string()), "file"});
    }
    return cursor;
  }
  if (count > 0 && pieces_[count - 1].is("[")) {
    if (!brackets_.empty()) cursor.data = brackets_.back().receiver;
    return cursor;
  }
  if (cursor.calls.empty()) return cursor;
  const CallAround& call = cursor.calls.back();
  if (call.kind == "filter") {
    const bool is_second = call.argument == 2 && (call.name == "selectattr" || call.name == "rejectattr");
    if (call.name == "map" && call.argument == 1 && call.argument_name.empty()) cursor.kinds.push_back("filter");
    if (is_second || (call.argument == 1 && (call.name == "select" || call.name == "reject"))) {
      cursor.kinds.push_back("test");
    }
    for (const AttributeArgument& one : attribute_arguments) {
      const bool is_here = call.argument_name.empty() ? call.argument == one.at : call.argument_name == "attribute";
      if (call.name == one.filter && is_here) take_attribute(cursor, typed, offset);
    }
    return cursor;
  }
  if (call.name != "lookup" && call.name != "query" && call.name != "q") return cursor;
  if (call.argument == 0) {
    cursor.kinds.push_back("lookup");
  } else if (brackets_.back().callee == call.name) {
    const std::size_t first = cursor.calls.empty() ? count : call_begin_ + 1;
    const std::string_view name = first < count ? without_quotes(pieces_[first].text) : std::string_view();
    if (!contains(reading_files, name.substr(name.rfind('.') + 1))) return cursor;
    for (const auto& [path, content] : context_.workspace.files) {
      if (path.is_string()) cursor.offers.push_back({std::string(path.as_string()), "file"});
    }
  }
  return cursor;
}

// `users | map(attribute='address.ci¦')`
void TemplateNames::take_attribute(Caret& cursor, const Piece& typed, std::uint32_t offset) const {
  if (brackets_.empty()) return;
  Value value = first_of(brackets_.back().receiver);
  std::string_view path = context_.sources.text(file_).substr(typed.begin + 1, cursor.word.end - typed.begin - 1);
  path = path.substr(0, std::min<std::size_t>(path.size(), offset - typed.begin - 1));
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
    value = item_of(value, path.substr(0, dot));
    path.remove_prefix(dot + 1);
  }
  cursor.word.begin = cursor.word.end - static_cast<std::uint32_t>(path.size());
  cursor.data = value;
}

// Behind a dot: members, methods, macros of a module, and filters and tests with the name of their collection.
Caret TemplateNames::member_cursor(Caret cursor, std::size_t count) {
  if (module_ != no_symbol) {
    cursor.symbols.push_back("macro");
    cursor.scope = reading_.symbols[module_].detail;
    return cursor;
  }
  std::size_t head = count;
  while (head > 1 && pieces_[head - 1].is(".") && pieces_[head - 2].kind == Piece::Kind::name) head -= 2;
  const std::string_view before = head > 0 ? std::string_view(pieces_[head - 1].text) : "";
  if (before == "|" || before == "is") {
    if (count - head == 4 && pieces_[head].is("ansible") && pieces_[head + 2].is("builtin")) {
      cursor.kinds.push_back(before == "|" ? "filter" : "test");
    }
    return cursor;
  }
  cursor.data = value_;
  cursor.receiver = value_;
  cursor.takes = &is_method_of;
  cursor.kinds.push_back("method");
  return cursor;
}

Caret TemplateNames::expression_cursor(Caret cursor, std::size_t count) {
  const Piece& before = pieces_[count - 1];
  if (before.is("|")) {
    cursor.kinds.push_back("filter");
    return cursor;
  }
  if (before.is("is") || (before.is("not") && count > 1 && pieces_[count - 2].is("is"))) {
    cursor.kinds.push_back("test");
    if (before.is("is")) cursor.offers.push_back({"not", "keyword"});
    return cursor;
  }
  if (before.is(".")) return member_cursor(std::move(cursor), count);
  const bool is_behind_value = before.kind == Piece::Kind::number || before.kind == Piece::Kind::text ||
                               before.kind == Piece::Kind::close ||
                               (before.kind == Piece::Kind::name && !contains(leading, before.text) &&
                                !(count > 1 && pieces_[count - 2].is("{%")));
  if (is_behind_value) {
    for (const std::string_view word : joining) cursor.offers.push_back({std::string(word), "keyword"});
    if (statement_ == "for") cursor.offers.push_back({"recursive", "keyword", "the loop can be called"});
    return cursor;
  }
  cursor.kinds.push_back("global");
  add_names(cursor);
  for (const std::string_view word : constant) {
    cursor.offers.push_back({.label = std::string(word), .kind = "keyword", .is_last = true});
  }
  if (before.is("(") || before.kind == Piece::Kind::comma) cursor.names_argument = "=";
  if (!cursor.calls.empty() && cursor.calls.back().symbol != no_symbol) {
    // Those of a macro of another file are known where that is read.
    const Symbol* macro = &reading_.symbols[cursor.calls.back().symbol];
    if (macro->parameters.empty() && all_ != nullptr) macro = all_->find("macro", macro->scope, macro->name);
    if (macro != nullptr) {
      const CallAround& call = cursor.calls.back();
      const std::size_t by_place = call.argument - std::min(call.argument, call.given.size());
      for (std::size_t at = by_place; at < macro->parameters.size(); ++at) {
        const std::string& parameter = macro->parameters[at];
        if (contains(call.given, parameter)) continue;
        cursor.offers.push_back({parameter + "=", "argument", "parameter of " + macro->name});
      }
    }
  }
  return cursor;
}

// Behind the word of a statement that names something: `{% block ¦`, `{% from 'forms' import ¦`.
bool TemplateNames::statement_cursor(Caret& cursor, std::size_t edge, std::size_t count) const {
  const Piece& word = pieces_[edge];
  const Piece& before = pieces_[count - 1];
  if (word.is("block") && count == edge + 1) {
    cursor.symbols.push_back("block");
    return true;
  }
  if (word.is("from") && count > edge + 2) {
    const bool is_name = before.is("import") || before.kind == Piece::Kind::comma;
    if (is_name) {
      cursor.symbols.push_back("macro");
      cursor.scope = without_quotes(pieces_[edge + 1].text);
    } else {
      cursor.offers.push_back({"as", "keyword"});
    }
    return true;
  }
  const bool names_file = word.is("include") || word.is("import") || word.is("from");
  if (names_file && before.kind == Piece::Kind::text) {
    const std::string_view next = word.is("import") ? "as" : word.is("from") ? "import" : "ignore missing";
    cursor.offers.push_back({std::string(next), "keyword"});
    for (const std::string_view one : {"with context", "without context"}) {
      if (!word.is("from")) cursor.offers.push_back({std::string(one), "keyword"});
    }
    return true;
  }
  return false;
}

Caret TemplateNames::cursor(std::uint32_t offset) {
  Caret cursor;
  cursor.catalogues.push_back(&functions_);
  cursor.word = {file_, offset, offset};
  const std::size_t count = pieces_before(pieces_, offset);
  const Piece* typed = count < pieces_.size() && pieces_[count].begin < offset ? &pieces_[count] : nullptr;
  if (typed != nullptr && typed->kind == Piece::Kind::comment) return cursor;
  std::size_t edge = count;
  while (edge > 0 && pieces_[edge - 1].kind != Piece::Kind::edge) --edge;
  if (edge == 0 || (!pieces_[edge - 1].is("{{") && !pieces_[edge - 1].is("{%"))) return cursor;  // plain text
  const bool is_statement = pieces_[edge - 1].is("{%");
  read(count);
  if (typed != nullptr && typed->kind == Piece::Kind::number) return cursor;
  if (typed != nullptr) cursor.word = {file_, typed->begin, std::max(typed->end, offset)};
  add_calls(cursor, count);
  if (typed != nullptr && typed->kind == Piece::Kind::text) {
    const std::string_view first = is_statement && edge < count ? std::string_view(pieces_[edge].text) : "";
    return text_cursor(std::move(cursor), *typed, first, count, offset);
  }
  if (is_statement && edge == count) {
    cursor.kinds.push_back("statement");
    for (std::size_t at = scopes_.size(); at-- > 1;) {
      cursor.offers.push_back({"end" + std::string(scopes_[at].word), "keyword"});
    }
    for (const std::string_view word : {"endif", "else", "elif", "endset"}) {
      cursor.offers.push_back({.label = std::string(word), .kind = "keyword", .is_last = true});
    }
    return cursor;
  }
  if (is_statement && statement_cursor(cursor, edge, count)) return cursor;
  return expression_cursor(std::move(cursor), count);
}

}  // namespace evalground::jinja2
