// The history of merged values, as chains of origins.
//
// A value that `+/defaults` inserts into `small` still belongs to `defaults`. Its origin is that place, then the
// directive that inserted it, then the value it overrides:
//
//   size: 1 in `defaults`  <-  +/defaults in `small`  <-  size: 3, which it overrides
//
// A chain is a list linked by Origin::previous, nearest first. `overrides` of a link says that the next link is the
// overridden value instead of an earlier step of the same value.
#include "dialects/unfurl/merge/inherit.hpp"

#include <vector>

namespace evalground::unfurl {
namespace {

// Longer chains are cut at the far end. Otherwise a thousand directives over one key would cost a million origins.
constexpr std::size_t most_links = 24;

// The chain of an origin, nearest first.
std::vector<Origin> links_of(const Sources& sources, OriginId id) {
  std::vector<Origin> links;
  while (id != 0 && links.size() < most_links) {
    links.push_back(sources.origin(id));
    id = links.back().previous;
  }
  return links;
}

// Adds a chain of new origins, from its last link. `overrides` of a link says how it relates to the next.
OriginId add_links(Sources& sources, const std::vector<Origin>& links) {
  OriginId next = 0;
  for (std::size_t i = links.size(); i-- > 0;) {
    Origin link = links[i];
    link.previous = next;
    link.overrides = link.overrides && next != 0;
    next = sources.add(link);
  }
  return next;
}

}  // namespace

OriginId inherited_origin(Context& context, OriginId value, OriginId directive, Via via) {
  if (value == 0 || directive == 0) return value;
  Sources& sources = context.sources;
  std::vector<Origin> links = links_of(sources, value);
  context.budget.step(links.size());
  std::size_t steps = 0;  // the number of links before the overridden value
  while (steps < links.size() && !links[steps].overrides) ++steps;
  if (steps == links.size()) --steps;
  Origin place = sources.origin(directive);
  place.overrides = links[steps].overrides;
  links[steps].via = via;
  links[steps].overrides = false;
  links.insert(links.begin() + static_cast<std::ptrdiff_t>(steps) + 1, place);
  return add_links(sources, links);
}

OriginId overriding_origin(Sources& sources, OriginId winner, OriginId loser) {
  if (winner == 0 || loser == 0) return winner;
  std::vector<Origin> links = links_of(sources, winner);
  links.back().overrides = true;
  for (const Origin& link : links_of(sources, loser)) links.push_back(link);
  if (links.size() > most_links) links.resize(most_links);
  return add_links(sources, links);
}

Value inherit(Context& context, const Value& value, OriginId directive, Via via) {
  const Depth depth = context.budget.enter();
  context.budget.step();
  const OriginId origin = inherited_origin(context, value.origin(), directive, via);
  Value result = value;
  if (value.is_map()) {
    Map members;
    members.reserve(value.as_map().size());
    for (const auto& member : value.as_map()) {
      members.set(member.key, inherit(context, member.value, directive, via));
    }
    result = Value::map(std::move(members)).with_sensitive(value.sensitive()).with_verbatim(value.verbatim());
  } else if (value.kind() == Kind::list) {
    List items;
    items.reserve(value.as_list().size());
    for (const Value& item : value.as_list()) items.push_back(inherit(context, item, directive, via));
    result = Value::list(std::move(items)).with_sensitive(value.sensitive()).with_verbatim(value.verbatim());
  }
  return std::move(result).with_origin(origin);
}

}  // namespace evalground::unfurl
