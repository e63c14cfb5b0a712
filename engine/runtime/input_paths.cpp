// Origins for values without a text: inputs of a workspace. Their place is a path, such as vars.hosts[0].name, so that
// the page can say where a value came from.
//
// A large input has tens of thousands of paths. They are written into one text, of which each origin is a range, and
// the step to a key is kept, because the records of a list have the same keys again and again.
#include "runtime/input_paths.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "base/text/utf8.hpp"

namespace evalground {
namespace {

constexpr std::size_t most_parts = 20'000;
constexpr std::size_t most_characters = 60;  // for a key

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

// All paths are in one text, and each origin is a range of it. The text is an additional file of the sources.
class PathWriter {
 public:
  PathWriter(Context& context, Via via)
      : budget_(context.budget),
        sources_(context.sources),
        decisions_(context.decisions),
        via_(via),
        file_(sources_.file_count()) {}

  // Gives the value and everything in it origins. Its path is the current path and this step.
  void stamp(Value& value, std::string_view step) {
    budget_.step();
    if (count_ == most_parts) return;
    ++count_;
    const auto begin = static_cast<std::uint32_t>(text_.size());
    text_.append(path_).append(step);
    const auto end = static_cast<std::uint32_t>(text_.size());
    value = std::move(value).with_origin(sources_.add({file_, begin, end, via_, 0, false}));
    if (!value.is_map() && !value.is_list()) return decisions_.note(value.origin(), value);
    const Depth depth = budget_.enter();
    const std::size_t length = path_.size();
    path_ += step;
    if (value.is_map()) {
      Map& entries = value.edit_map();
      for (std::size_t at = 0; at < entries.size() && count_ < most_parts; ++at) {
        stamp(entries.value_at(at), step_to(entries.entry(at).key));
      }
    } else {
      List& items = value.edit_list();
      std::array<char, 24> number{'['};
      for (std::size_t at = 0; at < items.size() && count_ < most_parts; ++at) {
        char* const bracket = std::to_chars(number.data() + 1, number.data() + number.size() - 1, at).ptr;
        *bracket = ']';
        stamp(items[at], {number.data(), static_cast<std::size_t>(bracket - number.data()) + 1});
      }
    }
    path_.resize(length);
  }

  std::string take_text() { return std::move(text_); }

 private:
  // A step that was written, with its key.
  struct KnownStep {
    const char* key = nullptr;  // the address of its text, which is stable while a value is stamped; null without text
    std::string step = {};
  };

  // The step to a key, valid until the next call. The records of a list share their keys.
  std::string_view step_to(const Value& key) {
    const char* const text = key.is_string() ? key.as_string().data() : nullptr;
    KnownStep& known = steps_[(reinterpret_cast<std::uintptr_t>(text) >> 4U) % steps_.size()];
    if (text == nullptr || known.key != text) {
      known.key = text;
      known.step.clear();
      append_step(known.step, key);
    }
    return known.step;
  }

  Budget& budget_;
  Sources& sources_;
  Decisions& decisions_;
  const Via via_;
  const std::uint32_t file_;
  std::string path_;  // of the container of the next value
  std::string text_;
  std::size_t count_ = 0;
  std::array<KnownStep, 64> steps_;
};

}  // namespace

std::string path_step(const Value& key) {
  std::string step;
  append_step(step, key);
  return step;
}

Value with_paths(Context& context, const Value& value, std::string_view root, Via via) {
  PathWriter writer(context, via);
  Value result = value;
  writer.stamp(result, root);
  context.sources.add_file(std::string(input_path), writer.take_text());
  return result;
}

}  // namespace evalground
