// Replaces names in a workspace before it is given away: words, addresses, versions and random keys.
//
//   web-01.example.com -> babi-01.babe.baba      the same word gives the same replacement everywhere
//
// The replacement keeps what the language may look at: case, the words within an identifier, networks of addresses, the
// alphabet of keys. Words of the languages themselves (`known_`) stay, or the document would mean something else.
// Replacements are numbered in the order of the names, so the same workspace always gives the same result.
#include "shrink/names.hpp"

#include <algorithm>

#include "base/text/ascii.hpp"
#include "base/text/text.hpp"

namespace evalground::shrinking {
namespace {

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) {
  return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}
bool is_letter(char c) {
  return is_upper(c) || is_lower(c);
}
bool is_word(char c) {
  return is_letter(c) || is_ascii_digit(c) || c == '_';
}

// The end of `10.20.30.41` or `1.22.3` at a place, and how many numbers it has; 0: none.
std::size_t dotted_end(std::string_view text, std::size_t at, std::size_t* count) {
  *count = 0;
  std::size_t end = at;
  for (;;) {
    const std::size_t begin = end;
    while (end < text.size() && is_ascii_digit(text[end]) && end - begin < 10) ++end;
    if (end == begin) return *count > 0 ? begin - 1 : 0;
    ++*count;
    if (end >= text.size() || text[end] != '.') return end;
    ++end;
  }
}

std::vector<unsigned> octets_of(std::string_view text) {
  std::vector<unsigned> octets;
  for (const std::string_view part : Split(text, ".")) {
    unsigned value = 0;
    for (const char c : part) value = std::min(value * 10 + static_cast<unsigned>(c - '0'), 100000U);
    octets.push_back(value);
  }
  return octets;
}

// One of everybody's: 127.0.0.1, 0.0.0.0, masks and their inverse.
bool is_common_address(const std::vector<unsigned>& octets) {
  if (octets[0] == 127 || octets[0] == 255 || octets[0] == 0) return true;
  return octets[0] == 224 || (octets[1] == 0 && octets[2] == 0 && octets[3] == 0);
}

// Random text: letters and digits that change often.
// A name in words rarely changes between letters and digits four times.
bool is_key(std::string_view text) {
  if (text.size() < 20) return false;
  std::size_t changes = 0;
  std::size_t digits = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_ascii_digit(text[at])) ++digits;
    if (at > 0 && is_ascii_digit(text[at]) != is_ascii_digit(text[at - 1])) ++changes;
  }
  return digits >= 3 && changes >= 4;
}

// The words of an identifier: "app", "Url" of app_Url and appUrl.
// `known` is asked for each word on its own as well: `get_host_port` may have one word that stays.
void add_words(std::string_view text, std::size_t begin, std::size_t end, const KnownWords& known,
               std::vector<Name>& names) {
  for (std::size_t at = begin; at < end;) {
    if (!is_letter(text[at])) {
      ++at;
      continue;
    }
    std::size_t last = at + 1;
    if (is_upper(text[at]) && last < end && is_upper(text[last])) {
      while (last < end && is_upper(text[last])) ++last;
      if (last < end && is_lower(text[last])) --last;  // HTTPServer
    } else {
      while (last < end && is_lower(text[last])) ++last;
    }
    if (last - at > 1 && !known.has(text.substr(at, last - at)))
      names.push_back({Name::Kind::word, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(last)});
    at = last;
  }
}

// The numbers of syllables "ba", "be", … "zu" that a word of that number has, in ascending order.
// A word such as "bagu", which can be pronounced, so a reader can talk about it.
std::string made_word(std::size_t number, std::size_t length) {
  constexpr std::string_view consonants = "bdfghklmnprstvwz";
  constexpr std::string_view vowels = "aeiou";
  std::string word(length, 'a');
  for (std::size_t at = length; at > 0; --at) {
    const std::string_view letters = at % 2 == 1 ? consonants : vowels;
    word[at - 1] = letters[number % letters.size()];
    number /= letters.size();
  }
  return word;
}

std::size_t words_of_length(std::size_t length) {
  std::size_t count = 1;
  for (std::size_t at = 0; at < length && count < 1'000'000; ++at) count *= at % 2 == 0 ? 16 : 5;
  return count;
}

std::string in_case_of(std::string_view written, std::string word) {
  const bool begins_upper = is_upper(written[0]);
  const bool is_all_upper = begins_upper && (written.size() == 1 || is_upper(written[1]));
  for (std::size_t at = 0; at < word.size(); ++at) {
    if (is_all_upper || (begins_upper && at == 0)) word[at] = static_cast<char>(word[at] - 'a' + 'A');
  }
  return word;
}

// A small random generator with a fixed start (xorshift): the result does not depend on the platform. Each character
// stays in its class.
std::string made_key(std::string_view written, unsigned number) {
  std::string key(written);
  std::uint32_t state = 2463534242U + number * 2654435761U;
  for (char& c : key) {
    state ^= state << 13U;
    state ^= state >> 17U;
    state ^= state << 5U;
    if (is_ascii_digit(c)) c = static_cast<char>('0' + state % 10);
    if (c >= 'a' && c <= 'f') {
      c = static_cast<char>('a' + state % 6);  // stays hexadecimal
    } else if (c >= 'g' && c <= 'z') {
      c = static_cast<char>('g' + state % 20);
    } else if (c >= 'A' && c <= 'F') {
      c = static_cast<char>('A' + state % 6);
    } else if (is_upper(c)) {
      c = static_cast<char>('G' + state % 20);
    }
  }
  return key;
}

}  // namespace

