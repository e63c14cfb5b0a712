// Entries and items of YAML texts as stretches that may go. In block style these are whole lines, with the comments
// right above; in flow style what is between commas:
//
//   a: 1                  [a: 1\n]
//   # the port            [# the port\nport: 80  # for now\n]
//   port: 80  # for now
//   - x: 1                [x: 1\n  ] of the first key of an item; the dash stays
//     y: 2
#include <algorithm>

#include "base/text/text.hpp"
#include "data/yaml/parse.hpp"
#include "shrink/parts.hpp"

namespace evalground::shrinking {
namespace {

class YamlParts {
 public:
  YamlParts(std::uint32_t number, std::string_view text, Budget& budget)
      : number_(number), text_(text), budget_(budget) {}

  Levels levels;
  PartList unwrapped;

  // False where the text is no YAML.
  bool find() {
    Sources sources;
    try {
      const std::vector<Document> documents =
          parse_yaml_stream(sources, sources.add_file("", std::string(text_)), budget_);
      for (const Document& document : documents) walk(*document.root, 0, false);
    } catch (const Error&) {
      return false;
    }
    return true;
  }

 private:
  struct Span {
    std::uint32_t begin;
    std::uint32_t end;
  };

  std::uint32_t line_begin(std::uint32_t at) const {
    const std::size_t before = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    return before == std::string_view::npos ? 0 : static_cast<std::uint32_t>(before + 1);
  }
  std::uint32_t line_end(std::uint32_t at) const {  // behind its break
    const std::size_t end = text_.find('\n', at);
    return static_cast<std::uint32_t>(end == std::string_view::npos ? text_.size() : end + 1);
  }
  bool is_blank(std::uint32_t begin, std::uint32_t end) const {
    return text_.substr(begin, end - begin).find_first_not_of(" \t\r\n") == std::string_view::npos;
  }

  void add(std::size_t level, std::uint32_t begin, std::uint32_t end, std::string instead = {}) {
    if (levels.size() <= level) levels.resize(level + 1);
    levels[level].push_back({number_, {{begin, end, std::move(instead)}}});
  }

  // Of a part that begins and ends there in block style; `next` is where the one behind it begins, 0 for the last.
  // Nothing but blanks before the part means that its lines are its own.
  Span lines_of(Span part, std::uint32_t next) const {
    const std::uint32_t begin = line_begin(part.begin);
    if (!is_blank(begin, part.begin)) {  // behind a dash, a question mark or a key
      return {part.begin, next != 0 ? next : part.end};
    }
    Span lines{begin, part.end};
    // The comments right above, as far in.
    while (lines.begin > 0) {
      const std::uint32_t above = line_begin(lines.begin - 1);
      const std::string_view line = text_.substr(above, lines.begin - above);
      const std::size_t first = line.find_first_not_of(' ');
      if (first != part.begin - begin || line[first] != '#') break;
      lines.begin = above;
    }
    const std::uint32_t end = line_end(part.end);
    const std::string_view rest = trim(text_.substr(part.end, end - part.end));
    if (rest.empty() || rest.starts_with('#') || rest == ":") lines.end = end;
    if (part.end > 0 && text_[part.end - 1] == '\n') lines.end = part.end;
    return lines;
  }

  // The dash of an item that begins there.
  std::uint32_t dash_of(std::uint32_t begin, std::uint32_t from) const {
    for (std::uint32_t at = begin; at > from; --at) {
      if (text_[at - 1] == '-' && (at == text_.size() || is_blank(at, at + 1))) return at - 1;
    }
    return begin;
  }

  // A block collection with one part cannot lose it and stay a collection. It is replaced by `{}` or `[]`, or removed
  // with its lines, which makes it null.
  void walk_parts(const YamlNode& node, const std::vector<Span>& parts, std::size_t level) {
    const bool is_flow = node.style == YamlStyle::flow;
    for (std::size_t at = 0; at < parts.size(); ++at) {
      const bool is_last = at + 1 == parts.size();
      if (is_flow) {
        const std::uint32_t begin = is_last && at > 0 ? parts[at - 1].end : parts[at].begin;
        add(level, begin, is_last ? parts[at].end : parts[at + 1].begin);
      } else if (parts.size() == 1) {
        add(level, parts[at].begin, parts[at].end, node.kind == YamlNode::Kind::mapping ? "{}" : "[]");
        const Span lines = lines_of(parts[at], 0);
        if (lines.begin < parts[at].begin) add(level, lines.begin, lines.end);
      } else {
        const Span lines = lines_of(parts[at], is_last ? 0 : parts[at + 1].begin);
        add(level, lines.begin, lines.end);
      }
    }
  }

