#include "language_server/token_store.hpp"

#include <algorithm>

#include "base/generous_budget.hpp"
#include "language_server/message.hpp"
#include "value/json.hpp"

namespace evalground::language_server {

TokenStore::TokenStore(const Map& session) : next_(integer_of(session, "next", 1)) {
  for (const auto& [uri, sent] : map_of(session, "sent")) {
    sent_[std::string(uri.as_string())] = {text_of(sent.as_map(), "id"), text_of(sent.as_map(), "data")};
  }
}

Map TokenStore::session() const {
  Map all;
  for (const auto& [uri, sent] : sent_) {
    all.set(uri, Value::map({{"id", Value::string(sent.id)}, {"data", Value::string(sent.data)}}));
  }
  return {{"next", Value::integer(next_)}, {"sent", Value::map(std::move(all))}};
}

std::string TokenStore::keep(const std::string& uri, const Value& data) {
  Budget budget = generous_budget();
  std::string id = std::to_string(next_++);
  sent_[uri] = {id, write_json(data, budget)};
  return id;
}

Value TokenStore::full(const std::string& uri, const Value& data) {
  return Value::map({{"resultId", Value::string(keep(uri, data))}, {"data", data}});
}

// One edit: the range between the common beginning and the common end. Tokens are relative to the previous ones, so a
// change in one line leaves the other numbers unchanged.
Value TokenStore::delta(const std::string& uri, std::string_view previous, const Value& data) {
  const auto found = sent_.find(uri);
  if (found == sent_.end() || found->second.id != previous) return full(uri, data);
  Budget budget = generous_budget();
  const Value known = parse_json(found->second.data, budget);
  const List& before = known.as_list();
  const List& now = data.as_list();
  const auto is_same = [](const Value& a, const Value& b) { return a.as_integer() == b.as_integer(); };
  const auto most = static_cast<std::ptrdiff_t>(std::min(before.size(), now.size()));
  const auto head = std::mismatch(before.begin(), before.begin() + most, now.begin(), is_same).first - before.begin();
  const auto tail =
      std::mismatch(before.rbegin(), before.rbegin() + (most - head), now.rbegin(), is_same).first - before.rbegin();
  List edits;
  if (static_cast<std::size_t>(head + tail) < std::max(before.size(), now.size())) {
    edits.push_back(Value::map({{"start", Value::integer(head)},
                                {"deleteCount", Value::integer(static_cast<std::int64_t>(before.size()) - head - tail)},
                                {"data", Value::list(List(now.begin() + head, now.end() - tail))}}));
  }
  return Value::map({{"resultId", Value::string(keep(uri, data))}, {"edits", Value::list(std::move(edits))}});
}

}  // namespace evalground::language_server
