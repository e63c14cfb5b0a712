// JSON text to values and back.
//
// Reading uses nlohmann's parser through its SAX events, so no second tree is built. The events have no positions, but
// errors and duplicate keys need one: TextCursor reports how far nlohmann has read. Two things are handled beside it.
// If an integer is too long for its number type, the text is parsed again with `0` in its place, and the value is taken
// from its offset. Long texts are decoded here, and the cursor leaps over them.
//
// Writing is done here, because the output is charged while it grows.
//
// Hot: compiled for speed in every module.
#include "value/json.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <deque>
#include <iterator>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/text/encoding.hpp"
#include "base/text/number.hpp"
#include "base/text/text.hpp"
#include "base/text/utf8.hpp"
#include "value/big_integer.hpp"
#include "value/map.hpp"
#include "value/object.hpp"
#include "value/python_json.hpp"
#include "value/recent_texts.hpp"

namespace evalground {
namespace {

// The state that the reader shares with nlohmann's walk over the text.
// `leap` is set by the reader in end_key(), and the cursor consumes it. nlohmann copies its cursors, so the state lives
// outside of them.
struct Walk {
  const char* seen;             // one past the last character that was read
  const char* leap = nullptr;   // where the walk skips the inside of a long text,
  const char* lands = nullptr;  // and the quote after it
};

// Walks the text and exposes its position to the reader, because nlohmann's events have no position.
class TextCursor {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  TextCursor(const char* at, Walk* walk) : at_(at), walk_(walk) {}

  reference operator*() const { return *at_; }
  // A leap lands on the closing quote, so nlohmann sees an empty string there. JsonReader::string() puts the skipped
  // text in its place.
  TextCursor& operator++() {
    if (++at_ == walk_->leap) at_ = walk_->lands;
    walk_->seen = at_;
    return *this;
  }
  TextCursor operator++(int) {
    TextCursor before = *this;
    ++*this;
    return before;
  }
  bool operator==(const TextCursor& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  Walk* walk_;
};

// The character of each simple JSON escape (a newline for n); 0 for any other letter.
constexpr auto simple_escapes = [] {
  std::array<char, 128> meanings{};
  for (const auto& [letter, meaning] : {std::pair{'"', '"'},
                                        {'\\', '\\'},
                                        {'/', '/'},
                                        {'b', '\b'},
                                        {'f', '\f'},
                                        {'n', '\n'},
                                        {'r', '\r'},
                                        {'t', '\t'}}) {
    meanings[static_cast<std::size_t>(letter)] = meaning;
  }
  return meanings;
}();

char simple_escape(char letter) {
  const auto place = static_cast<unsigned char>(letter);
  return place < simple_escapes.size() ? simple_escapes[place] : '\0';
}

// The end of a JSON text whose opening quote is at `begin`; null if the text is invalid or has a numeric escape.
// Texts with `\u` are left to nlohmann, which knows surrogate pairs and has the messages for broken ones. Invalid UTF-8
// is left to it for the same reason.
const char* end_of_simple_text(const char* begin, const char* end) {
  const char* at = begin;
  bool is_ascii = true;
  for (; at != end && *at != '"'; ++at) {
    const auto byte = static_cast<unsigned char>(*at);
    if (byte < 0x20) return nullptr;
    if (byte >= 0x80) is_ascii = false;
    if (byte == '\\' && (++at == end || simple_escape(*at) == '\0')) return nullptr;
  }
  if (at == end) return nullptr;
  const std::string_view text(begin, static_cast<std::size_t>(at - begin));
  return is_ascii || !find_invalid_utf8(text) ? at : nullptr;
}

std::string read_simple_text(std::string_view written) {
  std::string text;
  text.reserve(written.size());
  for (;;) {
    const std::size_t backslash = written.find('\\');
    text += written.substr(0, backslash);
    if (backslash == std::string_view::npos) return text;
    text += simple_escape(written[backslash + 1]);
    written.remove_prefix(backslash + 2);
  }
}

// "line 3, column 14"; the column counts UTF-16 units, as Sources does.
std::string place_in(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t newline = before.rfind('\n');
  const std::string_view on_line = newline == std::string_view::npos ? before : before.substr(newline + 1);
  return "line " + std::to_string(line) + ", column " + std::to_string(count_utf16_units(on_line) + 1);
}

// The reason in nlohmann's "[json.exception.parse_error.101] parse error at line 1, column 4: syntax error while
// parsing value - invalid literal; last read: '[1,x'; expected …", without its position and the text that was read.
std::string reason_of(std::string_view message) {
  const std::size_t dash = message.find(" - ");
  if (dash == std::string_view::npos) return std::string(message);
  const std::string_view reason = message.substr(dash + 3);
  const std::size_t last_read = reason.find("; last read: '");
  if (last_read == std::string_view::npos) return std::string(reason);
  std::string result(reason.substr(0, last_read));
  const std::size_t expected = reason.rfind("'; expected ");
  if (expected != std::string_view::npos && expected > last_read) result += reason.substr(expected + 1);
  return result;
}

// nlohmann rejects a number that its type for reals cannot hold before it passes on the digits. This type holds all
// reals, and integers of nearly 5,000 digits.
using Json = nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, long double>;

// Thrown for an integer that is too long for nlohmann.
struct LongInteger {};

// A JSON text in which each integer that may be too long for nlohmann is replaced by a 0 followed by spaces, and the
// original integers.
class WithoutLongIntegers {
 public:
  explicit WithoutLongIntegers(std::string_view text) : text_(text) {
    constexpr std::size_t shortest = 1000;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '"') {
        for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\' ? 1 : 0;
        continue;
      }
      if (!is_digit(text[at])) continue;
      const std::size_t begin = at > 0 && text[at - 1] == '-' ? at - 1 : at;
      std::size_t end = at;
      bool is_integer = true;
      for (; end < text.size() && (is_digit(text[end]) || std::strchr("+-.eE", text[end]) != nullptr); ++end) {
        is_integer = is_integer && is_digit(text[end]);
      }
      at = end - 1;
      if (!is_integer || end - begin < shortest) continue;
      integers_.emplace(begin, text.substr(begin, end - begin));
      text_.replace(begin, end - begin, end - begin, ' ');
      text_[begin] = '0';
    }
  }

