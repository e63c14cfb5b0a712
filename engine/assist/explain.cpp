// Explains an expression piece by piece: `users | map(attribute='name')` becomes rows with the text, what it is, what
// it does, and its value in the last run.
//
// Mentions are names that the dialect knows, pieces are all tokens. Both are sorted by place and merged: a mention
// explains a piece better, and pieces without words, such as parentheses, have no row.
#include "assist/explain.hpp"

#include <algorithm>
#include <optional>

#include "assist/documentation.hpp"
#include "assist/last_run.hpp"

namespace evalground {
namespace {

constexpr std::size_t most_rows = 500;
constexpr std::size_t most_scanned = 1000;  // pieces around a bracket

// Whether a value ends with the piece, so that a bracket directly behind it is a subscript.
bool ends_value(const Piece& piece) {
  return piece.kind == Piece::Kind::name || piece.kind == Piece::Kind::text || piece.kind == Piece::Kind::close;
}

// What an open bracket means for the pieces in it.
enum class Bracket : std::uint8_t { list, item, condition, other };

// Whether the brackets that open at a piece hold a condition: `[port=443]`, `[!port]`, `[?(@.a > 1)]`, `[$ > 1]`.
bool holds_condition(const Pieces& pieces, std::size_t at) {
  constexpr std::string_view signs[] = {"=", "!=", "==", "<", ">", "<=", ">=", "!", "?", "=~", "!~"};
  std::size_t depth = 0;
  for (const std::size_t last = std::min(pieces.size(), at + most_scanned); at < last; ++at) {
    const Piece& piece = pieces[at];
    if (piece.kind == Piece::Kind::open || piece.is("[")) ++depth;
    if ((piece.kind == Piece::Kind::close || piece.is("]")) && --depth == 0) return false;
    if (depth > 1 && piece.is("=")) continue;  // names an argument of a call
    const bool is_sign = std::find(std::begin(signs), std::end(signs), piece.text) != std::end(signs);
    // Unfurl's lexer takes `!port` as one piece.
    if (piece.kind != Piece::Kind::text && (is_sign || piece.text.starts_with('!'))) return true;
  }
  return false;
}

// The pieces of an expression with the brackets that are open at each.
class Reader {
 public:
  explicit Reader(const Pieces& pieces) : pieces_(pieces) {}

  // Goes to a piece. Pieces are visited in order.
  void enter(std::size_t at) {
    at_ = at;
    const Piece& piece = pieces_[at];
    if (piece.kind == Piece::Kind::close || piece.is("]")) {
      if (!open_.empty()) open_.pop_back();
    } else if (piece.kind == Piece::Kind::open || piece.is("[")) {
      open_.push_back(piece.is("[") ? bracket() : Bracket::other);
    }
  }

  // A sentence for a piece that is in no catalogue; empty for pieces that need none.
  std::string words() const {
    const Piece& piece = pieces_[at_];
    switch (piece.kind) {
      case Piece::Kind::number: return "The number " + piece.text + ".";
      case Piece::Kind::text:
        return is_in(Bracket::condition) && is_after("=") ? "The value to compare with." : "This text.";
      default: break;
    }
    if (piece.is("?.")) return "Takes a member of the value on the left. If that is null, the result is null.";
    if (piece.is(".")) return "Takes a member of the value on the left.";
    if (piece.is("::")) {
      return at_ == 0 ? "Starts at the root: the next part is a resource, by its name or by a condition."
                      : "Continues with the next part of the path, within each match so far.";
    }
    if (piece.is("|")) return "Passes the value on the left to the filter on the right.";
    if (piece.is("=")) {
      if (is_in(Bracket::condition)) return "Compares: true if the value on the left equals the one on the right.";
      if (is_in(Bracket::other)) return "Passes the value on the right as the argument on the left.";
      return "Sets the name on the left to the value on the right.";
    }
    if (piece.is("?")) {
      return is_after("[") ? "Keeps the items for which the condition holds." : "Takes only the first match.";
    }
    if (piece.is("[")) {
      switch (open_.back()) {
        case Bracket::condition: return "Keeps what the condition in the brackets holds for.";
        case Bracket::item: return "Takes the item of that key or index.";
        default: return "Begins a list.";
      }
    }
    return {};
  }

