// Patches in block style: whole lines are removed and inserted, and a value follows its key or dash.
//
// A Slot says where a value stands: below a key, behind a dash, or as the whole document. Text is only ever kept,
// dropped or inserted from front to back (text_), so the offsets of the old text stay valid during the whole walk.
//
// Three things are easy to lose: comments, which belong to the part below them; empty lines, which a block scalar with
// `+` counts as its text; and whatever follows a block scalar, which would become part of it when it is indented more
// deeply.

#include <algorithm>

#include "base/text/text.hpp"
#include "data/patch/list_alignment.hpp"
#include "data/patch/patcher.hpp"

namespace evalground {
namespace {

// A value as `k: …` or `- …`, split after the indicator: the rest of the first line, and the lines below.
std::pair<std::string_view, std::string_view> split_first_line(std::string_view yaml, std::size_t indicator) {
  const std::size_t end = yaml.find('\n');
  return {yaml.substr(indicator, end - indicator), yaml.substr(end + 1)};
}

// True for text that ends with a block scalar with "+".
bool ends_with_empty_line(std::string_view lines) {
  return lines.ends_with("\n\n");
}

// True when a line, or the text after a key or dash, begins a block scalar: `|`, `key: >2-`.
bool is_scalar_header(std::string_view line) {
  const std::size_t sign = line.find_last_not_of("0123456789+-");
  return sign != std::string_view::npos && (line[sign] == '|' || line[sign] == '>');
}

// The column of the line that begins the block scalar at the end of the lines; nothing without one. The scalar's text
// may look like the beginning of another, so the least indented line counts.
std::optional<std::size_t> last_scalar_column(std::string_view lines, Budget& budget) {
  std::optional<std::size_t> found;
  std::size_t column = std::string_view::npos;  // of the least indented line so far
  while (!lines.empty()) {
    budget.step();
    const std::size_t begin = lines.substr(0, lines.size() - 1).rfind('\n') + 1;
    const std::string_view line = trim_end(lines.substr(begin), "\n");
    lines = lines.substr(0, begin);
    const std::size_t content = line.find_first_not_of(' ');
    if (content >= column) continue;  // an empty line has no content
    if (column != std::string_view::npos && is_scalar_header(line)) found = content;
    column = content;
  }
  return found;
}

bool holds_alias(const YamlNode& node, Budget& budget) {
  budget.step();
  if (node.kind == YamlNode::Kind::alias) return true;
  if (node.kind == YamlNode::Kind::scalar) return false;
  const Depth depth = budget.enter();
  if (node.kind == YamlNode::Kind::sequence) {
    for (const YamlNode* item : node.items) {
      if (holds_alias(*item, budget)) return true;
    }
  } else if (node.kind == YamlNode::Kind::mapping) {
    for (const YamlPair& pair : node.pairs) {
      if (holds_alias(*pair.key, budget) || holds_alias(*pair.value, budget)) return true;
    }
  }
  return false;
}

}  // namespace

// The first indentations in the document are used for all new text.
void YamlPatcher::find_layout(const YamlNode& node) {
  budget_.step();
  const bool is_collection = node.kind == YamlNode::Kind::sequence || node.kind == YamlNode::Kind::mapping;
  if ((has_indent_ && has_dash_) || !is_collection) return;
  const Depth depth = budget_.enter();
  if (node.kind == YamlNode::Kind::sequence) {
    for (const YamlNode* item : node.items) find_layout(*item);
    return;
  }
  for (const auto& [key, value] : node.pairs) {
    const bool is_below =
        value->style == YamlStyle::block && value->properties == nullptr && text_.line_start(value->begin) > key->end;
    const std::size_t column = text_.column(key->begin);
    if (is_below && text_.column(value->begin) >= column) {
      const std::size_t inner = text_.column(value->begin) - column;
      if (value->kind == YamlNode::Kind::sequence && !std::exchange(has_dash_, true)) layout_.dash = inner;
      if (value->kind == YamlNode::Kind::mapping && inner > 0 && !std::exchange(has_indent_, true)) {
        layout_.indent = inner;
      }
    }
    find_layout(*value);
  }
}

// Empty lines stay empty: blanks in them would be a change of their own.
std::string YamlPatcher::lines_at(std::size_t column, std::string_view lines) const {
  std::string result;
  if (lines.empty()) return result;
  for (const std::string_view line : Split(lines.substr(0, lines.size() - 1), "\n")) {
    budget_.step();
    if (!line.empty()) result.append(column, ' ').append(line);
    result += '\n';
  }
  return result;
}

std::string YamlPatcher::block_entry(const Value& key, const Value& value) {
  Map entry;
  entry.set(key, value);
  return write_yaml(Value::map(std::move(entry)), budget_, layout_);
}

std::string YamlPatcher::block_item(const Value& value) {
  return write_yaml(Value::list({value}), budget_, layout_);
}

// The writer writes whole entries, so the value is written as `k: …` or `- …`, and the indicator is cut off again. A
// text in quotes keeps its kind of quotes.
YamlPatcher::Written YamlPatcher::written(const YamlNode& node, const Value& wanted, const Slot& slot) {
  if (slot.holder == Slot::Holder::root) {
    std::string yaml = write_yaml(wanted, budget_, layout_);
    const bool has_entries =
        (wanted.is_list() && !wanted.as_list().empty()) || (wanted.is_map() && !wanted.as_map().empty());
    if (has_entries) return {{}, std::move(yaml)};
    const std::size_t line = yaml.find('\n') + 1;
    // the document end marker after a plain scalar
    if (std::string_view(yaml).substr(line) == "...\n") yaml.resize(line);
    return {std::move(yaml), {}};
  }
  const bool was_quoted = node.kind == YamlNode::Kind::scalar && node.tag().empty() &&
                          (node.style == YamlStyle::single_quoted || node.style == YamlStyle::double_quoted);
  if (was_quoted && wanted.is_string() && wanted.as_string().find('\n') == std::string_view::npos) {
    return {" " + quoted_yaml(wanted.as_string(), node.style), {}};
  }
  const bool is_item = slot.holder == Slot::Holder::item;
  const std::string yaml = is_item ? block_item(wanted) : block_entry(Value::string("k"), wanted);
  const auto [head, lines] = split_first_line(yaml, is_item ? 1 : 2);
  return {std::string(head), lines_at(slot.column, lines)};
}

// A changed flow list in block style. Unchanged items keep their text.
// An item that holds an alias is written anew, because the alias may have another value by now.
YamlPatcher::Written YamlPatcher::written_list(const YamlNode& node, const Value& old, const Value& wanted,
                                               const Slot& slot) {
  const List& items = wanted.as_list();
  const std::vector<AlignedItem> aligned = align_lists(old.as_list(), items, budget_);
  std::string lines;
  for (std::size_t index = 0; index < items.size(); ++index) {
    std::string_view text;
    if (aligned[index].is_equal) {
      const YamlNode& item = *node.items[aligned[index].before];
      text = old_.substr(item.begin, item.end - item.begin);
      if (text.find_first_of("\r\n") != std::string_view::npos || holds_alias(item, budget_)) text = {};
      if (!text.empty()) set_anchors(item, true);
    }
    lines += text.empty() ? block_item(items[index]) : "- " + std::string(text) + "\n";
  }
  if (slot.holder == Slot::Holder::item) {
    const auto [head, rest] = split_first_line(lines, 0);
    return {" " + std::string(head), lines_at(slot.column + 2, rest)};
  }
  if (slot.holder == Slot::Holder::root) return {{}, std::move(lines)};
  return {{}, lines_at(slot.column + layout_.dash, lines)};
}

// Keeps the text below new lines out of a block scalar at their end.
void YamlPatcher::guard_last_scalar(std::string_view lines) {
  if (ends_with_empty_line(lines)) text_.drop_empty_lines();
  if (const auto column = last_scalar_column(lines, budget_)) text_.move_comments(*column);
}

// Replaces the document's value. Entries begin a line, other values may follow "---".
void YamlPatcher::replace_root(const YamlNode& root, const Written& written) {
  const std::size_t line = text_.line_start(root.begin);
  const bool begins_line = text_.is_blank(line, root.begin);
  text_.keep_to(begins_line ? line : root.begin);
  if (!begins_line && !written.lines.empty()) text_.put("\n");
  const std::size_t end = content_end(root);
  std::string_view text = written.lines.empty() ? written.head : written.lines;
  const bool is_one_line = text.find('\n') + 1 >= text.size();
  const bool keeps_break = text_.line_end(end) < old_.size() && !ends_with_empty_line(text);
  if (keeps_break) text.remove_suffix(1);
  text_.put(text);
  // A comment on the last line belongs to the old value. After several lines it could become part of a block scalar.
  if (is_one_line) {
    drop_value_to(end);
  } else {
    text_.drop_to(keeps_break ? text_.line_end(end) : text_.next_line(end));
  }
  guard_last_scalar(written.lines.empty() ? written.head : written.lines);
}

// Two layouts: the old value on the line of its key, or on lines below. The comment behind the key stays in both.
void YamlPatcher::replace_in_block(const YamlNode& node, const Slot& slot, const Written& written) {
  if (slot.holder == Slot::Holder::root) return replace_root(node, written);
  const bool is_absent = node.begin == node.end;
  const std::size_t begin = is_absent ? slot.indicator : node.begin;
  const std::size_t end = is_absent ? slot.indicator : content_end(node);
  std::string_view lines = written.lines;
  const bool keeps_break = text_.line_end(end) < old_.size() && !ends_with_empty_line(lines);
  if (!lines.empty() && keeps_break) lines.remove_suffix(1);
  text_.keep_to(slot.indicator);
  if (slot.holder == Slot::Holder::key && old_[slot.indicator - 1] != ':') {  // only "? key"
    text_.put("\n" + std::string(slot.column, ' ') + ":");
  }
  if (!node.anchor().empty() && node.kind != YamlNode::Kind::alias) text_.put(" &" + std::string(node.anchor()));
  text_.put(written.head);
  const bool is_below = text_.line_end(slot.indicator) < begin;
  if (is_below) text_.keep_to(text_.line_end(slot.indicator));  // a comment after the key
  drop_value_to(is_below ? text_.line_end(end) : end);
  if (lines.empty()) return;
  text_.keep_to(text_.line_end(end));
  text_.put("\n");
  text_.put(lines);
  if (!keeps_break) text_.drop_to(text_.next_line(end));
  guard_last_scalar(written.lines);
  if (is_scalar_header(written.head)) text_.move_comments(slot.column);
}

// Removes the parts before the first remaining one, if the first follows a dash: `- a: 1`. Returns the index of the
// part that moves up.
std::size_t YamlPatcher::remove_inline_parts(const Parts& parts) {
  std::size_t next = 0;
  while (!parts[next].stays()) ++next;
  const std::size_t removed_end = parts[next - 1].end;
  const std::size_t line = text_.next_line(removed_end);
  if (line < parts[next].begin && !text_.is_blank(line, parts[next].begin)) {  // comments of the remaining part
    text_.keep_to(trim_end(old_.substr(0, parts[0].begin), " ").size());
    text_.drop_to(text_.line_end(removed_end));
  } else {
    text_.keep_to(parts[0].begin);
    text_.drop_to(parts[next].begin);
  }
  return next;
}

std::size_t YamlPatcher::line_above(std::size_t line) const {
  return text_.line_start(line - (old_[line - 1] == '\n' && line > 1 && old_[line - 2] == '\r' ? 2 : 1));
}

// Where the comments begin that stand above a line at its column.
std::size_t YamlPatcher::comments_above(std::size_t line, std::size_t floor, std::size_t column) const {
  while (line > floor) {
    const std::size_t above = line_above(line);
    const std::size_t content = old_.find_first_not_of(' ', above);
    if (above < floor || old_[content] != '#' || content - above != column) break;
    line = above;
  }
  return line;
}

// Where the comments end that begin at a line and stand deeper than the column.
std::size_t YamlPatcher::comments_below(std::size_t line, std::size_t column) const {
  while (line < old_.size()) {
    const std::size_t content = std::min(old_.find_first_not_of(' ', line), old_.size());
    if (content == old_.size() || old_[content] != '#' || content - line <= column) break;
    line = text_.next_line(line);
  }
  return line;
}

// Takes out the lines of a part with the comments above it and the deeper ones below, and with the blank lines before
// when there are such behind too.
void YamlPatcher::remove_block_part(const Parts& parts, std::size_t index, const Slot& slot) {
  const Part& part = parts[index];
  const std::size_t column = text_.column(part.begin);
  std::size_t begin = text_.line_start(part.begin);
  // The comments at the top of a document are not those of its first key.
  const std::size_t floor = index > 0                           ? text_.next_line(parts[index - 1].end)
                            : slot.holder == Slot::Holder::root ? begin
                                                                : text_.next_line(slot.indicator);
  begin = comments_above(begin, floor, column);
  const std::size_t end = comments_below(text_.next_line(part.end), column);
  if (end == old_.size() || text_.is_blank(end, text_.line_end(end))) {
    while (begin > floor && text_.is_blank(line_above(begin), begin)) begin = line_above(begin);
  }
  text_.keep_to(begin);
  text_.drop_to(end);
  std::size_t before = index;
  while (before > 0 && !parts[before - 1].stays()) --before;
  if (before > 0 && keeps_empty_lines(*parts[before - 1].value)) text_.drop_empty_lines();
}

// The first part may follow a dash or a key on the same line, `- a: 1`. It then has no line of its own: what is
// inserted before it takes its place, and it moves to the next line.
void YamlPatcher::patch_block(Parts& parts, const std::vector<Added>& added, const Slot& slot) {
  const std::size_t column = text_.column(parts[0].begin);
  const bool is_inline = !text_.is_blank(text_.line_start(parts[0].begin), parts[0].begin);
  std::size_t first = 0;  // the part that continues the text before the block
  std::size_t next_added = 0;
  const auto add_before = [&](std::size_t index) {
    for (; next_added < added.size() && added[next_added].before == index; ++next_added) {
      const std::string lines = lines_at(column, added[next_added].text);
      if (index == first) {
        text_.keep_to(parts[first].begin);
        text_.put(std::string_view(lines).substr(column));
        text_.put(std::string(column, ' '));
      } else {
        text_.keep_to(text_.next_line(parts[index - 1].end));
        text_.put_lines(lines);
        guard_last_scalar(lines);
      }
    }
  };
  // Part by part, with new parts before it: keep and patch, or remove.
  for (std::size_t index = 0; index < parts.size(); ++index) {
    if (index == 0 && is_inline && !parts[0].stays()) first = index = remove_inline_parts(parts);
    add_before(index);
    const Part& part = parts[index];
    if (part.wanted != nullptr) {
      const bool is_item = part.key == nullptr;
      const std::size_t indicator = is_item ? part.begin + 1 : behind_colon(*part.key, YamlStyle::block);
      if (!is_item) set_anchors(*part.key, true);
      patch(*part.value, part.old, *part.wanted, {is_item ? Slot::Holder::item : Slot::Holder::key, column, indicator});
    } else if (!part.is_merge) {
      remove_block_part(parts, index, slot);
    }
  }
  add_before(parts.size());
}

}  // namespace evalground
