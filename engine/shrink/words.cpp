#include "shrink/words.hpp"

namespace evalground::shrinking {
namespace {

// Words that no catalogue lists: of values and their kinds, of hosts and ways to them.
constexpr std::string_view common_words[] = {
    "true false yes no on off null none nan inf undefined redacted and or not in is if then else elif for while do",
    "string str int integer float number bool boolean list dict map mapping sequence set tuple bytes text any object",
    "json yaml yml toml ini csv xml html md txt cf j2 jinja jinja2 py sh conf cfg log tf rst template tmpl mustache",
    "utf ascii base64 hex md5 sha1 sha256 sha512 utc gmt iso",
    "com org net edu gov io dev app info biz de eu uk us example internal intranet lan home corp invalid test local",
    "http https ftp sftp ssh tcp udp icmp ldap ldaps smtp imap git file www localhost localdomain",
    "etc usr var opt tmp bin sbin lib home root dev proc sys workspace"};

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_' ||
         byte >= 0x80;
}

}  // namespace

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

KnownWords::KnownWords(const Dialect& dialect) {
  for (const std::string_view line : common_words) add(line);
  take(dialect);
}

void KnownWords::take(const Dialect& dialect) {
  const Description& description = dialect.description();
  for (const std::string_view line : description.words) add(line);
  add(dialect.functions());
  for (const Option& option : description.options) {
    add(option.name);
    add(option.usual);
    for (const std::string_view choice : option.choices) add(choice);
  }
  add(dialect.name());
}

void KnownWords::add(const FunctionCatalogue& catalogue) {
  for (const FunctionCatalogue::Entry& entry : catalogue.entries()) {
    add(entry.signature.name);
    for (const Parameter& parameter : entry.signature.parameters) add(parameter.name);
    for (const std::string_view alias : entry.function->aliases) add(alias);
  }
}

void KnownWords::add(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word_byte(text[end])) ++end;
    if (end > at) words_.insert(lower(text.substr(at, end - at)));
    at = end > at ? end : at + 1;
  }
}

bool KnownWords::has(std::string_view word) const {
  return words_.count(lower(word)) != 0;
}

}  // namespace evalground::shrinking
