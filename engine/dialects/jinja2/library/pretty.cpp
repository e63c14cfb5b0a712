#include "dialects/jinja2/library/pretty.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "dialects/jinja2/library/python_string.hpp"

namespace evalground::jinja2 {
namespace {

constexpr std::size_t line_width = 80;

class PrettyWriter {
 public:
  explicit PrettyWriter(Evaluator& evaluator) : evaluator_(evaluator) {}

  // `allowance`: the room needed after the value on its last line.
  std::string write(const Value& value, std::size_t indent, std::size_t allowance, std::size_t level = 1) {
    const Depth depth = evaluator_.context.budget.enter();
    evaluator_.context.budget.step();
    const std::string flat = repr(value);
    if (count_code_points(flat) + indent + allowance <= line_width) return flat;
    if (value.is_map() && !value.as_map().empty()) {
      std::string text = "{";
      const List keys = sorted_keys(value.as_map());
      for (std::size_t index = 0; index < keys.size(); ++index) {
        const bool is_last = index + 1 == keys.size();
        const std::string key = repr(keys[index]) + ": ";
        if (index > 0) text += ",\n" + std::string(indent + 1, ' ');
        text += key + write(*value.as_map().find(keys[index]), indent + 1 + count_code_points(key),
                            is_last ? allowance + 1 : 1, level + 1);
      }
      return text + "}";
    }
    const bool is_tuple = value.kind() == Kind::tuple;
    if ((value.is_list() || is_tuple) && !value.as_list().empty()) {
      const List& items = value.as_list();
      const std::string closing = is_tuple ? (items.size() == 1 ? ",)" : ")") : "]";
      std::string text = is_tuple ? "(" : "[";
      for (std::size_t index = 0; index < items.size(); ++index) {
        const bool is_last = index + 1 == items.size();
        if (index > 0) text += ",\n" + std::string(indent + 1, ' ');
        text += write(items[index], indent + 1, is_last ? allowance + closing.size() : 1, level + 1);
      }
      return text + closing;
    }
    if (value.is_string() && value.text_size() != 0 && !value.markup()) {
      return write_text(value.as_string(), indent, allowance, level, flat);
    }
    return flat;
  }

 private:
  // A string that is too long for its line is written as several literals: one for each of its lines, and a long line
  // broken at whitespace.
  std::string write_text(std::string_view text, std::size_t indent, std::size_t allowance, std::size_t level,
                         const std::string& flat) {
    if (level == 1) {  // written in parentheses
      ++indent;
      ++allowance;
    }
    const auto room = static_cast<std::int64_t>(line_width) - static_cast<std::int64_t>(indent);
    const auto last_room = room - static_cast<std::int64_t>(allowance);
    const auto width = [&](const std::string& shown) { return static_cast<std::int64_t>(count_code_points(shown)); };
    std::vector<std::string> chunks;
    const std::vector<std::string_view> lines = split_lines(text, true);
    for (std::size_t index = 0; index < lines.size(); ++index) {
      const std::string_view line = lines[index];
      const bool is_last_line = index + 1 == lines.size();
      std::string shown = repr(Value::string(line));
      if (width(shown) <= (is_last_line ? last_room : room)) {
        chunks.push_back(std::move(shown));
        continue;
      }
      std::size_t begin = 0;  // start of the current part
      for (std::size_t at = 0; at < line.size();) {
        const std::size_t part_end = word_end(line, at);
        const bool is_last = is_last_line && part_end == line.size();
        evaluator_.context.budget.step(1 + (part_end - begin) / 64);
        const std::string candidate = repr(Value::string(line.substr(begin, part_end - begin)));
        if (width(candidate) > (is_last ? last_room : room) && at > begin) {
          chunks.push_back(repr(Value::string(line.substr(begin, at - begin))));
          begin = at;
        }
        at = part_end;
      }
      chunks.push_back(repr(Value::string(line.substr(begin))));
    }
    if (chunks.size() == 1) return flat;
    const std::string all = join(chunks, "\n" + std::string(indent, ' '));
    return level == 1 ? "(" + all + ")" : all;
  }

  // The end of the word at `begin` and of the whitespace after it.
  static std::size_t word_end(std::string_view line, std::size_t at) {
    for (const bool in_space : {false, true}) {
      while (at < line.size()) {
        const CodePoint point = decode_code_point(line, at);
        if (is_space(point.value) != in_space) break;
        at += point.size;
      }
    }
    return at;
  }

  // repr() with maps sorted by key.
  std::string repr(const Value& value) {
    const Depth depth = evaluator_.context.budget.enter();
    evaluator_.context.budget.step();
    if (value.is_map()) {
      std::string text = "{";
      for (const Value& key : sorted_keys(value.as_map())) {
        if (text.size() > 1) text += ", ";
        text += repr(key) + ": " + repr(*value.as_map().find(key));
      }
      return text + "}";
    }
    if (value.is_list() || value.kind() == Kind::tuple) {
      std::string text = value.is_list() ? "[" : "(";
      for (const Value& item : value.as_list()) {
        if (text.size() > 1) text += ", ";
        text += repr(item);
      }
      if (value.is_list()) return text + "]";
      return text + (value.as_list().size() == 1 ? ",)" : ")");
    }
    return evaluator_.repr(value);
  }

  List sorted_keys(const Map& map) {
    List keys;
    for (const auto& [key, value] : map) keys.push_back(key);
    // Keys that cannot be compared are sorted by type. Within a type they keep their order.
    const auto comes_before = [&](const Value& a, const Value& b) {
      if ((a.is_number() && b.is_number()) || a.kind() == b.kind()) {
        if (a.is_string() || a.is_number()) return evaluator_.less(a, b);
      }
      return evaluator_.type_name(a) < evaluator_.type_name(b);
    };
    std::stable_sort(keys.begin(), keys.end(), comes_before);
    return keys;
  }

  Evaluator& evaluator_;
};

}  // namespace

std::string pretty_text(Evaluator& evaluator, const Value& value) {
  return PrettyWriter(evaluator).write(value, 0, 0);
}

}  // namespace evalground::jinja2
