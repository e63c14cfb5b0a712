// YAML for editors: a document that somebody is typing, which is invalid most of the time.
//
//   resources:
//     web:
//       ty¦             not a mapping yet, and an error for the parser
//
// For a question at a position, a word is inserted there, `EvgCaretWord`. It makes the unfinished key or value visible
// to the parser, and marks it in the tree. Then the text is repaired until it parses: quotes and brackets are closed, a
// colon is added, and at worst lines with errors become blanks. Repairs never move text, except for the inserted word,
// so place() can translate offsets back with one subtraction.
#include "runtime/language/yaml_text.hpp"

#include <algorithm>

#include "data/yaml/offsets.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

constexpr std::string_view caret_word = "EvgCaretWord";

// Closes the quotes and brackets that are open at the end of a partial line.
//   a: {b: ["x     gives     "]}
//
// Only one line is looked at. Quotes and brackets count where a token can begin, since `it's` has no quote to close.
std::string closers_of(std::string_view line) {
  std::string open;
  char quote = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (quote != 0) {
      if (c == '\\' && quote == '"') {
        ++at;
      } else if (c == quote) {
        quote = 0;
      }
      continue;
    }
    const bool begins = at == 0 || std::string_view(" [{,:-").find(line[at - 1]) != std::string_view::npos;
    if ((c == '"' || c == '\'') && begins) quote = c;
    if (c == '#' && (at == 0 || line[at - 1] == ' ')) break;
    if (c == '{' && begins) open += '}';
    if (c == '[' && begins) open += ']';
    if ((c == '}' || c == ']') && !open.empty() && open.back() == c) open.pop_back();
  }
  std::string result;
  if (quote != 0) result += quote;
  result.append(open.rbegin(), open.rend());
  return result;
}

struct Line {
  std::size_t begin;
  std::size_t end;
};

Line line_at(std::string_view text, std::size_t offset) {
  offset = std::min(offset, text.size());
  const std::size_t before = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t end = text.find('\n', offset);
  return {begin, end == std::string_view::npos ? text.size() : end};
}

}  // namespace

std::vector<std::string_view> YamlSpot::keys() const {
  std::vector<std::string_view> result;
  for (const YamlStep& step : path) {
    const bool is_named = step.key != nullptr && is_scalar(*step.key);
    result.push_back(is_named ? step.key->text : std::string_view());
  }
  return result;
}

bool YamlText::read(std::string text) {
  document_.reset();
  const std::uint32_t file = sources_.add_file(std::string(), std::move(text));
  text_ = sources_.text(file);
  Budget budget(context_.budget.limits());
  return recover(
      [&] {
        document_.emplace(parse_yaml(sources_, file, budget));
        return true;
      },
      [&](const Error& error) {
        mistake_ = error.diagnostic.where == 0 ? 0 : sources_.origin(error.diagnostic.where).begin;
        return false;
      });
}

// Leaves out the line of each error, or the line before it if that gets further, up to that many times. For example
//
//   properties:
//     si
//   requirements: []      the parser reports an error here
// A parser often reports the line after the mistake. So both are tried, and the one with which parsing gets further
// stays. The line of the position is never removed. Each attempt parses the whole text, which is charged.
void YamlText::read_without_mistakes(std::string text, std::uint32_t kept_line, int rounds) {
  const auto is_blank = [&](Line line) { return text.find_first_not_of(' ', line.begin) >= line.end; };
  // The nearest line above with content that may be removed; an empty range when absent.
  const auto line_above = [&](Line line) {
    while ((is_blank(line) || line.begin == kept_line) && line.begin > 0) line = line_at(text, line.begin - 1);
    return line.begin == kept_line || is_blank(line) ? Line{0, 0} : line;
  };
  const auto without = [&](Line line) {
    std::string shorter = text;
    std::fill(shorter.begin() + static_cast<std::ptrdiff_t>(line.begin),
              shorter.begin() + static_cast<std::ptrdiff_t>(line.end), ' ');
    return shorter;
  };
  bool is_read = read(text);
  is_whole_ = is_read;
  for (int round = 0; round < rounds && !is_read; ++round) {
    context_.budget.step(1 + text.size() / 32);
    const Line here = line_above(line_at(text, mistake_));
    if (here.end == 0) return;
    const Line before = here.begin == 0 ? Line{0, 0} : line_above(line_at(text, here.begin - 1));
    std::string best = without(here);
    is_read = read(best);
    const std::uint32_t reached = mistake_;
    if (!is_read && before.end > 0) {
      std::string other = without(before);
      is_read = read(other);
      if (is_read || mistake_ > reached) best = std::move(other);
    }
    text = std::move(best);
    mistake_ = std::max(mistake_, reached);
  }
}

