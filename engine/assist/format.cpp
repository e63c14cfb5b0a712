// The formatter of the editor. It moves only blanks, never a token, and proves that: the result is read again, and a
// document whose pieces or tree differ is refused rather than changed.
//
// Four ways, by the form of the language. YAML is laid out line by line (YamlLayouter), tags have their insides spaced
// and the text between them untouched, an expression is spaced as a whole, and languages with braces are indented
// (BraceFormatter). The pieces come from the dialect, so one formatter serves all of them.
#include "assist/format.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "data/yaml/parse.hpp"

namespace evalground {
namespace {

[[noreturn]] void refuse_format(std::string message, OriginId where = 0) {
  throw Error("cannot-format", std::move(message), where);
}

bool ends_operand(const Piece& piece) {
  return piece.kind == Piece::Kind::name || piece.kind == Piece::Kind::number || piece.kind == Piece::Kind::text ||
         piece.kind == Piece::Kind::close;
}

bool is_word_sign(const Piece& piece) {
  return piece.is("and") || piece.is("or") || piece.is("not") || piece.is("in") || piece.is("is") || piece.is("if") ||
         piece.is("else") || piece.is("mod") || piece.is("return") || piece.is("=");
}

bool is_dot(const Piece& piece) {
  return piece.is(".") || piece.is("?.");
}

// Whether a sign belongs to what follows it; `before` is the piece before the sign.
// `a - b` has an operand before the sign, `(-b`, `= -b` and `not -b` have none.
bool is_unary_sign(const Piece* before, const Piece& sign) {
  if (sign.kind != Piece::Kind::sign || (!sign.is("-") && !sign.is("+"))) return false;
  return before == nullptr || !ends_operand(*before) || is_word_sign(*before);
}

// Whether a blank stands between two pieces; `before` is the piece before both.
// The rules from the strongest to the weakest; the first that applies decides. `f(x)` and `a[0]` keep the bracket near,
// but `in (1, 2)` does not, and `x=1` has no blanks within the parentheses of a call.
bool is_apart(const Piece* before, const Piece& left, const Piece& right, bool is_in_call, Form form) {
  if (left.kind == Piece::Kind::edge || right.kind == Piece::Kind::edge) return true;
  if (left.kind == Piece::Kind::open || right.kind == Piece::Kind::close) return false;
  if (right.kind == Piece::Kind::comma) return false;
  if (left.kind == Piece::Kind::comma) return true;
  if (is_dot(left) || is_dot(right)) return false;
  if (right.is(":") && form == Form::tags) return false;
  if (right.kind == Piece::Kind::open) {
    const bool follows_operand = ends_operand(left) && !is_word_sign(left);
    return !(follows_operand && (right.is("(") || right.is("[")));
  }
  const bool is_assignment = left.is("=") || right.is("=");
  if (is_assignment && form == Form::tags) return !is_in_call;
  return !is_unary_sign(before, left);
}

// The text of these pieces with normalized spaces between them. Line breaks are kept.
// `calls` has an entry for each open bracket: whether it is that of a call. A gap with a comment, or a line break, is
// kept, because its author may have aligned it.
std::string spaced(std::string_view text, const Pieces& pieces, std::size_t first, std::size_t last, Form form) {
  std::string result;
  std::vector<bool> calls;
  for (std::size_t at = first; at < last; ++at) {
    const Piece& piece = pieces[at];
    if (at > first) {
      const Piece& left = pieces[at - 1];
      const std::string_view gap = text.substr(left.end, piece.begin - left.end);
      const bool is_blank = gap.find_first_not_of(" \t\r\n") == std::string_view::npos;
      const bool is_in_call = !calls.empty() && calls.back();
      if (!is_blank || gap.find('\n') != std::string_view::npos) {
        result += gap;
      } else if (is_apart(at > first + 1 ? &pieces[at - 2] : nullptr, left, piece, is_in_call, form)) {
        result += ' ';
      }
    }
    if (piece.kind == Piece::Kind::open) {
      calls.push_back(piece.is("(") && at > first && pieces[at - 1].kind == Piece::Kind::name &&
                      !is_word_sign(pieces[at - 1]));
    }
    if (piece.kind == Piece::Kind::close && !calls.empty()) calls.pop_back();
    result += text.substr(piece.begin, piece.end - piece.begin);
  }
  return result;
}

// A tag that is not closed ends the work: what follows is unchanged.
std::string formatted_tags(std::string_view text, const Pieces& pieces) {
  std::string result;
  std::uint32_t done = 0;
  for (std::size_t at = 0; at < pieces.size(); ++at) {
    if (!pieces[at].is("{{") && !pieces[at].is("{%")) continue;
    std::size_t end = at + 1;
    while (end < pieces.size() && pieces[end].kind != Piece::Kind::edge) ++end;
    if (end >= pieces.size()) break;
    result += text.substr(done, pieces[at].begin - done);
    result += spaced(text, pieces, at, end + 1, Form::tags);
    done = pieces[end].end;
    at = end;
  }
  return result + std::string(text.substr(done));
}

// Lays out every line by the braces and sections around it.
class BraceFormatter {
 public:
  BraceFormatter(std::string_view text, const Pieces& pieces) : text_(text), pieces_(pieces) {}

