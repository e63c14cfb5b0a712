// Names and shapes. Both are tables: one of words, one of regular expressions.
//
// A false alarm costs trust as a missed secret does, since people then press "share" without reading. So a name is
// taken apart into words, and a long random text must really look random.
#include "secrets/suspicion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/text/ascii.hpp"

namespace evalground {
namespace {

// A name with one of these words is suspicious …
constexpr std::string_view secret_words[] = {"password", "passwd",  "passphrase", "pass",        "pwd",  "secret",
                                             "secrets",  "token",   "credential", "credentials", "cred", "creds",
                                             "apikey",   "authkey", "passcode",   "passwords",   "psk",  "tokens",
                                             "pw",       "pswd",    "passwort"};
// … and so is one whose word "key" follows one of these …
constexpr std::string_view kinds_of_key[] = {"api",     "access", "private",    "secret", "auth",
                                             "signing", "master", "encryption", "ssl",    "shared",
                                             "session", "vault",  "client",     "cookie", "account"};
// … unless its last word says that it is something about a secret.
constexpr std::string_view other_ends[] = {
    "name", "names", "file",   "files",    "path",  "dir",     "url",     "uri",     "length",   "len",
    "min",  "max",   "ttl",    "type",     "id",    "ids",     "policy",  "enabled", "required", "expiry",
    "age",  "count", "prompt", "lifetime", "store", "manager", "timeout", "update",  "rotation", "mode"};
constexpr std::size_t longest_name = 200;

template <std::size_t size>
bool is_one_of(std::string_view word, const std::string_view (&words)[size]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

constexpr bool is_ascii_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool is_ascii_lower(char c) {
  return c >= 'a' && c <= 'z';
}

// "dbPassword2", "DB-PASSWORD" -> {"db", "password"}.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  bool was_lower = false;
  for (const char c : name) {
    if (!is_ascii_letter(c) || (was_lower && is_ascii_upper(c))) {
      if (!words.back().empty()) words.emplace_back();
    }
    if (is_ascii_letter(c)) words.back() += static_cast<char>(c | 0x20);
    was_lower = is_ascii_lower(c);
  }
  if (words.size() > 1 && words.back().empty()) words.pop_back();
  return words;
}

// Each pattern, and the group that is the secret.
struct Shape {
  std::string_view what;
  std::string_view pattern;
  std::size_t group = 0;
};
constexpr Shape shapes[] = {
    {"a private key", "-----BEGIN [A-Z ]*PRIVATE KEY-----([^-]+)", 1},
    // What is public ends with no finding, and nothing within it is looked at.
    {"", "-----BEGIN [A-Z ]+-----[^-]+|\\bsha(?:256|384|512)[-:][\\w+/=]+|\\bssh-[a-z0-9-]+ [\\w+/=]+"},
    {"an access key of AWS", "\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b"},
    {"a JSON web token", "\\beyJ[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]*"},
    {"a token of GitHub", "\\b(?:gh[pousr]_\\w{30,}|github_pat_\\w{40,})"},
    {"a token of GitLab", "\\bgl(?:pat|dt|rt|ft)-[\\w-]{20,}"},
    {"a token of Slack", "\\bxox[abeprs]-[\\w-]{10,}"},
    {"a key of Google", "\\bAIza[\\w-]{35}"},
    {"a key of Stripe", "\\b[rs]k_(?:live|test)_\\w{16,}"},
    {"a token of npm", "\\bnpm_\\w{36}"},
    {"a token of PyPI", "\\bpypi-[\\w-]{32,}"},
    {"a token of Vault", "\\bhv[sb]\\.[\\w-]{24,}"},
    {"a key of an interface", "\\bsk-[\\w-]{20,}"},
    {"the hash of a password", "\\$(?:1|5|6|y|2[aby]|argon2id?)\\$[^\\s\"':]{20,}"},
    {"a password in an address", "\\b[a-z][a-z0-9+.-]{1,20}://[^\\s/:@\"'<>{}$()]{1,100}:([^\\s/@\"'<>{}$()]{1,200})@",
     1},
    {"a password in a header",
     "\\b[Aa]uthorization[\"']?\\s{0,4}[:=]\\s{0,4}[\"']?(?:Basic|Bearer|Token) {1,4}([^\\s\"',]{6,})", 1},
    {"a long random text", "(?<![\\w+/=.-])[\\w+/-]{32,}={0,2}(?![\\w.])"},
};
constexpr std::size_t public_shape = 1;
constexpr std::size_t random_shape = std::size(shapes) - 1;

// Base 64 and the like: upper and lower case and digits mixed, and nearly no letter twice as often as another. A path
// or a name in words is not random.
bool is_random(std::string_view text) {
  std::array<std::size_t, 256> counts{};
  std::size_t longest = 0;
  std::size_t run = 0;
  std::size_t changes = 0;
  int last = 0;
  for (const char c : text) {
    ++counts[static_cast<unsigned char>(c)];
    const int kind = is_ascii_digit(c) ? 1 : is_ascii_upper(c) ? 2 : is_ascii_lower(c) ? 3 : 0;
    run = kind == 0 ? 0 : run + 1;
    longest = std::max(longest, run);
    changes += kind != last ? 1 : 0;
    last = kind;
  }
  double entropy = 0;
  for (const std::size_t count : counts) {
    if (count == 0) continue;
    const double share = static_cast<double>(count) / static_cast<double>(text.size());
    entropy -= share * std::log2(share);
  }
  return entropy > 4.0 && longest >= 16 && changes * 4 > text.size();
}

// What placeholders.hpp makes: x and 1 in place of letters and digits, with up to four others at the end.
bool is_placeholder(std::string_view text) {
  std::size_t others = 0;
  for (const char c : text) {
    if (c == 'x' || c == 'X' || c == '1') {
      if (others > 0) return false;
    } else if (is_ascii_letter(c) || is_ascii_digit(c)) {
      if (std::string_view("yzYZ23").find(c) == std::string_view::npos || ++others > 4) return false;
    }
  }
  return others < text.size();
}

}  // namespace

bool names_secret(std::string_view name) {
  if (name.size() > longest_name) return false;
  const std::vector<std::string> words = words_of(name);
  if (words.size() > 1 && is_one_of(words.back(), other_ends)) return false;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (is_one_of(words[at], secret_words)) return true;
    if (words[at] == "key" && at > 0 && is_one_of(words[at - 1], kinds_of_key)) return true;
  }
  return false;
}

