// Changes the text of a YAML document so that it has other values, and leaves the rest of it alone: comments, quotes,
// indentation, order.
//
//   a: 1  # one                a: 1  # one
//   b: 2               ->      b: 3
//                              c: 4
//
// patch() walks through the tree, the old value and the wanted value together. Where they are equal, nothing is
// written. Where a map or list has parts that stay, it is patched part by part (patcher_block.cpp for block style);
// otherwise it is replaced as a whole. When in doubt, a part is replaced: a larger change is correct, a wrong small one
// is not.
//
// Anchors are the difficulty: a change below `&a` also changes what `*a` means further down. `anchored_` knows for each
// anchor whether its value is as before, changed or gone, at the point that the walk has reached. An alias stays only
// if it still has the wanted value.
#include "data/patch/patcher.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "data/patch/list_alignment.hpp"
#include "value/compare.hpp"

namespace evalground {
namespace {

constexpr std::string_view core_prefix = "tag:yaml.org,2002:";

bool is_block(const YamlNode& node) {
  return node.style == YamlStyle::block;
}

bool is_block_scalar(const YamlNode& node) {
  return node.style == YamlStyle::literal || node.style == YamlStyle::folded;
}

// True when the tag adds nothing to what the text shows.
bool is_plain_collection(const YamlNode& node, std::string_view name) {
  const std::string_view tag = node.tag();
  return tag.empty() || tag == "!" || (tag.starts_with(core_prefix) && tag.substr(core_prefix.size()) == name);
}

bool is_merge_key(const YamlNode& key) {
  return key.is_plain_scalar() && key.tag().empty() && key.text == "<<";
}

}  // namespace

YamlPatcher::YamlPatcher(const Sources& sources, const Document& document, Budget& budget, SpellsNull spells_null,
                         bool closes_end)
    : sources_(sources),
      document_(document),
      budget_(budget),
      spells_null_(spells_null),
      closes_end_(closes_end),
      text_(sources.text(document.file), budget),
      old_(sources.text(document.file)),
      anchored_(document.anchor_count) {}

// A document that looks like JSON, with keys in double quotes, gets new parts that are JSON as well.
std::string YamlPatcher::run(const Value& value, const Value& wanted) {
  const YamlNode& root = *document_.root;
  const bool is_flow = root.kind == YamlNode::Kind::mapping && root.style == YamlStyle::flow;
  is_json_ = is_flow && !root.pairs.empty() && root.pairs[0].key->style == YamlStyle::double_quoted;
  find_layout(root);
  const Slot::Holder holder = is_flow ? Slot::Holder::flow : Slot::Holder::root;
  patch(root, value, wanted, {holder, text_.column(root.begin), root.begin});
  return text_.finish();
}

// Comments count as blanks: `a: # note` has its value on a later line.
std::size_t YamlPatcher::skip_blanks(std::size_t from) const {
  while (from < old_.size()) {
    if (ascii_whitespace.find(old_[from]) != std::string_view::npos) {
      ++from;
    } else if (old_[from] == '#') {
      from = text_.line_end(from);
    } else {
      break;
    }
  }
  return from;
}

// The offset after an anchor and a tag, if present.
std::size_t YamlPatcher::behind_properties(std::size_t from) const {
  while (from < old_.size() && (old_[from] == '&' || old_[from] == '!')) {
    from = skip_blanks(std::min(old_.find_first_of(ascii_whitespace, from), old_.size()));
  }
  return from;
}

// The offset after a key's colon, or after a key without a colon. In block style a blank follows the colon; otherwise
// it begins the next key.
std::size_t YamlPatcher::behind_colon(const YamlNode& key, YamlStyle style) const {
  const std::size_t colon = skip_blanks(key.end);
  if (colon == old_.size() || old_[colon] != ':') return key.end;
  const bool ends_word = colon + 1 == old_.size() || ascii_whitespace.find(old_[colon + 1]) != std::string_view::npos;
  return style == YamlStyle::flow || ends_word ? colon + 1 : key.end;
}

// True when the node ends with a block scalar with "+", which includes the empty lines after it.
bool YamlPatcher::keeps_empty_lines(const YamlNode& node) const {
  const YamlNode* last = &node;
  while (is_block(*last)) {
    const YamlNode* child = nullptr;
    if (last->kind == YamlNode::Kind::mapping && !last->pairs.empty()) child = last->pairs.back().value;
    if (last->kind == YamlNode::Kind::sequence && !last->items.empty()) child = last->items.back();
    if (child == nullptr) break;
    last = child;
  }
  if (!is_block_scalar(*last)) return false;
  const std::string_view header = old_.substr(last->begin, text_.line_end(last->begin) - last->begin);
  return header.substr(0, header.find('#')).find('+') != std::string_view::npos;
}

// The end of a node's text: including empty lines that it keeps, and the colon in `[a: ]`.
std::size_t YamlPatcher::content_end(const YamlNode& node) const {
  std::size_t end = node.end;
  if (node.kind == YamlNode::Kind::mapping && node.style == YamlStyle::flow && !node.pairs.empty()) {
    const auto& [key, value] = node.pairs.back();
    if (value->begin == value->end) end = std::max(end, behind_colon(*key, YamlStyle::flow));
  }
  if (!keeps_empty_lines(node)) return end;
  for (std::size_t next = text_.next_line(end); next < old_.size(); next = text_.next_line(next)) {
    if (!text_.is_blank(next, text_.line_end(next))) break;
    end = text_.line_end(next);
  }
  return end;
}

// `|-` or `|+` at the very end, without a line break after it: appended text would become a part of the scalar.
bool YamlPatcher::is_open_ended(const YamlNode& node) const {
  if (!is_block_scalar(node) || node.text.ends_with('\n')) return false;
  return old_.substr(node.end).find_first_not_of(" \t\r\n") == std::string_view::npos;
}

const YamlPatcher::Anchored& YamlPatcher::anchored_by(const YamlNode& alias) const {
  return anchored_[alias.target->properties->anchor_number];
}

// For a node that is kept or removed as a whole.
void YamlPatcher::set_anchors(const YamlNode& node, bool are_kept) {
  budget_.step();
  if (!node.anchor().empty()) {
    const auto state = are_kept ? Anchored::State::as_before : Anchored::State::gone;
    anchored_[node.properties->anchor_number] = {state, {}};
  }
  if (node.kind == YamlNode::Kind::scalar) return;
  const Depth depth = budget_.enter();
  if (node.kind == YamlNode::Kind::sequence) {
    for (const YamlNode* item : node.items) set_anchors(*item, are_kept);
  } else if (node.kind == YamlNode::Kind::mapping) {
    for (const YamlPair& pair : node.pairs) {
      set_anchors(*pair.key, are_kept);
      set_anchors(*pair.value, are_kept);
    }
  }
}

// True when an alias in the node names something that was changed or removed.
bool YamlPatcher::has_stale_alias(const YamlNode& node) const {
  budget_.step();
  if (node.kind == YamlNode::Kind::scalar) return false;
  if (node.kind == YamlNode::Kind::alias) return anchored_by(node).state != Anchored::State::as_before;
  const Depth depth = budget_.enter();
  if (node.kind == YamlNode::Kind::sequence) {
    return std::any_of(node.items.begin(), node.items.end(),
                       [&](const YamlNode* item) { return has_stale_alias(*item); });
  }
  return std::any_of(node.pairs.begin(), node.pairs.end(),
                     [&](const YamlPair& pair) { return has_stale_alias(*pair.key) || has_stale_alias(*pair.value); });
}

// The entries that `<<` currently adds; nothing when unknown.
std::optional<Map> YamlPatcher::inherited_by(const YamlNode& merge_value) const {
  Map inherited;
  const auto inherit = [&](const YamlNode& node) {
    if (node.kind != YamlNode::Kind::alias) return false;
    const Anchored& anchored = anchored_by(node);
    if (anchored.state == Anchored::State::gone || !anchored.now.is_map()) return false;
    for (const auto& entry : anchored.now.as_map()) {
      budget_.step();
      if (!inherited.contains(entry.key)) inherited.set(entry.key, entry.value);
    }
    return true;
  };
  if (merge_value.kind != YamlNode::Kind::sequence) {
    return inherit(merge_value) ? std::optional(std::move(inherited)) : std::nullopt;
  }
  for (const YamlNode* item : merge_value.items) {
    if (!inherit(*item)) return std::nullopt;
  }
  return inherited;
}

// The position of a key's "?", which may be lines above it; the key's own position without a "?".
std::size_t YamlPatcher::question_mark(const YamlNode& map, const Part* before, std::size_t key) const {
  const std::size_t mark = !is_block(map)      ? old_.substr(0, key).find_last_not_of(ascii_whitespace)
                           : before != nullptr ? skip_blanks(before->end)
                                               : behind_properties(map.begin);
  return mark < key && old_[mark] == '?' ? mark : key;
}

// The keys of a mapping. Nothing when its text does not show them all (in YAML 1.1, merged keys change the order).
// The keys in the text must be the keys of the value, in order, and each must have its origin there. A tag or another
// loader may have made something else of the map, and then the parts cannot be told.
std::optional<YamlPatcher::Parts> YamlPatcher::parts_of_map(const YamlNode& node, const Value& old) const {
  if (!is_plain_collection(node, "map") || !old.is_map()) return std::nullopt;
  Parts parts;
  parts.reserve(node.pairs.size());
  std::size_t entry = 0;
  for (const YamlPair& pair : node.pairs) {
    budget_.step();
    Part part{pair.key, pair.value, {}, {}, nullptr};
    part.is_merge = is_merge_key(*pair.key);
    if (!part.is_merge) {
      if (entry >= old.as_map().size()) return std::nullopt;
      const auto& [key, value] = old.as_map().entry(entry++);
      if (key.origin() == 0 || sources_.origin(key.origin()).begin != pair.key->begin) return std::nullopt;
      part.old_key = key;
      part.old = value;
    }
    part.begin = question_mark(node, parts.empty() ? nullptr : &parts.back(), pair.key->begin);
    part.end = std::max<std::size_t>(pair.key->end, behind_colon(*pair.key, node.style));
    if (pair.value->end > pair.value->begin) part.end = std::max(part.end, content_end(*pair.value));
    parts.push_back(std::move(part));
  }
  return parts;
}

YamlPatcher::Parts YamlPatcher::parts_of_list(const YamlNode& node, const List& old) const {
  Parts parts;
  parts.reserve(node.items.size());
  std::size_t from = is_block(node) ? behind_properties(node.begin) : node.begin;
  for (std::size_t index = 0; index < node.items.size(); ++index) {
    budget_.step();
    const YamlNode& item = *node.items[index];
    Part part{nullptr, &item, {}, old[index], nullptr};
    part.begin = is_block(node) ? skip_blanks(from) : item.begin;
    part.end = part.begin + 1;
    if (item.end > item.begin) part.end = std::max(part.end, content_end(item));
    from = part.end;
    parts.push_back(std::move(part));
  }
  return parts;
}

// Two attempts: keeping makes the node's anchors count as unchanged, so aliases inside of it are judged as if it
// stayed. If one of them is stale, the anchors are taken back, and the node is written again.
void YamlPatcher::keep_or_replace(const YamlNode& node, const Value& old, const Value& wanted, const Slot& slot) {
  if (json_equal(old, wanted, NumberEquality::by_type, budget_) && !(closes_end_ && is_open_ended(node))) {
    set_anchors(node, true);
    if (!has_stale_alias(node)) return;
    set_anchors(node, false);
  }
  replace(node, wanted, slot);
}

void YamlPatcher::replace(const YamlNode& node, const Value& wanted, const Slot& slot) {
  if (slot.holder == Slot::Holder::flow) {
    replace_in_flow(node, slot, wanted);
  } else {
    replace_in_block(node, slot, written(node, wanted, slot));
  }
}

// Drops the old value. After a bracket, a comment needs no blank before it; after a word it does.
void YamlPatcher::drop_value_to(std::size_t end) {
  text_.drop_to(end);
  if (end < old_.size() && old_[end] == '#' && !text_.ends_with(' ')) text_.put(" ");
}

void YamlPatcher::patch_map(const YamlNode& node, const Value& old, const Value& wanted, const Slot& slot) {
  // Which parts stay: those whose key is wanted, and `<<` where what it brings is known.
  std::optional<Parts> parts = wanted.is_map() ? parts_of_map(node, old) : std::nullopt;
  if (!parts) return keep_or_replace(node, old, wanted, slot);
  Map inherited;
  Map own;
  bool is_known = true;                                    // what `<<` brings
  bool stays = parts->empty() && wanted.as_map().empty();  // both are empty: `{}`
  for (Part& part : *parts) {
    if (part.is_merge) {
      auto brought = inherited_by(*part.value);
      is_known = is_known && brought.has_value();
      if (brought) inherited = *std::move(brought);
    } else if (!closes_end_ || !is_open_ended(*part.key)) {  // else it goes, and comes as a new one
      part.wanted = wanted.as_map().find(part.old_key);
      own.set(part.old_key, Value::null());
    }
    stays = stays || part.stays();
  }
  if (!is_known) return keep_or_replace(node, old, wanted, slot);
  for (const auto& entry : inherited) stays = stays && wanted.as_map().contains(entry.key);
  if (!stays) return replace(node, wanted, slot);
  const std::vector<Added> added = added_entries(node, wanted.as_map(), own, inherited, parts->size());
  if (is_block(node)) {
    patch_block(*parts, added, slot);
  } else {
    patch_flow(node, *parts, added);
  }
}

// Keys that are neither the map's own nor brought with that value are new, and stand behind the rest.
std::vector<YamlPatcher::Added> YamlPatcher::added_entries(const YamlNode& node, const Map& wanted, const Map& own,
                                                           const Map& inherited, std::size_t place) {
  std::vector<Added> added;
  for (const auto& [key, value] : wanted) {
    budget_.step();
    if (own.contains(key)) continue;
    const Value* brought = inherited.find(key);
    if (brought != nullptr && json_equal(*brought, value, NumberEquality::by_type, budget_)) continue;
    added.push_back({place, is_block(node) ? block_entry(key, value) : flow_entry(key, value)});
  }
  return added;
}

//   [a, b, c] -> [a, x, c]       items are aligned, `b` is dropped and `x` put before `c`
//
// When all values are equal, the items are still visited: an alias among them may be stale. A flow list in block style
// is written again as a whole, because its layout follows from its length.
void YamlPatcher::patch_list(const YamlNode& node, const Value& old, const Value& wanted, const Slot& slot) {
  const bool can_patch = wanted.is_list() && old.is_list() && is_plain_collection(node, "seq");
  if (!can_patch || node.items.empty() || wanted.as_list().empty()) return keep_or_replace(node, old, wanted, slot);
  const bool is_flow = !is_block(node);
  const List& items = wanted.as_list();
  Parts parts = parts_of_list(node, old.as_list());
  std::vector<Added> added;
  if (json_equal(old, wanted, NumberEquality::by_type, budget_)) {
    for (std::size_t index = 0; index < items.size(); ++index) parts[index].wanted = &items[index];
  } else if (is_flow && slot.holder != Slot::Holder::flow) {
    return replace_in_block(node, slot, written_list(node, old, wanted, slot));
  } else {
    // Each item with an earlier form keeps its part. A new item is inserted before the next item that has one.
    const std::vector<AlignedItem> aligned = align_lists(old.as_list(), items, budget_);
    std::size_t next = 0;
    for (std::size_t index = 0; index < items.size(); ++index) {
      if (aligned[index].before == AlignedItem::none) {
        added.push_back({next, is_flow ? flow_value(items[index]) : block_item(items[index])});
      } else {
        parts[aligned[index].before].wanted = &items[index];
        next = aligned[index].before + 1;
      }
    }
    if (std::none_of(parts.begin(), parts.end(), [](const Part& part) { return part.stays(); })) {
      return replace(node, wanted, slot);
    }
    for (Added& one : added) {  // after removed parts
      while (one.before < parts.size() && !parts[one.before].stays()) ++one.before;
    }
  }
  if (is_flow) {
    patch_flow(node, parts, added);
  } else {
    patch_block(parts, added, slot);
  }
}

// The anchor of a node is set after its content, so an alias inside of the node sees the state before.
void YamlPatcher::patch(const YamlNode& node, const Value& old, const Value& wanted, const Slot& slot) {
  budget_.step();
  if (node.kind == YamlNode::Kind::alias) {
    const Anchored& anchored = anchored_by(node);
    const bool is_before = anchored.state == Anchored::State::as_before;
    const bool is_there = anchored.state != Anchored::State::gone;
    if (is_there && json_equal(is_before ? old : anchored.now, wanted, NumberEquality::by_type, budget_)) return;
    return replace(node, wanted, slot);
  }
  if (node.kind == YamlNode::Kind::mapping) {
    const Depth depth = budget_.enter();
    patch_map(node, old, wanted, slot);
  } else if (node.kind == YamlNode::Kind::sequence) {
    const Depth depth = budget_.enter();
    patch_list(node, old, wanted, slot);
  } else {
    keep_or_replace(node, old, wanted, slot);
  }
  if (node.anchor().empty()) return;
  const bool is_before = json_equal(old, wanted, NumberEquality::by_type, budget_);
  anchored_[node.properties->anchor_number] = {is_before ? Anchored::State::as_before : Anchored::State::changed,
                                               wanted};
}

}  // namespace evalground
