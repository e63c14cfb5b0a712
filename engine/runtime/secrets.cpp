// Messages quote parts of a document in various forms: cut ("k7-plain…"), escaped, or within a path. So a secret is
// searched for by its start, both verbatim and in the form of quote(), and as many characters as agree are replaced. A
// match that continues into a longer word stays. So do secrets of less than four bytes, which are parts of too many
// words.
#include "runtime/secrets.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "value/map.hpp"

namespace evalground {
namespace {

constexpr std::size_t most_texts = 1000;
constexpr std::size_t shortest_redacted = 4;
// A message may show only the start of a long text.
constexpr std::size_t shortest_start = 40;

bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_' ||
         byte >= 0x80;
}

// True when a name continues from one character to the next.
bool are_joined(const std::string& text, std::size_t end) {
  return end > 0 && end < text.size() && is_word(text[end - 1]) && is_word(text[end]);
}

void replace(std::string& message, std::string_view secret) {
  const std::string_view start = secret.substr(0, shortest_start);
  for (std::size_t at = message.find(start); at != std::string::npos; at = message.find(start, at)) {
    std::size_t size = start.size();
    while (size < secret.size() && at + size < message.size() && message[at + size] == secret[size]) ++size;
    if (are_joined(message, at) || (size == secret.size() && are_joined(message, at + size))) {
      ++at;
      continue;
    }
    message.replace(at, size, redaction);
    at += redaction.size();
  }
}

}  // namespace

void SecretTexts::add_text(std::string_view text, Kind kind) {
  if (text.empty() || texts_.size() >= most_texts) return;
  for (const Text& known : texts_) {
    if (known.text == text) return;
  }
  const std::string quoted = quote(text, text.size());
  texts_.push_back({std::string(text), quoted.substr(1, quoted.size() - 2), kind});
}

void SecretTexts::add(const Value& value, Kind kind) {
  std::vector<const Value*> open{&value};
  while (!open.empty() && texts_.size() < most_texts) {
    const Value& one = *open.back();
    open.pop_back();
    if (one.is_string()) {
      add_text(one.as_string(), kind);
    } else if (one.kind() == evalground::Kind::bytes) {
      add_text(one.as_bytes(), kind);
    } else if (one.is_list()) {
      for (const Value& item : one.as_list()) open.push_back(&item);
    } else if (one.is_map()) {
      for (const auto& entry : one.as_map()) open.push_back(&entry.value);
    }
  }
}

bool SecretTexts::is_declared(std::string_view text) const {
  return std::any_of(texts_.begin(), texts_.end(),
                     [&](const Text& secret) { return secret.kind == Kind::declared && secret.text == text; });
}

void SecretTexts::redact(std::string& message) const {
  for (const Text& secret : texts_) {
    if (secret.text.size() < shortest_redacted) continue;
    replace(message, secret.text);
    if (secret.shown != secret.text) replace(message, secret.shown);
  }
}

void SecretTexts::redact(Diagnostic& diagnostic) const {
  redact(diagnostic.message);
  for (Note& note : diagnostic.notes) redact(note.message);
  for (Fix& fix : diagnostic.fixes) redact(fix.title);
}

}  // namespace evalground