bool is_reference(std::string_view text) {
  static constexpr std::string_view marks[] = {"{{", "{%", "<%", "$(", "${", "@(", "@{", "$ANSIBLE_VAULT"};
  if (text.empty() || (text.front() == '<' && text.back() == '>') || is_placeholder(text)) return true;
  return std::any_of(std::begin(marks), std::end(marks),
                     [&](std::string_view mark) { return text.find(mark) != std::string_view::npos; });
}

// One expression of all, so that a text is read once: which group is set tells the shape.
Shapes::Shapes() {
  std::string pattern;
  for (const Shape& shape : shapes) pattern.append(pattern.empty() ? "((?:" : "|((?:").append(shape.pattern) += "))";
  all_ = Regex::compile(RegexSyntax::python, pattern).regex;
}

std::vector<ShapedSecret> Shapes::in(std::string_view text, Budget& budget) const {
  std::vector<ShapedSecret> found;
  const RegexSubject subject(text);
  if (subject.valid_text().data() != text.data()) return found;  // not UTF-8: no text
  RegexMatch match;
  for (std::size_t from = 0; from < text.size() && all_->find(subject, from, RegexAnchor::none, match, budget);) {
    from = std::max(match.end(), from + 1);
    std::size_t group = 0;
    for (std::size_t at = 0; at < std::size(shapes); ++at) {
      ++group;
      const std::size_t inner = group + shapes[at].group;
      if (match[group].is_set()) {
        const RegexRange range = match[inner];
        const std::string_view part = text.substr(range.begin, range.end - range.begin);
        if (at == public_shape || (at == random_shape && !is_random(part)) || is_reference(part)) break;
        found.push_back(
            {shapes[at].what, static_cast<std::uint32_t>(range.begin), static_cast<std::uint32_t>(range.end)});
        break;
      }
      group += shapes[at].group;
    }
  }
  return found;
}

}  // namespace evalground