  const std::string& text() const noexcept { return text_; }
  // The original integer at an offset, if one was replaced there.
  // Offsets stay the same because every integer is replaced by as many characters as it had.
  std::optional<std::string_view> find(std::size_t offset) const {
    const auto found = integers_.find(offset);
    return found == integers_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  std::string text_;
  std::unordered_map<std::size_t, std::string_view> integers_;
};

// Which deviations from strict JSON are accepted.
struct JsonLeniency {
  bool last_wins = false;               // the last value of a duplicate key counts
  std::optional<Value>* cut = nullptr;  // see parse_json_cut()
};

// Builds a Value from nlohmann's SAX events.
class JsonReader {
 public:
  // `integers`: those removed from the text, if it was changed.
  JsonReader(std::string_view text, Budget& budget, const JsonLeniency& leniency,
             const WithoutLongIntegers* integers = nullptr)
      : text_(text),
        budget_(budget),
        last_wins_(leniency.last_wins),
        cut_(leniency.cut),
        integers_(integers),
        walk_{text.data()},
        texts_(std::clamp<std::size_t>(std::bit_ceil(text.size() / 16), 16, 256)) {}

  Value read() {
    const char* end = text_.data() + text_.size();
    Json::sax_parse(TextCursor(text_.data(), &walk_), TextCursor(end, &walk_), this);
    return std::move(result_);
  }

  bool null() { return add(Value::null()); }
  bool boolean(bool value) { return add(Value::boolean(value)); }
  bool number_integer(std::int64_t value) { return add(Value::integer(value)); }
  // A `0` may stand for a long integer, which is looked up by its offset. The lookup happens only for zeros, and only
  // in the second reading of a text with such an integer.
  bool number_unsigned(std::uint64_t value) {
    if (value == 0 && integers_ != nullptr) {
      if (const auto digits = integers_->find(start_of_token())) return add_integer(*digits);
    }
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      return add_integer(std::to_string(value));
    }
    return add(Value::integer(static_cast<std::int64_t>(value)));
  }
  // nlohmann gives integers beyond 64 bits as reals, with their digits. Without a point or an exponent the digits are
  // an integer of any length, as in Python.
  bool number_float(long double, const std::string& digits) {
    if (digits.find_first_of(".eE") == std::string::npos) return add_integer(digits);
    const auto number = parse_real(digits);
    if (!number) fail_beyond_double(start_of_token());
    return add(Value::real(number.value));
  }
  bool string(const std::string& value) {
    if (walk_.leap == nullptr) return add(texts_.shared(value));
    const std::string_view written(walk_.leap, static_cast<std::size_t>(walk_.lands - walk_.leap));
    left_out_ += written.size();
    walk_.leap = nullptr;
    return add(Value::string(read_simple_text(written)));
  }
  bool binary(const Json::binary_t&) { return false; }

