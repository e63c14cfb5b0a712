// Names and positions in queries, for completion, hover and navigation.
//
// An editor asks about queries that are still being typed and may not parse. So QueryNames reads tokens ("pieces") from
// left to right instead of a syntax tree, and keeps a guess of the value so far (value_). With data [{name: web}],
// `$.where($.na¦` knows that the inner `$` is an item of the data and offers `name`. A value that cannot be guessed is
// undefined; completion then offers less, never something wrong.

#include "dialects/yaql/language.hpp"

#include <algorithm>
#include <unordered_map>

#include "dialects/yaql/catalogue.hpp"
#include "dialects/yaql/evaluation/evaluator.hpp"
#include "dialects/yaql/evaluation/host_functions.hpp"
#include "dialects/yaql/syntax/lexer.hpp"
#include "dialects/yaql/workflow_templates.hpp"
#include "runtime/trace.hpp"
#include "value/map.hpp"

namespace evalground::yaql {
namespace {

// Functions that give some of the items of their collection, in some order. The guess of their result is the collection
// itself: its items have the same keys.
constexpr std::string_view keeping[] = {
    "where",  "skip",      "limit",     "take",   "orderBy",  "orderByDescending", "thenBy", "distinct", "reverse",
    "toList", "takeWhile", "skipWhile", "append", "memorize", "thenByDescending",  "list",   "slice",    "filter"};
constexpr std::string_view picking[] = {"first", "last", "single", "random"};
constexpr std::string_view words[] = {"and", "or", "not", "in", "mod", "true", "false", "null"};
// Words that may follow a value, and constants.
constexpr std::string_view joining[] = {"and", "or", "in", "mod", "not in"};
constexpr std::string_view constant[] = {"not", "true", "false", "null"};

template <class Words>
bool contains(const Words& all, std::string_view word) {
  return std::find(std::begin(all), std::end(all), word) != std::end(all);
}

class QueryNames {
 public:
  QueryNames(Context& context, const Pieces& pieces, std::uint32_t file, const Value& data, Reading& reading)
      : context_(context), pieces_(pieces), file_(file), reading_(reading), dollar_(data) {}

  void read(std::size_t count) {
    reading_.catalogue = &functions();
    for (at_ = 0; at_ < count; ++at_) {
      context_.budget.step();
      read_piece();
    }
    reading_.catalogue = nullptr;
  }

  // Reads the pieces before the cursor, and offers what may stand there: keys of data after a dot or within `['…']`,
  // operators after an operand, otherwise operands.
  Caret cursor(std::uint32_t offset) {
    Caret cursor;
    cursor.catalogues.push_back(&functions());
    const std::size_t count = pieces_before(pieces_, offset);
    const Piece* typed = count < pieces_.size() && pieces_[count].begin < offset ? &pieces_[count] : nullptr;
    cursor.word =
        typed != nullptr ? Stretch{file_, typed->begin, std::max(typed->end, offset)} : Stretch{file_, offset, offset};
    read(count);
    add_calls(cursor, count);
    const Piece* before = count > 0 ? &pieces_[count - 1] : nullptr;
    const bool is_text = typed != nullptr && typed->kind == Piece::Kind::text;
    if (is_text && before != nullptr && before->is("[") && !frames_.empty()) {
      // `$.labels['ap¦']`
      cursor.word = {file_, typed->begin + 1, std::max(typed->begin + 1, offset)};
      cursor.data = frames_.back().receiver;
      return cursor;
    }
    if (is_text || (typed != nullptr && typed->kind == Piece::Kind::number)) return cursor;
    if (is_dot(before)) {
      // Each item of a collection gives its member.
      cursor.data = value_.is_list() ? first_of(value_) : value_;
      cursor.kinds.push_back("method");
      return cursor;
    }
    add_expected(cursor, before, typed != nullptr && typed->text.starts_with('$'));
    return cursor;
  }

 private:
  // An open bracket, with what the guesses need once it closes.
  struct Frame {
    std::string_view bracket;
    std::string callee;
    bool is_method = false;
    Value receiver;
    Value outer;  // `$` before the bracket
    Value first;  // the first argument of a function
  };

  Stretch stretch(const Piece& piece) const { return {file_, piece.begin, piece.end}; }

