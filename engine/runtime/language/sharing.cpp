// Groups are found for each name on its own: a role that is used by two playbooks joins the names of both only if it
// has the name itself.
#include "runtime/language/sharing.hpp"

#include <algorithm>

#include "base/text/any_of.hpp"

namespace evalground {

std::uint32_t Sharing::unit(std::string_view name) {
  if (name.empty()) return 0;
  const auto [found, is_new] = numbers_.emplace(std::string(name), static_cast<std::uint32_t>(links_.size()));
  if (is_new) links_.emplace_back();
  return found->second;
}

void Sharing::link(std::uint32_t from, std::uint32_t to) {
  if (from != to && from != 0 && to != 0) links_[from].push_back(to);
}

// Adds the root to all units that it reaches.
void Sharing::add_root(std::uint32_t root) {
  if (links_[root].empty()) return;  // shares nothing with another unit
  roots_[root].push_back(root);
  for (std::vector<std::uint32_t> open{root}; !open.empty();) {
    const std::uint32_t from = open.back();
    open.pop_back();
    budget_.step(1 + links_[from].size());
    for (const std::uint32_t to : links_[from]) {
      if (!roots_[to].empty() && roots_[to].back() == root) continue;
      roots_[to].push_back(root);
      open.push_back(to);
    }
  }
}

// Units that use each other in a circle have no root, so the first of them is one.
void Sharing::find_roots() {
  roots_.assign(links_.size(), {});
  std::vector<bool> is_used(links_.size());
  for (const std::vector<std::uint32_t>& links : links_) {
    budget_.step(1 + links.size());
    for (const std::uint32_t to : links) is_used[to] = true;
  }
  for (std::uint32_t unit = 1; unit < links_.size(); ++unit) {
    if (!is_used[unit]) add_root(unit);
  }
  for (std::uint32_t unit = 1; unit < links_.size(); ++unit) {
    if (is_used[unit] && roots_[unit].empty()) add_root(unit);
  }
}

// For each of the units, the index of the first unit of its group.
std::vector<std::size_t> Sharing::groups_of(const std::vector<std::uint32_t>& units) {
  std::vector<std::size_t> groups(units.size());
  for (std::size_t at = 0; at < units.size(); ++at) groups[at] = at;
  const auto first = [&](std::size_t at) {
    while (groups[at] != at) at = groups[at] = groups[groups[at]];
    return at;
  };
  std::unordered_map<std::uint32_t, std::size_t> reached;  // by a root: one of the units
  for (std::size_t at = 0; at < units.size(); ++at) {
    budget_.step(1 + roots_[units[at]].size());
    for (const std::uint32_t root : roots_[units[at]]) {
      const auto [known, is_new] = reached.emplace(root, at);
      if (is_new) continue;
      const std::size_t own = first(at);
      const std::size_t other = first(known->second);
      groups[std::max(own, other)] = std::min(own, other);
    }
  }
  for (std::size_t at = 0; at < units.size(); ++at) groups[at] = first(at);
  return groups;
}

void Sharing::split(Reading& reading, std::span<const std::string_view> kinds) {
  find_roots();
  std::unordered_map<std::uint32_t, std::vector<Place>> places;
  for (std::size_t at = 0; at < reading.mentions.size(); ++at) {
    const Mention& mention = reading.mentions[at];
    if (mention.symbol == no_symbol || !contains(kinds, mention.kind)) continue;
    budget_.step();
    const auto unit = units_of_files_.find(mention.at.file);
    places[mention.symbol].push_back({at, unit == units_of_files_.end() ? 0 : unit->second});
  }
  // In the order of symbols, so that equal texts have equal readings.
  const std::size_t count = reading.symbols.size();
  for (std::uint32_t symbol = 0; symbol < count; ++symbol) {
    if (const auto found = places.find(symbol); found != places.end()) split(reading, symbol, found->second);
  }
}

void Sharing::split(Reading& reading, std::uint32_t symbol, const std::vector<Place>& places) {
  std::vector<std::uint32_t> units;
  for (const Place& place : places) units.push_back(place.unit);
  std::sort(units.begin(), units.end());
  units.erase(std::unique(units.begin(), units.end()), units.end());
  const bool is_open =
      std::any_of(units.begin(), units.end(), [&](std::uint32_t unit) { return is_open_.contains(unit); });
  if (units.size() < 2 || is_open || reading.symbols[symbol].is_fixed) return;
  const std::vector<std::size_t> groups = groups_of(units);
  const auto group_of = [&](const Place& place) {
    return groups[static_cast<std::size_t>(std::lower_bound(units.begin(), units.end(), place.unit) - units.begin())];
  };
  // The symbol of each group; the group of the first definition keeps the symbol itself.
  std::vector<std::uint32_t> symbols(units.size(), no_symbol);
  std::size_t defining = 0;
  for (const Place& place : places) {
    const Mention& mention = reading.mentions[place.mention];
    std::uint32_t& own = symbols[group_of(place)];
    if (!mention.defines || own != no_symbol) continue;
    own = defining++ == 0 ? symbol : reading.split(symbol);
    if (own != symbol) {
      reading.symbols[own].detail = mention.said > 0 ? reading.said[mention.said - 1] : reading.symbols[symbol].detail;
    }
  }
  if (defining < 2) return;
  std::uint32_t undefined = no_symbol;
  for (const Place& place : places) {
    std::uint32_t own = symbols[group_of(place)];
    if (own == no_symbol) {
      if (undefined == no_symbol) {
        undefined = reading.split(symbol);
        reading.symbols[undefined].stays = "Several files define it, and none of them is used together with this one.";
      }
      own = undefined;
    }
    reading.mentions[place.mention].symbol = own;
  }
}

}  // namespace evalground