  // What a member belongs to: the value in front of it, or at the start of a path the value where the path begins.
  std::string member(const std::string& name) const {
    if (is_in(Bracket::condition) && (is_after("[") || is_after("!"))) {
      return "The member " + name + " of each candidate.";
    }
    if (at_ == 1 && is_after("::")) return "The resource " + name + ".";
    return at_ == 0 ? "The member " + name + " of the current value."
                    : "The member " + name + " of the value before it.";
  }

  // In braces an argument of a call by name is a key of a map.
  std::string argument(const std::string& name) const {
    const bool is_key = is_in(Bracket::other) && opened_by_brace();
    return (is_key ? "The key " : "The argument ") + name + ". Its value comes next.";
  }

 private:
  Bracket bracket() const {
    if (at_ == 0) return Bracket::list;
    const Piece& before = pieces_[at_ - 1];
    const bool is_behind_value = (ends_value(before) || before.is("]")) && before.end == pieces_[at_].begin;
    if (!is_behind_value && !before.is("::")) return Bracket::list;
    return holds_condition(pieces_, at_) ? Bracket::condition : Bracket::item;
  }
  bool is_in(Bracket bracket) const { return !open_.empty() && open_.back() == bracket; }
  bool is_after(std::string_view sign) const { return at_ > 0 && pieces_[at_ - 1].is(sign); }
  bool opened_by_brace() const {
    std::size_t depth = 0;
    for (std::size_t at = at_; at > 0 && at + most_scanned > at_;) {
      const Piece& piece = pieces_[--at];
      if (piece.kind == Piece::Kind::close || piece.is("]")) ++depth;
      if (piece.kind != Piece::Kind::open && !piece.is("[")) continue;
      if (depth == 0) return piece.is("{");
      --depth;
    }
    return false;
  }

  const Pieces& pieces_;
  std::size_t at_ = 0;
  std::vector<Bracket> open_;
};

class Explainer {
 public:
  Explainer(Question& question, const Stretch& expression) : question_(question), expression_(expression) {
    for (const Mention& mention : question.reading().mentions) {
      const bool is_within = mention.at.file == expression.file && mention.at.begin >= expression.begin &&
                             mention.at.end <= expression.end;
      if (is_within) mentions_.push_back(&mention);
    }
    std::stable_sort(mentions_.begin(), mentions_.end(),
                     [](const Mention* a, const Mention* b) { return a->at.begin < b->at.begin; });
  }

  Value rows() {
    const Pieces pieces = question_.language->pieces(question_.context, expression_);
    Reader reader(pieces);
    std::size_t next = 0;
    std::uint32_t end = 0;
    for (std::size_t at = 0; at < pieces.size() && rows_.size() < most_rows; ++at) {
      const Piece& piece = pieces[at];
      for (; next < mentions_.size() && mentions_[next]->at.begin < piece.begin; ++next) {
        add(*mentions_[next], reader, end);
      }
      question_.context.budget.step();
      reader.enter(at);
      bool is_named = false;
      for (; next < mentions_.size() && mentions_[next]->at.begin <= piece.begin; ++next) {
        is_named = add(*mentions_[next], reader, end) || is_named;
      }
      if (is_named || piece.begin < end) continue;
      const std::string words = reader.words();
      if (!words.empty()) add({expression_.file, piece.begin, piece.end}, word_of(piece), words);
    }
    for (; next < mentions_.size(); ++next) add(*mentions_[next], reader, end);
    return Value::list(std::move(rows_));
  }

 private:
  static std::string_view word_of(const Piece& piece) {
    if (piece.kind == Piece::Kind::number) return "number";
    return piece.kind == Piece::Kind::text ? "text" : "punctuation";
  }

