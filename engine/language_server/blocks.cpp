#include "language_server/blocks.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "base/text/text.hpp"

namespace evalground::language_server {
namespace {

struct Line {
  std::uint32_t begin;
  std::string_view text;  // without its line break
  std::size_t indent;
  std::string_view content;  // without blanks around it

  bool is_empty() const { return content.empty(); }
  bool is_item() const { return content == "-" || content.starts_with("- "); }
};

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::string_view content = trim(line);
    const std::size_t indent = content.empty() ? 0 : static_cast<std::size_t>(content.data() - line.data());
    lines.push_back({static_cast<std::uint32_t>(begin), line, indent, content});
    begin = end + 1;
  }
  return lines;
}

// Collects blocks. Of several that begin on a line the longest is kept: an editor shows one arrow there.
class Blocks {
 public:
  explicit Blocks(const std::vector<Line>& lines) : lines_(lines) {}

  void add(std::size_t first, std::size_t last, bool is_comment = false) {
    while (last > first && lines_[last].is_empty()) --last;
    if (last <= first) return;
    const auto begin = static_cast<std::uint32_t>(first);
    const auto end = static_cast<std::uint32_t>(last);
    const auto [at, is_new] = by_line_.try_emplace(begin, Block{begin, end, is_comment});
    if (!is_new) at->second.last = std::max(at->second.last, end);
  }

  std::vector<Block> take() const {
    std::vector<Block> all;
    for (const auto& [line, block] : by_line_) all.push_back(block);
    return all;
  }

 private:
  const std::vector<Line>& lines_;
  std::map<std::uint32_t, Block> by_line_;
};

// Comments on lines of their own, two or more in a row.
void add_comments(const std::vector<Line>& lines, Blocks& found) {
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (!lines[at].content.starts_with('#')) continue;
    std::size_t last = at;
    while (last + 1 < lines.size() && lines[last + 1].content.starts_with('#')) ++last;
    found.add(at, last, true);
    at = last;
  }
}

// A line, and the deeper ones below it. Items of a list may have the indentation of their key:
//   packages:
//   - a
//   - b
void add_indented(const std::vector<Line>& lines, bool only_sections, Blocks& found) {
  struct Open {
    std::size_t line;
    std::size_t indent;
    bool is_item;
  };
  std::vector<Open> open;
  std::size_t last = 0;  // the last line with content
  const auto close = [&](std::size_t indent, bool is_item) {
    while (!open.empty()) {
      const Open& inner = open.back();
      const bool is_within = inner.indent < indent || (inner.indent == indent && is_item && !inner.is_item);
      if (is_within) return;
      if (!only_sections || lines[inner.line].content.ends_with(':')) found.add(inner.line, last);
      open.pop_back();
    }
  };
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const Line& line = lines[at];
    if (line.is_empty() || line.content.starts_with('#')) continue;
    close(line.indent, line.is_item());
    last = at;
    open.push_back({at, line.indent, line.is_item()});
    // `- name: x` begins an item and, two columns deeper, its first key.
    if (line.is_item() && line.content.size() > 2) {
      const std::size_t inner = line.content.find_first_not_of(' ', 1);
      open.push_back({at, line.indent + inner, false});
    }
  }
  close(0, false);
}

// Brackets that are closed on a later line. The line of the closing bracket stays visible.
void add_brackets(const std::vector<Line>& lines, Blocks& found) {
  std::vector<std::size_t> open;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    char quote = 0;
    for (std::size_t place = 0; place < lines[at].content.size(); ++place) {
      const char c = lines[at].content[place];
      if (quote != 0) {
        if (c == '\\') ++place;
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '#') {
        break;
      } else if (c == '{' || c == '(' || c == '[') {
        // A bracket alone on its line belongs to the line above: `bundle agent main`.
        const bool is_alone = place == 0 && at > 0 && !lines[at - 1].is_empty();
        open.push_back(is_alone ? at - 1 : at);
      } else if ((c == '}' || c == ')' || c == ']') && !open.empty()) {
        if (at > 0) found.add(open.back(), at - 1);
        open.pop_back();
      }
    }
  }
}

// "endif" for "if", "" for a word that opens nothing. `set` opens a block only without a value.
std::string end_of(std::string_view word, std::string_view tag) {
  constexpr std::array<std::string_view, 14> openers = {
      "if",  "for",  "macro",      "block",           "call",     "filter", "set",
      "raw", "with", "autoescape", "materialization", "snapshot", "test",   "trans"};
  if (std::find(openers.begin(), openers.end(), word) == openers.end()) return {};
  if (word == "set" && tag.find('=') != std::string_view::npos) return {};
  return "end" + std::string(word);
}

