// Parts of expressions and templates, found among the pieces that each language cuts its texts in: brackets, commas,
// tags and operators are alike in all of them.
//
//   {% if a %}x{% endif %}      the block, its tags; `{% else %}` to the end
//   {{ a | f(1, b) | g }}       the output; `| f(1, b)`, `| g`; `1,`, `, b`; for `f(1, b)` what is in it
//   "x" string => concat(a, b); the statement; `string => …` of several
#include <algorithm>

#include "base/text/text.hpp"
#include "shrink/parts.hpp"

namespace evalground::shrinking {
namespace {

class SyntaxFinder {
 public:
  SyntaxFinder(std::uint32_t number, std::string_view text, const Edit& stretch, const Pieces& pieces,
               SyntaxParts& parts, Budget& budget)
      : number_(number),
        text_(text),
        stretch_(stretch),
        pieces_(pieces),
        parts_(parts),
        budget_(budget),
        partner_(pieces.size(), none) {}

  void find() {
    match_brackets();
    if (pieces_.empty()) return;
    find_tags();
    find_blocks_in_braces();
    find_segments();
    for (std::size_t at = 0; at < pieces_.size(); ++at) {
      budget_.step();
      find_filter(at);
      find_unwrap(at);
      find_shorter(at);
    }
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  bool is_edge(std::size_t at, std::string_view text) const {
    return pieces_[at].kind == Piece::Kind::edge && pieces_[at].is(text);
  }
  bool opens(std::size_t at) const {
    return pieces_[at].kind == Piece::Kind::open || is_edge(at, "{{") || is_edge(at, "{%");
  }
  bool closes(std::size_t at) const {
    return pieces_[at].kind == Piece::Kind::close || is_edge(at, "}}") || is_edge(at, "%}");
  }

  // Unmatched brackets have no partner, and no part is made from them: a text with a mistake can be reduced as well.
  void match_brackets() {
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < pieces_.size(); ++at) {
      budget_.step();
      if (opens(at)) {
        open.push_back(at);
      } else if (closes(at) && !open.empty()) {
        partner_[at] = open.back();
        partner_[open.back()] = at;
        open.pop_back();
      }
    }
  }

  static void add(PartList& list, std::uint32_t number, std::vector<Edit> edits) {
    list.push_back({number, std::move(edits)});
  }
  void cut(PartList& list, std::uint32_t begin, std::uint32_t end) { add(list, number_, {{begin, end}}); }

  // The stretch, and all of its lines where it stands alone on them.
  Edit whole_lines(std::uint32_t begin, std::uint32_t end) const {
    std::uint32_t from = begin;
    while (from > 0 && (text_[from - 1] == ' ' || text_[from - 1] == '\t')) --from;
    std::uint32_t to = end;
    while (to < text_.size() && (text_[to] == ' ' || text_[to] == '\t' || text_[to] == '\r')) ++to;
    const bool begins = from == 0 || text_[from - 1] == '\n';
    const bool ends = to == text_.size() || text_[to] == '\n';
    if (!begins || !ends) return {begin, end};
    return {from, static_cast<std::uint32_t>(to < text_.size() ? to + 1 : to)};
  }

  // Both forms are offered, the lines first: an empty line that remains may have a meaning, as in a template's output.
  void cut_lines(PartList& list, std::uint32_t begin, std::uint32_t end) {
    const Edit lines = whole_lines(begin, end);
    add(list, number_, {lines});
    if (lines.begin != begin || lines.end != end) cut(list, begin, end);
  }

  // `{% if … %}` … `{% endif %}`
  void find_tags() {
    struct Open {
      std::string word;
      std::size_t at;       // of "{%"
      std::size_t section;  // the last `{% else %}`, or none
    };
    std::vector<Open> open;
    for (std::size_t at = 0; at < pieces_.size(); ++at) {
      if (!(is_edge(at, "{%") || is_edge(at, "{{")) || partner_[at] == none) continue;
      const std::size_t close = partner_[at];
      if (close + 1 < pieces_.size() && pieces_[close + 1].begin > pieces_[close].end)
        cut(parts_.blocks, pieces_[close].end, pieces_[close + 1].begin);
      cut_lines(parts_.blocks, pieces_[at].begin, pieces_[close].end);
      if (is_edge(at, "{{") || at + 1 >= close) continue;
      const std::string& word = pieces_[at + 1].text;
      if (word == "else" || word == "elif") {
        if (!open.empty()) {
          add_section(open.back().section, at);
          open.back().section = at;
        }
      } else if (word.starts_with("end") && !open.empty() && open.back().word == word.substr(3)) {
        add_section(open.back().section, at);
        const std::size_t first = open.back().at;
        cut_lines(parts_.blocks, pieces_[first].begin, pieces_[close].end);
        add(parts_.unwraps, number_,
            {whole_lines(pieces_[first].begin, pieces_[partner_[first]].end),
             whole_lines(pieces_[at].begin, pieces_[close].end)});
        open.pop_back();
      } else {
        open.push_back({word, at, none});
      }
    }
    // The texts before the first tag of a template and behind the last.
    if (!is_edge(0, "{{") && !is_edge(0, "{%")) return;
    if (stretch_.begin < pieces_.front().begin) cut(parts_.blocks, stretch_.begin, pieces_.front().begin);
    if (pieces_.back().end < stretch_.end) cut(parts_.blocks, pieces_.back().end, stretch_.end);
  }