  static bool is_dot(const Piece* piece) { return piece != nullptr && (piece->is(".") || piece->is("?.")); }

  // Whether an operand ends with the piece, so that an operator follows.
  static bool ends_operand(const Piece& piece) {
    if (piece.kind == Piece::Kind::name) return !contains(words, piece.text);
    return piece.kind == Piece::Kind::number || piece.kind == Piece::Kind::text || piece.kind == Piece::Kind::close;
  }

  // An operator behind an operand, otherwise an operand. `is_variable`: what is typed begins with "$".
  void add_expected(Caret& cursor, const Piece* before, bool is_variable) const {
    if (before != nullptr && ends_operand(*before)) {
      for (const std::string_view word : joining) cursor.offers.push_back({std::string(word), "keyword"});
      return;
    }
    add_variables(cursor);
    const bool begins_argument = before != nullptr && (before->is("(") || before->kind == Piece::Kind::comma);
    if (!is_variable) add_operands(cursor, begins_argument);
  }

  // What begins an operand, variables apart.
  static void add_operands(Caret& cursor, bool begins_argument) {
    cursor.kinds.push_back("function");
    for (const std::string_view word : constant) {
      cursor.offers.push_back({.label = std::string(word), .kind = "keyword", .is_last = true});
    }
    if (begins_argument) cursor.names_argument = " => ";
  }

  void add_variables(Caret& cursor) const {
    cursor.offers.push_back({"$", "variable", "the data, or the item of a query"});
    for (const auto& [name, symbol] : names_) cursor.offers.push_back({"$" + name, "variable", "let"});
    for (const auto& [name, value] : context_.workspace.vars) {
      if (!name.is_string()) continue;
      cursor.offers.push_back({"$" + std::string(name.as_string()), "variable", short_text(value, 60)});
    }
  }

  // Whether the argument that begins now is evaluated for each item.
  static bool is_lambda(const Frame& frame, std::size_t argument) {
    const auto* entry = functions().find(frame.is_method ? "method" : "function", frame.callee);
    if (entry == nullptr && !frame.is_method) entry = functions().find("method", frame.callee);
    if (entry == nullptr) return false;
    const auto& parameters = entry->signature.parameters;
    const std::size_t index = argument + (frame.is_method ? 1 : 0);
    return index < parameters.size() && parameters[index].type == "lambda";
  }

  // Sets the guess of `$` for an argument: the first item of the collection within a lambda, otherwise the `$` outside.
  void begin_argument(std::size_t argument) {
    Frame& frame = frames_.back();
    if (frame.callee.empty()) return;
    const Value& items = frame.is_method ? frame.receiver : frame.first;
    dollar_ = is_lambda(frame, argument) ? first_of(items) : frame.outer;
  }

  // A bracket directly behind a name begins a call. Behind a value `[` is an index, or a filter.
  void open(const Piece& piece) {
    Frame frame;
    frame.bracket = piece.text;
    frame.outer = dollar_;
    const bool is_call = at_ > 0 && piece.is("(") && pieces_[at_ - 1].kind == Piece::Kind::name &&
                         !pieces_[at_ - 1].text.starts_with('$') && pieces_[at_ - 1].end == piece.begin;
    if (is_call) {
      frame.callee = pieces_[at_ - 1].text;
      frame.is_method = at_ > 1 && (pieces_[at_ - 2].is(".") || pieces_[at_ - 2].is("?."));
      if (frame.is_method) frame.receiver = receiver_;
      // `$.users[$.age > 3]` filters as `where` does.
    } else if (piece.is("[") && at_ > 0 &&
               (pieces_[at_ - 1].kind == Piece::Kind::name || pieces_[at_ - 1].kind == Piece::Kind::close)) {
      frame.callee = "where";
      frame.is_method = true;
      frame.receiver = value_;
    }
    frames_.push_back(std::move(frame));
    commas_.push_back(0);
    begin_argument(0);
    value_ = {};
  }

  // `let(x => $.users)`: a name and `=>` have set bound_. The value that has been read since then is the variable's.
  void bind() {
    if (bound_ == no_symbol || frames_.empty() || frames_.back().callee != "let") return;
    reading_.symbols[bound_].value = value_;
    bound_ = no_symbol;
  }

