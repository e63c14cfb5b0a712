// The steps, for `{to_dns_label: My App!, digest: x}`:
//
//   My App!       the first character may start a label, so nothing is put before it
//   My--App--     characters that are not allowed are replaced
//   My--App       characters at the end that may not stand there are dropped
//   my--app       letter case; a label that is too long would now lose its middle
//   my--app66k    the digest of the original
//
// The results are Unfurl's only in this order: the digest is of the original, and the prefix counts for the length.
#include "dialects/unfurl/functions/label.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "base/crypto/crypto.hpp"
#include "base/text/encoding.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "source/diagnostic.hpp"

namespace evalground::unfurl {
namespace {

// The inside of a bracket expression of Python's `re`: characters, ranges, \w \d \s and their complements.
class CharacterSet {
 public:
  // Throws Error "bad-character-set". `also` lists further single characters.
  // Not a regular expression: a test of one character needs no matcher, and no escape in the set can start anything
  // else.
  explicit CharacterSet(std::string_view text, std::string_view also = {}) {
    for (std::size_t at = 0; at < also.size();) {
      const CodePoint point = decode_code_point(also, at);
      ranges_.emplace_back(point.value, point.value);
      at += point.size;
    }
    if (text.size() >= 2 && text.front() == '[' && text.back() == ']') text = text.substr(1, text.size() - 2);
    for (std::size_t at = 0; at < text.size();) {
      const std::optional<char32_t> low = take(text, at);
      if (!low) continue;
      // A final "-", as in "a-z-", is a literal character.
      if (at + 1 >= text.size() || text[at] != '-') {
        ranges_.emplace_back(*low, *low);
        continue;
      }
      ++at;
      const std::optional<char32_t> high = take(text, at);
      if (!high || *high < *low) {
        throw Error("bad-character-set",
                    "The character set " + quote(text) + " holds a range that ends before it starts.");
      }
      ranges_.emplace_back(*low, *high);
    }
  }

  bool holds(char32_t character) const {
    for (const auto& [low, high] : ranges_) {
      if (low <= character && character <= high) return true;
    }
    return std::any_of(classes_.begin(), classes_.end(), [&](char name) { return in_class(name, character); });
  }

 private:
  static bool in_class(char name, char32_t character) {
    switch (name) {
      case 'w': return is_word_character(character);
      case 'W': return !is_word_character(character);
      case 'd': return U'0' <= character && character <= U'9';
      case 'D': return character < U'0' || U'9' < character;
      case 's': return is_space(character);
      default: return !is_space(character);
    }
  }

  // The next character. Nothing for a class such as \w, which it adds to the set.
  std::optional<char32_t> take(std::string_view text, std::size_t& at) {
    const CodePoint point = decode_code_point(text, at);
    at += point.size;
    if (point.value != U'\\' || at == text.size()) return point.value;
    const CodePoint escaped = decode_code_point(text, at);
    at += escaped.size;
    switch (escaped.value) {
      case U'w':
      case U'W':
      case U'd':
      case U'D':
      case U's':
      case U'S': classes_ += static_cast<char>(escaped.value); return std::nullopt;
      case U'n': return U'\n';
      case U't': return U'\t';
      case U'r': return U'\r';
      default: return escaped.value;
    }
  }

