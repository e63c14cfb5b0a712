// The keys of merge directives: `+/a/b`, `+../base`, `+*anchor/part`, `+?include1`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/function.hpp"

namespace evalground::unfurl {

// A map's own `+%: whiteout` says how that map is merged.
inline constexpr std::string_view strategy_key = "+%";
// `+&: name` names the map that holds it, as an anchor.
inline constexpr std::string_view anchor_key = "+&";

// A parsed directive key. Its parts come in this order. At least one of the last four is present.
struct Directive {
  bool is_optional = false;           // `?`
  bool is_include = false;            // `include…`
  std::optional<std::string> anchor;  // `*name`
  std::size_t dots = 0;               // 1: the map that holds the directive, 2: its parent, …; 0: the document
  std::vector<std::string> path;      // the parts after each `/`, unescaped
};

// The directive that a text key stands for; nothing when the key is data. Throws Error "invalid-escape" for a `~` in
// the path that is neither `~0` nor `~1`.
std::optional<Directive> parse_directive(std::string_view key);

// The target of a directive without an anchor or include that stands in the map at `place`.
std::vector<std::string> target_of(const Directive& directive, const std::vector<std::string>& place);

// The parts of a path such as `a/b~1c`, unescaped. Throws Error "invalid-escape".
std::vector<std::string> parse_directive_path(std::string_view path);

// Their documentation, for the catalogue.
std::span<const Function> merge_directive_entries();

}  // namespace evalground::unfurl