  // A collection on one line, or one item of it, in place of `node`.
  //   a: {b: 1} -> a: 1      the value of an entry takes the place of the map around it
  void unwrap(const YamlNode& node, const YamlNode& inner) {
    if (inner.kind == YamlNode::Kind::alias || inner.end <= inner.begin || node.properties != nullptr) return;
    const std::string_view text = text_.substr(inner.begin, inner.end - inner.begin);
    if (text.find('\n') != std::string_view::npos) return;
    std::uint32_t end = node.end;
    while (end > node.begin && text_[end - 1] == '\n') --end;
    unwrapped.push_back({number_, {{node.begin, end, std::string(text)}}});
  }

  void walk(const YamlNode& node, std::size_t level, bool may_unwrap) {
    const Depth depth = budget_.enter();
    budget_.step();
    std::vector<Span> parts;
    if (node.kind == YamlNode::Kind::mapping) {
      for (const YamlPair& pair : node.pairs) {
        const std::uint32_t end = pair.value->end > pair.value->begin ? pair.value->end : behind_colon(pair.key->end);
        parts.push_back({pair.key->begin, std::max(end, pair.key->end)});
      }
      walk_parts(node, parts, level);
      for (const YamlPair& pair : node.pairs) {
        if (may_unwrap) unwrap(node, *pair.value);
        walk(*pair.value, level + 1, true);
      }
    } else if (node.kind == YamlNode::Kind::sequence) {
      std::uint32_t from = node.begin;
      for (const YamlNode* item : node.items) {
        const std::uint32_t begin = node.style == YamlStyle::flow ? item->begin : dash_of(item->begin, from);
        parts.push_back({begin, std::max(item->end, begin + (node.style == YamlStyle::flow ? 0 : 1))});
        from = parts.back().end;
      }
      walk_parts(node, parts, level);
      for (const YamlNode* item : node.items) {
        if (may_unwrap) unwrap(node, *item);
        walk(*item, level + 1, true);
      }
    }
  }

  std::uint32_t behind_colon(std::uint32_t at) const {
    std::uint32_t next = at;
    while (next < text_.size() && (text_[next] == ' ' || text_[next] == '\t')) ++next;
    return next < text_.size() && text_[next] == ':' ? next + 1 : at;
  }