  void add_section(std::size_t from, std::size_t to) {
    if (from != none) cut(parts_.blocks, pieces_[from].begin, pieces_[to].begin);
  }

  // `bundle agent main { … }`, and what ends with a semicolon within; a section or context with all that it rules.
  // Looks backwards from each brace for the word that begins the block.
  void find_blocks_in_braces() {
    for (std::size_t at = 0; at < pieces_.size(); ++at) {
      if (!pieces_[at].is("{") || pieces_[at].kind != Piece::Kind::open || partner_[at] == none) continue;
      std::size_t depth_free = at;
      while (depth_free > 0 && pieces_[depth_free - 1].kind != Piece::Kind::close && !pieces_[depth_free - 1].is(";") &&
             pieces_[depth_free - 1].kind != Piece::Kind::comment &&
             pieces_[depth_free - 1].kind != Piece::Kind::open) {
        --depth_free;
        if (pieces_[depth_free].is("bundle") || pieces_[depth_free].is("body")) break;
      }
      if (pieces_[depth_free].is("bundle") || pieces_[depth_free].is("body") || pieces_[depth_free].is("promise"))
        cut_lines(parts_.blocks, pieces_[depth_free].begin, pieces_[partner_[at]].end);
      find_statements(at + 1, partner_[at]);
    }
  }

  void find_statements(std::size_t from, std::size_t to) {
    std::size_t begin = from;
    std::size_t ruler = none;  // the section or context before
    for (std::size_t at = from; at < to; ++at) {
      if (pieces_[at].kind == Piece::Kind::open && partner_[at] != none) at = partner_[at];
      if (pieces_[at].kind == Piece::Kind::edge) {
        if (ruler != none) cut_lines(parts_.blocks, pieces_[ruler].begin, pieces_[at].begin);
        ruler = at;
        cut_lines(parts_.blocks, pieces_[at].begin, pieces_[at].end);
        begin = at + 1;
      } else if (pieces_[at].is(";") && begin < to) {
        cut_lines(parts_.blocks, pieces_[begin].begin, pieces_[at].end);
        begin = at + 1;
      }
    }
    if (ruler != none && to > from) cut_lines(parts_.blocks, pieces_[ruler].begin, pieces_[to - 1].end);
  }

  // What stands between commas, and the operands in it.
  // An item is cut with its comma: with the one after it, or the last with the one before it.
  void find_segments() {
    std::vector<std::pair<std::size_t, std::size_t>> groups{{0, pieces_.size()}};
    for (std::size_t at = 0; at < pieces_.size(); ++at) {
      if (opens(at) && partner_[at] != none && partner_[at] > at + 1) groups.emplace_back(at + 1, partner_[at]);
    }
    for (const auto& [from, to] : groups) {
      std::vector<std::size_t> cuts{from};  // where segments begin
      for (std::size_t at = from; at < to; ++at) {
        if (opens(at) && partner_[at] != none) {
          at = partner_[at];
        } else if (pieces_[at].kind == Piece::Kind::comma || pieces_[at].is(";")) {
          cuts.push_back(at + 1);
        }
      }
      cuts.push_back(to + 1);
      const std::size_t count = cuts.size() - 1;
      for (std::size_t one = 0; one < count; ++one) {
        const std::size_t begin = cuts[one];
        const std::size_t end = cuts[one + 1] - 1;  // its comma, or the end
        if (count > 1 && begin < end) {
          if (one + 1 < count && end + 1 < pieces_.size()) {
            cut(parts_.items, pieces_[begin].begin, pieces_[end + 1].begin);
          } else if (begin > 0) {
            cut(parts_.items, pieces_[begin - 1].begin, pieces_[end - 1].end);
          }
        } else if (begin < end && from > 0) {
          cut(parts_.items, pieces_[begin].begin, pieces_[end - 1].end);  // all arguments
        }
        find_operands(begin, end);
      }
    }
  }