  // Guesses the result of the call: the collection, one item, or the value of the last argument. For unknown functions
  // it is undefined.
  void close() {
    bind();
    if (frames_.empty()) return;
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    commas_.pop_back();
    dollar_ = frame.outer;
    if (frame.bracket == "(" && frame.callee.empty()) return;  // parentheses keep the value within them
    const Value& items = frame.is_method ? frame.receiver : frame.first;
    if (contains(keeping, frame.callee)) {
      value_ = items;
    } else if (contains(picking, frame.callee)) {
      value_ = first_of(items);
    } else if ((frame.callee == "select" || frame.callee == "selectMany") && !value_.is_undefined()) {
      value_ = frame.callee == "select" ? Value::list({value_}) : value_;
    } else if (frame.callee != "let") {
      value_ = {};
    }
  }

  void read_piece() {
    const Piece& piece = pieces_[at_];
    switch (piece.kind) {
      case Piece::Kind::open: return open(piece);
      case Piece::Kind::close: return close();
      case Piece::Kind::comma: return next_argument();
      case Piece::Kind::sign: return read_sign(piece);
      case Piece::Kind::name: return piece.text.starts_with('$') ? read_variable(piece) : read_name(piece);
      default: value_ = {};
    }
  }

  void next_argument() {
    bind();
    if (!frames_.empty()) {
      if (commas_.back() == 0) frames_.back().first = value_;
      begin_argument(++commas_.back());
    }
    value_ = {};
  }

  // Behind `->` the scope changes, and `$` is again the data.
  void read_sign(const Piece& piece) {
    if (piece.is(".") || piece.is("?.")) {
      receiver_ = value_;
      return;
    }
    reading_.name("operator", piece.text, stretch(piece));
    if (piece.is("->") && !frames_.empty()) dollar_ = frames_.back().outer;
    value_ = {};
  }

  // Behind a dot a method or property, before `=>` the name of an argument or of a `let` variable, otherwise a function
  // or a word.
  void read_name(const Piece& piece) {
    const Piece* before = at_ > 0 ? &pieces_[at_ - 1] : nullptr;
    const Piece* after = at_ + 1 < pieces_.size() ? &pieces_[at_ + 1] : nullptr;
    const bool is_call = after != nullptr && after->is("(") && after->begin == piece.end;
    if (is_dot(before)) {
      return is_call ? reading_.name("method", piece.text, stretch(piece)) : read_property(piece);
    }
    value_ = {};
    if (is_call) {
      const bool is_of_host = functions().find("function", piece.text) == nullptr && find_host_function(piece.text);
      return reading_.name(is_of_host ? "host-function" : "function", piece.text, stretch(piece));
    }
    if (contains(words, piece.text)) return reading_.name("operator", piece.text, stretch(piece));
    const bool is_named = after != nullptr && after->is("=>") && !frames_.empty();
    if (!is_named) return;
    if (frames_.back().callee != "let") return reading_.name("argument", piece.text, stretch(piece));
    const std::uint32_t symbol = reading_.symbol("variable", "", piece.text);
    names_[piece.text] = symbol;
    bound_ = symbol;
    reading_.symbols[symbol].should_be_used = true;
    reading_.define(symbol, stretch(piece), stretch(piece));
  }

  // A collection's property is that of each item.
  void read_property(const Piece& piece) {
    value_ = item_of(receiver_.is_list() ? first_of(receiver_) : receiver_, piece.text);
    if (receiver_.is_list() && !value_.is_undefined()) value_ = Value::list({value_});
    reading_.member("property", piece.text, stretch(piece), value_);
  }

  void read_variable(const Piece& piece) {
    const std::string name = piece.text.substr(1);
    if (name.empty() || name == "1") {
      value_ = dollar_;
      reading_.member("operator", "$", stretch(piece), value_, &functions());
      return;
    }
    const std::uint32_t symbol = reading_.symbol("variable", "", name);
    if (const Value* given = context_.workspace.vars.find(name); given != nullptr && !names_.contains(name)) {
      reading_.symbols[symbol].value = *given;
      reading_.symbols[symbol].is_fixed = true;
    }
    value_ = reading_.symbols[symbol].value;
    reading_.refer(symbol, {file_, piece.begin + 1, piece.end});
  }

