#include "runtime/input_paths.hpp"

#include <utility>

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

// All paths stand in one text, and each origin is its stretch of it. The text is a file behind those that there are.
class PathWriter {
 public:
  PathWriter(Context& context, Via via, std::string_view root)
      : budget_(context.budget), sources_(context.sources), via_(via), file_(sources_.file_count()), path_(root) {}

  Value stamp(const Value& value) {
    const Depth depth = budget_.enter();
    budget_.step();
    if (count_ == most_parts) return value;
    ++count_;
    const auto begin = static_cast<std::uint32_t>(text_.size());
    text_ += path_;
    const auto end = static_cast<std::uint32_t>(text_.size());
    Value result = value.with_origin(sources_.add({file_, begin, end, via_, 0, false}));
    const std::size_t length = path_.size();
    if (value.is_map()) {
      Map& entries = result.edit_map();
      for (std::size_t at = 0; at < entries.size() && count_ < most_parts; ++at) {
        const Map::Entry& entry = value.as_map().entry(at);
        append_step(path_, entry.key);
        entries.value_at(at) = stamp(entry.value);
        path_.resize(length);
      }
    } else if (value.is_list()) {
      List& items = result.edit_list();
      for (std::size_t at = 0; at < items.size() && count_ < most_parts; ++at) {
        path_.append("[").append(std::to_string(at)) += ']';
        items[at] = stamp(value.as_list()[at]);
        path_.resize(length);
      }
    }
    return result;
  }

  std::string take_text() { return std::move(text_); }

 private:
  Budget& budget_;
  Sources& sources_;
  const Via via_;
  const std::uint32_t file_;
  std::string path_;  // of what is stamped next
  std::string text_;
  std::size_t count_ = 0;
};

}  // namespace

std::string path_step(const Value& key) {
  std::string step;
  append_step(step, key);
  return step;
}

Value with_paths(Context& context, const Value& value, std::string_view root, Via via) {
  PathWriter writer(context, via, root);
  Value result = writer.stamp(value);
  context.sources.add_file(std::string(input_path), writer.take_text());
  return result;
}

}  // namespace evalground