  std::string formatted() {
    std::string result;
    for (std::size_t begin = 0; begin <= text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      const std::string_view line = text_.substr(begin, end - begin);
      const std::string_view content = trim(line);
      // A line that begins within a string or macro is left alone.
      if (begins_within(begin)) {
        result += line;
      } else if (!content.empty()) {
        result += std::string(content.starts_with("@") ? 0 : indent_of(end), ' ');
        result += content;
      }
      while (next_ < pieces_.size() && pieces_[next_].begin < end) pass(pieces_[next_++]);
      if (end == text_.size()) break;
      result += '\n';
      begin = end + 1;
    }
    return result;
  }

 private:
  bool begins_within(std::size_t begin) const {
    return next_ > 0 && pieces_[next_ - 1].end > begin && pieces_[next_ - 1].begin < begin;
  }

  // Of the line up to `end`: `vars:` is a section, `linux::` a context.
  //   bundle agent main          depth 0
  //   {
  //     vars:                    a section: one level
  //       linux::                a context: below the section
  //         "a" string => "b",   a promise: below both
  //           comment => "c";    an open promise: its further lines are one deeper
  //   }
  std::size_t indent_of(std::size_t end) const {
    const Piece* first = next_ < pieces_.size() && pieces_[next_].begin < end ? &pieces_[next_] : nullptr;
    const bool is_edge = first != nullptr && first->kind == Piece::Kind::edge;
    const bool is_context = is_edge && first->text.ends_with("::");
    if (first != nullptr && first->kind == Piece::Kind::close) return depth_ > 0 ? depth_ * 2 - 2 : 0;
    std::size_t levels = depth_;
    if ((is_edge && !is_context) || depth_ == 0) return levels * 2;
    if (has_section_) ++levels;
    if (has_context_ && !is_context) ++levels;
    if (is_promise_open_ && !is_context) ++levels;
    return levels * 2;
  }

  // Updates the state with a piece of the line that was just written. A brace closes all sections within it.
  void pass(const Piece& piece) {
    if (piece.kind == Piece::Kind::comment) return;
    if (piece.kind == Piece::Kind::edge) {
      has_context_ = piece.text.ends_with("::");
      has_section_ = has_section_ || !has_context_;
      is_promise_open_ = false;
    } else if (piece.is("{")) {
      ++depth_;
    } else if (piece.is("}") && depth_ > 0) {
      --depth_;
      if (depth_ == 0) has_section_ = has_context_ = is_promise_open_ = false;
    } else if (piece.is(";")) {
      is_promise_open_ = false;
    } else if (depth_ > 0) {
      is_promise_open_ = true;
    }
  }

  std::string_view text_;
  const Pieces& pieces_;
  std::size_t next_ = 0;   // the first piece that no line before had
  std::size_t depth_ = 0;  // of braces
  bool has_section_ = false;
  bool has_context_ = false;
  bool is_promise_open_ = false;
};

// Normalizes trailing blanks, and the blanks after a key's colon or a dash. Lines of block scalars and multi-line
// scalars are not changed.
class YamlLayouter {
 public:
  YamlLayouter(Question& question, std::uint32_t file)
      : question_(question), text_(question.context.sources.text(file)) {
    Budget budget(question.context.budget.limits());
    document_.emplace(parse_yaml(question.context.sources, file, budget));
    fixed_.assign(1 + static_cast<std::size_t>(std::count(text_.begin(), text_.end(), '\n')), false);
    walk(*document_->root);
    std::sort(gaps_.begin(), gaps_.end());
  }