  // The open calls around the cursor, for the help on parameters.
  void add_calls(Caret& cursor, std::size_t count) const {
    for (const OpenBracket& bracket : open_brackets(pieces_, count)) {
      if (!pieces_[bracket.at].is("(") || bracket.at == 0) continue;
      const Piece& callee = pieces_[bracket.at - 1];
      if (callee.kind != Piece::Kind::name || callee.text.starts_with('$')) continue;
      CallAround call;
      call.name = callee.text;
      call.argument = bracket.commas;
      const bool is_method = bracket.at > 1 && (pieces_[bracket.at - 2].is(".") || pieces_[bracket.at - 2].is("?."));
      call.kind = is_method ? "method" : "function";
      call.catalogue = &functions();
      if (is_method) ++call.argument;  // the first is the receiver
      call.given = named_arguments(pieces_, bracket, "=>");
      const std::size_t argument = bracket.argument_begin;
      if (argument + 1 < count && pieces_[argument + 1].is("=>")) call.argument_name = pieces_[argument].text;
      cursor.calls.push_back(std::move(call));
    }
  }

  Context& context_;
  const Pieces& pieces_;
  std::uint32_t file_;
  Reading& reading_;
  Value dollar_;
  Value value_;
  Value receiver_;
  std::vector<Frame> frames_;
  std::vector<std::size_t> commas_;
  std::unordered_map<std::string, std::uint32_t> names_;
  std::uint32_t bound_ = no_symbol;  // a variable of `let` whose value is being read
  std::size_t at_ = 0;
};

// Connects the queries to the language services. Heat uses the functions below for the queries in its templates.
class Queries final : public Language {
 public:
  bool reads(std::string_view path, const Workspace& workspace) const override {
    return path == expression_path || path == workspace.main || path.ends_with(".yaql") || is_workflow(path, workspace);
  }
  std::span<const std::string_view> closed_kinds() const override {
    static constexpr std::string_view kinds[] = {"function", "method"};
    return kinds;
  }
  void read(Context& context, std::uint32_t file, Reading& reading) const override {
    read_workflow_templates(context, file, reading);
    // Only `let(name => …)` defines a name. Without `=>` and when no references are wanted, there is nothing to find.
    const std::string_view text = context.sources.text(file);
    if (!reading.has_references() && text.find("=>") == std::string_view::npos) return;
    for (const Region& region : regions_of(context, file)) {
      const auto pieces = std::make_shared<const Pieces>(pieces_of(context, file, region));
      if (!pieces->empty()) reading.expressions.push_back({file, pieces->front().begin, pieces->back().end});
      read_query(context, *pieces, file, context.workspace.data, reading);
      if (region.is_whole) reading.pieces[file] = pieces;
    }
  }
  void check(Context& context, std::uint32_t file) const override {
    for (const Region& region : regions_of(context, file)) {
      if (!region.is_whole) check_syntax(context, file, region);
    }
    check_workflow_templates(context, file);
  }
  Caret at(Context& context, const Reading& reading, std::uint32_t file, std::uint32_t offset) const override {
    const auto read = reading.pieces.find(file);
    const Value& data = context.workspace.data;
    if (read != reading.pieces.end()) return query_cursor(context, *read->second, file, offset, data);
    for (const Region& region : regions_of(context, file)) {
      if (region.begin > offset || offset > region.end) continue;
      return query_cursor(context, pieces_of(context, file, region), file, offset, data);
    }
    if (std::optional<Caret> caret = workflow_template_caret(context, file, offset)) return *std::move(caret);
    Caret none;
    none.word = {file, offset, offset};
    return none;
  }
  // A method may also be called as a function and the reverse, so a name is looked up under both kinds.
  std::vector<std::string_view> kinds_of(std::string_view kind) const override {
    if (kind == "method") return {"method", "function"};
    if (kind == "function") return {"function", "method"};
    return {kind};
  }
  Form form() const override { return Form::expression; }
  Pieces pieces(Context& context, const Stretch& expression) const override {
    Pieces result;
    for (const Region& region : regions_of(context, expression.file)) {
      for (Piece& piece : pieces_of(context, expression.file, region)) {
        if (piece.begin >= expression.begin && piece.end <= expression.end) result.push_back(std::move(piece));
      }
    }
    return result;
  }

 private:
  // A query within a file.
  struct Region {
    std::uint32_t begin;
    std::uint32_t end;
    bool is_whole;  // the file is nothing else
  };

