#include "cli/differences.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/outcome_of.hpp"
#include "value/json.hpp"

namespace evalground::cli {
namespace {

class Comparison {
 public:
  std::vector<Difference> found;

  void compare(const Value& before, const Value& after) {
    const Depth depth = budget_.enter();
    budget_.step();
    if (before.is_map() && after.is_map()) {
      for (const Map::Entry& entry : before.as_map()) {
        const Value* other = after.as_map().find(entry.key);
        within(entry.key, [&] { other == nullptr ? add(entry.value, {}) : compare(entry.value, *other); });
      }
      for (const Map::Entry& entry : after.as_map()) {
        if (before.as_map().find(entry.key) == nullptr) within(entry.key, [&] { add({}, entry.value); });
      }
    } else if (before.is_list() && after.is_list()) {
      compare_items(before.as_list(), after.as_list());
    } else if (is_lines(before) && is_lines(after)) {
      compare_items(lines_of(before), lines_of(after));
    } else if (!is_same(before, after)) {
      add(before, after);
    }
  }

 private:
  static constexpr std::size_t most_compared = 2'000'000;

  bool is_same(const Value& a, const Value& b) { return write_json(a, budget_) == write_json(b, budget_); }
  void add(Value before, Value after) { found.push_back({path_, std::move(before), std::move(after)}); }
  template <class F>
  void within(const Value& key, const F& f) {
    path_.push_back(key);
    f();
    path_.pop_back();
  }
  static bool is_lines(const Value& value) {
    return value.is_string() && value.as_string().find('\n') != std::string_view::npos;
  }
  static List lines_of(const Value& text) {
    List lines;
    for (const std::string_view line : Split(text.as_string(), "\n")) lines.push_back(Value::string(line));
    return lines;
  }

  // What both have in common at their ends is no difference; between, the longest common sequence is kept.
  void compare_items(const List& before, const List& after) {
    std::size_t head = 0;
    while (head < before.size() && head < after.size() && is_same(before[head], after[head])) ++head;
    std::size_t tail = 0;
    while (tail + head < before.size() && tail + head < after.size() &&
           is_same(before[before.size() - 1 - tail], after[after.size() - 1 - tail])) {
      ++tail;
    }
    const std::size_t rows = before.size() - head - tail;
    const std::size_t columns = after.size() - head - tail;
    if (rows == columns || rows * columns > most_compared) {
      for (std::size_t at = 0; at < std::max(rows, columns); ++at) {
        within(Value::integer(static_cast<std::int64_t>(head + at)), [&] {
          if (at >= rows) return add({}, after[head + at]);
          if (at >= columns) return add(before[head + at], {});
          compare(before[head + at], after[head + at]);
        });
      }
      return;
    }
    std::vector<std::vector<std::uint32_t>> common(rows + 1, std::vector<std::uint32_t>(columns + 1, 0));
    for (std::size_t row = rows; row-- > 0;) {
      for (std::size_t column = columns; column-- > 0;) {
        common[row][column] = is_same(before[head + row], after[head + column])
                                  ? common[row + 1][column + 1] + 1
                                  : std::max(common[row + 1][column], common[row][column + 1]);
      }
    }
    std::size_t row = 0;
    std::size_t column = 0;
    while (row < rows || column < columns) {
      if (row < rows && column < columns && is_same(before[head + row], after[head + column])) {
        ++row;
        ++column;
      } else if (column < columns && (row == rows || common[row][column + 1] > common[row + 1][column])) {
        within(Value::integer(static_cast<std::int64_t>(head + column)), [&] { add({}, after[head + column]); });
        ++column;
      } else {
        within(Value::integer(static_cast<std::int64_t>(head + row)), [&] { add(before[head + row], {}); });
        ++row;
      }
    }
  }

  Budget budget_{{.steps = 1ULL << 32, .memory = 0, .output = 1ULL << 40, .depth = 1000}};
  List path_;
};

}  // namespace

std::vector<Difference> differences(const Value& before, const Value& after) {
  Comparison comparison;
  comparison.compare(before, after);
  return std::move(comparison.found);
}

std::string path_text(const List& path) {
  std::string text;
  for (std::size_t at = 0; at < path.size(); ++at) {
    if (path[at].kind() == Kind::integer) {
      const bool is_line = at == 1 && path.size() == 2 && path[0].is_string() && path[0].as_string() == "text";
      text += is_line ? " line " + std::to_string(path[at].as_integer() + 1)
                      : "[" + std::to_string(path[at].as_integer()) + "]";
    } else {
      if (!text.empty()) text += '.';
      text += path[at].is_string() ? std::string(path[at].as_string()) : short_json(path[at]);
    }
  }
  return text;
}

std::string change_text(const Difference& difference) {
  if (difference.before.is_undefined()) return "+ " + short_json(difference.after);
  if (difference.after.is_undefined()) return "- " + short_json(difference.before);
  return short_json(difference.before) + " -> " + short_json(difference.after);
}

}  // namespace evalground::cli