  bool add(const Mention& mention, const Reader& reader, std::uint32_t& end) {
    if (mention.at.begin < end && mention.at.end <= end) return true;  // already described
    if (rows_.size() == most_rows) return true;
    std::string words;
    if (mention.symbol != no_symbol) {
      const Symbol& symbol = question_.reading().symbols[mention.symbol];
      words = "The " + std::string(symbol.kind) + " " + code(symbol.name) + ".";
    } else if (const auto* entry = question_.entry(mention)) {
      words = entry->function->summary.empty() ? "`" + std::string(entry->function->signature) + "`"
                                               : std::string(std::string_view(entry->function->summary));
    } else if (mention.kind == "property") {
      words = reader.member(code(mention.name));
    } else if (mention.kind == "argument") {
      words = reader.argument(code(mention.name));
    } else {
      return false;
    }
    add(mention.at, mention.kind, words);
    end = mention.at.end;
    return true;
  }

  void add(const Stretch& at, std::string_view is, const std::string& words) {
    if (rows_.size() == most_rows) return;
    question_.context.budget.step();
    Map row = question_.range(at).as_map();
    row.set("text", Value::string(question_.text(at)));
    row.set("is", Value::string(is));
    row.set("does", Value::string(words));
    if (const auto last = last_value(question_, at.file, at.begin);
        last && last->at.begin >= at.begin && last->at.end <= at.end) {
      row.set("value", Value::string(last->value));
    }
    rows_.push_back(Value::map(std::move(row)));
  }

  Question& question_;
  Stretch expression_;
  std::vector<const Mention*> mentions_;
  List rows_;
};

bool mentions_variable(std::string_view text) {
  return text.find("$(") != std::string_view::npos || text.find("${") != std::string_view::npos ||
         text.find("@(") != std::string_view::npos || text.find("@{") != std::string_view::npos;
}

// In a language of braces, the value of an attribute at a position, or a text that mentions a variable. Such values are
// no expressions of their own: no step of a run belongs to them.
std::optional<Stretch> value_at(Question& question, std::uint32_t file, std::uint32_t at) {
  const auto size = static_cast<std::uint32_t>(question.context.sources.text(file).size());
  const Pieces pieces = question.language->pieces(question.context, {file, 0, size});
  std::size_t begin = pieces.size();  // of the value that is being read; none: the number of pieces
  std::size_t depth = 0;
  for (std::size_t here = 0; here < pieces.size(); ++here) {
    const Piece& piece = pieces[here];
    const bool is_end = depth == 0 && (piece.kind == Piece::Kind::comma || piece.kind == Piece::Kind::close);
    if (begin < here && (is_end || piece.is(";") || piece.kind == Piece::Kind::edge)) {
      const Stretch value{file, pieces[begin].begin, pieces[here - 1].end};
      if (value.holds(at)) return value;
      begin = pieces.size();
    }
    if (begin == pieces.size()) {
      depth = 0;
      if (piece.is("=>")) begin = here + 1;
      const bool is_text = piece.kind == Piece::Kind::text && mentions_variable(piece.text);
      if (is_text && piece.begin <= at && at <= piece.end) return Stretch{file, piece.begin, piece.end};
      continue;
    }
    if (piece.kind == Piece::Kind::open) ++depth;
    if (piece.kind == Piece::Kind::close) --depth;
  }
  return std::nullopt;
}

}  // namespace

// At a position, the smallest expression around it.
Value explain(Question& question) {
  Stretch best;
  bool is_found = false;
  if (question.has_position()) {
    const std::uint32_t file = question.file();
    const std::uint32_t at = question.offset();
    for (const Stretch& one : question.reading().expressions) {
      if (one.file != file || !one.holds(at)) continue;
      if (is_found && one.end - one.begin > best.end - best.begin) continue;
      best = one;
      is_found = true;
    }
    if (!is_found && question.language->form() == Form::braces) {
      if (const auto value = value_at(question, file, at)) {
        best = *value;
        is_found = true;
      }
    }
  } else if (question.workspace.expression && question.workspace.expression->is_string()) {
    const std::uint32_t file = question.expression();
    best = {file, 0, static_cast<std::uint32_t>(question.context.sources.text(file).size())};
    is_found = true;
  } else if (!question.reading().expressions.empty()) {
    best = question.reading().expressions.front();
    is_found = true;
  }
  return is_found ? Explainer(question, best).rows() : Value::list();
}

}  // namespace evalground
