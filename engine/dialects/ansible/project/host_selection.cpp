// Selects the hosts that a pattern such as `web:&prod:!web1` or `web[0:2]` means (see host_selection.hpp).
//
// A pattern is a list of parts. Each part names hosts and groups: by name, with wildcards, or after `~` as a regular
// expression. A part adds its hosts, `&` keeps only the common ones, and `!` removes its own.
#include "dialects/ansible/project/host_selection.hpp"

#include <algorithm>
#include <optional>

#include "base/regex/regex.hpp"
#include "base/text/glob.hpp"
#include "base/text/text.hpp"
#include "dialects/ansible/project/host_names.hpp"

namespace evalground::ansible {
namespace {

// A subscript at the end of a pattern: "[2]", "[-1]", "[1:3]", "[1:]".
struct Subscript {
  std::int64_t first;
  std::optional<std::int64_t> last;  // inclusive
};

std::optional<std::int64_t> number_of(std::string_view text, bool may_be_negative) {
  const std::string_view digits = may_be_negative && text.starts_with('-') ? text.substr(1) : text;
  const bool is_number = !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
  return is_number ? read_whole_number(text) : std::nullopt;
}

// "web[1:3]" -> "web" and 1 to 3. A wildcard such as web[0-9]* does not end in a bracket and is left alone. After `~`
// brackets belong to the expression.
std::optional<Subscript> cut_subscript(std::string_view& pattern) {
  if (pattern.starts_with('~') || !pattern.ends_with(']')) return std::nullopt;
  const std::size_t open = pattern.rfind('[');
  if (open == std::string_view::npos || open == 0) return std::nullopt;
  const std::string_view inner = pattern.substr(open + 1, pattern.size() - open - 2);
  const std::string_view before = pattern.substr(0, open);
  if (const auto index = number_of(inner, true)) {
    pattern = before;
    return Subscript{*index, std::nullopt};
  }
  const std::size_t mark = inner.find_first_of(":-");
  if (mark == std::string_view::npos) return std::nullopt;
  const auto first = number_of(inner.substr(0, mark), false);
  const std::string_view end = inner.substr(mark + 1);
  const auto last = end.empty() ? std::optional<std::int64_t>(-1) : number_of(end, true);
  if (!first || !last || (*last < 0 && !end.empty())) return std::nullopt;
  pattern = before;
  return Subscript{*first, last};
}

// Selects for one part after the other. Each group name and host name that is tested costs a step.
class Selection {
 public:
  Selection(Context& context, Inventory& inventory) : context_(context), inventory_(inventory) {}

  // The hosts that a part selects, without its "!" or "&".
  std::vector<HostId> match(std::string_view part) {
    const std::string whole(part);
    const std::optional<Subscript> subscript = cut_subscript(part);
    std::vector<HostId> hosts = enumerate(part);
    std::vector<HostId> unique;
    std::vector<bool> seen(inventory_.hosts.size());
    for (const HostId host : hosts) {
      if (!seen[host]) unique.push_back(host);
      seen[host] = true;
    }
    if (unique.empty() || !subscript) return unique;
    const auto size = static_cast<std::int64_t>(unique.size());
    if (!subscript->last) {
      const std::int64_t at = subscript->first < 0 ? subscript->first + size : subscript->first;
      if (at < 0 || at >= size) {
        context_.fail(0, "bad-pattern", "No hosts matched the subscripted pattern '" + whole + "'.");
      }
      return {unique[static_cast<std::size_t>(at)]};
    }
    const std::int64_t end = *subscript->last == -1 ? size : std::min(*subscript->last + 1, size);
    std::vector<HostId> some;
    for (std::int64_t at = subscript->first; at < end; ++at) some.push_back(unique[static_cast<std::size_t>(at)]);
    return some;
  }

 private:
  bool fits(std::string_view pattern, const std::string& name) {
    context_.budget.step();
    if (regex_) return regex_->matches(name, RegexAnchor::start, context_.budget);
    return glob_matches(pattern, name, context_.budget);
  }