  std::vector<std::pair<char32_t, char32_t>> ranges_;
  std::string classes_;
};

std::size_t length(std::string_view text) {
  return count_code_points(text);
}

std::string_view first_characters(std::string_view text, std::size_t count) {
  return slice_code_points(text, 0, count);
}

std::string in_case(std::string_view text, LetterCase letter_case) {
  switch (letter_case) {
    case LetterCase::lower: return to_lower(text);
    case LetterCase::upper: return to_upper(text);
    case LetterCase::any: break;
  }
  return std::string(text);
}

// Shortens to `most` characters: the filler replaces the middle, unless fewer than five characters would remain on each
// side.
std::string cut_middle(std::string_view text, std::string_view filler, std::size_t most) {
  const std::size_t size = length(text);
  if (size <= most) return std::string(text);
  const std::size_t filled = length(filler);
  const std::size_t kept = most > filled ? most - filled : 0;
  if (kept <= 8) return std::string(first_characters(text, most));
  std::string result(first_characters(text, kept - kept / 2));
  result += filler;
  result += slice_code_points(text, size - kept / 2, size);
  return result;
}

// A digest of `text`: "ultra long" -> "kZ3…". Base64 without punctuation, or base32 when the label's letter case is
// fixed.
// Base32 survives a change of the letter case, base64 does not.
std::string digest_text(std::string_view text, const LabelOptions& options) {
  const std::string digest = sha1(std::string(text) + options.digest.value_or(""));
  if (options.letter_case != LetterCase::any) {
    return in_case(encode_base32(digest, Padding::absent), options.letter_case);
  }
  std::string result = encode_base64(digest, Base64Alphabet::url_safe, Padding::absent);
  result.erase(std::remove_if(result.begin(), result.end(), [](char c) { return c == '-' || c == '_'; }), result.end());
  return result;
}

std::size_t longest(const LabelOptions& options) {
  return static_cast<std::size_t>(std::clamp<std::int64_t>(options.max, 1, std::numeric_limits<std::int32_t>::max()));
}

std::size_t digest_size(const LabelOptions& options) {
  const std::size_t most = longest(options);
  if (options.digest_length < 0) return std::min<std::size_t>(most < 32 ? 2 : 3, most);
  return static_cast<std::size_t>(std::min<std::int64_t>(options.digest_length, static_cast<std::int64_t>(most)));
}

// A label that may also contain the separator's characters.
std::string make_label(std::string_view text, const LabelOptions& options, std::string_view separator, Budget& budget) {
  const CharacterSet allowed(options.allowed, separator);
  const CharacterSet start(options.start);
  const std::size_t max = longest(options);
  budget.step(text.size());

  std::string source(text);
  if (!text.empty() && !start.holds(decode_code_point(text, 0).value)) source.insert(0, options.start_prepend);
  // Replace characters that are not allowed. If the text is also too long, drop them instead.
  const std::string_view replacement = length(source) > max ? std::string_view() : std::string_view(options.replace);
  std::string label;
  for (std::size_t at = 0; at < source.size();) {
    const CodePoint point = decode_code_point(source, at);
    budget.step(1 + replacement.size());
    if (allowed.holds(point.value)) {
      append_code_point(label, point.value);
    } else {
      label += replacement;
    }
    at += point.size;
  }
  if (options.end) {
    const CharacterSet end(*options.end);
    std::size_t kept = 0;
    for (std::size_t at = 0; at < label.size();) {
      const CodePoint point = decode_code_point(label, at);
      at += point.size;
      if (end.holds(point.value)) kept = at;
    }
    label.resize(kept);
  }
  label = in_case(label, options.letter_case);

  const std::size_t digest = digest_size(options);
  if (digest > 0 && (options.digest || length(label) > max)) {
    return cut_middle(label, options.replace, max - digest) +
           std::string(first_characters(digest_text(text, options), digest));
  }
  return cut_middle(label, options.replace, max);
}

}  // namespace

std::string text_label(std::string_view text, const LabelOptions& options, Budget& budget) {
  return make_label(text, options, "", budget);
}

//   [longprefix, name, suffix], sep ".", max 10   ->   lo.na.suRC
//
// Every item gets the same share of the room. What short items leave over is divided evenly, once. Then the items are
// cut in the middle, joined, and end in a digest of all of them.
std::string list_label(std::span<const std::string> items, const LabelOptions& options, Budget& budget) {
  if (items.empty()) return "";
  // Length limits and rules for the ends apply only to the whole label.
  LabelOptions of_item = options;
  of_item.start_prepend.clear();
  of_item.end.reset();
  of_item.digest.reset();
  of_item.digest_length = 0;
  of_item.letter_case = LetterCase::any;
  of_item.start = options.allowed;
  of_item.max = 9999;
  std::vector<std::string> labels;
  std::string original;
  std::size_t total = 0;
  for (const std::string& item : items) {
    labels.push_back(text_label(item, of_item, budget));
    total += length(labels.back());
    original += item;
  }

  const std::size_t max = longest(options);
  const std::size_t separators = length(options.separator) * (items.size() - 1);
  const std::size_t room = max - std::min(separators, max - 1);
  // The joined text is also a label: it may need a prefix, or lose characters at its end.
  LabelOptions of_whole = options;
  of_whole.digest.reset();
  of_whole.digest_length = 0;
  const auto whole = [&](std::string_view joined) { return make_label(joined, of_whole, options.separator, budget); };
  const std::size_t digest = digest_size(options);
  if ((total <= room && !options.digest) || digest == 0) {
    return whole(first_characters(join(labels, options.separator), max));
  }

  std::size_t share = std::max<std::size_t>(room / items.size(), 1);
  std::size_t unused = 0;
  for (const std::string& label : labels) unused += share - std::min(share, length(label));
  share += unused / items.size();
  for (std::string& label : labels) label = cut_middle(label, options.replace, share);
  const std::string digested(first_characters(digest_text(original, options), digest));
  if (digest >= max) return digested;
  return whole(std::string(first_characters(join(labels, options.separator), max - digest)).append(digested));
}

}  // namespace evalground::unfurl
