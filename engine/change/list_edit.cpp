#include "change/list_edit.hpp"

#include <algorithm>
#include <vector>

#include "base/alignment.hpp"

namespace evalground::changing {
namespace {

// The literals of all items, in the order of one text.
std::optional<std::vector<Place>> literals_of(const Wish& wish, const Origins& origins, Places& places) {
  std::vector<Place> literals;
  for (std::size_t at = 0; at < wish.now.as_list().size(); ++at) {
    List path = wish.path;
    path.push_back(Value::integer(static_cast<std::int64_t>(at)));
    const std::vector<Step> steps = origins.of(path);
    if (steps.empty() || steps[0].file.empty()) return std::nullopt;
    const auto literal = places.at(steps[0].file, steps[0].begin);
    if (!literal || literal->kind != Place::Kind::literal) return std::nullopt;
    const bool is_next =
        literals.empty() || (literals.back().file == literal->file && literals.back().end <= literal->begin);
    if (!is_next) return std::nullopt;
    literals.push_back(*literal);
  }
  return literals;
}

std::optional<std::string> written(const List& items, std::size_t begin, std::size_t end, char quote,
                                   const std::string& separator) {
  std::string text;
  for (std::size_t at = begin; at < end; ++at) {
    const auto plain = scalar_text(items[at]);
    if (!plain) return std::nullopt;
    text += (at == begin ? "" : separator) + (quote == '\0' ? *plain : quoted_literal(*plain, quote));
  }
  return text;
}

}  // namespace

std::optional<std::pair<Place, std::string>> list_edit(const Wish& wish, const Origins& origins, Places& places,
                                                       Budget& budget) {
  if (!wish.now.is_list() || !wish.to.is_list() || wish.now.as_list().empty()) return std::nullopt;
  const List& now = wish.now.as_list();
  const List& to = wish.to.as_list();
  const auto literals = literals_of(wish, origins, places);
  if (!literals) return std::nullopt;
  const auto [head, tail] = common_ends(now.size(), to.size(), [&](std::size_t old_item, std::size_t new_item) {
    return is_equal(now[old_item], to[new_item], budget);
  });
  const std::size_t last = now.size() - tail;  // behind the last item that goes
  const std::string_view text = places.text(literals->front().file).value_or("");
  const char first = text[literals->front().begin];
  const char quote = is_digit(first) || first == '-' ? '\0' : first;
  std::string separator = ", ";
  if (literals->size() > 1) {
    const Place& one = (*literals)[0];
    separator = text.substr(one.end, (*literals)[1].begin - one.end);
  }
  auto items = written(to, head, to.size() - tail, quote, separator);
  if (!items) return std::nullopt;
  // A separator comes or goes with the items.
  Place place{.kind = Place::Kind::fragment, .file = literals->front().file};
  if (head == last) {
    place.begin = place.end = head > 0 ? (*literals)[head - 1].end : literals->front().begin;
    return std::pair(std::move(place), head > 0 ? separator + *items : *items + separator);
  }
  place.begin = (*literals)[head].begin;
  place.end = (*literals)[last - 1].end;
  if (items->empty() && head > 0) place.begin = (*literals)[head - 1].end;
  if (items->empty() && head == 0 && tail > 0) place.end = (*literals)[last].begin;
  return std::pair(std::move(place), *std::move(items));
}

}  // namespace evalground::changing
