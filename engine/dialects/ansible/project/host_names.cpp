// Names of hosts in inventories: "web[01:03].example:2222" (see host_names.hpp).
//
// An inventory may be hostile: web[1:9][1:9][1:9] has 729 hosts. Each name costs steps before it is made.
#include "dialects/ansible/project/host_names.hpp"

#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"

namespace evalground::ansible {
namespace {

constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

// Bytes beyond ASCII count as letters.
bool is_label_word(char c) {
  return is_ascii_digit(c) || is_ascii_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_hex(char c) {
  return is_ascii_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

std::size_t count_digits(std::string_view text) {
  std::size_t count = 0;
  while (count < text.size() && is_ascii_digit(text[count])) ++count;
  return count;
}

// The length of a range at the start, "[1:9]" or "[a:f:2]"; 0 when absent. `ends`: the pattern of its bounds.
template <class Ends>
std::size_t range_length(std::string_view text, Ends&& ends) {
  if (!text.starts_with('[')) return 0;
  const std::size_t close = text.find(']');
  if (close == std::string_view::npos) return 0;
  const std::string_view inner = text.substr(1, close - 1);
  const std::size_t colon = inner.find(':');
  if (colon == std::string_view::npos) return 0;
  const std::string_view rest = inner.substr(colon + 1);
  const std::size_t second = rest.find(':');
  if (second != std::string_view::npos) {
    const std::string_view step = rest.substr(second + 1);
    if (step.empty() || count_digits(step) != step.size()) return 0;
  }
  return ends(inner.substr(0, colon), rest.substr(0, second)) ? close + 1 : 0;
}

// Both letters, or both numbers.
bool are_range_ends(std::string_view begin, std::string_view end) {
  if (begin.size() == 1 && end.size() == 1 && is_ascii_letter(begin[0]) && is_ascii_letter(end[0])) return true;
  return !begin.empty() && !end.empty() && count_digits(begin) == begin.size() && count_digits(end) == end.size();
}

// Labels between dots, each of letters, digits, ranges and, but at its ends, dashes.
bool is_host_name(std::string_view text) {
  bool begins_label = true;
  char last = '.';
  while (!text.empty()) {
    const char c = text[0];
    std::size_t length = 1;
    if (c == '[') {
      length = range_length(text, are_range_ends);
      if (length == 0) return false;
    } else if (c == '.') {
      if (begins_label || last == '-' || last == '_') return false;
    } else if (!is_label_word(c) && (begins_label || c != '-')) {
      return false;
    }
    begins_label = c == '.';
    last = c == '[' ? ']' : c;
    text.remove_prefix(length);
  }
  return !begins_label && last != '-' && last != '_';
}

// Whether the text starts like an IPv6 address: up to seven parts before "::", or eight parts. The rest is not checked.
bool begins_as_ipv6(std::string_view text) {
  const auto range = [](std::string_view begin, std::string_view end) {
    const auto fits = [](std::string_view part) {
      if (part.empty()) return false;
      for (const char c : part) {
        if (!is_hex(c)) return false;
      }
      return true;
    };
    return fits(begin) && fits(end);
  };
  if (text.starts_with("::")) return true;
  for (int parts = 1; parts <= 8; ++parts) {
    std::size_t length = range_length(text, range);
    if (length == 0) {
      while (length < 4 && length < text.size() && is_hex(text[length])) ++length;
    }
    if (length == 0) return false;
    text.remove_prefix(length);
    if (parts == 8) return true;
    if (text.starts_with("::")) return parts <= 6;
    if (!text.starts_with(':')) return false;
    text.remove_prefix(1);
  }
  return false;
}

// Cuts a port such as ":22" off the end. The name before it must not contain colons outside of brackets.
// "web[1:3]:22" has a port, while the colons within brackets belong to a range. "::1:22" has none: it is an IPv6
// address.
bool cut_port(std::string_view& text, std::int64_t& port) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view digits = text.substr(colon + 1);
  if (digits.empty() || count_digits(digits) != digits.size()) return false;
  bool is_inside = false;
  for (const char c : text.substr(0, colon)) {
    if (c == '[' && is_inside) continue;
    if (c == '[') {
      is_inside = true;
    } else if (c == ']') {
      if (!is_inside) return false;
      is_inside = false;
    } else if (c == ':' && !is_inside) {
      return false;
    }
  }
  const auto number = read_whole_number(digits);
  if (is_inside || !number) return false;
  port = *number;
  text = text.substr(0, colon);
  return true;
}

[[noreturn]] void fail(Context& context, OriginId where, std::string_view pattern, std::string message) {
  context.fail(where, "bad-inventory", "In the host pattern " + quote(pattern) + ": " + message);
}

// Reads the first range of a pattern, and makes a name for each of its values: "web[01:10:3].example".
class HostRange {
 public:
  HostRange(Context& context, const std::string& pattern, OriginId where)
      : context_(context), pattern_(pattern), where_(where) {
    const std::size_t open = pattern.find('[');
    const std::size_t close = pattern.find(']');
    if (close == std::string::npos || close < open) refuse("a range must end with \"]\".");
    const std::string_view text = pattern;
    head_ = text.substr(0, open);
    tail_ = text.substr(close + 1);
    read_bounds(text.substr(open + 1, close - open - 1));
  }

  // Calls `take` with each name; the pattern behind the range may hold further ranges.
  template <class Take>
  void each(const Take& take) const {
    const std::size_t first = letters.find(begin_);
    const std::size_t last = letters.find(end_);
    const auto add = [&](const std::string& middle) { take(std::string(head_) + middle + std::string(tail_)); };
    if (first != std::string_view::npos && last != std::string_view::npos) {
      each_letter(first, last, add);
    } else {
      each_number(add);
    }
  }

 private:
  // "1:9", "01:10" (with leading zeros, so both ends must have the same length), "1:9:2", or ":5", which begins at 0.
  void read_bounds(std::string_view inner) {
    std::vector<std::string_view> bounds;
    for (const std::string_view one : Split(inner, ":")) bounds.push_back(one);
    if (bounds.size() != 2 && bounds.size() != 3) refuse("host range must be begin:end or begin:end:step.");
    begin_ = bounds[0].empty() ? "0" : bounds[0];
    end_ = bounds[1];
    if (end_.empty()) refuse("host range must specify end value.");
    pads_ = begin_.size() > 1 && begin_[0] == '0';
    if (pads_ && begin_.size() != end_.size()) {
      refuse("host range must specify equal-length begin and end formats.");
    }
    if (bounds.size() == 3) step_ = read_step(bounds[2]);
  }

  std::int64_t read_step(std::string_view written) const {
    const auto number = read_whole_number(written);
    if (!number || *number == 0 || *number > 1'000'000 || *number < -1'000'000) {
      refuse("the step must be a small whole number that is not 0, not " + quote(written) + ".");
    }
    return *number;
  }

  template <class Add>
  // Lowercase letters come before uppercase ones: [y:B] gives y, z, A, B.
  void each_letter(std::size_t first, std::size_t last, const Add& add) const {
    if (first > last) refuse("host range must have begin <= end.");
    if (step_ < 0) return;
    for (std::size_t at = first; at <= last; at += static_cast<std::size_t>(step_)) {
      add(std::string(1, letters[at]));
    }
  }

  template <class Add>
  // Both ends are included. A negative step counts down and stops before the end, as Python's range(begin, end + 1)
  // does.
  void each_number(const Add& add) const {
    const auto low = read_whole_number(begin_);
    const auto high = read_whole_number(end_);
    constexpr std::int64_t most = 1'000'000'000'000;
    if (!low || !high || *low > most || *high > most || *low < -most || *high < -most) {
      refuse("the ends of a range must be numbers or single letters.");
    }
    for (std::int64_t at = *low; step_ > 0 ? at <= *high : at > *high + 1; at += step_) {
      context_.budget.step(50);
      std::string text = std::to_string(at);
      if (pads_ && text.size() < begin_.size()) text.insert(0, begin_.size() - text.size(), '0');
      add(text);
    }
  }

  [[noreturn]] void refuse(std::string message) const { fail(context_, where_, pattern_, std::move(message)); }

  Context& context_;
  const std::string& pattern_;
  OriginId where_;
  std::string_view head_;
  std::string_view tail_;
  std::string_view begin_;
  std::string_view end_;
  bool pads_ = false;  // numbers have leading zeros
  std::int64_t step_ = 1;
};

// "a[1:2]b[1:2]" -> a1b1, a1b2, a2b1, a2b2: the first range is expanded, then the rest of each name.
void expand(Context& context, const std::string& pattern, OriginId where, std::vector<std::string>& names) {
  const Depth depth = context.budget.enter();
  context.budget.step(1 + pattern.size() / 64);
  if (pattern.find('[') == std::string::npos) {
    names.push_back(pattern);
    return;
  }
  HostRange(context, pattern, where).each([&](const std::string& name) { expand(context, name, where, names); });
}

}  // namespace

std::optional<std::int64_t> read_whole_number(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || count_digits(text) != text.size()) return std::nullopt;
  while (text.size() > 1 && text[0] == '0') text.remove_prefix(1);
  if (text.size() > 18) return std::nullopt;
  const auto number = parse_integer(text);
  if (!number) return std::nullopt;
  return is_negative ? -number.value : number.value;
}

// "web:22" -> web and 22, "[2001:db8::1]:22" -> 2001:db8::1 and 22. Anything else is returned whole, as it may be a
// pattern.
HostAddress parse_host_address(std::string_view text) {
  std::string_view name = text;
  std::int64_t port = 0;
  const std::size_t close = text.rfind("]:");
  if (text.starts_with('[') && close != std::string_view::npos && close > 1) {
    const std::string_view digits = text.substr(close + 2);
    const auto number = read_whole_number(digits);
    if (count_digits(digits) == digits.size() && number) {
      name = text.substr(1, close - 1);
      port = *number;
    }
  }
  cut_port(name, port);
  if (!is_host_name(name) && !begins_as_ipv6(name)) return {std::string(text), 0, false};
  return {std::string(name), port, true};
}

HostNames expand_host_pattern(Context& context, std::string_view pattern, OriginId where) {
  const HostAddress address = parse_host_address(pattern);
  HostNames names;
  names.port = address.port;
  expand(context, address.name, where, names.names);
  return names;
}

}  // namespace evalground::ansible