YamlText::YamlText(Context& context, std::uint32_t file) : context_(context), file_(file) {
  read_without_mistakes(std::string(context.sources.text(file)), 0xffffffff, 10);
}

// Tries several texts at the position, from least to most repaired: a word, a key, and both with the open quotes and
// brackets closed. Only if none of them parses, lines are left out.
YamlText::YamlText(Context& context, std::uint32_t file, std::uint32_t caret)
    : context_(context), file_(file), caret_(caret) {
  std::string text(context.sources.text(file));
  const std::size_t begin = line_at(text, caret).begin;
  const std::string word(caret_word);
  const std::string closers = closers_of(std::string_view(text).substr(begin, caret - begin));
  const bool is_quoted = !closers.empty() && (closers[0] == '"' || closers[0] == '\'');
  std::vector<std::string> tries = {word, word + ":", word + closers, word + closers + ":"};
  // Only the quote, `{"@a¦}`.
  if (is_quoted) tries.push_back(word + closers[0]);
  const auto with = [&](const std::string& inserted) {
    inserted_ = static_cast<std::uint32_t>(inserted.size());
    std::string repaired = text.substr(0, caret);
    // At the end of a line, a key's colon needs no space.
    return repaired.append(inserted).append(text, caret);
  };
  const auto is_read = [&] {
    return std::any_of(tries.begin(), tries.end(), [&](const std::string& one) {
      context_.budget.step(1 + text.size() / 64);
      return read(with(one));
    });
  };
  if (is_read()) return;
  // `- @sel¦`: no YAML word begins like this, but an incomplete one does.
  std::size_t token = caret;
  while (token > begin && std::string_view(" [{,").find(text[token - 1]) == std::string_view::npos) --token;
  if (token < caret && text[token] == '@') {
    text[token] = 'E';
    if (is_read()) return;
  }
  for (const std::string& one : tries) {
    read_without_mistakes(with(one), static_cast<std::uint32_t>(begin), 4);
    if (document_) return;
  }
}

std::uint32_t YamlText::place(std::uint32_t offset) const {
  if (offset <= caret_ || inserted_ == 0) return offset;
  return offset <= caret_ + inserted_ ? caret_ : offset - inserted_;
}

Stretch YamlText::inner(const YamlNode& node) const {
  const ScalarText whole = scalar(node);
  return {file_, whole.place.offset(0), whole.place.offset(whole.text.size())};
}

// `offsets` has the offset in the source of each byte of the text, so a range in a decoded scalar, such as a template
// with escapes, has a range in the file. The inserted word is taken out of both.
ScalarText YamlText::scalar(const YamlNode& node) const {
  ScalarText result;
  result.text = node.text;
  result.place.file = file_;
  result.place.offsets = scalar_offsets(text_.substr(node.begin, node.end - node.begin), node.begin, node.text);
  auto& offsets = result.place.offsets;
  if (inserted_ != 0) {
    const std::size_t at = result.text.find(caret_word);
    if (at != std::string::npos) {
      const auto first = static_cast<std::ptrdiff_t>(at);
      result.text.erase(at, caret_word.size());
      if (offsets.size() >= at + caret_word.size()) {
        offsets.erase(offsets.begin() + first,
                      offsets.begin() + first + static_cast<std::ptrdiff_t>(caret_word.size()));
      }
    }
    for (std::uint32_t& offset : offsets) offset = place(offset);
  }
  return result;
}

Stretch YamlText::word(const YamlNode& node) const {
  const Stretch all = inner(node);
  return {file_, std::min(all.begin, caret_), caret_};
}