  bool start_object(std::size_t) { return open(true); }
  bool start_array(std::size_t) { return open(false); }
  // The fast path is for tables, lists of maps with equal keys: as long as the keys come in the order of the previous
  // map, a comparison with its next key replaces the search for duplicates, and the key is shared instead of allocated.
  bool key(const std::string& name) {
    if (cut_levels_ != 0) return true;
    Open& map = open_.back();
    budget_.step();
    if (map.is_alike) {
      const Map& before = rows_[open_.size()].as_map();
      const std::size_t place = map.entries.size();
      if (place < before.size() && before.entry(place).key.as_string() == name) {
        map.key = before.entry(place).key;  // the keys so far are those of that map, so this is not a duplicate
        return end_key();
      }
      map.is_alike = false;
    }
    if (!last_wins_ && map.entries.contains(name)) {
      throw Error("duplicate-key", "The key " + quote(name) + " appears twice in one JSON object (the second time in " +
                                       place_in(text_, start_of_token()) + ").");
    }
    map.key = texts_.shared(name);
    return end_key();
  }
  bool end_object() {
    if (cut_levels_ != 0) return end_cut();
    Value map = Value::map(std::move(open_.back().entries));
    if (open_.size() < rows_.size()) rows_[open_.size()] = map;
    return close(std::move(map));
  }
  bool end_array() {
    if (cut_levels_ != 0) return end_cut();
    Value list = Value::list(std::move(open_.back().items));
    return close(std::move(list));
  }

  bool parse_error(std::size_t read, const std::string& token, const nlohmann::json::exception& error) {
    const std::size_t offset = std::min((read == 0 ? 0 : read - 1) + left_out_, text_.size());
    if (error.id == 406) {  // a number that rounds to infinity
      if (token.find_first_of(".eE") == std::string::npos) throw LongInteger();
      fail_beyond_double(offset);
    }
    throw Error("json-syntax",
                "The text is not valid JSON: " + reason_of(error.what()) + ", at " + place_in(text_, offset) + ".");
  }

 private:
  struct Open {
    bool is_map;
    bool is_alike;  // a map whose keys so far equal those of the previous map on this level
    Map entries;
    List items;
    Value key;
  };

  // Where the next token begins after the previous one, skipping spaces and separators. At an event, nlohmann has
  // already passed its token, so the place of an error follows from the end of the token before it.
  std::size_t start_of_token() const {
    const auto offset = static_cast<std::size_t>(token_end_ == nullptr ? 0 : token_end_ - text_.data());
    return std::min(text_.find_first_not_of(" \t\r\n,:{[", offset), text_.size());
  }

  bool add_integer(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    const auto integer = integer_value(text.substr(is_negative ? 1 : 0), 10, is_negative);
    if (!integer) fail_too_long(std::string(text));
    return add(*integer);
  }

  [[noreturn]] void fail_beyond_double(std::size_t offset) const {
    throw Error("number-out-of-range",
                "A number at " + place_in(text_, offset) + " of the JSON text is beyond what a double can hold.");
  }

  [[noreturn]] void fail_too_long(const std::string& digits) const {
    throw Error("integer-out-of-range", "The integer " + shortened(digits) + " at " +
                                            place_in(text_, start_of_token()) +
                                            " of the JSON text has too many digits.");
  }

  static std::string shortened(const std::string& digits) {
    return digits.size() <= 40 ? digits : digits.substr(0, 40) + "…";
  }

  // The text of a file is long, and nlohmann takes eighty instructions per byte of a text. If the key's value is a long
  // text, the walk skips it.
  //
  // A workspace is JSON whose values are whole files, which is why only values of keys are looked at. A text that ends
  // within 64 bytes is left to nlohmann: finding its end twice would cost more than it saves.
  bool end_key() {
    constexpr std::size_t shortest = 64;
    token_end_ = walk_.seen;
    const char* end = text_.data() + text_.size();
    const char* at = walk_.seen;
    const auto skip_space = [&] {
      while (at != end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) ++at;
    };
    skip_space();
    if (at == end || *at != ':') return true;
    ++at;
    skip_space();
    if (at == end || *at != '"') return true;
    ++at;
    if (static_cast<std::size_t>(end - at) < shortest) return true;
    const auto* near = static_cast<const char*>(std::memchr(at, '"', shortest));
    if (near != nullptr && (near == at || near[-1] != '\\')) return true;
    if (const char* quote = end_of_simple_text(at, end)) {
      walk_.leap = at;
      walk_.lands = quote;
    }
    return true;
  }

