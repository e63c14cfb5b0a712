#include "dialects/ansible/data/python_url.hpp"

#include <algorithm>

#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "base/text/utf8.hpp"

namespace evalground::ansible {
namespace {

bool is_scheme_character(char c) {
  return is_ascii_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
}

// Parses "user:password@host:port".
void read_netloc(PythonUrl& url) {
  std::string_view host = url.netloc;
  const std::size_t at = host.rfind('@');
  if (at != std::string_view::npos) {
    const std::string_view user = host.substr(0, at);
    const std::size_t colon = user.find(':');
    url.username = std::string(user.substr(0, colon));
    if (colon != std::string_view::npos) url.password = std::string(user.substr(colon + 1));
    host.remove_prefix(at + 1);
  }
  std::string_view name = host.substr(0, host.find(':'));
  std::string_view rest = host.substr(name.size());
  const std::size_t open = host.find('[');
  if (open != std::string_view::npos) {
    const std::size_t close = host.find(']', open);
    name = host.substr(open + 1, close - open - 1);
    rest = host.substr(std::min(close, host.size()));
    rest = rest.substr(std::min(rest.find(':'), rest.size()));
  }
  if (rest.size() > 1) url.port = std::string(rest.substr(1));
  if (!name.empty()) url.hostname = to_lower(name);
}

}  // namespace

std::optional<PythonUrl> split_url(std::string_view text) {
  std::string clean;  // without characters that browsers remove
  for (const char c : text) {
    if (clean.empty() && static_cast<unsigned char>(c) <= ' ') continue;
    if (c != '\t' && c != '\r' && c != '\n') clean += c;
  }
  std::string_view rest = clean;
  PythonUrl url;
  const std::size_t colon = rest.find(':');
  if (colon != std::string_view::npos && colon > 0 && is_ascii_letter(rest[0])) {
    const std::string_view scheme = rest.substr(0, colon);
    if (std::all_of(scheme.begin(), scheme.end(), is_scheme_character)) {
      url.scheme = to_lower(scheme);
      rest.remove_prefix(colon + 1);
    }
  }
  if (rest.starts_with("//")) {
    rest.remove_prefix(2);
    url.netloc = std::string(rest.substr(0, rest.find_first_of("/?#")));
    rest.remove_prefix(url.netloc.size());
    if ((url.netloc.find('[') == std::string::npos) != (url.netloc.find(']') == std::string::npos)) return std::nullopt;
    read_netloc(url);
  }
  const std::size_t hash = rest.find('#');
  if (hash != std::string_view::npos) url.fragment = std::string(rest.substr(hash + 1));
  rest = rest.substr(0, hash);
  const std::size_t question = rest.find('?');
  if (question != std::string_view::npos) url.query = std::string(rest.substr(question + 1));
  url.path = std::string(rest.substr(0, question));
  return url;
}

std::string unquote_plus(std::string_view text) {
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = text[at] == '%' && text.size() - at > 2
                          ? parse_digits(text.substr(at + 1, 2), 16, false)
                          : ParsedNumber<std::int64_t>{0, NumberFault::not_a_number};
    if (byte) {
      bytes += static_cast<char>(byte.value);
      at += 2;
    } else {
      bytes += text[at] == '+' ? ' ' : text[at];
    }
  }
  std::string decoded;
  for (std::size_t at = 0; at < bytes.size();) {
    const CodePoint point = decode_code_point(bytes, at);
    append_code_point(decoded, point.value);
    at += point.size;
  }
  return decoded;
}

}  // namespace evalground::ansible