// From the root down to the inserted word. Children are ordered by their places, so each level is a binary search.
YamlSpot YamlText::spot(Budget& budget) const {
  YamlSpot spot;
  const YamlNode* node = root();
  const std::uint32_t at = caret_ + 1;  // within the word
  while (node != nullptr) {
    budget.step();
    const YamlNode* next = nullptr;
    if (node->kind == YamlNode::Kind::sequence) {
      const auto found = std::partition_point(node->items.begin(), node->items.end(),
                                              [&](const YamlNode* item) { return item->end < at; });
      if (found != node->items.end() && (*found)->begin <= at) {
        next = *found;
        spot.path.push_back({node, nullptr, next, static_cast<std::size_t>(found - node->items.begin())});
      }
    } else if (node->kind == YamlNode::Kind::mapping) {
      const auto found = std::partition_point(node->pairs.begin(), node->pairs.end(), [&](const YamlPair& pair) {
        return std::max(pair.key->end, pair.value->end) < at;
      });
      if (found != node->pairs.end() && found->key->begin <= at) {
        spot.is_key = at <= found->key->end;
        next = spot.is_key ? found->key : found->value;
        if (!spot.is_key && next->begin > at) next = nullptr;
        spot.path.push_back({node, found->key, next, static_cast<std::size_t>(found - node->pairs.begin())});
      }
    } else if (node->kind == YamlNode::Kind::scalar) {
      if (node->text.find(caret_word) == std::string_view::npos) return spot;
      spot.scalar = node;
      const std::size_t begin = line_at(text_, node->begin).begin;
      spot.may_be_key = !spot.is_key && node->style == YamlStyle::plain &&
                        text_.substr(begin, node->begin - begin).find_first_not_of(" -") == std::string_view::npos;
    }
    node = next;
  }
  return spot;
}

namespace {

// An anchor that no alias uses is reported as unused, like a variable.
void walk_anchors(const YamlText& yaml, const YamlNode& node, std::string_view text, std::string_view scope,
                  Reading& reading, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  const Stretch at = yaml.stretch(node);
  if (!node.anchor().empty()) {
    const std::size_t found = text.substr(node.begin, node.end - node.begin).find('&');
    if (found != std::string_view::npos) {
      const std::uint32_t begin = yaml.place(node.begin + static_cast<std::uint32_t>(found) + 1);
      const std::uint32_t symbol = reading.symbol("anchor", scope, node.anchor());
      reading.symbols[symbol].should_be_used = true;
      reading.define(symbol, {at.file, begin, begin + static_cast<std::uint32_t>(node.anchor().size())}, at);
    }
  }
  switch (node.kind) {
    case YamlNode::Kind::alias: {
      const std::uint32_t symbol = reading.symbol("anchor", scope, node.target->anchor());
      reading.refer(symbol, {at.file, at.begin + 1, at.end});
      return;
    }
    case YamlNode::Kind::sequence:
      for (const YamlNode* item : node.items) walk_anchors(yaml, *item, text, scope, reading, budget);
      return;
    case YamlNode::Kind::mapping:
      for (const auto& [key, value] : node.pairs) {
        walk_anchors(yaml, *key, text, scope, reading, budget);
        walk_anchors(yaml, *value, text, scope, reading, budget);
      }
      return;
    case YamlNode::Kind::scalar: return;
  }
}

}  // namespace

void YamlText::add_anchors(Reading& reading, Budget& budget) const {
  if (root() != nullptr) walk_anchors(*this, *root(), text_, context_.sources.path(file_), reading, budget);
}

Value shape_of(const YamlNode& node, Budget& budget, Scalars scalars) {
  const Depth depth = budget.enter();
  budget.step();
  switch (node.kind) {
    case YamlNode::Kind::scalar: return scalars == Scalars::text ? Value::string(node.text) : Value::null();
    case YamlNode::Kind::sequence: {
      List items;
      for (const YamlNode* item : node.items) items.push_back(shape_of(*item, budget, scalars));
      return Value::list(std::move(items));
    }
    case YamlNode::Kind::mapping: {
      Map entries;
      for (const auto& [key, value] : node.pairs) {
        if (is_scalar(*key)) entries.set(key->text, shape_of(*value, budget, scalars));
      }
      return Value::map(std::move(entries));
    }
    case YamlNode::Kind::alias: break;
  }
  return Value();
}

const YamlNode* value_of(const YamlNode& node, std::string_view key) {
  if (node.kind != YamlNode::Kind::mapping) return nullptr;
  for (const YamlPair& pair : node.pairs) {
    if (is_scalar(*pair.key) && pair.key->text == key) return pair.value;
  }
  return nullptr;
}

void offer_files(const Context& context, Caret& cursor) {
  for (const auto& [name, content] : context.workspace.files) {
    if (name.is_string()) cursor.offers.push_back({std::string(name.as_string()), "file"});
  }
}

bool is_yaml_path(std::string_view path) {
  return path.ends_with(".yaml") || path.ends_with(".yml") || path.ends_with(".json");
}

}  // namespace evalground
