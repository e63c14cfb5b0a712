// The agent declares a regular expression for many text attributes. Each type here accepts what one of them matches as
// a whole, with its oddities: several are lists of words within brackets, which is a set of characters.
#include "dialects/cfengine/policy/text_types.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

#include "base/text/any_of.hpp"
#include "base/text/text.hpp"
#include "dialects/cfengine/data/number.hpp"
#include "dialects/cfengine/policy/arguments.hpp"
#include "dialects/cfengine/policy/policy.hpp"

namespace evalground::cfengine {
namespace {

constexpr std::string_view word_characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
constexpr std::string_view digits = "0123456789";

bool has_only(std::string_view text, std::string_view characters, std::string_view others = {}) {
  return std::all_of(text.begin(), text.end(), [&](char c) {
    return characters.find(c) != std::string_view::npos || others.find(c) != std::string_view::npos;
  });
}
bool has_some_only(std::string_view text, std::string_view characters, std::string_view others = {}) {
  return !text.empty() && has_only(text, characters, others);
}

// The permissions that the agent's parser understands: octal numbers, and symbols with an affected class: "u+rw,go-x".
class Permissions {
 public:
  explicit Permissions(bool is_at_start = false) : is_at_start_(is_at_start) {}

  bool accepts(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if ('0' <= c && c <= '7') {
        const std::size_t end = std::min(text.find_first_not_of(digits, i), text.size());
        if (!take_number(text.substr(i, end - i))) return false;
        i = end - 1;
      } else if (!take_symbol(c)) {
        return false;
      }
    }
    return text == "000" || text == "0000" || (!is_at_start_ && bits_ != 0);
  }

 private:
  // Octal digits up to an 8 or 9; the type of the file is no part of its permissions.
  bool take_number(std::string_view number) {
    constexpr std::uint64_t file_type = 0170000;
    std::uint64_t bits = 0;
    for (const char c : number) {
      if (c > '7') break;
      bits = std::min<std::uint64_t>(bits * 8 + static_cast<std::uint64_t>(c - '0'), 0777777777777);
    }
    bits_ = bits & ~file_type;
    affected_ = 07777;
    has_action_ = true;
    is_at_start_ = false;
    return bits_ <= 07777;
  }

  bool take_symbol(char c) {
    switch (c) {
      case 'a': affected_ |= 07777; return true;
      case 'u': affected_ |= 04700; return true;
      case 'g': affected_ |= 02070; return true;
      case 'o': affected_ |= 00007; return true;
      case 'r': bits_ |= 0444 & affected_; return true;
      case 'w': bits_ |= 0222 & affected_; return true;
      case 'x': bits_ |= 0111 & affected_; return true;
      case 's': bits_ |= 06000 & affected_; return true;
      case 't': bits_ |= 01000; return true;
      case '+':
      case '-':
      case '=':
        if (has_action_) return false;
        has_action_ = true;
        is_at_start_ = false;
        return true;
      case ',': *this = Permissions(true); return true;
      default: return false;
    }
  }

