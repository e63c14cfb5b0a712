#include "shrink/own_words.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/text/text.hpp"

namespace evalground::shrinking {
namespace {

using Words = std::unordered_set<std::string>;

// More words would be a dump of data at the message's end.
constexpr std::size_t most_words = 24;

// Digits belong to no word, because they are counts and places, which change when something is removed.
bool is_part_of_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || byte >= 0x80;
}

template <class F>
void each_word(std::string_view text, F&& f) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_part_of_word(text[end])) ++end;
    if (end > at) f(text.substr(at, end - at));
    at = end + 1;
  }
}

void add_words(const Value& value, Words& words, Budget& budget) {
  const Depth depth = budget.enter();
  budget.step();
  if (value.is_string()) {
    budget.step(value.text_size() / 64);
    each_word(value.as_string(), [&](std::string_view word) { words.emplace(word); });
  } else if (value.is_list()) {
    for (const Value& item : value.as_list()) add_words(item, words, budget);
  } else if (value.is_map()) {
    for (const Map::Entry& entry : value.as_map()) {
      add_words(entry.key, words, budget);
      add_words(entry.value, words, budget);
    }
  }
}

// What follows the first sentence is advice, such as a similar name, and may change.
std::string_view first_sentence(std::string_view message) {
  std::size_t end = message.size();
  for (const std::string_view mark : {"\n", "; ", ". "}) end = std::min(end, message.find(mark));
  return message.substr(0, end);
}

}  // namespace

std::vector<std::string> own_words(std::string_view message, std::string_view place, const Map& workspace,
                                   Budget& budget) {
  Words foreign;
  add_words(Value::map(workspace), foreign, budget);
  each_word(place, [&](std::string_view word) { foreign.erase(std::string(word)); });
  std::vector<std::string> words;
  each_word(first_sentence(message), [&](std::string_view word) {
    if (words.size() < most_words && !foreign.contains(std::string(word))) words.emplace_back(word);
  });
  return words;
}

bool has_words(std::string_view message, const std::vector<std::string>& words) {
  if (words.empty()) return true;
  Words present;
  each_word(message, [&](std::string_view word) { present.emplace(word); });
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) { return present.contains(word); });
}

}  // namespace evalground::shrinking
