#include "runtime/input_paths.hpp"

#include <vector>

#include "base/text/utf8.hpp"

namespace evalground {
namespace {

constexpr std::size_t most_parts = 20'000;
constexpr std::size_t most_characters = 60;  // of a key

void append_step(std::string& path, const Value& key) {
  if (!key.is_string()) {
    path.append("[").append(short_text(key, most_characters)) += ']';
    return;
  }
  const std::string_view text = key.as_string();
  bool is_word = !text.empty() && !(text[0] >= '0' && text[0] <= '9') && !text.starts_with("__");
  for (std::size_t at = 0; is_word && at < text.size();) {
    const CodePoint point = decode_code_point(text, at);
    is_word = is_word_character(point.value);
    at += point.size;
  }
  if (is_word) {
    path.append(".").append(text);
    return;
  }
  path += "['";
  for (const char c : text) {
    if (c == '\'' || c == '\\') path += '\\';
    path += c;
  }
  path += "']";
}

// All paths stand in one text, and each origin is its stretch of it.
class PathWriter {
 public:
  PathWriter(Budget& budget, Via via, std::string_view root) : budget_(budget), via_(via), path_(root) {}

  void note(const Value& value) {
    const Depth depth = budget_.enter();
    budget_.step();
    if (ends_.size() == most_parts) return;
    text_ += path_;
    ends_.push_back(static_cast<std::uint32_t>(text_.size()));
    const std::size_t length = path_.size();
    if (value.is_map()) {
      for (const auto& [key, item] : value.as_map()) {
        append_step(path_, key);
        note(item);
        path_.resize(length);
      }
    } else if (value.is_list()) {
      std::size_t index = 0;
      for (const Value& item : value.as_list()) {
        path_.append("[").append(std::to_string(index++)) += ']';
        note(item);
        path_.resize(length);
      }
    }
  }

  Value stamp(Sources& sources, const Value& value) {
    if (file_ == none) file_ = sources.add_file(std::string(input_path), std::move(text_));
    if (next_ == ends_.size()) return value;
    const std::uint32_t begin = next_ == 0 ? 0 : ends_[next_ - 1];
    const OriginId origin = sources.add({file_, begin, ends_[next_++], via_, 0, false});
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
  const Via via_;
  std::string path_;  // of what is noted next
  std::string text_;
  std::vector<std::uint32_t> ends_;
  std::size_t next_ = 0;
  std::uint32_t file_ = none;
};

}  // namespace

std::string path_step(const Value& key) {
  std::string step;
  append_step(step, key);
  return step;
}

Value with_paths(Context& context, const Value& value, std::string_view root, Via via) {
  PathWriter writer(context.budget, via, root);
  writer.note(value);
  return writer.stamp(context.sources, value);
}

}  // namespace evalground
