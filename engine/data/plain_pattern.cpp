#include "data/plain_pattern.hpp"

#include <algorithm>
#include <bit>

namespace evalground {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_word(char c) {
  const char lower = static_cast<char>(c | 0x20);
  return is_digit(c) || (lower >= 'a' && lower <= 'z') || c == '_';
}

}  // namespace

class PlainPatternReader {
 public:
  PlainPatternReader(std::string_view text, PlainPattern& pattern) : text_(text), pattern_(pattern) {}

  // False for a pattern that is not plain.
  bool read() {
    pattern_.from_begin_ = take('^');
    Part all;
    if (!read_choice(all)) return false;
    pattern_.to_end_ = take('$');
    pattern_.first_ = all.first;
    pattern_.last_ = all.last;
    pattern_.may_be_empty_ = all.may_be_empty;
    // ^a|b$: each belongs to one alternative only
    return at_ == text_.size() && !(has_choice_ && (pattern_.from_begin_ || pattern_.to_end_));
  }

 private:
  using Positions = PlainPattern::Positions;

  // Of a part of the pattern: the positions that it may begin and end with.
  struct Part {
    Positions first = 0;
    Positions last = 0;
    bool may_be_empty = true;
  };

  static constexpr unsigned most_items = 64;  // those that are repeated by counts count as often
  static constexpr unsigned most_nested = 16;

  // NUL at the end; a pattern that holds one is not plain.
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char expected) {
    if (peek() != expected) return false;
    ++at_;
    return true;
  }

  void connect(Positions from, Positions to) {
    for (; from != 0; from &= from - 1) pattern_.following_[static_cast<std::size_t>(std::countr_zero(from))] |= to;
  }

  bool read_choice(Part& choice) {
    if (++nested_ > most_nested) return false;
    if (!read_sequence(choice)) return false;
    while (take('|')) {
      if (nested_ == 1) has_choice_ = true;
      Part other;
      if (!read_sequence(other)) return false;
      choice.first |= other.first;
      choice.last |= other.last;
      choice.may_be_empty |= other.may_be_empty;
    }
    --nested_;
    return true;
  }

  bool read_sequence(Part& sequence) {
    for (;;) {
      const char next = peek();
      if (next == '\0' || next == '|' || next == ')' || next == '$') return true;
      if (!read_repeated(sequence)) return false;
    }
  }

  // An item with what says how often it comes, at the end of a sequence.
  bool read_repeated(Part& sequence) {
    const std::size_t begin = at_;
    Part item;
    if (!read_item(item)) return false;
    unsigned least = 1, most = 1;
    const char repetition = peek();
    bool is_endless = repetition == '*' || repetition == '+';
    if (repetition == '{') {
      ++at_;
      least = most = read_number();
      if (take(',')) {
        is_endless = peek() == '}';
        most = is_endless ? std::max(least, 1U) : read_number();
      }
    }
    if (repetition == '?' || repetition == '*') least = 0;
    if (most > most_items) return false;
    if (is_endless || least != 1 || repetition == '{') {
      ++at_;
      take('?');  // which of several matches is found does not matter
    }
    const std::size_t end = at_;
    for (unsigned count = 1; count <= most; ++count) {
      if (count > 1) {
        at_ = begin;
        if (!read_item(item)) return false;
      }
      if (is_endless && count == most) connect(item.last, item.first);
      item.may_be_empty |= count > least;
      append(sequence, item);
    }
    at_ = end;
    return true;
  }

  void append(Part& sequence, const Part& item) {
    connect(sequence.last, item.first);
    if (sequence.may_be_empty) sequence.first |= item.first;
    sequence.last = item.last | (item.may_be_empty ? sequence.last : 0);
    sequence.may_be_empty &= item.may_be_empty;
  }

  unsigned read_number() {
    unsigned number = 0;
    for (; is_digit(peek()); ++at_)
      number = std::min(number * 10 + static_cast<unsigned>(peek() - '0'), most_items + 1);
    return number;
  }

  bool read_item(Part& item) {
    if (++items_ > most_items) return false;
    item = {};
    if (take('(')) {
      if (take('?') && !take(':')) return false;
      return read_choice(item) && take(')');
    }
    const Positions position = Positions{1} << positions_++;
    item = {position, position, false};
    if (take('[')) return read_class(position);
    if (take('.')) {
      add_if(position, [](char c) { return c != '\n' && c != '\r'; });
      return true;
    }
    char character = 0;
    return peek() != '^' && read_member(position, character);
  }

  // Up to the closing bracket.
  bool read_class(Positions position) {
    const bool is_negated = take('^');
    while (!take(']')) {
      char low = 0, high = 0;
      if (!read_member(position, low)) return false;
      if (peek() != '-' || text_.substr(at_).starts_with("-]")) continue;
      ++at_;
      if (!read_member(position, high)) return false;
      for (; low < high; ++low) add(position, low);
    }
    if (is_negated) {
      for (Positions& positions : pattern_.at_) positions ^= position;
    }
    return true;
  }

  // A character, or an escape for one or several.
  bool read_member(Positions position, char& character) {
    character = peek();
    ++at_;
    if (character == '\\') {
      const char letter = peek();
      ++at_;
      constexpr std::string_view names = "nrtfv", controls = "\n\r\t\f\v";
      if (const std::size_t control = names.find(letter); control != std::string_view::npos) {
        character = controls[control];
      } else if (std::string_view("^$\\.*+?()[]{}|/-").find(letter) != std::string_view::npos) {
        character = letter;
      } else {
        return read_set(position, letter);
      }
    }
    if (character <= 0) return false;
    add(position, character);
    return true;
  }

  // \d, \s, \w and their opposites.
  bool read_set(Positions position, char letter) {
    const char kind = static_cast<char>(letter | 0x20);
    if (kind != 'd' && kind != 's' && kind != 'w') return false;
    add_if(position, [&](char c) {
      const bool fits = kind == 'd' ? is_digit(c) : kind == 's' ? c == ' ' || (c >= '\t' && c <= '\r') : is_word(c);
      return fits == (kind == letter);
    });
    return true;
  }

  void add(Positions position, char character) { pattern_.at_[static_cast<unsigned char>(character)] |= position; }

  template <class Fits>
  void add_if(Positions position, const Fits& fits) {
    for (std::size_t at = 0; at < pattern_.at_.size(); ++at) {
      if (fits(static_cast<char>(at))) pattern_.at_[at] |= position;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  PlainPattern& pattern_;
  unsigned items_ = 0;
  unsigned positions_ = 0;
  unsigned nested_ = 0;
  bool has_choice_ = false;
};

std::unique_ptr<const PlainPattern> PlainPattern::read(std::string_view pattern) {
  auto plain = std::make_unique<PlainPattern>();
  if (!PlainPatternReader(pattern, *plain).read()) plain = nullptr;
  return plain;
}

std::optional<bool> PlainPattern::matches(std::string_view text) const {
  if (may_be_empty_ && !(from_begin_ && to_end_)) return true;
  Positions now = 0;             // those that the text so far may have ended with
  Positions beginning = first_;  // those that a match may begin with
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte >= at_.size()) return std::nullopt;
    Positions next = beginning;
    for (; now != 0; now &= now - 1) next |= following_[static_cast<std::size_t>(std::countr_zero(now))];
    now = next & at_[byte];
    if (!to_end_ && (now & last_) != 0) return true;
    if (from_begin_) {
      beginning = 0;
      if (now == 0) return false;
    }
  }
  return to_end_ && ((now & last_) != 0 || (may_be_empty_ && text.empty()));
}

}  // namespace evalground
