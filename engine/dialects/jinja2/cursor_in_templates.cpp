// Completion: what may be written at a position of a template.
//
// cursor() reads the template up to the caret with the same code that reads names (names_in_templates.cpp). Afterwards
// the scopes, the open brackets and the guess of the value are those at the caret. What is offered depends on the piece
// before the caret:
//
//   {{ users | ¦        filters                 {{ x is ¦            tests
//   {{ user.¦           members and methods     {{ map(attribute='¦  attributes of the items
//   {{ x ¦              operators               {% ¦                 statements, and ends of open ones
#include <algorithm>

#include "base/text/any_of.hpp"
#include "dialects/jinja2/names_across_templates.hpp"
#include "dialects/jinja2/names_in_templates.hpp"
#include "value/map.hpp"

namespace evalground::jinja2 {
namespace {

// Words before a value, words after a value, and words that are values.
constexpr std::string_view leading[] = {"and", "or", "not", "in", "if", "else", "elif", "recursive"};
constexpr std::string_view joining[] = {"and", "or", "in", "is", "not", "if", "else"};
constexpr std::string_view constant[] = {"not", "true", "false", "none"};
// Lookups whose terms name files.
constexpr std::string_view reading_files[] = {"file", "template", "unvault",  "csvfile",
                                              "ini",  "lines",    "fileglob", "first_found"};
// Filters that take the name of an attribute of each item, with the position of that argument.
struct AttributeArgument {
  std::string_view filter;
  std::size_t at;
};
constexpr std::size_t by_name_only = 99;
constexpr AttributeArgument attribute_arguments[] = {
    {"map", by_name_only}, {"selectattr", 1}, {"rejectattr", 1}, {"groupby", 1}, {"sum", 1},
    {"sort", 3},           {"unique", 2},     {"min", 2},        {"max", 2},     {"join", 2}};

// Whether the type of the value has that method.
// If the value is unknown, the methods of all types are offered.
bool is_method_of(const FunctionCatalogue::Entry& entry, const Caret& caret) {
  const std::string_view name = entry.signature.name;
  const Value& value = caret.receiver;
  const std::string_view type = value.is_string() ? "str." : value.is_list() ? "list." : value.is_map() ? "dict." : "";
  return name.starts_with(type) || name.find('.') == std::string_view::npos;
}

// Whether an operand ends with the piece, so that an operator follows. `begins_statement`: it is the word of a tag.
bool ends_operand(const Piece& piece, bool begins_statement) {
  if (piece.kind == Piece::Kind::name) return !begins_statement && !contains(leading, piece.text);
  return piece.kind == Piece::Kind::number || piece.kind == Piece::Kind::text || piece.kind == Piece::Kind::close;
}

}  // namespace

void TemplateNames::add_names(Caret& cursor) const {
  Seen seen;
  add_scoped_names(cursor, seen);
  add_known_names(cursor, seen);
  if (all_ != nullptr) add_names_elsewhere(cursor, seen);
}

// Names that the template binds here, and those that a statement around gives.
void TemplateNames::add_scoped_names(Caret& cursor, Seen& seen) const {
  for (std::size_t at = scopes_.size(); at-- > 0;) {
    for (const auto& [name, symbol] : scopes_[at].names) {
      if (!seen.insert(name).second) continue;
      const std::string_view kind = reading_.symbols[symbol].kind;
      cursor.offers.push_back({name, kind, kind == "macro" ? "macro" : "in scope"});
    }
  }
  for (const SpecialName& one : special_names) {
    if (special_name(one.name) != &one || !seen.insert(one.name).second) continue;
    cursor.offers.push_back({.label = std::string(one.name),
                             .kind = "keyword",
                             .detail = one.statement.empty() ? "" : "in a " + std::string(one.statement),
                             .insert = std::string(one.insert),
                             .is_last = true});
  }
}

// Variables of the workspace, and those that a project knows.
void TemplateNames::add_known_names(Caret& cursor, Seen& seen) const {
  for (const auto& [name, value] : context_.workspace.vars) {
    if (!name.is_string() || !seen.insert(name.as_string()).second) continue;
    cursor.offers.push_back({std::string(name.as_string()), "variable", short_text(value, 60)});
  }
  if (!known_.is_map()) return;
  for (const auto& [name, value] : known_.as_map()) {
    if (!seen.insert(name.as_string()).second) continue;
    // What a project or a connection takes for granted comes behind what somebody wrote.
    const bool is_magic = name.as_string().starts_with("ansible_") || (value.is_undefined() && value.origin() == 0);
    cursor.offers.push_back({std::string(name.as_string()), "variable", "in scope", {}, is_magic});
  }
}

// Names that the file sets at other places, as results of tasks, and those that it reads there: who renders it knows
// them.
void TemplateNames::add_names_elsewhere(Caret& cursor, Seen& seen) const {
  for (const bool is_set : {true, false}) {
    for (const Mention& mention : all_->mentions) {
      context_.budget.step();
      const bool is_asked = mention.kind == "variable" && mention.defines == is_set && mention.at.file == file_;
      if (!is_asked || mention.symbol == no_symbol || mention.at.begin == cursor.word.begin) continue;
      const Symbol& symbol = all_->symbols[mention.symbol];
      if (!symbol.scope.empty() || !seen.insert(symbol.name).second) continue;
      cursor.offers.push_back({symbol.name, "variable", is_set ? "set elsewhere" : "read elsewhere", {}, !is_set});
    }
  }
}

// The calls whose brackets are open at the caret, the innermost last, each with the index of the current argument. A
// filter or test gets its first argument from the left, so the index counts one more.
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
      ++call.argument;  // the first is the filtered value
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
    add_files(cursor);
    return cursor;
  }
  if (count > 0 && pieces_[count - 1].is("[")) {
    if (!brackets_.empty()) cursor.data = brackets_.back().receiver;
    return cursor;
  }
  if (cursor.calls.empty()) return cursor;
  const CallAround& call = cursor.calls.back();
  if (call.kind == "filter") {
    add_filter_arguments(cursor, typed, offset);
  } else if (call.name == "lookup" || call.name == "query" || call.name == "q") {
    add_lookup_arguments(cursor, count);
  }
  return cursor;
}