  // Groups come first. Hosts are only searched if no group fits, or if the pattern has wildcards or dots, which names
  // of hosts usually have. Localhost exists even if the inventory does not list it.
  std::vector<HostId> enumerate(std::string_view pattern) {
    regex_ = {};
    if (pattern.starts_with('~')) {
      const CompiledRegex compiled = context_.regexes.compile(RegexSyntax::python, pattern.substr(1), {});
      if (!compiled) {
        context_.fail(0, "bad-pattern", "Invalid host list pattern: " + std::string(pattern) + ".");
      }
      regex_ = compiled.regex;
    }
    std::vector<HostId> hosts;
    bool has_group = false;
    const bool is_plain = !regex_ && pattern.find_first_of("*?[") == std::string_view::npos;
    if (is_plain) {
      if (const auto group = inventory_.find_group(pattern)) {
        has_group = true;
        hosts = inventory_.hosts_of(*group);
      }
    } else {
      for (GroupId group = 0; group < inventory_.groups.size(); ++group) {
        if (!fits(pattern, inventory_.groups[group].name)) continue;
        has_group = true;
        const std::vector<HostId>& members = inventory_.hosts_of(group);
        context_.budget.step(members.size());
        hosts.insert(hosts.end(), members.begin(), members.end());
      }
    }
    if (!has_group || regex_ || pattern.find_first_of(".?*[") != std::string_view::npos) {
      if (is_plain) {
        if (const auto host = inventory_.find_host(pattern)) hosts.push_back(*host);
      } else {
        for (HostId host = 0; host < inventory_.hosts.size(); ++host) {
          if (inventory_.is_listed(host) && fits(pattern, inventory_.hosts[host].name)) hosts.push_back(host);
        }
      }
    }
    if (hosts.empty() && Inventory::is_local(pattern)) {
      if (const auto local = inventory_.host(pattern)) hosts.push_back(*local);
    }
    return hosts;
  }

  Context& context_;
  Inventory& inventory_;
  Ref<const Regex> regex_;
};

}  // namespace

// "web:!web1" or "web,!web1" -> ["web", "!web1"]. Colons are ambiguous: with a comma present they do not separate, and
// an IPv6 address or a name with a port stays whole.
std::vector<std::string> split_patterns(std::string_view pattern) {
  std::vector<std::string> parts;
  const auto add = [&](std::string_view part) {
    part = trim(part);
    if (!part.empty()) parts.emplace_back(part);
  };
  if (pattern.find(',') != std::string_view::npos) {
    for (const std::string_view part : Split(pattern, ",")) add(part);
    return parts;
  }
  if (parse_host_address(pattern).is_valid) {
    add(pattern);
    return parts;
  }
  // Colons separate parts, except within brackets.
  std::size_t begin = 0;
  int open = 0;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    if (pattern[at] == '[') ++open;
    if (pattern[at] == ']' && open > 0) --open;
    const bool separates = open == 0 && (pattern[at] == ':' || ascii_whitespace.find(pattern[at]) != std::string::npos);
    if (!separates) continue;
    add(pattern.substr(begin, at - begin));
    begin = at + 1;
  }
  add(pattern.substr(begin));
  return parts;
}

namespace {

// Whatever the order of the parts: first what is added, then "&", then "!".
std::vector<std::string_view> in_order(const std::vector<std::string>& parts) {
  std::vector<std::string_view> ordered;
  for (const std::string& part : parts) {
    if (part[0] != '!' && part[0] != '&') ordered.push_back(part);
  }
  if (ordered.empty()) ordered.emplace_back("all");
  for (const char mark : {'&', '!'}) {
    for (const std::string& part : parts) {
      if (part[0] == mark) ordered.push_back(part);
    }
  }
  return ordered;
}

}  // namespace

// Hosts keep the order in which they were first added. The name of a host is looked up directly, which avoids a search
// of all groups for long lists of hosts.
std::vector<HostId> select_hosts(Context& context, Inventory& inventory, const std::vector<std::string>& parts,
                                 std::vector<std::string>* unmatched) {
  Selection selection(context, inventory);
  std::vector<HostId> hosts;
  for (const std::string_view part : in_order(parts)) {
    const bool is_changing = part[0] == '!' || part[0] == '&';
    const std::string_view bare = is_changing ? part.substr(1) : part;
    if (bare.empty()) continue;
    const auto plain = is_changing ? std::nullopt : inventory.find_host(part);
    const std::vector<HostId> matched = plain ? std::vector<HostId>{*plain} : selection.match(bare);
    if (matched.empty() && unmatched != nullptr) unmatched->emplace_back(bare);
    std::vector<bool> in(inventory.hosts.size());
    for (const HostId host : matched) in[host] = true;
    if (is_changing) {
      const bool keeps = part[0] == '&';
      std::erase_if(hosts, [&](HostId host) { return in[host] != keeps; });
    } else {
      for (const HostId host : hosts) in[host] = false;
      for (const HostId host : matched) {
        if (in[host]) hosts.push_back(host);
      }
    }
  }
  return hosts;
}

}  // namespace evalground::ansible