  // parse_json_cut() shows the top of a document that is nested more deeply than the limit: a list or map at the limit
  // becomes null, and the key of the outermost level that was cut is reported. `cut_levels_` counts the open brackets
  // inside of it, whose events are ignored.
  bool begins_cut() {
    if (cut_levels_ == 0) {
      if (cut_ == nullptr || open_.empty() || budget_.depth_used() < budget_.limits().depth) return false;
      if (!*cut_) *cut_ = open_.front().key;
    }
    ++cut_levels_;
    return true;
  }
  bool end_cut() { return --cut_levels_ != 0 || add(Value::null()); }

  // The Depth of each level lives in `levels_`, because SAX events do not nest in calls: the level ends in close().
  bool open(bool is_map) {
    constexpr std::size_t most_reserved = 8;
    if (begins_cut()) return true;
    levels_.emplace_back(budget_);
    open_.push_back({is_map, false, {}, {}, {}});
    if (is_map && open_.size() < rows_.size() && rows_[open_.size()].is_map()) {
      open_.back().is_alike = true;
      open_.back().entries.reserve(std::min(rows_[open_.size()].as_map().size(), most_reserved));
    }
    token_end_ = walk_.seen;
    return true;
  }

  bool close(Value value) {
    open_.pop_back();
    levels_.pop_back();
    return add(std::move(value));
  }

  bool add(Value value) {
    budget_.step();
    if (cut_levels_ != 0) return true;
    token_end_ = walk_.seen;
    if (open_.empty()) {
      result_ = std::move(value);
    } else if (open_.back().is_map) {
      open_.back().entries.set(std::move(open_.back().key), std::move(value));
    } else {
      open_.back().items.push_back(std::move(value));
    }
    return true;
  }

  std::string_view text_;
  Budget& budget_;
  const bool last_wins_;
  std::optional<Value>* const cut_;
  std::size_t cut_levels_ = 0;  // for the value that is being cut
  const WithoutLongIntegers* integers_;
  Walk walk_;
  std::size_t left_out_ = 0;         // in bytes
  const char* token_end_ = nullptr;  // walk_.seen at the previous event
  std::vector<Open> open_;
  std::deque<Depth> levels_;  // one for each of open_
  RecentTexts texts_;         // as many as a text of this length may have
  // the last map on each level: the next one probably has as many entries and the same keys
  std::array<Value, 16> rows_;
  Value result_;
};

class JsonWriter {
 public:
  JsonWriter(Budget& budget, JsonStyle style) : budget_(budget), style_(style) {}

  std::string write(const Value& value) {
    add(value);
    return std::move(text_);
  }

 private:
  // Output is charged in pieces, as soon as a part is complete: a value that is far too large stops early, before its
  // whole text is in memory.
  void charge() {
    budget_.output(text_.size() - charged_);
    charged_ = text_.size();
  }

  void add_text(std::string_view text) {
    budget_.output(text.size());  // charge before the work: the output is at least as long
    charged_ += text.size();
    append_json_string(text_, text);
    charge();
  }

  // Keys that are not text are written as Python's json module writes them: {1: true} is {"1": true}. Python writes
  // {1: a, "1": b} with one key twice, of which a reader loses one.
  void add_key(const Value& key, const Map& map) {
    if (key.is_string()) return add_text(key.as_string());
    const std::string text = text_of_key(key);
    if (map.contains(text)) {
      throw Error("json-unwritable",
                  "The map has the keys " + text + " and " + quote(text) + ", which are one key in JSON.",
                  key.origin());
    }
    add_text(text);
  }

  static std::string text_of_key(const Value& key) {
    switch (key.kind()) {
      case Kind::null: return "null";
      case Kind::boolean: return key.as_boolean() ? "true" : "false";
      case Kind::integer: return std::to_string(key.as_integer());
      case Kind::real: return real_text(key.as_real());
      case Kind::object:
        if (const auto* integer = object_cast<BigInteger>(key)) return integer->number.text();
        break;
      default: break;
    }
    throw Error("json-unwritable", "A " + std::string(kind_name(key.kind())) + " cannot be a key in JSON.",
                key.origin());
  }

  void start_line() {
    if (style_.indent == 0) return;
    text_ += '\n';
    text_.append(static_cast<std::size_t>(style_.indent) * level_, ' ');
  }