  // Several empty lines at the end become none, except behind a block scalar that keeps them.
  std::string text() {
    std::string result;
    std::size_t line = 0;
    for (std::size_t begin = 0; begin <= text_.size(); ++line) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      const bool is_last = end == text_.size();
      if (is_last && begin == end) break;
      std::string_view whole = text_.substr(begin, end - begin);
      if (fixed_[line]) {
        result += whole;
      } else {
        lay_out(begin, begin + trim_end(whole, " \t\r").size(), result);
        if (whole.ends_with('\r')) result += '\r';
      }
      result += '\n';
      if (is_last) break;
      begin = end + 1;
    }
    while (result.ends_with("\n\n") && !fixed_.back()) result.pop_back();
    return result;
  }

 private:
  std::size_t line_of(std::uint32_t offset) {
    // Nodes come in source order, except the ends of collections.
    return static_cast<std::size_t>(question_.context.sources.position(document_->file, offset).line) - 1;
  }

  // Finds lines that must stay, `fixed_`, and gaps between key and value that become ": ". A gap with a line break or a
  // comment is not one of these. A plain scalar on several lines keeps all its lines, the first one as well.
  void walk(const YamlNode& node) {
    const Depth depth = question_.context.budget.enter();
    question_.context.budget.step();
    switch (node.kind) {
      case YamlNode::Kind::scalar: {
        if (node.begin == node.end) return;
        const std::size_t first = line_of(node.begin);
        const std::size_t last = line_of(node.end);
        const bool is_block = node.style == YamlStyle::literal || node.style == YamlStyle::folded;
        for (std::size_t line = is_block ? first + 1 : first; line <= last && last > first; ++line) fix(line);
        // Blank lines after a block scalar may belong to it.
        for (std::size_t line = last + 1; is_block && line < fixed_.size(); ++line) {
          if (!is_blank(line)) break;
          fix(line);
        }
        return;
      }
      case YamlNode::Kind::sequence:
        for (const YamlNode* item : node.items) walk(*item);
        return;
      case YamlNode::Kind::mapping:
        for (const auto& [key, value] : node.pairs) {
          walk(*key);
          walk(*value);
          const bool is_near =
              key->end < value->begin && value->begin <= text_.size() && node.style == YamlStyle::block;
          if (!is_near || value->begin == value->end) continue;
          const std::string_view gap = text_.substr(key->end, value->begin - key->end);
          const std::size_t colon = gap.find(':');
          if (colon == std::string_view::npos || gap.find_first_not_of(" :") != std::string_view::npos) continue;
          gaps_.push_back({key->end, value->begin});
        }
        return;
      case YamlNode::Kind::alias: return;
    }
  }

  bool is_blank(std::size_t line) {
    if (starts_.empty()) {
      starts_.push_back(0);
      for (std::size_t at = 0; at < text_.size(); ++at) {
        if (text_[at] == '\n') starts_.push_back(at + 1);
      }
    }
    const std::size_t end = line + 1 < starts_.size() ? starts_[line + 1] : text_.size();
    return trim(text_.substr(starts_[line], end - starts_[line])).empty();
  }

  void fix(std::size_t line) {
    if (line < fixed_.size()) fixed_[line] = true;
  }

  void lay_out(std::size_t begin, std::size_t end, std::string& result) {
    std::size_t at = begin;
    while (next_ < gaps_.size() && gaps_[next_].first < begin) ++next_;
    for (; next_ < gaps_.size() && gaps_[next_].second <= end; ++next_) {
      result += text_.substr(at, gaps_[next_].first - at);
      result += ": ";
      at = gaps_[next_].second;
    }
    result += text_.substr(at, end > at ? end - at : 0);
  }

