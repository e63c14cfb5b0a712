// Finds the links in an HTML text, as jinja2.utils.urlize does. The text is split at whitespace. Each word loses the
// punctuation at its ends, "(https://a.org)," -> "https://a.org", and what remains is tested for a URL, a mail address
// or an additional scheme. Jinja's regular expressions are written out here as code.

#include "dialects/jinja2/library/urlize.hpp"

#include <algorithm>
#include <array>

#include "base/text/utf8.hpp"

namespace evalground::jinja2 {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> brackets = {
    {{"(", ")"}, {"<", ">"}, {"&lt;", "&gt;"}}};

std::string ascii_lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return lower;
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// Hosts are compared in lower case, so no capital letters occur here.
bool is_label(std::string_view label) {  // [\w%-]+
  return !label.empty() &&
         std::all_of(label.begin(), label.end(), [](char c) { return is_word(c) || c == '-' || c == '%'; });
}

// Jinja's pattern for top-level domains: letters only, or punycode.
bool is_top_label(std::string_view label) {
  if (label.starts_with("xn--")) {
    const std::string_view rest = label.substr(4);
    return rest.size() >= 2 && rest.size() <= 59 &&
           std::all_of(rest.begin(), rest.end(), [](char c) { return is_word(c) || c == '%'; });
  }
  return label.size() >= 2 && label.size() <= 63 &&
         std::all_of(label.begin(), label.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// The host at the start of a URL's rest, which may continue with ":port" and a path, query or fragment. Empty when the
// rest has another form.
std::string_view host_of(std::string_view rest) {
  std::size_t end = 0;
  if (rest.starts_with('[')) {
    end = rest.find(']');
    if (end == std::string_view::npos) return {};
    ++end;
  } else {
    end = std::min(rest.find_first_of(":/?#"), rest.size());
  }
  const std::string_view host = rest.substr(0, end);
  rest.remove_prefix(end);
  if (rest.starts_with(':')) {
    std::size_t digits = 1;
    while (digits < rest.size() && rest[digits] >= '0' && rest[digits] <= '9') ++digits;
    if (digits == 1 || digits > 6) return {};
    rest.remove_prefix(digits);
  }
  return rest.empty() || rest[0] == '/' || rest[0] == '?' || rest[0] == '#' ? host : std::string_view();
}

std::vector<std::string_view> labels_of(std::string_view host) {
  std::vector<std::string_view> labels;
  for (;;) {
    const std::size_t point = host.find('.');
    labels.push_back(host.substr(0, point));
    if (point == std::string_view::npos) return labels;
    host.remove_prefix(point + 1);
  }
}

// Labels separated by dots, the last of which is a top-level domain.
bool is_domain(std::string_view host) {
  const std::vector<std::string_view> labels = labels_of(host);
  return is_top_label(labels.back()) && std::all_of(labels.begin(), labels.end() - 1, is_label);
}

bool is_ip_address(std::string_view host) {
  if (host.starts_with('[')) {
    return host.size() > 4 && std::all_of(host.begin() + 1, host.end() - 1, [](char c) {
             return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || c == ':';
           });
  }
  const std::vector<std::string_view> labels = labels_of(host);
  return labels.size() == 4 && std::all_of(labels.begin(), labels.end(), [](std::string_view label) {
           return !label.empty() && label.size() <= 3 &&
                  label.find_first_not_of("0123456789") == std::string_view::npos;
         });
}

// With a scheme any domain or IP address is a URL. Without one it must start with "www." or end with a well-known
// top-level domain.
bool is_url(std::string_view word) {
  static constexpr std::string_view known[] = {"com", "net", "int", "edu", "gov", "org", "info", "mil"};
  const std::string lower = ascii_lower(word);
  std::string_view rest = lower;
  bool has_scheme = false;
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (!has_scheme && rest.starts_with(scheme)) {
      rest.remove_prefix(scheme.size());
      has_scheme = true;
    }
  }
  const std::string_view host = host_of(rest);
  if (host.empty()) return false;
  if (has_scheme && is_ip_address(host)) return true;
  if (has_scheme && is_domain(host)) return true;
  if (!has_scheme && host.starts_with("www.") && is_domain(host.substr(4))) return true;
  if (has_scheme) return false;
  const std::vector<std::string_view> labels = labels_of(host);
  return labels.size() >= 2 && std::find(std::begin(known), std::end(known), labels.back()) != std::end(known) &&
         std::all_of(labels.begin(), labels.end() - 1,
                     [](std::string_view label) { return label.size() >= 2 && label.size() <= 63 && is_label(label); });
}

bool is_address(std::string_view word) {  // ^\S+@\w[\w.-]*\.\w+$
  const std::size_t at = word.rfind('@');
  if (at == std::string_view::npos || at == 0) return false;
  const std::string host = ascii_lower(word.substr(at + 1));
  const std::size_t point = host.rfind('.');
  if (point == std::string::npos || point == 0 || point + 1 == host.size() || !is_word(host[0])) return false;
  return std::all_of(host.begin(), host.end(), [](char c) { return is_word(c) || c == '.' || c == '-'; }) &&
         std::all_of(host.begin() + static_cast<std::ptrdiff_t>(point) + 1, host.end(), is_word);
}

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

// A word without the punctuation at its ends.
struct Word {
  std::string_view head, middle, tail;
};

// "(see" -> head "(", middle "see". "https://a.org/x_(y))," -> middle "https://a.org/x_(y)", tail "),": a bracket that
// the link itself has opened belongs to it.
Word parts_of(std::string_view word) {
  std::size_t begin = 0;
  for (bool found = true; found;) {
    found = false;
    for (const auto& [open, close] : brackets) {
      if (!word.substr(begin).starts_with(open)) continue;
      begin += open.size();
      found = true;
    }
  }
  Word parts{word.substr(0, begin), word.substr(begin), {}};
  std::size_t end = parts.middle.size();
  for (bool found = true; found;) {
    found = false;
    for (const std::string_view closing : {")", ">", ".", ",", "\n", "&gt;"}) {
      if (!parts.middle.substr(0, end).ends_with(closing)) continue;
      end -= closing.size();
      found = true;
    }
  }
  parts.tail = parts.middle.substr(end);
  parts.middle = parts.middle.substr(0, end);
  // A closing bracket belongs to the link if it matches an opening one within it.
  for (const auto& [open, close] : brackets) {
    const std::size_t opened = count_of(parts.middle, open);
    if (opened <= count_of(parts.middle, close)) continue;
    std::size_t missing = std::min(opened, count_of(parts.tail, close));
    const std::size_t from = static_cast<std::size_t>(parts.middle.data() - word.data());
    std::size_t length = parts.middle.size();
    for (; missing > 0; --missing) {
      const std::size_t found = word.substr(from + length).find(close);
      if (found == std::string_view::npos) break;
      length += found + close.size();
    }
    parts.tail = word.substr(from + length);
    parts.middle = word.substr(from, length);
  }
  return parts;
}

}  // namespace

// Whitespace and words alternate and are copied in order, so everything that is not a link stays as written.
std::string urlized(std::string_view escaped, const UrlizeOptions& options, Budget& budget) {
  const std::string relation = options.relation.empty() ? "" : " rel=\"" + options.relation + "\"";
  const std::string target = options.target.empty() ? "" : " target=\"" + options.target + "\"";
  const auto link = [&](std::string_view word) -> std::string {
    if (is_url(word)) {
      const bool has_scheme = word.starts_with("http://") || word.starts_with("https://");
      return "<a href=\"" + std::string(has_scheme ? "" : "https://") + std::string(word) + "\"" + relation + target +
             ">" + options.shortened(word) + "</a>";
    }
    if (word.starts_with("mailto:") && is_address(word.substr(7))) {
      return "<a href=\"" + std::string(word) + "\">" + std::string(word.substr(7)) + "</a>";
    }
    if (is_address(word) && !word.starts_with("www.") && !word.starts_with('@') &&
        word.find(':') == std::string_view::npos) {
      return "<a href=\"mailto:" + std::string(word) + "\">" + std::string(word) + "</a>";
    }
    for (const std::string& scheme : options.schemes) {
      if (word != scheme && word.starts_with(scheme)) {
        return "<a href=\"" + std::string(word) + "\"" + relation + target + ">" + std::string(word) + "</a>";
      }
    }
    return std::string(word);
  };
  std::string result;
  for (std::size_t at = 0; at < escaped.size();) {
    budget.step();
    std::size_t end = at;
    const bool in_space = is_space(decode_code_point(escaped, at).value);
    while (end < escaped.size() && is_space(decode_code_point(escaped, end).value) == in_space) {
      end += decode_code_point(escaped, end).size;
    }
    const std::string_view word = escaped.substr(at, end - at);
    at = end;
    if (in_space) {
      result += word;
      continue;
    }
    const Word parts = parts_of(word);
    result.append(parts.head).append(link(parts.middle)).append(parts.tail);
  }
  return result;
}

}  // namespace evalground::jinja2