  // The items of a list, the members of a set or the entries of a map, between brackets.
  template <class Items, class AddItem>
  void add_items(const Items& items, char opening, char closing, const AddItem& add_item) {
    text_ += opening;
    const Depth depth = budget_.enter();
    ++level_;
    bool is_first = true;
    for (const auto& item : items) {
      budget_.step();
      if (!is_first) text_ += ',';
      is_first = false;
      start_line();
      add_item(item);
    }
    --level_;
    if (!is_first) start_line();
    text_ += closing;
    charge();
  }

  void add_real(const Value& value) {
    const double number = value.as_real();
    if (!std::isfinite(number) && style_.refuses_not_finite) {
      throw Error("not-finite", "The number " + real_text(number) + " cannot be written as JSON.", value.origin());
    }
    text_ += std::isfinite(number) ? real_text(number) : "null";
    charge();
  }

  // JSON has no infinity and no NaN, so they are null. Bytes have a form of their own, {"base64": …}. A set is a list.
  void add(const Value& value) {
    switch (value.kind()) {
      case Kind::undefined:
      case Kind::null: text_ += "null"; return charge();
      case Kind::boolean: text_ += value.as_boolean() ? "true" : "false"; return charge();
      case Kind::integer: text_ += std::to_string(value.as_integer()); return charge();
      case Kind::real: return add_real(value);
      case Kind::string: return add_text(value.as_string());
      case Kind::bytes:
        return add(Value::map(
            {{"base64", Value::string(encode_base64(value.as_bytes(), Base64Alphabet::standard, Padding::present))}}));
      case Kind::list:
      case Kind::tuple: return add_items(value.as_list(), '[', ']', [&](const Value& item) { add(item); });
      case Kind::set: return add_items(value.as_map(), '[', ']', [&](const Map::Entry& entry) { add(entry.key); });
      case Kind::map:
        return add_items(value.as_map(), '{', '}', [&](const Map::Entry& entry) {
          add_key(entry.key, value.as_map());
          text_ += style_.indent == 0 ? ":" : ": ";
          add(entry.value);
        });
      case Kind::object:
        if (const auto* integer = object_cast<BigInteger>(value)) {
          text_ += integer->number.text();
          return charge();
        }
        break;
    }
    throw Error("json-unwritable", "A " + std::string(value.as_object().type_name()) + " cannot be written as JSON.",
                value.origin());
  }

  Budget& budget_;
  JsonStyle style_;
  std::string text_;
  std::size_t charged_ = 0;  // of text_, in bytes
  std::size_t level_ = 0;
};

}  // namespace

namespace {

// Nearly no document has an integer of thousands of digits, so the first attempt does not look for one. Only the
// failure pays for a second reading.
Value read_json(std::string_view text, Budget& budget, const JsonLeniency& leniency) {
  try {
    return JsonReader(text, budget, leniency).read();
  } catch (const LongInteger&) {
    const WithoutLongIntegers shorter(text);
    return JsonReader(shorter.text(), budget, leniency, &shorter).read();
  }
}

}  // namespace

Value parse_json(std::string_view text, Budget& budget) {
  return read_json(text, budget, {});
}

Value parse_json_cut(std::string_view text, Budget& budget, std::optional<Value>& cut) {
  return read_json(text, budget, {.cut = &cut});
}

Value parse_json_last_wins(std::string_view text, Budget& budget) {
  return read_json(text, budget, {.last_wins = true});
}

// Unescaped stretches are appended as a whole. Only invalid UTF-8, which must be replaced, takes the slow way through
// nlohmann.
void append_json_string(std::string& json, std::string_view text) {
  if (find_invalid_utf8(text)) {
    json += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return;
  }
  json += '"';
  std::size_t plain = 0;  // where the current run of unescaped text begins
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto c = static_cast<unsigned char>(text[at]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    json += text.substr(plain, at - plain);
    plain = at + 1;
    json += '\\';
    switch (c) {
      case '"':
      case '\\': json += static_cast<char>(c); break;
      case '\b': json += 'b'; break;
      case '\f': json += 'f'; break;
      case '\n': json += 'n'; break;
      case '\r': json += 'r'; break;
      case '\t': json += 't'; break;
      default: json += c < 0x10 ? "u000" : "u001"; json += "0123456789abcdef"[c % 16];
    }
  }
  json += text.substr(plain);
  json += '"';
}

std::string write_json(const Value& value, Budget& budget, JsonStyle style) {
  return JsonWriter(budget, style).write(value);
}

}  // namespace evalground