void TemplateNames::add_files(Caret& cursor) const {
  for (const auto& [name, content] : context_.workspace.files) {
    if (name.is_string()) cursor.offers.push_back({std::string(name.as_string()), "file"});
  }
}

// A text in a filter's brackets: `map('upper')`, `select('defined')`, `sort(attribute='name')`.
void TemplateNames::add_filter_arguments(Caret& cursor, const Piece& typed, std::uint32_t offset) const {
  const CallAround& call = cursor.calls.back();
  if (call.name == "map" && call.argument == 1 && call.argument_name.empty()) cursor.kinds.push_back("filter");
  const bool tests_attribute = call.argument == 2 && (call.name == "selectattr" || call.name == "rejectattr");
  const bool tests_item = call.argument == 1 && (call.name == "select" || call.name == "reject");
  if (tests_attribute || tests_item) cursor.kinds.push_back("test");
  for (const AttributeArgument& one : attribute_arguments) {
    const bool is_here = call.argument_name.empty() ? call.argument == one.at : call.argument_name == "attribute";
    if (call.name == one.filter && is_here) take_attribute(cursor, typed, offset);
  }
}

// `lookup('file', 'a.txt')`: first the name of a lookup, then what it looks up.
void TemplateNames::add_lookup_arguments(Caret& cursor, std::size_t count) const {
  const CallAround& call = cursor.calls.back();
  if (call.argument == 0) {
    cursor.kinds.push_back("lookup");
    return;
  }
  if (brackets_.back().callee != call.name) return;
  const std::size_t first = call_begin_ + 1;
  const std::string_view name = first < count ? without_quotes(pieces_[first].text) : std::string_view();
  if (contains(reading_files, name.substr(name.rfind('.') + 1))) add_files(cursor);
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

// After a dot: members, methods, macros of a module, and filters and tests whose name includes a collection.
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

// Anywhere in an expression outside of strings. Either an operand has ended and an operator follows, or an operand
// begins.
Caret TemplateNames::expression_cursor(Caret cursor, std::size_t count) {
  const Piece& before = pieces_[count - 1];
  const auto is_second_last = [&](std::string_view text) { return count > 1 && pieces_[count - 2].is(text); };
  if (before.is("|")) {
    cursor.kinds.push_back("filter");
    return cursor;
  }
  if (before.is("is") || (before.is("not") && is_second_last("is"))) {
    cursor.kinds.push_back("test");
    if (before.is("is")) cursor.offers.push_back({"not", "keyword"});
    return cursor;
  }
  if (before.is(".")) return member_cursor(std::move(cursor), count);
  if (ends_operand(before, is_second_last("{%"))) {
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
  if (!cursor.calls.empty() && cursor.calls.back().symbol != no_symbol) add_parameters(cursor);
  return cursor;
}

// Parameters that the call of a macro does not give yet.
void TemplateNames::add_parameters(Caret& cursor) const {
  const CallAround& call = cursor.calls.back();
  // Those of a macro of another file are known where that is read.
  const Symbol* macro = &reading_.symbols[call.symbol];
  if (macro->alias_of != no_symbol) macro = &reading_.symbols[macro->alias_of];
  if (macro->parameters.empty() && all_ != nullptr) macro = all_->find("macro", macro->scope, macro->name);
  if (macro == nullptr) return;
  const std::size_t by_place = call.argument - std::min(call.argument, call.given.size());
  for (std::size_t at = by_place; at < macro->parameters.size(); ++at) {
    const std::string& parameter = macro->parameters[at];
    if (contains(call.given, parameter)) continue;
    cursor.offers.push_back({parameter + "=", "argument", "parameter of " + macro->name});
  }
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
      const std::string name(without_quotes(pieces_[edge + 1].text));
      cursor.scope = template_named(context_, path_, name).value_or(name);
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

// The first piece of the tag that the piece is in; 0 in plain text.
std::size_t TemplateNames::tag_around(std::size_t piece) const {
  while (piece > 0 && pieces_[piece - 1].kind != Piece::Kind::edge) --piece;
  return piece > 0 && (pieces_[piece - 1].is("{{") || pieces_[piece - 1].is("{%")) ? piece : 0;
}

// After `{%`: the ends of open statements come first, the innermost before the others.
void TemplateNames::add_statements(Caret& cursor) const {
  cursor.kinds.push_back("statement");
  for (std::size_t at = scopes_.size(); at-- > 1;) {
    cursor.offers.push_back({"end" + std::string(scopes_[at].word), "keyword"});
  }
  for (const std::string_view word : {"endif", "else", "elif", "endset"}) {
    cursor.offers.push_back({.label = std::string(word), .kind = "keyword", .is_last = true});
  }
}

// `typed` is the piece that the caret is in or behind, which the chosen offer replaces. It is excluded from reading,
// because a half-written name means nothing yet.
Caret TemplateNames::cursor(std::uint32_t offset) {
  Caret cursor;
  cursor.catalogues.push_back(&functions_);
  cursor.word = {file_, offset, offset};
  const std::size_t count = pieces_before(pieces_, offset);
  const Piece* typed = count < pieces_.size() && pieces_[count].begin < offset ? &pieces_[count] : nullptr;
  if (typed != nullptr && typed->kind == Piece::Kind::comment) return cursor;
  const std::size_t edge = tag_around(count);
  if (edge == 0) return cursor;  // plain text
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
    add_statements(cursor);
    return cursor;
  }
  if (is_statement && statement_cursor(cursor, edge, count)) return cursor;
  return expression_cursor(std::move(cursor), count);
}

}  // namespace evalground::jinja2
