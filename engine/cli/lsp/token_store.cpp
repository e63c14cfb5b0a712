#include "cli/lsp/token_store.hpp"

#include <algorithm>

namespace evalground::cli {
namespace {

std::vector<std::int64_t> numbers_of(const Value& data) {
  std::vector<std::int64_t> numbers;
  for (const Value& one : data.as_list()) numbers.push_back(one.as_integer());
  return numbers;
}

}  // namespace

std::string TokenStore::keep(const std::string& uri, std::vector<std::int64_t> data) {
  std::string id = std::to_string(next_++);
  sent_[uri] = {id, std::move(data)};
  return id;
}

Value TokenStore::full(const std::string& uri, const Value& data) {
  return Value::map({{"resultId", Value::string(keep(uri, numbers_of(data)))}, {"data", data}});
}

// One edit: what lies between the common beginning and the common end. Tokens are relative to those before them, so a
// change of one line leaves the rest of the numbers as they were.
Value TokenStore::delta(const std::string& uri, std::string_view previous, const Value& data) {
  const auto found = sent_.find(uri);
  if (found == sent_.end() || found->second.id != previous) return full(uri, data);
  const std::vector<std::int64_t> before = std::move(found->second.data);
  std::vector<std::int64_t> now = numbers_of(data);
  const std::size_t most = std::min(before.size(), now.size());
  std::size_t head = 0;
  while (head < most && before[head] == now[head]) ++head;
  std::size_t tail = 0;
  while (tail < most - head && before[before.size() - 1 - tail] == now[now.size() - 1 - tail]) ++tail;
  List edits;
  if (head + tail < std::max(before.size(), now.size())) {
    List inserted;
    for (std::size_t at = head; at < now.size() - tail; ++at) inserted.push_back(Value::integer(now[at]));
    edits.push_back(Value::map({{"start", Value::integer(static_cast<std::int64_t>(head))},
                                {"deleteCount", Value::integer(static_cast<std::int64_t>(before.size() - head - tail))},
                                {"data", Value::list(std::move(inserted))}}));
  }
  const std::string id = keep(uri, std::move(now));
  return Value::map({{"resultId", Value::string(id)}, {"edits", Value::list(std::move(edits))}});
}

}  // namespace evalground::cli