  static bool is_workflow(std::string_view path, const Workspace& workspace) {
    const bool is_yaml = path.ends_with(".yaml") || path.ends_with(".yml");
    const Value* text = is_yaml ? workspace.files.find(path) : nullptr;
    return text != nullptr && text->is_string() && text->as_string().find("<%") != std::string_view::npos;
  }

  // A file is a query, or a workflow with queries between `<%` and `%>`.
  static std::vector<Region> regions_of(const Context& context, std::uint32_t file) {
    const std::string_view text = context.sources.text(file);
    const std::string& path = context.sources.path(file);
    if (!path.ends_with(".yaml") && !path.ends_with(".yml")) {
      return {{0, static_cast<std::uint32_t>(text.size()), true}};
    }
    std::vector<Region> regions;
    for (std::size_t at = text.find("<%"); at != std::string_view::npos; at = text.find("<%", at)) {
      const std::size_t end = text.find("%>", at + 2);
      if (end == std::string_view::npos) break;
      regions.push_back({static_cast<std::uint32_t>(at + 2), static_cast<std::uint32_t>(end), false});
      at = end + 2;
    }
    return regions;
  }

  static Pieces pieces_of(const Context& context, std::uint32_t file, const Region& region) {
    TextPlace place;
    place.file = file;
    place.begin = region.begin;
    return query_pieces(context.sources.text(file).substr(region.begin, region.end - region.begin), place);
  }

  // Not one with escapes of YAML, which this reader does not undo.
  static void check_syntax(Context& context, std::uint32_t file, const Region& region) {
    const std::string_view text = context.sources.text(file).substr(region.begin, region.end - region.begin);
    if (text.find('\\') != std::string_view::npos || text.find("''") != std::string_view::npos) return;
    try {
      Evaluator(context, library(Flavor::workflow), Settings()).read(text, {file, region.begin, {}});
    } catch (const Error& error) {
      context.report(error.diagnostic);
    }
  }
};

}  // namespace

// Tokens as pieces. A function token `name(` becomes two pieces, so that brackets can be counted.
Pieces query_pieces(std::string_view text, const TextPlace& place) {
  Pieces pieces;
  Lexer lexer(text);
  const auto add = [&](Piece::Kind kind, std::size_t begin, std::size_t end) {
    pieces.push_back({kind, place.offset(begin), place.offset(end), std::string(text.substr(begin, end - begin))});
  };
  for (;;) {
    const std::optional<LexToken> token = lexer.next();
    if (!token) {
      // `$.` with nothing behind it, or a quote that is not closed: skip it, the user is still typing.
      lexer.skip();
      continue;
    }
    switch (token->kind) {
      case Lexeme::end: return pieces;
      case Lexeme::variable:
      case Lexeme::word: add(Piece::Kind::name, token->begin, token->end); break;
      case Lexeme::number: add(Piece::Kind::number, token->begin, token->end); break;
      case Lexeme::text: add(Piece::Kind::text, token->begin, token->end); break;
      case Lexeme::function:
        add(Piece::Kind::name, token->begin, token->end - 1);
        add(Piece::Kind::open, token->end - 1, token->end);
        break;
      case Lexeme::sign: {
        const std::string_view sign = token->text;
        const bool is_open = sign == "(" || sign == "[" || sign == "{";
        const bool is_close = sign == ")" || sign == "]" || sign == "}";
        const bool is_word = sign[0] >= 'a' && sign[0] <= 'z';
        add(is_open       ? Piece::Kind::open
            : is_close    ? Piece::Kind::close
            : sign == "," ? Piece::Kind::comma
            : is_word     ? Piece::Kind::name
                          : Piece::Kind::sign,
            token->begin, token->end);
        break;
      }
    }
  }
}

void read_query(Context& context, const Pieces& pieces, std::uint32_t file, const Value& data, Reading& reading) {
  QueryNames(context, pieces, file, data, reading).read(pieces.size());
}

Caret query_cursor(Context& context, const Pieces& pieces, std::uint32_t file, std::uint32_t offset,
                   const Value& data) {
  Reading before(Reading::Keeps::definitions);
  return QueryNames(context, pieces, file, data, before).cursor(offset);
}

const Language& language() {
  static const Queries queries;
  return queries;
}

}  // namespace evalground::yaql
