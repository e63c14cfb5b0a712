// Patches inside of [ ] and { }.
//
// Commas are the difficulty: each part is removed with the comma behind it, except for the last ones, which take the
// comma before them. A trailing comma and comments between the parts stay where they were.

#include <algorithm>
#include <cmath>

#include "base/text/text.hpp"
#include "data/patch/patcher.hpp"
#include "value/json.hpp"

namespace evalground {

std::string YamlPatcher::flow_value(const Value& value) {
  return is_json_ && can_be_json(value) ? write_json(value, budget_) : write_flow_yaml(value, budget_);
}

// True unless something in the value has no form in JSON: non-finite numbers, bytes, dates, keys that are not text.
bool YamlPatcher::can_be_json(const Value& value) const {
  budget_.step();
  switch (value.kind()) {
    case Kind::null:
    case Kind::boolean:
    case Kind::integer:
    case Kind::string: return true;
    case Kind::real: return std::isfinite(value.as_real());
    case Kind::list: {
      const Depth depth = budget_.enter();
      return std::all_of(value.as_list().begin(), value.as_list().end(),
                         [&](const Value& item) { return can_be_json(item); });
    }
    case Kind::map: {
      const Depth depth = budget_.enter();
      return std::all_of(value.as_map().begin(), value.as_map().end(),
                         [&](const auto& entry) { return entry.key.is_string() && can_be_json(entry.value); });
    }
    default: return false;
  }
}

std::string YamlPatcher::flow_entry(const Value& key, const Value& value) {
  return flow_value(key) + ": " + flow_value(value);
}

// `{a}` and `[a: ]` have a value without text, which is put behind the key.
void YamlPatcher::replace_in_flow(const YamlNode& node, const Slot& slot, const Value& wanted) {
  const bool is_absent = node.begin == node.end;
  text_.keep_to(is_absent ? slot.indicator : node.begin);
  if (is_absent) text_.put(old_[slot.indicator - 1] == ':' ? " " : ": ");
  if (!node.anchor().empty() && node.kind != YamlNode::Kind::alias) text_.put("&" + std::string(node.anchor()) + " ");
  const bool was_quoted = node.kind == YamlNode::Kind::scalar && node.tag().empty() && node.style != YamlStyle::plain;
  text_.put(was_quoted && wanted.is_string() ? quoted_yaml(wanted.as_string(), node.style) : flow_value(wanted));
  std::size_t end = content_end(node);
  if (is_absent) {  // `{a: }`: there is no text between the colon and what follows
    end = std::min(old_.find_first_not_of(' ', slot.indicator), old_.size());
    if (end == old_.size() || std::string_view(",]}").find(old_[end]) == std::string_view::npos) end = slot.indicator;
  }
  drop_value_to(end);
}

// The offset after the comma that follows a part, and after the blanks and the comment on its line.
std::size_t YamlPatcher::behind_comma(std::size_t from) const {
  std::size_t at = skip_blanks(from);
  if (at < old_.size() && old_[at] == ',') ++at;
  at = std::min(old_.find_first_not_of(" \t", at), old_.size());
  if (at < old_.size() && old_[at] == '#') at = text_.line_end(at);
  return std::min(old_.find_first_not_of(ascii_whitespace, at), old_.size());
}

// New parts follow the last one: on lines of their own if it has one.
void YamlPatcher::add_to_flow(const Parts& parts, const std::vector<Added>& added) {
  const Part& last = parts.back();
  const bool has_lines = text_.is_blank(text_.line_start(last.begin), last.begin);
  const std::string separator = has_lines ? "\n" + std::string(text_.column(last.begin), ' ') : " ";
  const std::size_t behind = skip_blanks(last.end);
  const bool has_comma = behind < old_.size() && old_[behind] == ',';
  text_.keep_to(has_comma ? behind + 1 : last.end);
  if (!has_comma) text_.put(text_.ends_with(':') ? " ," : ",");  // in `a:,` the colon is text
  const std::size_t from = has_comma ? behind + 1 : last.end;
  const std::size_t comment = std::min(old_.find_first_not_of(" \t", from), old_.size());
  if (has_lines && comment < old_.size() && old_[comment] == '#') text_.keep_to(text_.line_end(comment));
  for (std::size_t index = 0; index < added.size(); ++index) {
    if (index > 0) text_.put(",");
    text_.put(separator + added[index].text);
  }
}

void YamlPatcher::patch_flow(const YamlNode& node, const Parts& parts, const std::vector<Added>& added) {
  std::size_t last = parts.size();  // one after the last remaining part
  while (last > 0 && !parts[last - 1].stays()) --last;
  std::size_t next_added = 0;
  for (std::size_t index = 0; index < last; ++index) {
    const Part& part = parts[index];
    for (; next_added < added.size() && added[next_added].before == index; ++next_added) {
      text_.keep_to(part.begin);
      text_.put(added[next_added].text + ", ");
    }
    if (part.is_merge) continue;
    if (part.wanted == nullptr) {
      text_.keep_to(part.begin);
      text_.drop_to(behind_comma(part.end));
      continue;
    }
    const std::size_t indicator = part.key == nullptr ? part.begin : behind_colon(*part.key, YamlStyle::flow);
    if (part.key != nullptr) set_anchors(*part.key, true);
    const bool spells_null = spells_null_ != nullptr && part.wanted->is_null() &&
                             part.value->begin == part.value->end && part.old_key.is_string() &&
                             spells_null_(part.old_key.as_string());
    const Slot slot{Slot::Holder::flow, 0, indicator};
    if (spells_null) {
      replace_in_flow(*part.value, slot, *part.wanted);
    } else {
      patch(*part.value, part.old, *part.wanted, slot);
    }
  }
  // Removed parts at the end also remove the comma before them.
  if (last < parts.size()) {
    text_.keep_to(parts[last - 1].end);
    text_.drop_to(parts.back().end);
  }
  if (next_added < added.size())
    add_to_flow(parts, {added.begin() + static_cast<std::ptrdiff_t>(next_added), added.end()});
  text_.keep_to(node.end);
}

}  // namespace evalground