// Addresses and versions are looked for first: their parts would otherwise be numbers that nobody replaces.
std::vector<Name> names_in(std::string_view text, const KnownWords& known) {
  std::vector<Name> names;
  const auto add = [&](Name::Kind kind, std::size_t begin, std::size_t end) {
    names.push_back({kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
  };
  for (std::size_t at = 0; at < text.size();) {
    if (is_ascii_digit(text[at])) {
      std::size_t count = 0;
      const std::size_t end = dotted_end(text, at, &count);
      const bool stands_alone = end >= text.size() || !is_letter(text[end]);
      if (count == 4 && stands_alone) {
        const std::vector<unsigned> octets = octets_of(text.substr(at, end - at));
        const bool is_address = std::all_of(octets.begin(), octets.end(), [](unsigned one) { return one < 256; });
        if (is_address && !is_common_address(octets)) add(Name::Kind::address, at, end);
        at = end;
        continue;
      }
      if (count == 3 && stands_alone) {
        add(Name::Kind::version, at, end);
        at = end;
        continue;
      }
    }
    if (!is_word(text[at])) {
      // `\n` and `%Y` are no words' beginning.
      at += (text[at] == '\\' || text[at] == '%') && at + 1 < text.size() && is_letter(text[at + 1]) ? 2 : 1;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    if (is_key(word) && !known.has(word)) {
      add(Name::Kind::key, at, end);
    } else if (word.size() >= 9 && std::all_of(word.begin(), word.end(), is_ascii_digit)) {
      add(Name::Kind::key, at, end);
    } else if (!known.has(word)) {
      add_words(text, at, end, known, names);
    }
    at = end;
  }
  return names;
}

std::string identity(const Name& name, std::string_view text) {
  const std::string_view written = text.substr(name.begin, name.end - name.begin);
  return name.kind == Name::Kind::word ? lower(written) : std::string(written);
}

void Disguise::meet(std::string_view text) {
  for (const Name& name : names_in(text, known_)) met_.emplace(identity(name, text), name.kind);
}

// Parts of an address are numbered within what stands before them, so that networks stay networks.
std::string Disguise::address(std::string_view written) {
  std::string prefix;
  std::string result;
  std::size_t at = 0;
  for (const std::string_view part : Split(written, ".")) {
    prefix.append(part) += '.';
    if (at == 0) {
      result = part == "10" || part == "172" || part == "192" ? std::string(part) : std::string("198");
    } else if (part == "0" || part == "255" || part == "1" ||
               (at == 1 && (part == "168" || written.starts_with("172.")))) {
      result.append(".").append(part);
    } else {
      const auto [found, is_new] = parts_.emplace(prefix, 0);
      if (is_new) found->second = 2 + networks_[prefix.substr(0, prefix.rfind('.', prefix.size() - 2))]++ % 250;
      result.append(".").append(std::to_string(found->second));
    }
    ++at;
  }
  return result;
}

// With many words, six letters are used, or the short ones would run out. A made word that is known, or occurs in the
// text, is skipped: it would join two names.
void Disguise::choose(bool lengths) {
  table_.clear();
  networks_.clear();
  parts_.clear();
  std::map<std::size_t, std::size_t> next;  // of a length, the number of the next word
  unsigned versions = 0;
  unsigned keys = 0;
  std::size_t words = 0;
  for (const auto& entry : met_) words += entry.second == Name::Kind::word ? 1 : 0;
  const std::size_t usual = words > words_of_length(4) / 4 ? 6 : 4;
  for (const auto& [name, kind] : met_) {
    switch (kind) {
      case Name::Kind::word: {
        std::size_t length = lengths ? name.size() : usual;
        std::string made;
        do {
          while (next[length] >= words_of_length(length)) ++length;
          made = made_word(next[length]++, length);
        } while (known_.has(made) || met_.count(made) != 0);
        table_[name] = made;
        break;
      }
      case Name::Kind::version: table_[name] = "1." + std::to_string(versions++) + ".0"; break;
      case Name::Kind::address: table_[name] = address(name); break;
      case Name::Kind::key: table_[name] = made_key(name, keys++); break;
    }
  }
}

std::string Disguise::name(const Name& name, std::string_view text, const std::set<std::string>& stay) const {
  const std::string_view written = text.substr(name.begin, name.end - name.begin);
  const std::string id = identity(name, text);
  const auto found = table_.find(id);
  if (found == table_.end() || stay.count(id) != 0) return std::string(written);
  return name.kind == Name::Kind::word ? in_case_of(written, found->second) : found->second;
}

std::string Disguise::text(std::string_view text, const std::set<std::string>& stay) const {
  std::string result;
  std::size_t at = 0;
  for (const Name& one : names_in(text, known_)) {
    result.append(text.substr(at, one.begin - at)).append(name(one, text, stay));
    at = one.end;
  }
  return result.append(text.substr(at));
}

}  // namespace evalground::shrinking