  //   a + b * c      atoms a, +, b, *, c; one to three neighbours, and all longer prefixes and suffixes
  //
  // So an operand can go with its operator, without knowing precedence. Most candidates do not parse, and cost one
  // trial.
  void find_operands(std::size_t begin, std::size_t end) {
    // Atoms: a piece, or a bracket with all that is in it.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> atoms;
    for (std::size_t at = begin; at < end && at < pieces_.size(); ++at) {
      budget_.step();
      if (pieces_[at].kind == Piece::Kind::edge && !opens(at)) continue;
      const std::size_t last = opens(at) && partner_[at] != none ? partner_[at] : at;
      atoms.emplace_back(pieces_[at].begin, pieces_[last].end);
      at = last;
    }
    if (atoms.size() < 2 || atoms.size() > most_atoms) return;
    for (std::size_t size = 1; size <= 3; ++size) {
      for (std::size_t at = 0; at + size <= atoms.size() && size < atoms.size(); ++at)
        cut(parts_.pieces, atoms[at].first, atoms[at + size - 1].second);
    }
    for (std::size_t at = 4; at < atoms.size(); ++at) {
      cut(parts_.pieces, atoms[0].first, atoms[at - 1].second);
      cut(parts_.pieces, atoms[atoms.size() - at].first, atoms.back().second);
    }
  }

  // `| name` and `| name(…)`
  void find_filter(std::size_t at) {
    if (!pieces_[at].is("|") || at + 1 >= pieces_.size()) return;
    std::size_t last = at + 1;
    while (last + 2 < pieces_.size() && pieces_[last + 1].is(".")) last += 2;  // a.b.name
    if (last + 1 < pieces_.size() && pieces_[last + 1].is("(") && partner_[last + 1] != none) last = partner_[last + 1];
    cut(parts_.items, at > 0 ? pieces_[at - 1].end : pieces_[at].begin, pieces_[last].end);
  }

  // `name(a)` -> `a`
  void find_unwrap(std::size_t at) {
    if (pieces_[at].kind != Piece::Kind::open || partner_[at] == none || partner_[at] <= at + 1) return;
    const std::size_t close = partner_[at];
    const bool has_name =
        at > 0 && pieces_[at - 1].kind == Piece::Kind::name && pieces_[at - 1].end == pieces_[at].begin;
    add(parts_.unwraps, number_,
        {{pieces_[has_name ? at - 1 : at].begin, pieces_[at].end}, {pieces_[close].begin, pieces_[close].end}});
    // One argument of several.
    std::size_t begin = at + 1;
    for (std::size_t one = at + 1; one <= close; ++one) {
      if (opens(one) && partner_[one] != none) {
        one = partner_[one];
        continue;
      }
      if (pieces_[one].kind != Piece::Kind::comma && one != close) continue;
      const bool is_only = begin == at + 1 && one == close;
      if (begin < one && !is_only) {
        add(parts_.unwraps, number_,
            {{pieces_[has_name ? at - 1 : at].begin, pieces_[begin].begin},
             {pieces_[one - 1].end, pieces_[close].end}});
      }
      begin = one + 1;
    }
  }

  // A text is first emptied, then halved; never in the middle of a character.
  void find_shorter(std::size_t at) {
    const Piece& piece = pieces_[at];
    const std::uint32_t size = piece.end - piece.begin;
    if (piece.kind == Piece::Kind::number && size > 1) {
      add(parts_.shorter, number_, {{piece.begin, piece.end, "0"}});
    } else if (piece.kind == Piece::Kind::text && size > 2) {
      const std::string_view text = text_.substr(piece.begin, size);
      if (text.front() != text.back() || (text[0] != '"' && text[0] != '\'' && text[0] != '`')) return;
      cut(parts_.shorter, piece.begin + 1, piece.end - 1);
      std::uint32_t half = piece.begin + 1 + (size - 2) / 2;
      while (half < piece.end && (static_cast<unsigned char>(text_[half]) & 0xC0) == 0x80) ++half;
      if (size > 3) cut(parts_.shorter, half, piece.end - 1);
    }
  }

  static constexpr std::size_t most_atoms = 200;  // of one expression; beyond that its lines must do

  std::uint32_t number_;
  std::string_view text_;
  const Edit& stretch_;
  const Pieces& pieces_;
  SyntaxParts& parts_;
  Budget& budget_;
  std::vector<std::size_t> partner_;
};

}  // namespace

void add_syntax(std::uint32_t text, std::string_view content, const Edit& stretch, const Pieces& pieces,
                SyntaxParts& parts, Budget& budget) {
  SyntaxFinder(text, content, stretch, pieces, parts, budget).find();
}

PartList lines_of(std::uint32_t text, std::string_view content, std::uint32_t begin, std::uint32_t end) {
  PartList parts;
  for (std::uint32_t at = begin; at < end;) {
    const std::size_t found = content.find('\n', at);
    const auto next =
        static_cast<std::uint32_t>(found == std::string_view::npos ? end : std::min<std::size_t>(found + 1, end));
    parts.push_back({text, {{at, next}}});
    at = next;
  }
  return parts;
}

}  // namespace evalground::shrinking