// Statements with an end. `else` ends the part before it and begins the next.
void add_tags(std::string_view text, const std::vector<Line>& lines, Blocks& found) {
  struct Open {
    std::string end;
    std::size_t line;
  };
  std::vector<Open> open;
  const auto line_of = [&](std::size_t offset) {
    const auto after = std::upper_bound(lines.begin(), lines.end(), offset,
                                        [](std::size_t wanted, const Line& line) { return wanted < line.begin; });
    return static_cast<std::size_t>(after - lines.begin()) - 1;
  };
  for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at)) {
    const char sign = at + 1 < text.size() ? text[at + 1] : '\0';
    const char* const closing = sign == '%' ? "%}" : sign == '{' ? "}}" : sign == '#' ? "#}" : nullptr;
    const std::size_t end = closing == nullptr ? std::string_view::npos : text.find(closing, at + 2);
    if (end == std::string_view::npos) {
      ++at;
      continue;
    }
    const std::string_view tag = trim(text.substr(at + 2, end - at - 2), "-+ \t\r\n");
    const std::size_t line = line_of(at);
    if (sign != '%') {
      found.add(line, line_of(end), sign == '#');
    } else {
      const std::string_view word = tag.substr(0, tag.find_first_of(" \t\r\n("));
      const bool is_raw = !open.empty() && open.back().end == "endraw";
      if (const std::string closes = end_of(word, tag); !closes.empty() && !is_raw) {
        open.push_back({closes, line});
      } else if ((word == "else" || word == "elif") && !open.empty() && !is_raw) {
        if (line > 0) found.add(open.back().line, line - 1);
        open.back().line = line;
      } else if (word.starts_with("end")) {
        const auto is_it = [&](const Open& one) { return one.end == word; };
        const auto opener = std::find_if(open.rbegin(), open.rend(), is_it);
        if (opener != open.rend()) {
          if (line > 0) found.add(opener->line, line - 1);
          open.erase(opener.base() - 1, open.end());
        }
      }
    }
    at = end + 2;
  }
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// The spans around an offset, each larger than the one before.
class Growing {
 public:
  explicit Growing(std::uint32_t offset) : last_{offset, offset} {}

  void add(std::size_t begin, std::size_t end) {
    const Span next{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    const bool is_around = next.begin <= last_.begin && next.end >= last_.end;
    if (!is_around || (next.begin == last_.begin && next.end == last_.end)) return;
    spans_.push_back(last_ = next);
  }

  std::vector<Span> take() { return std::move(spans_); }

 private:
  Span last_;
  std::vector<Span> spans_;
};

// The quoted text around an offset in its line, within its quotes; nothing outside of quotes.
std::optional<Span> quoted_around(const Line& line, std::size_t offset) {
  const std::size_t wanted = offset - line.begin;
  for (std::size_t at = 0; at < line.text.size() && at < wanted; ++at) {
    const char quote = line.text[at];
    if (quote != '"' && quote != '\'') continue;
    const std::size_t end = line.text.find(quote, at + 1);
    if (end == std::string_view::npos) return std::nullopt;
    if (end >= wanted) {
      return Span{static_cast<std::uint32_t>(line.begin + at + 1), static_cast<std::uint32_t>(line.begin + end)};
    }
    at = end;
  }
  return std::nullopt;
}

// The insides of all brackets around an offset, innermost first. Brackets that do not match are passed over.
std::vector<Span> brackets_around(std::string_view text, std::size_t offset) {
  constexpr std::string_view openers = "([{";
  constexpr std::string_view closers = ")]}";
  std::vector<Span> found;
  std::vector<std::pair<char, std::size_t>> open;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (const std::size_t kind = openers.find(text[at]); kind != std::string_view::npos) {
      open.emplace_back(closers[kind], at + 1);
    } else if (closers.find(text[at]) != std::string_view::npos && !open.empty() && open.back().first == text[at]) {
      const std::size_t begin = open.back().second;
      open.pop_back();
      if (begin <= offset && offset <= at) {
        found.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at)});
      }
    }
  }
  return found;
}

}  // namespace

std::vector<Block> blocks(std::string_view text, Layout layout) {
  const std::vector<Line> lines = lines_of(text);
  Blocks found(lines);
  if (layout == Layout::tagged) {
    add_tags(text, lines, found);
  } else {
    add_comments(lines, found);
    add_indented(lines, layout == Layout::braced, found);
  }
  if (layout == Layout::braced) add_brackets(lines, found);
  return found.take();
}

std::vector<Span> selections(std::string_view text, Layout layout, std::uint32_t offset) {
  const std::vector<Line> lines = lines_of(text);
  const auto after = std::upper_bound(lines.begin(), lines.end(), offset,
                                      [](std::uint32_t wanted, const Line& line) { return wanted < line.begin; });
  const auto number = static_cast<std::uint32_t>(after - lines.begin()) - 1;
  const Line& line = lines[number];
  Growing growing(offset);
  std::size_t begin = offset;
  std::size_t end = offset;
  while (begin > line.begin && is_word(text[begin - 1])) --begin;
  while (end < text.size() && is_word(text[end])) ++end;
  growing.add(begin, end);
  // Quotes, brackets, the line and blocks, from the smallest. Those that cross each other are left out.
  std::vector<Span> around;
  const auto add_within = [&](const Span& span) {
    around.push_back(span);
    around.push_back({span.begin - 1, span.end + 1});
  };
  if (const std::optional<Span> quoted = quoted_around(line, offset)) add_within(*quoted);
  for (const Span& span : brackets_around(text, offset)) add_within(span);
  const auto content = line.begin + static_cast<std::uint32_t>(line.indent);
  around.push_back({content, content + static_cast<std::uint32_t>(line.content.size())});
  for (const Block& block : blocks(text, layout)) {
    if (block.first > number || block.last < number) continue;
    const Line& last = lines[block.last];
    around.push_back({lines[block.first].begin + static_cast<std::uint32_t>(lines[block.first].indent),
                      last.begin + static_cast<std::uint32_t>(last.indent + last.content.size())});
  }
  std::stable_sort(around.begin(), around.end(),
                   [](const Span& a, const Span& b) { return a.end - a.begin < b.end - b.begin; });
  for (const Span& span : around) growing.add(span.begin, span.end);
  growing.add(0, text.size());
  return growing.take();
}

}  // namespace evalground::language_server