  std::uint64_t affected_ = 0;
  std::uint64_t bits_ = 0;
  bool has_action_ = false;
  bool is_at_start_;  // behind a comma, where something must follow
};

bool is_mode(std::string_view text) {
  return Permissions().accepts(text);
}
// Within the agent's brackets "+-=" is a range of characters.
bool is_disabled_mode(std::string_view text) {
  return has_some_only(text, "augorwxst,+-./0123456789:;<=");
}

// "user:alice:rw(D):deny", "mask:rx"
bool is_access_entry(std::string_view text) {
  std::vector<std::string_view> parts;
  for (const std::string_view part : Split(text, ":")) parts.push_back(part);
  const bool is_account = parts.front() == "user" || parts.front() == "group";
  const bool is_general = parts.front() == "all" || parts.front() == "mask";
  if (!is_account && !is_general) return false;
  const std::size_t at = is_account ? 2 : 1;  // of the permissions
  if (parts.size() <= at || parts.size() > at + 2 || (is_account && parts[1].empty())) return false;
  const bool is_decided = parts.size() == at + 1 || parts.back() == "allow" || parts.back() == "deny";
  return is_decided && has_only(parts[at], is_account ? "-=+,rwx()dtTabBpcoD" : "-=+,rwx()");
}

bool is_signal(std::string_view text) {
  static constexpr std::string_view names[] = {"hup",  "int",  "trap",  "kill", "pipe", "cont", "abrt", "stop",
                                               "quit", "term", "child", "usr1", "usr2", "bus",  "segv"};
  if (contains(names, text)) return true;
  if (text.ends_with('s')) text.remove_suffix(1);
  return has_some_only(text, digits);
}

bool is_bsd_flags(std::string_view text) {
  const std::size_t at = text.find_first_not_of("+-");
  return at != std::string_view::npos &&
         has_only(text.substr(at),
                  "(arch|archived|nodump|opaque|sappnd|sappend|schg|schange|simmutable|"
                  "sunlnk|sunlink|uappnd|uappend|uchg|uchange|uimmutable|uunlnk|uunlink)");
}

bool is_space(std::string_view text) {
  return text.size() > 1 && has_only(text.substr(0, text.size() - 1), digits) &&
         std::string_view("MBkKgGmb%").find(text.back()) != std::string_view::npos;
}

// "stdout", "udp_syslog", "/var/log/x", "C:\log"
bool is_log(std::string_view text) {
  if (text == "stdout" || text == "udp_syslog" || text.starts_with('/')) return true;
  if (text.starts_with('"')) text.remove_prefix(1);
  return text.size() > 2 && has_only(text.substr(0, 1), word_characters.substr(0, 52)) && text.substr(1, 2) == ":\\";
}

bool is_log_level(std::string_view text) {
  static constexpr std::string_view levels[] = {"critical", "error", "warning", "notice", "info"};
  return contains(levels, text);
}

// Each is the agent's list of names, taken as the set of their characters, with closing brackets at the end.
bool selects(std::string_view text, std::string_view characters) {
  while (text.ends_with(']')) text.remove_suffix(1);
  return has_only(text, characters);
}
bool selects_files(std::string_view text) {
  return selects(text,
                 "!*(leaf_name|path_name|file_types|mode|size|owner|group|atime|ctime|mtime|issymlinkto|exec_regex|"
                 "exec_program|bsdflags)[|&.");
}
bool selects_processes(std::string_view text) {
  return selects(text,
                 "(process_owner|pid|ppid||pgid|rsize|vsize|status|command|ttime|stime|tty|priority|threads)[|&!.");
}

bool is_address(std::string_view text) {
  return text.find('@') != std::string_view::npos;
}
bool is_row(std::string_view text) {
  return text.find(',') != std::string_view::npos;
}
bool is_host(std::string_view text) {
  return has_some_only(text, word_characters, "$(){}.:-");
}
bool is_server(std::string_view text) {
  return has_some_only(text, word_characters, ".:-[]");
}
bool is_account(std::string_view text) {
  return has_some_only(text, word_characters, "$.-");
}
bool is_word(std::string_view text) {
  return has_some_only(text, word_characters);
}
bool is_namespace(std::string_view text) {
  return is_word(text) && digits.find(text.front()) == std::string_view::npos;
}

struct TextType {
  std::string_view name;
  bool (*takes)(std::string_view);
  std::string_view wanted;
};
constexpr TextType text_types[] = {
    {"access", is_access_entry, "an entry as in `user:alice:rw`"},
    {"account", is_account, "a name of letters, digits, \"_\", \".\" and \"-\""},
    {"address", is_address, "a mail address"},
    {"bsdflags", is_bsd_flags, "flags as in `+uappnd`"},
    {"disabled_mode", is_disabled_mode, "permissions as in `0600`"},
    {"file_result", selects_files, "names of tests as in `leaf_name.!size`"},
    {"host", is_host, "the name of a host"},
    {"log", is_log, "stdout, udp_syslog or an absolute path"},
    {"log_level", is_log_level, "critical, error, warning, notice or info"},
    {"mode", is_mode, "permissions as in `0600` or `u+rw,go-w`"},
    {"namespace", is_namespace, "a name of letters, digits and \"_\""},
    {"process_result", selects_processes, "names of tests as in `pid|!tty`"},
    {"row", is_row, "columns with commas between them"},
    {"server", is_server, "the name or address of a host"},
    {"signal", is_signal, "a signal as in `term`, or a pause as in `5s`"},
    {"space", is_space, "a size as in `20%` or `5M`"},
    {"word", is_word, "a name of letters, digits and \"_\""},
};

// The bounds of "range[1,5]" or "real[0,1]".
struct Bounds {
  std::string_view low;
  std::string_view high;
};
Bounds bounds_of(std::string_view type) {
  const std::size_t open = type.find('[');
  const std::size_t comma = type.find(',');
  return {type.substr(open + 1, comma - open - 1), type.substr(comma + 1, type.size() - comma - 2)};
}

// "1,5": two integers within the bounds.
std::string wrong_range(std::string_view type, std::string_view text) {
  const auto [low, high] = bounds_of(type);
  const std::string item = "int" + std::string(type.substr(type.find('[')));
  const std::size_t comma = text.find(',');
  const bool is_range = comma != std::string_view::npos && wrong_argument(item, text.substr(0, comma)).empty() &&
                        wrong_argument(item, text.substr(comma + 1)).empty();
  if (is_range) return {};
  std::string wanted = "two integers with a comma between them, as in `1,5`";
  return high == "inf" ? wanted : wanted + ", from " + std::string(low) + " to " + std::string(high);
}

std::string wrong_real(std::string_view type, std::string_view text) {
  const auto [low, high] = bounds_of(type);
  const std::optional<double> value = text == "inf" ? std::nullopt : real_of(text);
  const bool fits = value && *value >= real_of(low).value_or(0) && *value <= real_of(high).value_or(0);
  return fits ? std::string() : "a number from " + std::string(low) + " to " + std::string(high);
}

}  // namespace

std::string wrong_literal(std::string_view type, std::string_view text) {
  if (type.starts_with("range[")) return wrong_range(type, text);
  if (type.starts_with("real[")) return wrong_real(type, text);
  const auto* found =
      std::find_if(std::begin(text_types), std::end(text_types), [&](const TextType& one) { return one.name == type; });
  if (found == std::end(text_types)) return wrong_argument(type, text);
  return std::string(found->takes(text) ? std::string_view() : found->wanted);
}

bool is_option(std::string_view type) {
  return type == "boolean" || type.starts_with("option{");
}

bool is_open(std::string_view type, std::string_view text) {
  if (is_option(type)) return text.empty() || is_reference(text);
  return type == "mode" ? is_reference(text) : mentions_reference(text);
}

}  // namespace evalground::cfengine
