#include "dialects/yaql/data.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/yaql/evaluation/evaluator.hpp"

namespace evalground::yaql {
namespace {

constexpr std::size_t most_parts = 20'000;
constexpr std::size_t most_children = 200;   // of one node of the tree
constexpr std::size_t most_characters = 60;  // of a value

// ".name", or "['other name']" for what is no word.
std::string step_to(const Value& key) {
  if (!key.is_string()) return "[" + short_text(key, most_characters) + "]";
  const std::string_view text = key.as_string();
  bool is_word = !text.empty() && !(text[0] >= '0' && text[0] <= '9') && !text.starts_with("__");
  for (std::size_t at = 0; is_word && at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    is_word = is_word_character(point.value);
    at += point.size;
  }
  if (is_word) return "." + std::string(text);
  std::string quoted = "['";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "']";
}

// All paths stand in one text, and each origin is its stretch of it.
class PathWriter {
 public:
  explicit PathWriter(Budget& budget) : budget_(budget) {}

  void note(const Value& value, const std::string& path) {
    const Depth depth = budget_.enter();
    budget_.step();
    if (ends_.size() == most_parts) return;
    text_ += path;
    ends_.push_back(static_cast<std::uint32_t>(text_.size()));
    if (value.is_map()) {
      for (const auto& [key, item] : value.as_map()) note(item, path + step_to(key));
    } else if (value.is_list()) {
      std::size_t index = 0;
      for (const Value& item : value.as_list()) note(item, path + "[" + std::to_string(index++) + "]");
    }
  }

  Value stamp(Sources& sources, const Value& value) {
    if (file_ == none) file_ = sources.add_file(std::string(input_path), std::move(text_));
    if (next_ == ends_.size()) return value;
    const std::uint32_t begin = next_ == 0 ? 0 : ends_[next_ - 1];
    const OriginId origin = sources.add({file_, begin, ends_[next_++], Via::input, 0, false});
    Value result = value.with_origin(origin);
    if (value.is_map()) {
      Map& entries = result.edit_map();
      for (std::size_t at = 0; at < entries.size() && next_ < ends_.size(); ++at) {
        entries.value_at(at) = stamp(sources, value.as_map().entry(at).value);
      }
    } else if (value.is_list()) {
      List& items = result.edit_list();
      for (std::size_t at = 0; at < items.size() && next_ < ends_.size(); ++at) {
        items[at] = stamp(sources, value.as_list()[at]);
      }
    }
    return result;
  }

 private:
  static constexpr std::uint32_t none = ~0U;
  Budget& budget_;
  std::string text_;
  std::vector<std::uint32_t> ends_;
  std::size_t next_ = 0;
  std::uint32_t file_ = none;
};

class TreeWriter {
 public:
  TreeWriter(Context& context, const Evaluator* evaluator) : context_(context), evaluator_(evaluator) {}

  OutlineNode write(const Value& value, std::string name, const std::string& path) {
    const Depth depth = context_.budget.enter();
    context_.budget.step();
    OutlineNode node;
    node.id = node.path = path;
    node.kind = "data";
    node.name = std::move(name);
    node.selectable = true;
    bool is_reached = evaluator_ != nullptr && value.origin() != 0 && evaluator_->is_reached(value.origin());
    if (value.is_map()) {
      const Map& entries = value.as_map();
      node.type = "dict of " + std::to_string(entries.size());
      for (std::size_t at = 0; at < std::min(entries.size(), most_children); ++at) {
        const auto& [key, item] = entries.entry(at);
        const std::string key_name = key.is_string() ? std::string(key.as_string()) : short_text(key, most_characters);
        node.children.push_back(write(item, key_name, path + step_to(key)));
      }
    } else if (value.is_list()) {
      const List& items = value.as_list();
      node.type = "list of " + std::to_string(items.size());
      for (std::size_t at = 0; at < std::min(items.size(), most_children); ++at) {
        const std::string step = "[" + std::to_string(at) + "]";
        node.children.push_back(write(items[at], step, path + step));
      }
    } else {
      node.type = kind_name(value.kind());
      node.value = short_text(value, most_characters);
    }
    for (const OutlineNode& child : node.children) is_reached = is_reached || child.status == "reached";
    if (evaluator_ != nullptr) node.status = is_reached ? "reached" : "not reached";
    return node;
  }

 private:
  Context& context_;
  const Evaluator* evaluator_;
};

}  // namespace

Value with_paths(Context& context, const Value& value, std::string_view root) {
  PathWriter writer(context.budget);
  writer.note(value, std::string(root));
  return writer.stamp(context.sources, value);
}

OutlineNode data_tree(Context& context, const Evaluator* evaluator, const Value& value, std::string_view root) {
  return TreeWriter(context, evaluator).write(value, std::string(root), std::string(root));
}

}  // namespace evalground::yaql