  std::uint32_t number_;
  std::string_view text_;
  Budget& budget_;
};

// Calls f with every value that is a scalar.
template <class F>
void for_scalars(const YamlNode& node, Budget& budget, const F& f) {
  const Depth depth = budget.enter();
  budget.step();
  if (node.kind == YamlNode::Kind::scalar) {
    f(node);
  } else if (node.kind == YamlNode::Kind::mapping) {
    for (const YamlPair& pair : node.pairs) for_scalars(*pair.value, budget, f);
  } else if (node.kind == YamlNode::Kind::sequence) {
    for (const YamlNode* item : node.items) for_scalars(*item, budget, f);
  }
}

template <class F>
bool for_scalars_of(std::string_view text, Budget& budget, const F& f) {
  Sources sources;
  try {
    for (const Document& document : parse_yaml_stream(sources, sources.add_file("", std::string(text)), budget))
      for_scalars(*document.root, budget, f);
  } catch (const Error&) {
    return false;
  }
  return true;
}

}  // namespace

Levels yaml_parts(const Subject& subject, std::uint32_t text, Budget& budget) {
  YamlParts parts(text, subject.texts()[text].content, budget);
  return parts.find() ? std::move(parts.levels) : Levels();
}

PartList yaml_unwrapped(const Subject& subject, std::uint32_t text, Budget& budget) {
  YamlParts parts(text, subject.texts()[text].content, budget);
  return parts.find() ? std::move(parts.unwrapped) : PartList();
}

// Lines of block scalars are parts, because entries reach only the scalar as a whole. Other lines are tried for what no
// entry holds: comments, markers, empty lines. A comment in front of an entry went with that entry before.
PartList yaml_lines(const Subject& subject, std::uint32_t number, Budget& budget) {
  const std::string_view text = subject.texts()[number].content;
  PartList parts;
  std::vector<Edit> blocks;
  const bool is_yaml = for_scalars_of(text, budget, [&](const YamlNode& node) {
    const bool is_block = node.style == YamlStyle::literal || node.style == YamlStyle::folded;
    const std::size_t header = text.find('\n', node.begin);
    if (!is_block || header == std::string_view::npos || header + 1 >= node.end) return;
    blocks.push_back({static_cast<std::uint32_t>(header + 1), node.end});
  });
  const auto size = static_cast<std::uint32_t>(text.size());
  if (!is_yaml) return lines_of(number, text, 0, size);
  for (const Edit& block : blocks) {
    PartList lines = lines_of(number, text, block.begin, block.end);
    if (lines.size() > 1) parts.insert(parts.end(), lines.begin(), lines.end());
  }
  PartList comments;  // those above the line that is looked at
  for (const Part& line : lines_of(number, text, 0, size)) {
    const Edit& edit = line.edits[0];
    const bool is_in_block = std::any_of(blocks.begin(), blocks.end(), [&](const Edit& block) {
      return block.begin <= edit.begin && edit.begin < block.end;
    });
    const std::string_view content = trim(text.substr(edit.begin, edit.end - edit.begin));
    if (!is_in_block && content.starts_with('#')) {
      comments.push_back(line);
    } else {
      if (content.empty() && !is_in_block) parts.insert(parts.end(), comments.begin(), comments.end());
      if (!is_in_block) parts.push_back(line);
      comments.clear();
    }
  }
  parts.insert(parts.end(), comments.begin(), comments.end());
  return parts;
}

bool add_scalars(std::string_view text, std::vector<Edit>& stretches, Budget& budget) {
  return for_scalars_of(text, budget, [&](const YamlNode& node) {
    if (node.end > node.begin) stretches.push_back({node.begin, node.end});
  });
}

// Level 0 replaces by nothing or 0, level 1 keeps one character, level 2 half.
Levels shorter_scalars(const Subject& subject, std::uint32_t number, Budget& budget) {
  Levels levels(3);
  const std::string_view text = subject.texts()[number].content;
  for_scalars_of(text, budget, [&](const YamlNode& node) {
    if (node.properties != nullptr || node.end <= node.begin) return;
    const std::string_view written = text.substr(node.begin, node.end - node.begin);
    const auto add = [&](std::size_t level, std::uint32_t begin, std::uint32_t end, std::string instead) {
      levels[level].push_back({number, {{begin, end, std::move(instead)}}});
    };
    const auto cut = [&](std::uint32_t begin, std::uint32_t end, std::uint32_t size) {
      while (begin + size < end && (static_cast<unsigned char>(text[begin + size]) & 0xC0) == 0x80) ++size;
      return begin + size;
    };
    const bool is_quoted = node.style == YamlStyle::single_quoted || node.style == YamlStyle::double_quoted;
    const std::uint32_t begin = node.begin + (is_quoted ? 1 : 0);
    const std::uint32_t end = node.end - (is_quoted ? 1 : 0);
    if (end <= begin) return;
    if (is_quoted) {
      add(0, begin, end, "");
    } else if (node.style == YamlStyle::plain) {
      const bool is_number = written.find_first_not_of("0123456789.-") == std::string_view::npos;
      if (is_number && written.size() > 1) add(0, begin, end, "0");
    } else {
      return;  // its lines are parts
    }
    if (end - begin > 1) add(1, cut(begin, end, 1), end, "");
    if (end - begin > 3) add(2, cut(begin, end, (end - begin) / 2), end, "");
  });
  return levels;
}

}  // namespace evalground::shrinking
