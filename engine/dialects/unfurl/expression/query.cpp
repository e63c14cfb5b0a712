// Reads queries.
//
// The reference's parser accepts any text, and its reading of odd text is part of the language. So this parser takes
// the same steps. Text up to a bracket is a path, split at `::`. A bracket holds a filter, which is again a path. Text
// after a closing bracket is merged into the segment before it:
//
//   a[f]=v      one segment: key a, filter f, test v
//   a[f]::b     three: a with filter f, an empty one, b; the empty one flattens a list
//   a[f][g]     one: the second filter is an empty segment that has the filter g
//
// A stray `]` ends a step and removes the filters of the segment before it.
//
// The rules are those of `parse_path` in Unfurl's eval.py.
#include "dialects/unfurl/expression/query.hpp"

#include "base/text/any_of.hpp"
#include "base/text/number.hpp"
#include "base/text/scanner.hpp"
#include "base/text/text.hpp"

namespace evalground::unfurl {
namespace {

class Parser {
 public:
  Parser(std::string_view text, Arena& arena, Budget& budget) : rest_(text), arena_(arena), budget_(budget) {}

  Segment* parse() {
    Path path;
    while (!rest_.empty()) {
      // The text that follows may still change the last segment.
      const Path step = parse_step(path.last);
      if (path.first == nullptr) path.first = step.first;
      path.last = step.last;
    }
    return path.first;
  }

 private:
  struct Path {
    Segment* first = nullptr;
    Segment* last = nullptr;

    void append(Segment* segment) {
      (last != nullptr ? last->next : first) = segment;
      last = segment;
    }
  };

  // Parses up to the next bracket and, if that opens, its filters. The result starts with `start`, the segment before
  // the text, if there is one.
  Path parse_step(Segment* start) {
    const Depth depth = budget_.enter();
    const std::size_t bracket = rest_.find_first_of("[]");
    const Path path = parse_path(rest_.substr(0, bracket), start);
    if (bracket == std::string_view::npos) {
      rest_ = {};
      return path;
    }
    bool opens = rest_[bracket] == '[';
    rest_.remove_prefix(bracket + 1);
    Filter** end = &path.last->filters;
    *end = nullptr;
    while (opens) {
      budget_.step();
      // A second bracket is read with its `[`: it becomes an empty segment with a filter.
      const Path filter = parse_step(nullptr);
      *end = arena_.make<Filter>(filter.first, nullptr);
      end = &(*end)->next;
      opens = rest_.starts_with('[');
    }
    return path;
  }

  Path parse_path(std::string_view text, Segment* start) {
    Path path;
    bool is_first = true;
    for (const std::string_view piece : Split(text, "::")) {
      budget_.step();
      Segment* segment = parse_segment(trim(piece));
      if (is_first && start != nullptr) {
        path.append(start);
        if (!piece.empty()) {
          // `a[f]=v?`: the test and modifier belong to the segment before, and the key is dropped.
          if (segment->test != Segment::Test::none) {
            start->test = segment->test;
            start->operand = segment->operand;
          }
          if (segment->modifier != Segment::Modifier::none) start->modifier = segment->modifier;
          is_first = false;
          continue;
        }
      }
      path.append(segment);
      is_first = false;
    }
    return path;
  }

  Segment* parse_segment(std::string_view text) {
    auto* segment = arena_.make<Segment>();
    if (text.starts_with('!')) {
      segment->modifier = Segment::Modifier::negated;
      text.remove_prefix(1);
    } else if (text.ends_with('?')) {
      segment->modifier = Segment::Modifier::first;
      text.remove_suffix(1);
    }
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos) {
      const bool is_negated = equals > 0 && text[equals - 1] == '!';
      segment->test = is_negated ? Segment::Test::not_equal : Segment::Test::equal;
      segment->operand = arena_.copy(text.substr(equals + 1));
      text = text.substr(0, is_negated ? equals - 1 : equals);
    }
    set_key(*segment, text);
    return segment;
  }

  void set_key(Segment& segment, std::string_view text) {
    segment.name = arena_.copy(text);
    if (text.empty()) {
      segment.key = Segment::Key::none;
    } else if (text == "*") {
      segment.key = Segment::Key::star;
    } else if (text.starts_with('$')) {
      segment.key = Segment::Key::variable;
      segment.name.remove_prefix(1);
    } else if (const auto integer = parse_loose_integer(trim(text))) {
      segment.key = Segment::Key::integer;
      segment.integer = integer.value;
    } else {
      segment.key = Segment::Key::name;
    }
  }

  std::string_view rest_;
  Arena& arena_;
  Budget& budget_;
};

std::string_view key_kind(std::string_view key) {
  if (key.starts_with('$')) return "variable";
  if (key.starts_with('.')) return "special";
  if (key == "*") return "operator";
  return parse_loose_integer(key) ? "number" : "property";
}

}  // namespace

const Segment* parse_query(std::string_view text, Arena& arena, Budget& budget) {
  return Parser(text, arena, budget).parse();
}

namespace {

// A word is a key up to an operator, or the operand of a test up to the end of its segment.
bool ends_word(const Scanner& scanner, bool is_operand) {
  if (scanner.sees("::") || is_any_of(scanner.peek(), "[]?")) return true;
  return !is_operand && (scanner.peek() == '=' || scanner.sees("!="));
}

}  // namespace

std::vector<QueryToken> query_tokens(std::string_view text) {
  std::vector<QueryToken> tokens;
  const auto add = [&tokens](std::size_t begin, std::size_t end, std::string_view kind) {
    if (begin < end) tokens.push_back({begin, end, kind});
  };
  Scanner scanner(text);
  bool is_operand = false;
  while (!scanner.at_end()) {
    scanner.skip_whitespace();
    const std::size_t begin = scanner.offset();
    if (scanner.take("::") || scanner.take('[') || scanner.take(']') || scanner.take('?')) {
      add(begin, scanner.offset(), "operator");
      is_operand = false;
    } else if (!is_operand && (scanner.take("!=") || scanner.take('='))) {
      add(begin, scanner.offset(), "operator");
      is_operand = true;
    } else if (!is_operand && scanner.take('!')) {
      add(begin, scanner.offset(), "operator");
    } else {
      while (!scanner.at_end() && !ends_word(scanner, is_operand)) scanner.skip();
      const std::string_view word = trim_end(scanner.between(begin, scanner.offset()));
      const bool is_string = is_operand && !word.starts_with('$');
      add(begin, begin + word.size(), is_string ? "string" : key_kind(word));
    }
  }
  return tokens;
}

}  // namespace evalground::unfurl
