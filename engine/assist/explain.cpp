// Explains an expression piece by piece: `users | map(attribute='name')` becomes rows with the text, what it is, what
// it does, and its value in the last run.
//
// Mentions are names that the dialect knows, pieces are all tokens. Both are sorted by place and merged: a mention
// explains a piece better, and pieces without words, such as parentheses, have no row.
#include "assist/explain.hpp"

#include <algorithm>

#include "assist/documentation.hpp"
#include "assist/last_run.hpp"

namespace evalground {
namespace {

constexpr std::size_t most_rows = 500;

// A sentence for pieces that are in no catalogue.
std::string plain_words(const Piece& piece) {
  switch (piece.kind) {
    case Piece::Kind::number: return "The number " + piece.text + ".";
    case Piece::Kind::text: return "This text.";
    default: break;
  }
  if (piece.is(".") || piece.is("?.")) return "Takes a member of the value on the left.";
  if (piece.is("::")) return "Continues with the next part of the path, within each match so far.";
  if (piece.is("|")) return "Passes the value on the left to the filter on the right.";
  if (piece.is("=")) return "Sets the name on the left to the value on the right.";
  if (piece.is("?")) return "Takes only the first match.";
  if (piece.is("[")) return "Keeps the matches for which the condition holds, or takes the item of that key.";
  return {};
}

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
    std::size_t next = 0;
    std::uint32_t end = 0;
    for (const Piece& piece : pieces) {
      for (; next < mentions_.size() && mentions_[next]->at.begin < piece.begin; ++next) add(*mentions_[next], end);
      bool is_named = false;
      for (; next < mentions_.size() && mentions_[next]->at.begin <= piece.begin; ++next) {
        is_named = add(*mentions_[next], end) || is_named;
      }
      if (is_named || piece.begin < end) continue;
      const std::string words = plain_words(piece);
      if (!words.empty()) add({expression_.file, piece.begin, piece.end}, word_of(piece), words);
    }
    for (; next < mentions_.size(); ++next) add(*mentions_[next], end);
    return Value::list(std::move(rows_));
  }

 private:
  static std::string_view word_of(const Piece& piece) {
    if (piece.kind == Piece::Kind::number) return "number";
    return piece.kind == Piece::Kind::text ? "text" : "sign";
  }

  bool add(const Mention& mention, std::uint32_t& end) {
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
      words = "The member " + code(mention.name) + " of what stands before.";
    } else if (mention.kind == "argument") {
      words = "Next comes the argument " + code(mention.name) + ".";
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