  Question& question_;
  std::string_view text_;
  std::optional<Document> document_;
  std::vector<bool> fixed_;  // by line
  std::vector<std::size_t> starts_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> gaps_;  // between key and value, as offsets
  std::size_t next_ = 0;
};

// Compares styles and anchors also: a quoted text that became plain would be another document to its author.
bool same_tree(const YamlNode& a, const YamlNode& b, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (a.kind != b.kind || a.style != b.style || a.tag() != b.tag() || a.anchor() != b.anchor()) return false;
  switch (a.kind) {
    case YamlNode::Kind::scalar: return a.text == b.text;
    case YamlNode::Kind::alias: return a.target->anchor() == b.target->anchor();
    case YamlNode::Kind::sequence: {
      if (a.items.size() != b.items.size()) return false;
      for (std::size_t at = 0; at < a.items.size(); ++at) {
        if (!same_tree(*a.items[at], *b.items[at], budget)) return false;
      }
      return true;
    }
    case YamlNode::Kind::mapping: break;
  }
  if (a.pairs.size() != b.pairs.size()) return false;
  for (std::size_t at = 0; at < a.pairs.size(); ++at) {
    if (!same_tree(*a.pairs[at].key, *b.pairs[at].key, budget)) return false;
    if (!same_tree(*a.pairs[at].value, *b.pairs[at].value, budget)) return false;
  }
  return true;
}

// Comments are not part of the tree, so they are compared apart, in order.
std::string formatted_yaml(Question& question, std::uint32_t file) {
  std::string text = YamlLayouter(question, file).text();
  Sources& sources = question.context.sources;
  const std::uint32_t made = sources.add_file(std::string(), text);
  Budget budget(question.context.budget.limits());
  const Document before = parse_yaml(sources, file, budget);
  const Document after = parse_yaml(sources, made, budget);
  bool is_same = same_tree(*before.root, *after.root, budget) && before.comments.size() == after.comments.size();
  for (std::size_t at = 0; is_same && at < before.comments.size(); ++at) {
    const auto comment = [&](const Document& document) {
      const YamlComment& one = document.comments[at];
      return trim_end(sources.text(document.file).substr(one.begin, one.end - one.begin), " \t\r");
    };
    is_same = comment(before) == comment(after);
  }
  if (!is_same) refuse_format("This document cannot be formatted without changing what it means.");
  return text;
}

bool same_pieces(const Pieces& a, const Pieces& b) {
  const auto same = [](const Piece& left, const Piece& right) {
    return left.kind == right.kind &&
           (left.kind == Piece::Kind::comment ? trim(left.text) == trim(right.text) : left.text == right.text);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

Stretch whole(const Sources& sources, std::uint32_t file) {
  return {file, 0, static_cast<std::uint32_t>(sources.text(file).size())};
}

std::string formatted(Question& question, std::uint32_t file) {
  Context& context = question.context;
  const std::string_view text = context.sources.text(file);
  const Pieces pieces = question.language->pieces(context, whole(context.sources, file));
  const bool is_expression = context.sources.path(file) == expression_path;
  std::string result;
  switch (question.language->form_of(context, file)) {
    case Form::yaml:
      // A bare query has no spaces to normalize. A map is a document.
      if (is_expression && !pieces.empty()) return std::string(text);
      return formatted_yaml(question, file);
    case Form::tags:
      result = is_expression && !pieces.empty() && pieces.front().begin == pieces.front().end
                   ? spaced(text, pieces, 1, pieces.size() - 1, Form::tags)
                   : formatted_tags(text, pieces);
      break;
    case Form::expression:
      if (pieces.empty()) return std::string(text);
      if (trim(text.substr(pieces.back().end)).empty() && trim(text.substr(0, pieces.front().begin)).empty()) {
        result = spaced(text, pieces, 0, pieces.size(), Form::expression);
        if (text.ends_with('\n')) result += '\n';
      } else {
        refuse_format("The expression cannot be read to its end.");
      }
      break;
    case Form::braces: result = BraceFormatter(text, pieces).formatted(); break;
  }
  // Verify that the pieces are the same, with the same kind of text between them.
  const std::uint32_t made = context.sources.add_file(std::string(context.sources.path(file)), result);
  const Pieces again = question.language->pieces(context, whole(context.sources, made));
  if (!same_pieces(pieces, again)) refuse_format("This text cannot be formatted without changing what it means.");
  return result;
}

}  // namespace

Value format(Question& question) {
  const Value* target = question.request.find("target");
  const auto is_target = [&](std::string_view name) {
    return target != nullptr && target->is_string() && target->as_string() == name;
  };
  std::uint32_t file = 0;
  if (is_target("data")) {
    return Value::map({{"text", Value::string(formatted_yaml(question, question.file()))}});
  }
  if (is_target("expression")) {
    const auto& expression = question.workspace.expression;
    if (!expression || !expression->is_string()) refuse_format("The expression must be text.");
    file = question.expression();
  } else {
    file = question.file();
    // In text for another program, spaces may have a meaning, so nothing between tags is moved.
    const bool is_read = question.language->reads(question.context.sources.path(file), question.workspace);
    if (!is_read && question.language->form() != Form::tags) {
      refuse_format("This file is in another language, whose blanks may count.");
    }
  }
  return Value::map({{"text", Value::string(formatted(question, file))}});
}

}  // namespace evalground
