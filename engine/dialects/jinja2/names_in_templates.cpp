// Reads the names in a template for completion, hover and navigation.
//
// A template that is being edited rarely parses, so this works on tokens ("pieces"), one tag after the other. Scopes
// are opened and closed by the words of statements. value_ holds a guess of the value of the expression read so far,
// from the workspace's variables: after `for u in users` the name `u` stands for the first of the users, so `u.¦` can
// offer its keys.

#include "dialects/jinja2/names_in_templates.hpp"

#include <algorithm>
#include <utility>

#include "base/text/any_of.hpp"
#include "dialects/jinja2/names_across_templates.hpp"
#include "dialects/jinja2/tokens.hpp"
#include "value/map.hpp"

namespace evalground::jinja2 {
namespace {

// Statements with a body, up to "end…".
constexpr std::string_view enclosing[] = {"for",  "if",     "block",      "macro", "call",
                                          "with", "filter", "autoescape", "raw",   "trans"};

// Filters that return some items of their list, in some order. Their result has items of the same form.
constexpr std::string_view keeping[] = {"sort",   "select",  "reject",  "selectattr", "rejectattr", "list",
                                        "unique", "reverse", "default", "d",          "shuffle"};
constexpr std::string_view picking[] = {"first", "last", "random", "min", "max"};

// A sensitive map gives nothing, because editors would show its parts.
Value values_of(const Value& value) {
  if (!value.is_map() || value.sensitive()) return {};
  List values;
  for (const auto& [key, part] : value.as_map()) values.push_back(part);
  return Value::list(std::move(values));
}

// A map as a list with one (key, value) pair, which stands for all its entries.
Value pairs_of(const Value& value) {
  if (!value.is_map()) return {};
  return Value::list({Value::list({Value(), first_of(values_of(value))})});
}

// The result of a method, if it is a part of the value; otherwise undefined.
Value called(std::string_view method, const Value& value) {
  if (method == "items") return pairs_of(value);
  if (method == "values") return values_of(value);
  return method == "copy" ? value : Value();
}

// The result of a filter, if it is the value or a part of it; otherwise undefined.
Value filtered(std::string_view filter, const Value& value) {
  if (contains(keeping, filter)) return value;
  if (filter == "dictsort" || filter == "items") return pairs_of(value);
  if (filter == "groupby") return Value::list({Value::list({Value(), value})});
  return contains(picking, filter) ? first_of(value) : Value();
}

// The scope of a macro's parameters. It is named, so that calls in other files can refer to them.
std::string parameters_of(const evalground::Symbol& macro) {
  return macro.scope + " macro " + macro.name;
}

Value loop_value() {
  Map loop;
  for (const std::string_view name : {"index", "index0", "revindex", "revindex0", "first", "last", "length", "cycle",
                                      "depth", "depth0", "previtem", "nextitem", "changed"}) {
    loop.set(name, Value::null());
  }
  return Value::map(std::move(loop));
}

}  // namespace

TemplateNames::TemplateNames(Context& context, const FunctionCatalogue& functions, const Pieces& pieces,
                             std::uint32_t file, Reading& reading)
    : context_(context),
      functions_(functions),
      pieces_(pieces),
      file_(file),
      reading_(reading),
      path_(context.sources.path(file)) {
  scopes_.push_back({"", {}, path_});
}

void TemplateNames::open(std::string_view word) {
  scopes_.push_back({word, {}, path_ + " " + std::to_string(++made_)});
}

// Closes the innermost scope of this word with all scopes inside it, which an unfinished template left open. An end
// without a beginning is ignored.
void TemplateNames::close(std::string_view word) {
  context_.budget.step(scopes_.size());
  for (std::size_t at = scopes_.size(); at-- > 1;) {
    if (scopes_[at].word != word) continue;
    scopes_.resize(at);
    return;
  }
}

// Scopes count from the innermost, then the variables of the workspace, then the other known values. Names of the last
// two are fixed: they are defined outside of templates.
std::uint32_t TemplateNames::look_up(const std::string& name) {
  context_.budget.step(scopes_.size());
  for (std::size_t at = scopes_.size(); at-- > 0;) {
    const auto found = scopes_[at].names.find(name);
    if (found != scopes_[at].names.end()) return found->second;
  }
  if (const Value* given = context_.workspace.vars.find(name)) {
    const std::uint32_t symbol = reading_.symbol("variable", "", name);
    reading_.symbols[symbol].value = *given;
    reading_.symbols[symbol].is_fixed = true;
    return symbol;
  }
  if (known_.is_map() && known_.as_map().contains(name)) {
    const std::uint32_t symbol = reading_.symbol("variable", "", name);
    reading_.symbols[symbol].value = *known_.as_map().find(name);
    reading_.symbols[symbol].is_fixed = true;
    return symbol;
  }
  // What other documents of a repository say about it.
  const evalground::Symbol* defined = all_ == nullptr ? nullptr : all_->find("variable", "", name);
  if (defined != nullptr && defined->value.is_map()) {
    const std::uint32_t symbol = reading_.symbol("variable", "", name);
    reading_.symbols[symbol].value = defined->value;
    reading_.symbols[symbol].is_fixed = true;
    return symbol;
  }
  return no_symbol;
}

const SpecialName* TemplateNames::special_name(std::string_view name) const {
  for (const SpecialName& one : special_names) {
    if (one.name != name) continue;
    for (const Scope& scope : scopes_) {
      if (scope.word == one.statement) return &one;
    }
  }
  return nullptr;
}

// The statement to which `else` and `elif` belong.
// In Jinja `if` has no scope of its own, so open conditions are counted in the scope around them. An `else` without an
// open condition inside a loop is the loop's.
std::string_view TemplateNames::statement_of(std::string_view word) const {
  if (word == "elif") return "if";
  if (word != "else") return word;
  return scopes_.back().conditions == 0 && scopes_.back().word == "for" ? "for" : "if";
}

// Defines a name in the innermost scope. If it is bound twice, the first known value stays the guess.
void TemplateNames::bind(const Piece& piece, const Value& value, std::string_view kind) {
  Scope& scope = scopes_.back();
  const std::uint32_t symbol = reading_.symbol(kind, scope.name, piece.text);
  if (reading_.symbols[symbol].value.is_undefined()) reading_.symbols[symbol].value = value;
  // Names set at the top level may be read by templates that include or import this one, so they need no use here.
  reading_.symbols[symbol].should_be_used = scopes_.size() > 1 && !piece.text.starts_with('_');
  scope.names[piece.text] = symbol;
  reading_.define(symbol, stretch(piece), stretch(piece));
}

// Reads the first `count` pieces. A tag without its end is read for its names but not recorded as a whole, and neither
// is a tag without an expression, such as `{% endif %}`.
void TemplateNames::read(std::size_t count) {
  count_ = count;
  reading_.catalogue = &functions_;
  while (at_ < count_) {
    context_.budget.step();
    const Piece& piece = pieces_[at_++];
    if (piece.kind != Piece::Kind::edge || (piece.text != "{{" && piece.text != "{%")) continue;
    const std::uint32_t begin = piece.begin;
    const bool is_statement = piece.text == "{%";
    const std::size_t word = at_;
    brackets_.clear();
    if (is_statement) {
      read_statement();
    } else {
      statement_ = "";
      read_expression(count_);
    }
    const bool is_whole = is_at(is_statement ? "%}" : "}}") && pieces_[at_].end > begin;
    if (is_whole && (!is_statement || at_ > word + 1)) reading_.expressions.push_back({file_, begin, pieces_[at_].end});
  }
  reading_.catalogue = nullptr;
}

// The file that a text names: its path, or the name where the workspace has no such file.
std::string TemplateNames::refer_to_file(const Piece& text) {
  const std::string name(without_quotes(text.text));
  const std::optional<std::string> path = template_named(context_, path_, name);
  reading_.refer(reading_.symbol("file", "", path ? Files::absolute(*path) : name), stretch(text));
  return path.value_or(name);
}

void TemplateNames::link(std::string to, Link::How how) {
  if (!reading_.has_references(file_)) return;
  Link& made = reading_.links.emplace_back(Link{file_, std::move(to), how});
  if (how != Link::How::includes) return;
  std::unordered_set<std::string_view> seen;
  for (std::size_t at = scopes_.size(); at-- > 0;) {
    context_.budget.step(scopes_[at].names.size());
    for (const auto& [name, symbol] : scopes_[at].names) {
      if (seen.insert(name).second) made.names.push_back(symbol);
    }
  }
}

// What `for` and `set` bind, as indices of pieces: `a, (b, c) in` gives a, b and c. They are bound later, because the
// values are read in the scope before: in `set a = a + 1` the second `a` is the old one.
void TemplateNames::take_targets() {
  targets_.clear();
  for (; is_in_tag() && !is_at("in") && !is_at("="); ++at_) {
    const bool is_attribute = at_ > 0 && pieces_[at_ - 1].is(".");
    if (is_attribute && !targets_.empty()) {
      targets_.pop_back();  // in `set ns.x`, `ns` is read and nothing is bound
      continue;
    }
    if (is_at("|") || is_at("if")) return;
    if (pieces_[at_].kind == Piece::Kind::name) targets_.push_back(at_);
  }
}

// `import "x" as y`, `from "x" import a as b, c`
void TemplateNames::take_import(bool names_follow) {
  std::string module;
  if (at_ < count_ && pieces_[at_].kind == Piece::Kind::text) {
    module = refer_to_file(pieces_[at_]);
    link(module, Link::How::uses);
  }
  read_expression(at_ + 1);
  for (; is_in_tag(); ++at_) {
    const Piece& piece = pieces_[at_];
    if (piece.kind != Piece::Kind::name || piece.is("as") || piece.is("with") || piece.is("without") ||
        piece.is("context") || piece.is("import")) {
      if (piece.is("import")) reading_.name("statement", "import", stretch(piece));
      continue;
    }
    if (!names_follow) {
      bind(piece, {}, "module");
      reading_.symbols[scopes_.back().names[piece.text]].detail = module;
      continue;
    }
    if (pieces_[at_ - 1].is("as")) {
      bind_alias(piece, reading_.symbol("macro", module, pieces_[at_ - 2].text));
      continue;
    }
    const std::uint32_t meant = reading_.symbol("macro", module, piece.text);
    reading_.refer(meant, stretch(piece));
    const bool has_alias = at_ + 1 < count_ && pieces_[at_ + 1].is("as");
    if (!has_alias) scopes_.back().names[piece.text] = meant;
  }
}

// A name that only this template has for a macro that it imports.
void TemplateNames::bind_alias(const Piece& piece, std::uint32_t meant) {
  const std::uint32_t symbol = reading_.symbol("macro", scopes_.back().name + " import", piece.text);
  reading_.symbols[symbol].alias_of = meant;
  reading_.symbols[symbol].detail = "`" + reading_.symbols[meant].name + "` of `" + reading_.symbols[meant].scope + "`";
  scopes_.back().names[piece.text] = symbol;
  reading_.define(symbol, stretch(piece), stretch(piece));
}

// `macro input(name, type='text')`. The macro is a name of the surrounding scope, its parameters are names of its own.
// A default value is an expression and is read as one.
void TemplateNames::read_macro() {
  if (!is_in_tag() || pieces_[at_].kind != Piece::Kind::name) return open("macro");
  const Piece& name = pieces_[at_++];
  const std::uint32_t macro = reading_.symbol("macro", path_, name.text);
  scopes_.back().names[name.text] = macro;
  reading_.define(macro, stretch(name), stretch(name));
  open("macro");
  scopes_.back().name = parameters_of(reading_.symbols[macro]);
  while (is_in_tag()) {
    const Piece& piece = pieces_[at_];
    const bool is_parameter =
        piece.kind == Piece::Kind::name && (pieces_[at_ - 1].is("(") || pieces_[at_ - 1].kind == Piece::Kind::comma);
    if (is_parameter) {
      bind(piece, {}, "variable");
      reading_.symbols[macro].parameters.push_back(piece.text);
      reading_.symbols[scopes_.back().names[piece.text]].detail = "parameter of `" + name.text + "`";
      ++at_;
    } else {
      read_name();
    }
  }
}

void TemplateNames::read_block() {
  if (is_in_tag() && pieces_[at_].kind == Piece::Kind::name) {
    const std::uint32_t block = reading_.symbol("block", "", pieces_[at_].text);
    reading_.define(block, stretch(pieces_[at_]), stretch(pieces_[at_]));
    ++at_;
  }
  open("block");
}

// The first word of a tag decides how the rest is read. `statement_` keeps only words with a body.
void TemplateNames::read_statement() {
  statement_ = "";
  targets_.clear();
  if (!is_in_tag() || pieces_[at_].kind != Piece::Kind::name) return;
  const Piece& word = pieces_[at_++];
  const bool is_end = word.text.starts_with("end");
  const std::string_view shown = std::string_view(word.text).substr(is_end ? 3 : 0);
  reading_.name("statement", statement_of(shown), stretch(word));
  if (word.is("if")) ++scopes_.back().conditions;
  if (word.is("endif") && scopes_.back().conditions > 0) --scopes_.back().conditions;
  if (is_end) return read_end(shown);
  const auto known = std::find(std::begin(enclosing), std::end(enclosing), word.text);
  statement_ = known != std::end(enclosing) ? *known : std::string_view();
  if (word.is("for") || word.is("set")) return read_assignment(word.is("for") ? "for" : "set");
  if (word.is("macro")) return read_macro();
  if (word.is("block")) return read_block();
  if (word.is("import") || word.is("from")) return take_import(word.is("from"));
  if (word.is("with")) return read_with();
  read_other_statement(word);
}

// A statement that binds nothing: what it opens, and the names in its tag.
void TemplateNames::read_other_statement(const Piece& word) {
  if (word.is("include")) mark_all_used();
  if (word.is("include") || word.is("extends")) refer_to_files(word.is("include"));
  if (statement_ == "call" || statement_ == "filter" || statement_ == "autoescape") open(statement_);
  if (word.is("filter") && is_in_tag()) {
    reading_.name("filter", pieces_[at_].text, stretch(pieces_[at_]));
    ++at_;
  }
  read_expression(count_);
}

// `endfor`, and `endblock title`: `word` is what ends.
void TemplateNames::read_end(std::string_view word) {
  close(word);
  if (word != "block" || !is_in_tag() || pieces_[at_].kind != Piece::Kind::name) return;
  reading_.refer(reading_.symbol("block", "", pieces_[at_].text), stretch(pieces_[at_]));
  ++at_;
}

// `for a, b in c`, `set a = b`, and a `set` that has its value as a block.
void TemplateNames::read_assignment(std::string_view statement) {
  statement_ = statement;
  take_targets();
  const bool has_value = is_at("in") || is_at("=");
  if (has_value) ++at_;
  value_ = {};
  read_expression(end_of_values(statement == "for"));
  finish_statement();
  read_expression(count_);
}

// `with a = 1, b = a`
void TemplateNames::read_with() {
  open("with");
  while (is_in_tag()) {
    if (pieces_[at_].kind == Piece::Kind::name && at_ + 1 < count_ && pieces_[at_ + 1].is("=")) {
      bind(pieces_[at_], {});
      at_ += 2;
    } else {
      read_name();
    }
  }
}

// A template that is included here may read every name of its surroundings.
void TemplateNames::mark_all_used() {
  for (const Scope& scope : scopes_) {
    context_.budget.step(scope.names.size());
    for (const auto& [name, symbol] : scope.names) reading_.symbols[symbol].should_be_used = false;
  }
}

// The rest of `include` and `extends`: each text in it may be the name of a file.
void TemplateNames::refer_to_files(bool is_include) {
  bool has_context = true;
  std::vector<std::string> files;
  for (std::size_t at = at_; at < count_ && pieces_[at].kind != Piece::Kind::edge; ++at) {
    if (pieces_[at].is("without")) has_context = false;
    if (pieces_[at].kind == Piece::Kind::text) files.push_back(refer_to_file(pieces_[at]));
  }
  if (!is_include && files.empty()) link({}, Link::How::extends);
  for (std::string& file : files) {
    const Link::How how = has_context ? Link::How::includes : Link::How::uses;
    link(std::move(file), is_include ? how : Link::How::extends);
  }
}

// Where what a statement binds ends: of a loop before its condition, which reads what is bound.
std::size_t TemplateNames::end_of_values(bool is_loop) const {
  if (!is_loop) return count_;
  std::size_t depth = 0;
  for (std::size_t at = at_; at < count_; ++at) {
    const Piece& piece = pieces_[at];
    if (piece.kind == Piece::Kind::edge) return at;
    if (piece.kind == Piece::Kind::open) ++depth;
    if (piece.kind == Piece::Kind::close && depth > 0) --depth;
    if (depth == 0 && piece.kind == Piece::Kind::name && (piece.is("if") || piece.is("recursive"))) return at;
  }
  return count_;
}

// Binds the targets once their value is known. A loop binds the first item of its list: `for k, v in users.items()` has
// the pair (unknown, first value), so `v.` offers the keys of a user.
void TemplateNames::finish_statement() {
  if (statement_ == "for") {
    open("for");
    const std::uint32_t loop = reading_.symbol("variable", scopes_.back().name, "loop");
    reading_.symbols[loop].value = loop_value();
    reading_.symbols[loop].is_fixed = true;
    scopes_.back().names["loop"] = loop;
  }
  const Value bound = statement_ == "for" ? first_of(value_) : value_;
  for (std::size_t at = 0; at < targets_.size(); ++at) {
    const bool is_unpacked = bound.is_list() && !bound.sensitive() && at < bound.as_list().size();
    const Value part = is_unpacked ? bound.as_list()[at] : Value();
    bind(pieces_[targets_[at]], targets_.size() == 1 ? bound : part);
  }
  // In `for key, value in …` one of the names may be there only to take its place, so neither needs a use.
  if (targets_.size() > 1) {
    for (const std::size_t target : targets_) {
      reading_.symbols[scopes_.back().names[pieces_[target].text]].should_be_used = false;
    }
  }
  targets_.clear();
}

// Finds a default that is never used: `{{ 'a' | default('b') }}`, or a name that the surrounding `with` sets.
void TemplateNames::find_unused_default(const Stretch& filter) {
  const std::size_t sign = static_cast<std::size_t>(
      std::find_if(pieces_.begin(), pieces_.begin() + static_cast<std::ptrdiff_t>(at_),
                   [&](const Piece& piece) { return piece.end > filter.begin || piece.begin == filter.begin; }) -
      pieces_.begin());
  if (sign < 3) return;
  const Piece& subject = pieces_[sign - 2];
  const Piece& before = pieces_[sign - 3];
  if (before.is(".") || before.is("|") || before.is("[")) return;
  const bool is_literal =
      (subject.kind == Piece::Kind::text && subject.text.size() > 2) || subject.kind == Piece::Kind::number;
  const bool is_set =
      subject.kind == Piece::Kind::name && scopes_.back().word == "with" && scopes_.back().names.contains(subject.text);
  if (!is_literal && !is_set) return;
  reading_.remarks.push_back({filter,
                              "unused-default",
                              "This default is never used: `" + subject.text + "`" + " always has a value.",
                              {},
                              {}});
}

void TemplateNames::read_expression(std::size_t end) {
  while (at_ < end && is_in_tag()) read_name();
}

// Whether `before` ends a value, so that a bracket behind it is a call or an index.
bool TemplateNames::ends_value(const Piece* before) {
  if (before == nullptr) return false;
  return before->kind == Piece::Kind::close ||
         (before->kind == Piece::Kind::name && !contains(template_words, before->text));
}

// A round bracket is a group, whose value is its content's, or a call, whose value is that of the callee. The other
// brackets are literals without a known value. For `x | sort(attribute='a')` the bracket keeps the filter's result and
// its input, so that completion knows the items' keys within the brackets.
void TemplateNames::open_bracket(const Piece& piece, const Piece* before) {
  Bracket& bracket = brackets_.emplace_back();
  if (!piece.is("(") || before == nullptr) {
    value_ = {};
    return;
  }
  const bool is_call = ends_value(before);
  bracket.is_group = !is_call;
  if (is_call && before->kind == Piece::Kind::name) {
    const bool is_filtered = !filter_.empty() && before->text == filter_ && at_ > 2;
    bracket.callee = before->text;
    bracket.macro = macro_;
    if (is_filtered) {
      bracket.receiver = receiver_;
      bracket.value = value_;
    } else if (value_.is_map()) {
      bracket.value = given_by_call();
    }
  }
  filter_.clear();
  value_ = {};
  macro_ = no_symbol;
}

// What a function gives whose data is known: `ctx()` of a workflow all of it, `ctx('name')` a part.
Value TemplateNames::given_by_call() const {
  if (is_at(")")) return value_;
  const bool is_text = at_ + 1 < count_ && pieces_[at_].kind == Piece::Kind::text && pieces_[at_ + 1].is(")");
  return is_text ? item_of(value_, without_quotes(pieces_[at_].text)) : Value();
}

// The chain goes on behind the bracket: `(a).b`, `a.values().b`.
void TemplateNames::close_bracket() {
  if (brackets_.empty()) {
    value_ = {};
    return;
  }
  if (!brackets_.back().is_group) value_ = brackets_.back().value;
  brackets_.pop_back();
}

// `lookup('file', …)`: the string names a lookup.
void TemplateNames::name_lookup(const Piece& text) {
  const std::string& callee = brackets_.back().callee;
  if (callee != "lookup" && callee != "query" && callee != "q") return;
  std::string_view name = without_quotes(text.text);
  if (name.starts_with("ansible.builtin.")) name.remove_prefix(16);
  reading_.name("lookup", name, {file_, text.begin + 1, std::max(text.begin + 1, text.end - 1)});
}

// A named argument: `join(attribute='name')` of a filter, or `input(name='a')` of a macro, whose parameters are defined
// in templates.
void TemplateNames::name_argument(const Piece& piece) {
  const std::uint32_t macro = brackets_.empty() ? no_symbol : brackets_.back().macro;
  if (macro == no_symbol) return reading_.name("argument", piece.text, stretch(piece));
  const std::string scope = parameters_of(reading_.symbols[macro]);
  reading_.refer(reading_.symbol("variable", scope, piece.text), stretch(piece));
}

// One piece of an expression; value_ follows chains such as `a.b['c'][0]`.
void TemplateNames::read_name() {
  context_.budget.step();
  const Piece& piece = pieces_[at_];
  const Piece* before = at_ > 0 ? &pieces_[at_ - 1] : nullptr;
  ++at_;
  if (piece.is("[") && ends_value(before)) return read_index();
  if (piece.is(".")) return;  // the chain goes on
  if (piece.kind == Piece::Kind::open) return open_bracket(piece, before);
  if (piece.kind == Piece::Kind::close) return close_bracket();
  if (piece.kind == Piece::Kind::name) return read_word(piece, before);
  const bool is_first_argument = before != nullptr && before->is("(") && !brackets_.empty();
  if (piece.kind == Piece::Kind::text && is_first_argument) name_lookup(piece);
  read_sign(piece);
}

// A name: what it is says the piece before it.
void TemplateNames::read_word(const Piece& piece, const Piece* before) {
  const auto is_before = [&](std::string_view text) { return before != nullptr && before->is(text); };
  if (is_before("|") || (statement_ == "filter" && is_before("filter"))) return read_filter(piece);
  if (is_before(".")) return module_ != no_symbol ? read_module_member(piece) : read_member(piece);
  value_ = {};
  module_ = no_symbol;
  const bool is_test = is_before("is") || (is_before("not") && at_ > 2 && pieces_[at_ - 3].is("is"));
  if (is_test && !piece.is("not")) return reading_.name("test", piece.text, stretch(piece));
  if (contains(template_words, piece.text)) return reading_.name("operator", piece.text, stretch(piece));
  const bool may_be_argument = is_before("(") || (before != nullptr && before->kind == Piece::Kind::comma);
  if (may_be_argument && is_at("=")) return name_argument(piece);
  read_variable(piece);
}

// Behind the bracket of `a[…]`. With a constant index the chain goes on behind it.
void TemplateNames::read_index() {
  const bool has_one_piece = at_ + 1 < count_ && pieces_[at_ + 1].is("]");
  const bool is_text = has_one_piece && pieces_[at_].kind == Piece::Kind::text;
  if (!is_text && !(has_one_piece && pieces_[at_].kind == Piece::Kind::number)) {
    brackets_.emplace_back().receiver = value_;
    value_ = {};
    return;
  }
  const std::string_view key = without_quotes(pieces_[at_].text);
  value_ = item_of(value_, key);
  if (is_text) reading_.member("property", key, stretch(pieces_[at_]), value_);
  at_ += 2;
}

// An operator ends a chain, except for `|`: its left side becomes the input of the filter. Comments change nothing.
void TemplateNames::read_sign(const Piece& piece) {
  if (piece.kind == Piece::Kind::sign) reading_.name("operator", piece.text, stretch(piece));
  if (piece.is("|")) {
    receiver_ = value_;
  } else if (piece.kind != Piece::Kind::comment) {
    value_ = {};
  }
}

// The name behind a `|`, which may be a whole one: `ansible.builtin.combine`.
void TemplateNames::read_filter(const Piece& piece) {
  std::string name = piece.text;
  std::uint32_t end = piece.end;
  while (at_ + 1 < count_ && pieces_[at_].is(".") && pieces_[at_ + 1].kind == Piece::Kind::name) {
    name = pieces_[at_ + 1].text;
    end = pieces_[at_ + 1].end;
    at_ += 2;
  }
  reading_.name("filter", name, {file_, piece.begin, end});
  if (name == "default" || name == "d") find_unused_default({file_, piece.begin, end});
  value_ = filtered(name, receiver_);
  filter_ = name;
}

// `input` of `forms.input(…)`, where a template was imported as `forms`.
void TemplateNames::read_module_member(const Piece& piece) {
  const std::uint32_t macro = reading_.symbol("macro", reading_.symbols[module_].detail, piece.text);
  module_ = no_symbol;
  macro_ = is_at("(") ? macro : no_symbol;
  reading_.refer(macro, stretch(piece));
}

// `name` of `user.name`. A name before a bracket is a method if the catalogue has it, otherwise a property that is
// called.
void TemplateNames::read_member(const Piece& piece) {
  // `self.title()` is a block.
  const bool is_of_self = at_ > 2 && pieces_[at_ - 3].is("self") && (at_ < 4 || !pieces_[at_ - 4].is("."));
  if (is_of_self && look_up("self") == no_symbol) {
    return reading_.refer(reading_.symbol("block", "", piece.text), stretch(piece));
  }
  const bool is_called = is_at("(");
  const bool is_method = is_called && is_catalogued("method", piece.text);
  if (is_called) {
    // What the call gives is known where its bracket closes.
    receiver_ = value_;
    filter_ = piece.text;
    value_ = called(piece.text, value_);
  } else {
    value_ = item_of(value_, piece.text);
  }
  reading_.member(is_method ? "method" : "property", piece.text, stretch(piece), value_, &functions_);
}

// A variable, a macro, a module, or a global function.
void TemplateNames::read_variable(const Piece& piece) {
  std::uint32_t symbol = look_up(piece.text);
  if (symbol == no_symbol) {
    if (is_catalogued("global", piece.text)) return reading_.name("global", piece.text, stretch(piece));
    const SpecialName* special = special_name(piece.text);
    const std::string_view kind = special == nullptr ? "variable" : "keyword";
    // A variable that a document of the workspace defines is known by now. Any other is defined elsewhere.
    const bool is_new = reading_.find(kind, "", piece.text) == nullptr;
    symbol = reading_.symbol(kind, "", piece.text);
    if (is_new) reading_.symbols[symbol].is_fixed = true;
    if (special != nullptr) reading_.symbols[symbol].detail = special->about;
  }
  reading_.refer(symbol, stretch(piece));
  value_ = reading_.symbols[symbol].value;
  const std::uint32_t meant = reading_.symbols[symbol].alias_of;
  if (reading_.symbols[symbol].kind == "macro" && is_at("(")) macro_ = meant == no_symbol ? symbol : meant;
  if (reading_.symbols[symbol].kind == "module" && is_at(".")) module_ = symbol;
}

}  // namespace evalground::jinja2
